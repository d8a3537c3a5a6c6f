/** Faults by filter, and their counts by type of equipment (domain §2.1). */
import type { FaultFilter } from '../../contracts/faults'
import type { operations } from '../../contracts/operations'
import type { Handlers, ServiceCall } from '../../kit/call'
import { languageFrom, type ServiceLanguage } from '../../kit/messages'
import type { Store } from '../../kit/store'
import { containsWord, queryWords } from '../../kit/words'
import { equipmentTypeName } from '../equipment-type-names'
import { allOf, type Condition, listPage, type SortKey } from '../listing'
import { faultRules } from '../rules/rule-catalogue'
import { excludedProductsIn, excludeProducts, placeConditions, territoryCondition } from '../territory'
import { isOneOf, wordCondition } from '../word-condition'
import { countByScan, faultCountsOf } from './count-faults'
import { type FaultRecord, toFaults } from './fault-rows'

type FaultCall = Pick<
  ServiceCall<typeof operations.findFaults>,
  'body' | 'caller' | 'customerId' | 'headers' | 'require' | 'world'
>

export const findFaults: Handlers<typeof operations>['findFaults'] = (call) => {
  const { body, world, headers } = call
  const language = languageFrom(headers['accept-language'])
  const words = wordConditions(call, language)
  const conditionsFor = (filter: FaultFilter) => conditionsOf({ ...call, body: filter }, words)
  const scan = words.length > 0 ? countByScan(world.store, body, conditionsFor) : null
  const page = listPage<FaultRecord>(world.store, {
    columns: 'fault.*',
    from: 'fault',
    conditions: conditionsOf(call, scan ? [isOneOf('fault.id', scan.ids)] : words),
    keys: body.sort?.length ? body.sort.map(sortKey(world.clock.now(), language)) : attention,
    idColumn: 'fault.id',
    page: body.page,
    pageSize: body.pageSize,
    continuationToken: body.continuationToken,
  })
  return {
    data: toFaults(world, page.rows, language),
    ...(scan?.counts ?? faultCountsOf(world.store, body, conditionsFor)),
    page: page.page,
    pageSize: page.pageSize,
    continuationToken: page.next,
  }
}

interface TypeRow {
  type: string
  equipment: number
  faulty: number
  faults: number
  high: number
  medium: number
  low: number
}

export const countFaults: Handlers<typeof operations>['countFaults'] = (call) => {
  const { body, world, headers } = call
  const language = languageFrom(headers['accept-language'])
  const faults = allOf(conditionsOf(call, wordConditions(call, language)))
  const [territory, ...parameters] = territoryCondition(call, { table: 'equipment', capability: 'fault.read' })
  const rows = world.store.all<TypeRow>(
    `SELECT found.type, found.faulty, found.faults, found.high, found.medium, found.low,
       (SELECT count(*) FROM equipment WHERE equipment.type = found.type AND ${territory}) AS equipment
     FROM (
       SELECT kind.type AS type, count(DISTINCT fault.equipment_id) AS faulty, count(*) AS faults,
         sum(fault.severity = 'high') AS high, sum(fault.severity = 'medium') AS medium, sum(fault.severity = 'low') AS low
       FROM fault JOIN equipment AS kind ON kind.id = fault.equipment_id WHERE ${faults.sql} GROUP BY kind.type
     ) AS found ORDER BY found.faults DESC, found.type`,
    ...parameters,
    ...faults.parameters,
  )
  const pageSize = body.pageSize ?? 50
  const from = ((body.page ?? 1) - 1) * pageSize
  return {
    data: rows.slice(from, from + pageSize).map((row) => ({
      equipmentType: row.type,
      label: equipmentTypeName(row.type, language),
      equipmentCount: row.equipment,
      faultyEquipmentCount: row.faulty,
      faultCount: row.faults,
      bySeverity: { high: row.high, medium: row.medium, low: row.low },
    })),
    totalCount: rows.length,
    page: body.page ?? 1,
    pageSize,
    continuationToken: null,
  }
}

