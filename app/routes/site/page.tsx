/** A site: where and what it is, and its buildings. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { serviceText } from '~/change/problem-text'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { crumbsOf } from '~/screens/place/crumbs'
import { PlaceTable } from '~/screens/place/place-table'
import { atRightAddress } from '~/screens/place/right-address.server'
import { SiteHeader, siteLinks } from '~/things/site/header'
import { usageText } from '~/things/site/usage'
import { Actions } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { type Fact, Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Columns, Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { useFormat } from '~/ui/use-format'

export const handle = { title: (data) => data.site.name, menu: 'customer' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('site', args.params)
  const page = await reader(args, { view: 'place' })
  const path = { id: at.siteId }
  const [found, buildings] = await Promise.all([
    atRightAddress({ reader: page, name: 'site', at, request: args.request }, page.read(contract.getSite, { path })),
    page.panel(contract.listBuildings, { path }),
  ])
  const { eTag: _, path: __, counts, projects, projectIds, ...site } = found.node
  const mayWrite = page.may('hierarchy.write')
  return {
    tenantId: at.tenantId,
    site: { ...site, links: siteLinks(page, at) },
    counts: counts ?? null,
    buildings: buildings.ok
      ? {
          ok: true as const,
          rows: buildings.value.map((one) => ({
            id: one.id,
            name: one.name,
            usage: one.usage ?? null,
            href: href('building', { ...at, buildingId: one.id }),
            counts: one.counts,
          })),
        }
      : buildings,
    csvHref: href('siteCsv', at),
    more: mayWrite
      ? {
          newBuilding: href('newBuilding', at),
          archiving: site.archived ? null : href('siteArchiving', at),
          restoring: site.archived ? href('siteRestoring', at) : null,
          deletion: href('siteDeletion', at),
        }
      : null,
    now: new Date().toISOString(),
    crumbs: crumbsOf(at, found.path, { name: site.name, href: href('site', at) }),
    age: page.age(),
  }
}

export default function SitePage() {
  const t = useT()
  const { tenantId, site, buildings, csvHref, more } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <SiteHeader site={site} view="place" />
      <ChangedNotice tenantId={tenantId} />
      {site.description && <p className="max-w-prose">{site.description}</p>}
      <Columns>
        <Section
          title={t('main:site.buildings')}
          aside={
            more && (
              <ButtonLink small href={more.newBuilding}>
                {t('main:change.building.create')}
              </ButtonLink>
            )
          }
          flush
        >
          {buildings.ok ? (
            <PlaceTable
              caption={t('main:site.buildingsOf', { name: site.name })}
              rows={buildings.rows.map(({ usage, ...row }) => ({ ...row, kind: usageText(t, usage) ?? undefined }))}
              counted={['spaces', 'devices']}
              empty={<EmptyState title={t('main:site.emptyTitle')}>{t('main:site.emptyText')}</EmptyState>}
            />
          ) : (
            <div className="p-4">
              <Unavailable detail={serviceText(t, buildings.problem)} />
            </div>
          )}
        </Section>
        <Section title={t('main:site.about')} aside={<A href={csvHref}>{t('main:import.export')}</A>}>
          <Facts facts={useFacts()} />
          {more && (
            <Actions className="no-print mt-3">
              {more.archiving && (
                <ButtonLink small href={more.archiving}>
                  {t('main:change.site.archive')}
                </ButtonLink>
              )}
              {more.restoring && (
                <ButtonLink small href={more.restoring}>
                  {t('main:change.site.restore')}
                </ButtonLink>
              )}
              <ButtonLink small href={more.deletion}>
                {t('main:change.site.delete')}
              </ButtonLink>
            </Actions>
          )}
        </Section>
      </Columns>
    </Stack>
  )
}

/** What is known of a site, in the reader's units, with the time it is there. */
function useFacts(): Fact[] {
  const t = useT()
  const format = useFormat()
  const { site, counts, now } = useLoaderData<typeof loader>()
  const { address, postalCode, city, state, country, latitude, longitude, timeZone } = site
  const lines = [
    address,
    [city, state].filter(Boolean).join(', '),
    [postalCode, country].filter(Boolean).join(' '),
  ].filter((line): line is string => !!line)
  return [
    { term: t('main:site.address'), value: lines.length > 0 ? <Lines lines={lines} /> : null },
    { term: t('main:site.usageName'), value: usageText(t, site.usage) },
    { term: t('main:site.size'), value: typeof site.size === 'number' ? format.area(site.size, site.units) : null },
    {
      term: t('main:site.coordinates'),
      value: typeof latitude === 'number' && typeof longitude === 'number' ? coordinates(latitude, longitude) : null,
    },
    {
      term: t('main:site.timeZone'),
      value: timeZone ? t('main:site.timeThere', { zone: timeZone, time: format.time(now, timeZone) }) : null,
    },
    ...(counts?.devices === undefined
      ? []
      : [
          {
            term: t('main:site.places.devices'),
            value: t('main:site.devicesOffline', { count: counts.devices, offline: counts.offline ?? 0 }),
          },
        ]),
  ]
}

/** Degrees with a point in both languages, as maps take them. */
function coordinates(north: number, east: number): string {
  return `${north.toFixed(4)}, ${east.toFixed(4)}`
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <address className="not-italic">
      {lines.map((line) => (
        <bdi key={line} className="block">
          {line}
        </bdi>
      ))}
    </address>
  )
}
