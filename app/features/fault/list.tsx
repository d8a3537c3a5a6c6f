/** The faults of a customer, a site group, a site, a building, a space or a controller. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import { CountCell } from '~/ui/count-cell'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Section, Stack } from '~/ui/page'
import { Table } from '~/ui/table'
import { faultView } from './columns'
import { faultBudgetMs, faultsData } from './faults.server'

export const handle = {
  title: (data, t) => t('main:fault.listOf', { name: data.place.name }),
  menu: ({ place }) => (place.level === 'device' ? 'devices' : 'faults'),
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'faults')
  const reader = await readerFor(args, { view: 'faults', budgetMs: faultBudgetMs })
  const [place, list] = await Promise.all([loadMountedPlace(reader, mount), faultsData(reader, mount)])
  return { place, list, crumbs: place.crumbs, age: reader.age() }
}

export default function FaultsPage() {
  const t = useT()
  const { place, list } = useLoaderData<typeof loader>()
  const title = t('main:fault.listOf', { name: place.name })
  return (
    <Stack>
      <PlaceHead place={place} title={title} />
      <List
        list={list}
        view={faultView}
        caption={title}
        watched={list.watched}
        offers={[{ label: t('main:fault.showEarlier'), href: list.earlierHref }]}
      />
      <ByType />
    </Stack>
  )
}

/** The faults by equipment type, each row a link to those faults. */
function ByType() {
  const t = useT()
  const { list } = useLoaderData<typeof loader>()
  if (list.types.length < 2 || list.filter.equipmentType) return null
  return (
    <Section title={t('main:fault.byType')} flush>
      <Table
        caption={t('main:fault.byType')}
        rows={list.types}
        rowKey={({ type }) => type}
        columns={[
          {
            key: 'type',
            title: t('main:fault.equipmentType'),
            isRowHeader: true,
            width: 'text',
            cell: ({ label, href }) => <A href={href}>{label}</A>,
          },
          {
            key: 'units',
            title: t('main:fault.unitsWithFaults'),
            width: 'kind',
            cell: ({ faulty, equipment }) => t('main:fault.unitsFaulty', { faulty, all: equipment }),
          },
          ...(['high', 'medium', 'low'] as const).map((severity) => ({
            key: severity,
            title: t(`severity.${severity}`),
            align: 'end' as const,
            cell: (row: (typeof list.types)[number]) => <CountCell value={row[severity]} />,
          })),
          {
            key: 'faults',
            title: t('main:fault.faults'),
            align: 'end',
            cell: ({ faults }) => <CountCell value={faults} />,
          },
        ]}
      />
    </Section>
  )
}