function conditionsOf(call: FaultCall, words: readonly Condition[]): Condition[] {
  const { body } = call
  const equipmentIds = [...(body.equipmentIds ?? []), ...(body.equipmentId ? [body.equipmentId] : [])]
  const faultRuleIds = [...(body.faultRuleIds ?? []), ...(body.faultRuleId ? [body.faultRuleId] : [])]
  const list = (sql: string, words: readonly string[] | null | undefined): Condition[] =>
    words?.length ? [[`${sql} IN (SELECT value FROM json_each(?))`, JSON.stringify(words)]] : []
  const conditions: Condition[] = [
    territoryCondition(call, { table: 'fault', capability: 'fault.read' }),
    ...placeConditions(call, 'fault', {
      siteIds: body.siteIds,
      siteGroupIds: body.siteGroupIds,
      deviceIds: body.deviceIds,
      equipmentIds,
    }),
    [`fault.status IN (${statusesOf(body)})`],
    ...excludeProducts('fault', excludedProductsIn(call)),
    ...list('fault.rule_id', faultRuleIds),
    ...list('fault.severity', body.severities),
    ...list('fault.category', body.categories),
  ]
  if (body.equipmentTypes?.length) {
    conditions.push([
      `EXISTS (SELECT 1 FROM equipment
        WHERE equipment.id = fault.equipment_id AND equipment.type IN (SELECT value FROM json_each(?)))`,
      JSON.stringify(body.equipmentTypes),
    ])
  }
  if (body.returned) conditions.push([`fault.status = 'active' AND fault.resolved_at IS NOT NULL`])
  if (body.from) conditions.push(['fault.started_at >= ?', Date.parse(body.from)])
  if (body.to) conditions.push(['fault.started_at < ?', Date.parse(body.to)])
  return [...conditions, ...words]
}

/** Returns the conditions of the search words; computed once per call. */
const wordConditions = ({ body, world }: FaultCall, language: ServiceLanguage): Condition[] =>
  queryWords(body.search).map((word) => faultContains(world.store, word, language))

/** Returns the statuses of a filter, active by default; in the SQL itself, so that partial indexes apply. */
const statusesOf = ({ statuses }: FaultFilter) =>
  [...new Set(statuses?.length ? statuses : ['active'])]
    .sort()
    .map((status) => `'${status}'`)
    .join(', ')

/** Returns the condition that the rule, or the name of the equipment, its controller or its site, contains a word. */
function faultContains(store: Store, word: string, language: ServiceLanguage): Condition {
  const ruleIds = faultRules
    .filter(({ name, code }) => containsWord(`${name[language]} ${code}`, word))
    .map(({ ruleId }) => ruleId)
  const parts = [
    isOneOf('fault.rule_id', ruleIds),
    wordCondition(store, { kind: 'equipment', column: 'fault.equipment_id', word }).condition,
    wordCondition(store, { kind: 'device', column: 'fault.device_id', word }).condition,
    wordCondition(store, { kind: 'site', column: 'fault.site_id', word }).condition,
  ]
  return [parts.map(([sql]) => sql).join(' OR '), ...parts.flatMap(([, ...values]) => values)]
}

/** By severity, newest first. */
const attention: SortKey[] = [{ sql: 'fault.severity_rank' }, { sql: 'fault.recency' }]

type Sort = NonNullable<FaultFilter['sort']>[number]

function sortKey(now: number, language: ServiceLanguage): (sort: Sort) => SortKey {
  const byName = [...faultRules].sort((a, b) => a.name[language].localeCompare(b.name[language], language))
  const keys: Record<Sort['field'], Pick<SortKey, 'sql' | 'parameters'>> = {
    severity: { sql: 'fault.severity_rank' },
    startedAt: { sql: 'fault.started_at' },
    lastSeenAt: { sql: 'coalesce(fault.ended_at, ?)', parameters: [now] },
    durationMin: { sql: '(coalesce(fault.ended_at, ?) - fault.started_at)', parameters: [now] },
    occurrenceCount: { sql: 'fault.occurrence_count' },
    siteName: { sql: '(SELECT sort_name FROM site WHERE site.id = fault.site_id)' },
    equipmentName: { sql: '(SELECT sort_name FROM equipment WHERE equipment.id = fault.equipment_id)' },
    ruleName: {
      sql: `CASE fault.rule_id ${byName.map(({ ruleId }, at) => `WHEN '${ruleId}' THEN ${at}`).join(' ')} ELSE 99 END`,
    },
    status: {
      sql: `CASE fault.status WHEN 'active' THEN 0 WHEN 'cleared' THEN 1 WHEN 'resolved' THEN 2 ELSE 3 END`,
    },
  }
  return ({ field, direction }) => ({ ...keys[field], descending: direction === 'desc' })
}
