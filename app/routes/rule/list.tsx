/** The fault rules of a customer: on how much equipment each runs, waits for points, is off, or finds a fault. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { asPanel, readerFor } from '~/backend/reader.server'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { List } from '~/screens/list/list'
import { listData } from '~/screens/list/source.server'
import { loadMountedPlace, mountOf } from '~/screens/place/mount.server'
import { PlaceHead } from '~/screens/place/place-head'
import { ruleView } from '~/things/rule/columns'
import { coverageOf } from '~/things/rule/coverage'
import { CoverageBar } from '~/things/rule/coverage-bar'
import { ruleRows, ruleSource } from '~/things/rule/list.server'
import { rulesBudgetMs } from '~/things/rule/rules.server'
import { withoutFaultColumns } from '~/things/rule/state-columns'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Stack } from '~/ui/page'
import { mayOpen } from '~/views'

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
    showsFaults: mayOpen('faults', reader),
    crumbs: place.crumbs,
    age: reader.age(),
  }
}

export default function RulesPage() {
  const t = useT()
  const { place, list, coverage, coverageHref, showsFaults } = useLoaderData<typeof loader>()
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
      />
    </Stack>
  )
}
