/** The rule coverage of a customer: how many rules have their points, and which points to map first (domain §2.3). */

import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { asPanel, readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import { listData } from '~/kit/list/source.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { mayOpen } from '~/views'
import { gapSource } from './coverage.server'
import { coverageOf } from './coverage-counts'
import { gapView } from './gap-columns'
import { ruleRows } from './list.server'
import { CoverageBar } from './shared/coverage-bar'
import { rulesBudgetMs } from './shared/rules.server'

export const handle = {
  title: (data, t) => t('main:rule.coverage.of', { name: data.name }),
  menu: 'rules',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('ruleCoverage', args.params)
  const reader = await readerFor(args, { view: 'coverage', budgetMs: rulesBudgetMs })
  const [customer, list, all] = await Promise.all([
    ownCustomer(reader.read, at),
    listData(reader, gapSource, {
      at,
      request: args.request,
      list: (search) => href('ruleCoverage', at, search),
      csv: (search) => href('ruleCoverageCsv', at, search),
    }),
    asPanel(ruleRows(reader, at)),
  ])
  const t = translator(reader.language)
  return {
    at,
    name: customer.name,
    list,
    coverage: all.ok ? coverageOf(all.value.rows) : null,
    equipmentHref: mayOpen('allEquipment', reader) ? href('customerEquipment', at) : undefined,
    waitingHref: href('customerRules', at, { stands: 'waiting' }),
    crumbs: [
      { name: t('main:view.rules'), href: href('customerRules', at) },
      { name: t('main:view.coverage'), href: href('ruleCoverage', at) },
    ],
    age: reader.age(),
  }
}

export default function CoveragePage() {
  const t = useT()
  const { at, name, list, coverage, waitingHref, equipmentHref } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={<bdi>{name}</bdi>} name={t('main:rule.coverage.title')} />
      <ChangedNotice tenantId={at.tenantId} />
      {coverage && coverage.all > 0 && <CoverageBar coverage={coverage} waitingHref={waitingHref} />}
      <List
        list={list}
        view={gapView}
        caption={t('main:rule.coverage.of', { name })}
        defaultWords={coverage?.all === 0 ? { title: t('main:rule.empty'), text: t('main:rule.emptyText') } : null}
        offers={[{ label: t('main:view.allEquipment'), href: coverage?.all === 0 ? equipmentHref : undefined }]}
      />
    </Stack>
  )
}
