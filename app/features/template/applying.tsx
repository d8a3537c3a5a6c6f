/** Applies a configuration template: select controllers of the site, then review the plan. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findDevices } from '~/backend/find-devices.server'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { PlanForm } from '~/change/plan-form'
import { ResumedForm } from '~/change/resumed-form'
import { formIn, useReply } from '~/change/use-reply'
import { type DeviceRow, deviceRow } from '~/features/device/shared/row'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import { type ListSource, listData } from '~/kit/list/source.server'
import { ErrorSummary } from '~/ui/error-summary'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Stack } from '~/ui/page'
import { ChangeSteps } from '~/ui/steps'
import { deviceSearch, templateApplication } from './apply.server'
import { applyFields, applyView } from './apply-columns'
import { templateCrumbs } from './crumbs.server'
import { SectionBoxes } from './section-boxes'
import { sectionsOf } from './shared/row'
import { templateThing } from './thing.server'

export const handle = {
  title: ({ name }, t) => t('main:template.apply.title', { name }),
  menu: 'configuration',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('templateApplying', args.params)
  const { request } = args
  const reader = await readerFor(args, { capability: 'config.write' })
  if (!reader.features.configurationTemplates) throw new Response(null, { status: 404 })
  const { now, crumbs } = await templateThing.loadPage(reader, { at, page: 'templateApplying', request })
  const source: ListSource<typeof applyFields, DeviceRow, typeof at> = {
    fields: applyFields,
    async find(reader, { filter, after, pageSize }) {
      const search = { ...deviceSearch(at, now, filter.q), ...(after && { after }) }
      const [matches, catalogues] = await Promise.all([
        findDevices(reader, { customerId: at.customerId, search, pageSize }),
        reader.catalogues(),
      ])
      return { ...matches, rows: matches.devices.map((device) => deviceRow(at, device, catalogues)) }
    },
    bulkActions: () => ({ apply: href('templateApplying', at) }),
  }
  const list = await listData(reader, source, { at, request, list: (search) => href('templateApplying', at, search) })
  const crumb = { name: translator(reader.language)('main:template.apply.short'), href: href('templateApplying', at) }
  return {
    name: now.name,
    list,
    filter: new URL(request.url).searchParams.toString(),
    sections: sectionsOf(now).filter((section) => section !== 'users'),
    ownHref: href('templateApplying', at),
    backHref: href('template', at),
    crumbs: templateCrumbs(reader, at, { name: now.name, crumbs: [...crumbs, crumb] }),
    age: reader.age(),
  }
}

export function action(args: ActionFunctionArgs) {
  return mutate(args, { name: 'template.apply', ...templateApplication(address('templateApplying', args.params)) })
}

export default function TemplateApplying() {
  const t = useT()
  const { name, list, filter, sections, ownHref, backHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  const title = <PageHeader kind={t('entity.template')} name={t('main:template.apply.title', { name })} />
  if (reply?.stage === 'plan') {
    const words = {
      caption: t('main:configuration.plan.caption'),
      subjectTitle: t('entity.device'),
      apply: (count: number) => t('main:template.apply.apply', { count }),
    }
    return (
      <Stack>
        {title}
        <PlanForm reply={reply} words={words} canEdit={false} cancelHref={ownHref} />
      </Stack>
    )
  }
  const formReply = formIn(reply)
  const problems = Object.fromEntries(
    Object.entries(formReply?.submission.error ?? {}).map(([field, keys]) => [field, keys ?? []]),
  )
  return (
    <Stack>
      {title}
      <div>
        <ChangeSteps at="choose" />
        {sections.length > 0 && <p>{t('main:template.apply.text')}</p>}
      </div>
      <ErrorSummary problems={problems} />
      <ResumedForm reply={formReply} />
      {sections.length === 0 ? (
        <Notice tone="info" quiet title={t('main:template.apply.nothing')}>
          <ButtonLink href={backHref}>{t('main:template.apply.back')}</ButtonLink>
        </Notice>
      ) : (
        <List
          list={list}
          view={applyView}
          caption={t('main:configuration.controllers')}
          posted={{ action: ownHref, hidden: { filter }, fields: () => <SectionBoxes sections={sections} /> }}
        />
      )}
    </Stack>
  )
}
