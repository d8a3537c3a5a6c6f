/** A fault rule: condition, diagnoses, variables, and its status on each piece of equipment. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { RuleSummary } from '#contracts/rules'
import { problemResponse, readerFor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { ChangedNotice } from '~/change/changed-notice'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { operatingStateText } from '~/i18n/operating-state'
import { useT } from '~/i18n/use-t'
import { List } from '~/kit/list/list'
import { listData } from '~/kit/list/source.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Columns, PageHeader, Section, Stack } from '~/ui/page'
import { Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import { mayOpen } from '~/views'
import { coverageOf } from './coverage-counts'
import { ruleStateSource, statusOptions } from './list.server'
import { ruleRow } from './row'
import { CoverageBar } from './shared/coverage-bar'
import { rulesBudgetMs, rulesOf } from './shared/rules.server'
import { stateView, withoutFaultColumns } from './state-columns'
import { variableText } from './variable-text'

export const handle = {
  title: ({ row }) => `${row.name} (${row.code})`,
  menu: 'rules',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('rule', args.params)
  const reader = await readerFor(args, { view: 'rules', budgetMs: rulesBudgetMs })
  const [customer, rule] = await Promise.all([
    ownCustomer(reader.read, at),
    ruleById(rulesOf(reader, at.customerId), at.ruleId),
  ])
  const list = await listData(reader, ruleStateSource, {
    at,
    request: args.request,
    list: (search) => href('rule', at, search),
    csv: (search) => href('ruleCsv', at, search),
  })
  const mayMap = reader.may('point.map') && reader.features.equipment
  const showsFaults = mayOpen('faults', reader)
  const row = ruleRow(at, rule, { mayMap, mayReadFaults: showsFaults })
  const t = translator(reader.language)
  return {
    at,
    customer: customer.name,
    row,
    coverage: coverageOf([rule]),
    showsFaults,
    rule: {
      diagnoses: linesOf(rule.possibleDiagnosis),
      equation: rule.equation ?? '',
      states: (rule.operatingStates ?? []).map((state) => operatingStateText(t, rule.equipmentTypes ?? [], state)),
      source: rule.source ?? '',
      points: rule.points ?? [],
      variables: rule.variables ?? [],
    },
    list: { ...list, options: { ...list.options, status: statusOptions(reader, rule) } },
    switchAll:
      isComplete(list) && reader.may('rule.toggle') ? href('ruleSwitching', at, { all: 1, ...list.filter }) : null,
    mapHref: mayMap && rule.waiting > 0 ? row.waitingHref : null,
    crumbs: [
      { name: t('main:view.rules'), href: href('customerRules', at) },
      { name: row.name, href: href('rule', at) },
    ],
    age: reader.age(),
  }
}

/** Whether the filters are valid and the number of matches is exact. */
function isComplete({ unclear, trouble, incomplete, total }: Awaited<ReturnType<typeof listData>>): boolean {
  return unclear.length === 0 && !trouble && !incomplete && total !== null && !total.isCapped && total.count > 0
}

/** Returns the rule; responds 404 where the customer has no equipment for it. */
async function ruleById(summaries: ReturnType<typeof rulesOf>, ruleId: string): Promise<RuleSummary> {
  try {
    const rule = (await summaries).rules.find((one) => one.ruleId === ruleId)
    if (rule) return rule
  } catch (error) {
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
  throw new Response(null, { status: 404 })
}

/** Diagnoses are separated by new lines (domain §2.3). */
const linesOf = (text: string | null | undefined) =>
  (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export default function RulePage() {
  const t = useT()
  const { at, row, coverage, list, mapHref, switchAll, showsFaults } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader
        kind={row.code}
        name={row.name}
        actions={
          <>
            {mapHref && (
              <ButtonLink look="primary" href={mapHref}>
                {t('main:rule.mapMissing')}
              </ButtonLink>
            )}
            {row.faultsHref && (
              <ButtonLink href={row.faultsHref}>{t('count.faults', { count: row.faults })}</ButtonLink>
            )}
          </>
        }
      />
      <ChangedNotice tenantId={at.tenantId} />
      {row.description && <p>{row.description}</p>}
      <CoverageBar coverage={coverage} isOfOne />
      <List
        list={list as never}
        view={showsFaults ? stateView : withoutFaultColumns(stateView)}
        caption={t('main:rule.equipmentOf', { name: row.name })}
        besideActions={
          switchAll &&
          list.total && (
            <ButtonLink small href={switchAll}>
              {t('main:rule.switchAll', { count: list.total.count })}
            </ButtonLink>
          )
        }
      />
      <Columns hasFacts>
        <Causes />
        <RuleFacts />
      </Columns>
      <Variables />
    </Stack>
  )
}

function Causes() {
  const t = useT()
  const { rule } = useLoaderData<typeof loader>()
  return (
    <Section title={t('main:fault.diagnosis')}>
      {rule.diagnoses.length > 0 ? (
        <ul className="list-disc ps-5">
          {rule.diagnoses.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        <p className="text-soft">{t('main:fault.diagnosisNone')}</p>
      )}
    </Section>
  )
}

/** The variables of the rule with their defaults, which equipment can override. */
function Variables() {
  const t = useT()
  const format = useFormat()
  const { rule } = useLoaderData<typeof loader>()
  if (rule.variables.length === 0) return null
  return (
    <Section title={t('main:rule.variable.title')} flush>
      <Table
        caption={t('main:rule.variable.title')}
        rows={rule.variables}
        rowKey={({ key }) => key}
        columns={[
          {
            key: 'name',
            title: t('main:rule.variable.one'),
            isRowHeader: true,
            cell: ({ name, key }) => (
              <>
                {name} <span className="mono font-normal text-soft">{key}</span>
              </>
            ),
          },
          {
            key: 'default',
            title: t('main:rule.variable.default'),
            align: 'end',
            cell: (one) => variableText(format, one.unit, one.defaultValue),
          },
          {
            key: 'range',
            title: t('main:rule.variable.range'),
            align: 'end',
            cell: (one) =>
              t('main:rule.variable.between', {
                min: variableText(format, one.unit, one.min),
                max: variableText(format, one.unit, one.max),
              }),
          },
        ]}
      />
    </Section>
  )
}

function RuleFacts() {
  const t = useT()
  const format = useFormat()
  const { row, rule } = useLoaderData<typeof loader>()
  return (
    <Section title={t('main:fault.facts')}>
      <Facts
        facts={[
          { term: t('main:fault.severityLabel'), value: row.severity && t(`severity.${row.severity}`) },
          {
            term: t('main:fault.categoryLabel'),
            value: row.category ? t(`main:fault.category.${row.category}`) : t('word.unknown'),
          },
          { term: t('main:rule.column.equipment'), value: format.number(row.equipment) },
          { term: t('main:rule.column.manual'), value: format.number(row.manual) },
          {
            term: t('main:rule.points'),
            value: rule.points.length > 0 && format.list(rule.points.map(({ name, role }) => name || role)),
          },
          {
            term: t('main:rule.condition'),
            value: rule.equation && <code className="mono break-words">{rule.equation}</code>,
          },
          {
            term: t('main:rule.operatingStates'),
            value: rule.states.length > 0 && format.list(rule.states),
          },
          { term: t('main:rule.source'), value: rule.source },
        ].filter(({ value }) => value !== false)}
      />
    </Section>
  )
}
