/** The fault rules of a customer: on how much equipment each runs, waits for points, is off, or finds a fault. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { asPanel, readerFor } from '~/backend/reader.server'
import { loadMountedPlace, mountOf } from '~/features/place/shared/mount.server'
import { PlaceHead } from '~/features/place/shared/place-head'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import { listData } from '~/kit/list/source.server'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Stack } from '~/ui/page'
import { mayOpen } from '~/views'
import { ruleView } from './columns'
import { coverageOf } from './coverage-counts'
import { ruleRows, ruleSource } from './list.server'
import { CoverageBar } from './shared/coverage-bar'
import { rulesBudgetMs } from './shared/rules.server'
import { withoutFaultColumns } from './state-columns'

export const handle = {
  title: (data, t) => t('main:rule.listOf', { name: data.place.name }),
  menu: 'rules',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const mount = mountOf(args, 'rules')
  const reader = await readerFor(args, { view: 'rules', budgetMs: rulesBudgetMs })
  const { at, request, list } = mount
  const [place, listed, all] = await Promise.all([
    loadMountedPlace(reader, mount),
    listData(reader, ruleSource, { at, request, list, csv: (search) => href('customerRulesCsv', at, search) }),
    asPanel(ruleRows(reader, at)),
  ])
  return {
    place,
    list: listed,
    coverage: all.ok ? coverageOf(all.value.rows) : null,
    coverageHref: href('ruleCoverage', at),
    equipmentHref:
      mount.level === 'customer' && mayOpen('allEquipment', reader) ? href('customerEquipment', at) : undefined,
    showsFaults: mayOpen('faults', reader),
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

export default function RulesPage() {
  const t = useT()
  const { place, list, coverage, coverageHref, equipmentHref, showsFaults } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PlaceHead
        place={place}
        actions={
          coverage &&
          coverage.waiting > 0 && <ButtonLink href={coverageHref}>{t('main:rule.coverage.lead')}</ButtonLink>
        }
      />
      {coverage && coverage.all > 0 && <CoverageBar coverage={coverage} />}
      <List
        list={list}
        view={showsFaults ? ruleView : withoutFaultColumns(ruleView)}
        caption={t('main:rule.listOf', { name: place.name })}
        offers={[{ label: t('main:view.allEquipment'), href: equipmentHref }]}
      />
    </Stack>
  )
}
