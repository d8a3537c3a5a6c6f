/** A building with its spaces, nested. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { serviceProblemText } from '~/change/problem-text'
import { nestSpaces } from '~/domain/nested-spaces'
import { OverviewParts } from '~/features/overview/shared/overview'
import { loadOverview } from '~/features/overview/shared/overview.server'
import { usageText } from '~/features/site/shared/usage'
import { spaceKindText } from '~/features/space/shared/kind'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { unknownParams } from '~/kit/list/unknown-params'
import { crumbsOf } from '~/kit/place/crumbs'
import { useHistoryLink } from '~/kit/place/history'
import { listsOf } from '~/kit/place/lists'
import { locateOrRedirect } from '~/kit/place/locate-or-redirect.server'
import { placeCounts } from '~/kit/place/place-counts'
import { PlaceTable } from '~/kit/place/place-table'
import { viewLinks, viewTabs } from '~/kit/place/tabs'
import { EmptyState } from '~/ui/empty-state'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { actionLink, Head } from '~/ui/head'
import { ButtonLink } from '~/ui/link'
import { Columns, Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Unavailable } from '~/ui/panel'
import { useFormat } from '~/ui/use-format'

export const handle = { title: (data) => data.building.name, menu: 'customer' } satisfies PageHandle<typeof loader>

/** Rows per page; the service returns a building whole, so its pages are cut here. */
const pageSize = 100

export async function loader(args: LoaderFunctionArgs) {
  const at = address('building', args.params)
  const reader = await readerFor(args, { view: 'place' })
  const path = { id: at.buildingId }
  const [{ node: building, path: ancestors, site }, spaces, overview] = await Promise.all([
    locateOrRedirect(
      { reader: reader, name: 'building', at, request: args.request },
      reader.read(contract.getBuilding, { path }),
    ),
    reader.panel(contract.listSpaces, { path }),
    loadOverview(reader, { level: 'building', at }),
  ])
  const from = startOf(args.request)
  return {
    tenantId: at.tenantId,
    overview,
    counts: placeCounts(reader, building.counts),
    building: {
      name: building.name,
      description: building.description,
      usage: building.usage ?? null,
      address: building.address ?? null,
      size: building.size ?? null,
      units: (site?.ok && site.value.units) || null,
    },
    spaces: spaces.ok
      ? {
          ok: true as const,
          total: spaces.value.length,
          rows: nestSpaces(spaces.value)
            .slice(from, from + pageSize)
            .map(({ space, depth }) => ({
              id: space.id,
              name: space.name,
              kind: space.kind,
              depth,
              href: href('space', { ...at, spaceId: space.id }),
              counts: placeCounts(reader, space.counts),
              lists: listsOf(reader, { level: 'space', at: { ...at, spaceId: space.id } }),
            })),
          firstHref: from > 0 ? href('building', at) : null,
          nextHref: from + pageSize < spaces.value.length ? href('building', at, { after: from + pageSize }) : null,
        }
      : spaces,
    views: viewLinks('building', reader, at),
    more: reader.may('hierarchy.write')
      ? {
          edit: href('buildingSettings', at),
          deletion: href('buildingDeletion', at),
          newSpace: href('newSpace', at),
          editSpaces: href('spacesEditing', at),
        }
      : null,
    ignored: unknownParams(args.request, { changed: '-' }),
    crumbs: crumbsOf(at, ancestors, { name: building.name, href: href('building', at) }),
    age: reader.age(),
  }
}

function startOf(request: Request): number {
  const after = Number(new URL(request.url).searchParams.get('after') ?? 0)
  return Number.isInteger(after) && after > 0 ? after : 0
}

export default function BuildingPage() {
  const t = useT()
  const format = useFormat()
  const { tenantId, building, counts, overview, spaces, more, views } = useLoaderData<typeof loader>()
  const history = useHistoryLink('building')
  return (
    <Stack>
      <Head
        name={building.name}
        facts={[
          t('entity.building'),
          usageText(t, building.usage),
          spaces.ok && t('count.spaces', { count: spaces.total }),
          counts.devices !== undefined && t('count.devices', { count: counts.devices }),
        ]}
        tabs={viewTabs(t, views, 'place')}
        others={[actionLink(t('action.edit'), more?.edit)]}
        more={[history]}
        danger={[actionLink(t('main:site.deletion.short'), more?.deletion)]}
      />
      <ChangedNotice tenantId={tenantId} name={building.name} />
      {building.description && <p className="max-w-prose">{building.description}</p>}
      <OverviewParts overview={overview}>
        <Columns>
          <Section
            title={t('main:building.spaces')}
            aside={
              more && (
                <>
                  <ButtonLink small href={more.newSpace}>
                    {t('main:change.space.create')}
                  </ButtonLink>
                  {spaces.ok && spaces.total > 0 && (
                    <ButtonLink small href={more.editSpaces}>
                      {t('main:building.editSpaces')}
                    </ButtonLink>
                  )}
                </>
              )
            }
            flush
          >
            {spaces.ok ? (
              <>
                <PlaceTable
                  caption={t('main:building.spacesOf', { name: building.name })}
                  rows={spaces.rows.map((row) => ({ ...row, kind: spaceKindText(t, row.kind) }))}
                  counted={['devices']}
                  empty={
                    <EmptyState
                      title={t('main:building.emptyTitle')}
                      offers={[{ label: t('main:change.space.create'), href: more?.newSpace ?? null }]}
                    >
                      {t('main:building.emptyText')}
                    </EmptyState>
                  }
                />
                {(spaces.firstHref || spaces.nextHref) && (
                  <Pager
                    caption={t('main:building.spacesOf', { name: building.name })}
                    rowCount={spaces.rows.length}
                    total={spaces.total}
                    firstHref={spaces.firstHref ?? undefined}
                    nextHref={spaces.nextHref ?? undefined}
                  />
                )}
              </>
            ) : (
              <div className="p-4">
                <Unavailable detail={serviceProblemText(t, spaces.problem)} />
              </div>
            )}
          </Section>
          <Section title={t('main:building.about')}>
            <Facts
              facts={[
                { term: t('main:site.usageName'), value: usageText(t, building.usage) },
                { term: t('main:site.address'), value: building.address && <bdi>{building.address}</bdi> },
                {
                  term: t('main:site.size'),
                  value: building.size === null ? null : format.area(building.size, building.units),
                },
              ]}
            />
          </Section>
        </Columns>
      </OverviewParts>
    </Stack>
  )
}
