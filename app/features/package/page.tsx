/** One package: its versions, dependencies, platforms, and how many controllers run it (spec §4, domain §7). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { serviceProblemText } from '~/change/problem-text'
import { sumOf } from '~/domain/count'
import { modelsFor, packageNamed } from '~/domain/package-catalogue'
import { address, href } from '~/hrefs'
import { countText } from '~/i18n/counted'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { Badge } from '~/ui/badge'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { packageUsage } from './package-usage.server'
import { VersionTable } from './version-table'
import { versionRows } from './versions'

export const handle = { title: (data) => data.entry.displayName, menu: 'packages' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('package', args.params)
  const reader = await readerFor(args, { capability: 'catalog.read' })
  const { packages, controllers } = await reader.catalogues()
  const entry = packageNamed(packages, at.packageName)
  if (!entry) throw new Response(null, { status: 404 })
  const { name, displayName, description, mandatory } = entry
  const versions = entry.versions.map(({ version }) => version)
  const [customer, usage] = await Promise.all([
    ownCustomer(reader.read, at),
    packageUsage(reader, { customerId: at.customerId, name, versions }),
  ])
  const deployTo = reader.may('deploy.run') && !customer.archived ? at : null
  return {
    customer: customer.name,
    entry: { name, displayName, description, mandatory },
    models: modelsFor(entry, controllers).map(({ model }) => model.type),
    rows: versionRows(at, { entry, packages, usage: usage.ok ? usage.value : null, deployTo }),
    usage: usage.ok ? { ok: true as const, ...usage.value } : usage,
    allHref: usage.ok && usage.value.total.count > 0 ? href('customerDevices', at, { package: name }) : null,
    deployHref: deployTo && href('newDeployment', deployTo, { wish: [`newest:${name}`] }),
    crumbs: [
      { name: translator(reader.language)('main:view.packages'), href: href('packages', at) },
      { name: displayName, href: href('package', at) },
    ],
    age: reader.age(),
  }
}

export default function PackagePage() {
  const t = useT()
  const { customer, entry, models, rows, usage, allHref, deployHref } = useLoaderData<typeof loader>()
  const older = sumOf(rows.slice(1).flatMap(({ count }) => (count ? [count] : [])))
  return (
    <Stack>
      <PageHeader
        kind={t('entity.package')}
        name={entry.displayName}
        status={entry.mandatory && <Badge tone="info">{t('main:package.mandatory')}</Badge>}
        actions={
          deployHref && (
            <ButtonLink look="primary" href={deployHref}>
              {t('main:package.deploy')}
            </ButtonLink>
          )
        }
      />
      {entry.description && <p className="max-w-prose">{entry.description}</p>}
      <Section title={t('main:package.runs', { name: customer })}>
        {usage.ok ? (
          <Facts
            facts={[
              {
                term: t('main:package.on'),
                value: allHref ? (
                  <A href={allHref}>{countText(t, 'devices', usage.total)}</A>
                ) : (
                  countText(t, 'devices', usage.total)
                ),
              },
              {
                term: t('main:package.older'),
                value: countText(t, 'devices', older),
              },
              ...(usage.otherVersions
                ? [{ term: t('main:package.others'), value: t('count.devices', { count: usage.otherVersions }) }]
                : []),
              { term: t('main:package.models'), value: models.join(', ') },
            ]}
          />
        ) : (
          <Unavailable detail={serviceProblemText(t, usage.problem)} />
        )}
        {usage.ok && usage.isPartial && (
          <Notice tone="warn" quiet title={t('main:device.partialTitle')}>
            {t('main:device.partialText')}
          </Notice>
        )}
      </Section>
      <Section title={t('main:package.versions')} flush>
        <VersionTable caption={t('main:package.versionsOf', { name: entry.displayName })} rows={rows} />
      </Section>
    </Stack>
  )
}
