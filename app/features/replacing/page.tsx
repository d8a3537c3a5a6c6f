/**
 * Replacing a dead controller: onboard the new one, apply a template, restore the backup of the old one, check the
 * result. Each step is a change with its own page; this page derives the progress from the services.
 */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { controllerAt } from '~/features/device/shared/controller.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { backupParam, ChooseReplacement } from './choose'
import { backupsOf, candidatesFor, type Replacement, replacementOf } from './replacement.server'
import { ReplacementSteps } from './steps'

export const handle = {
  title: ({ heading }, t) => t('main:replacing.title', { name: heading.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deviceReplacing', args.params)
  const reader = await readerFor(args, { capability: 'config.write' })
  if (!reader.features.configurationTemplates) throw new Response(null, { status: 404 })
  const { device, heading, timeZone, crumbs } = await controllerAt(reader, {
    name: 'deviceReplacing',
    at,
    request: args.request,
  })
  const { searchParams } = new URL(args.request.url)
  const by = searchParams.get('by')
  const replacement = by ? await replacementOf(reader, at, { old: device, by }) : null
  if (by && replacement && searchParams.has(backupParam)) {
    throw redirect(
      restoringHref(replacement, searchParams.get(backupParam)) ?? href('deviceReplacing', at, { by }),
      303,
    )
  }
  return {
    heading,
    timeZone,
    replacement,
    candidates: replacement ? [] : await candidatesFor(reader, at, device),
    backups:
      replacement || !reader.may('config.send')
        ? []
        : (await backupsOf(reader, at, device)).map(({ id, name, creationTime }) => ({ id, name, at: creationTime })),
    links: {
      device: href('device', at),
      choose: href('deviceReplacing', at),
      add: reader.may('device.write') ? href('newDevice', at) : null,
    },
    crumbs: [
      ...crumbs,
      {
        name: translator(reader.language)('main:replacing.crumb'),
        href: href('deviceReplacing', at, by ? { by } : {}),
      },
    ],
    age: reader.age(),
  }
}

/** Links to the plan of the restore; null before the new controller is onboarded. */
function restoringHref({ onboarding, backup }: Replacement, selectedId: string | null): string | null {
  if (!onboarding.isDone) return null
  return backup.offered.find(({ id }) => id === selectedId)?.href ?? null
}

export default function ReplacementPage() {
  const t = useT()
  const { heading, timeZone, replacement, candidates, backups, links } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader
        kind={t('entity.device')}
        name={t('main:replacing.title', { name: heading.name })}
        actions={<ButtonLink href={links.device}>{t('main:replacing.old')}</ButtonLink>}
      />
      <p className="max-w-prose">{t('main:replacing.text')}</p>
      {replacement ? (
        <>
          <p>
            {t('main:replacing.by')}{' '}
            <A href={replacement.href}>
              <bdi>{replacement.name}</bdi>
            </A>{' '}
            · <A href={links.choose}>{t('main:replacing.another')}</A>
          </p>
          <ReplacementSteps replacement={replacement} timeZone={timeZone} />
        </>
      ) : candidates.length > 0 ? (
        <ChooseReplacement candidates={candidates} backups={backups} timeZone={timeZone} addHref={links.add} />
      ) : (
        <Section>
          <EmptyState
            title={t('main:replacing.none')}
            offers={[{ label: t('main:change.device.create'), href: links.add, isMain: true }]}
          >
            {t('main:replacing.noneText')}
          </EmptyState>
        </Section>
      )}
    </Stack>
  )
}
