/** Alarms by filter, with how many there are of each kind (domain §1.3). */
import type { AckState, AlarmFilter, EventState, Severity } from '../contracts/alarms'
import type { operations } from '../contracts/operations'
import type { Handlers } from '../kit/call'
import { type Language, languageFrom } from '../kit/messages'
import type { Store } from '../kit/store'
import { messagesWith } from './alarm-kinds'
import { type AlarmRow, toAlarms } from './alarm-rows'
import { allOf, type Condition, listPage, type SortKey } from './listing'
import { type Places, placeConditions, territoryCondition } from './territory'

export const findAlarms: Handlers<typeof operations>['findAlarms'] = (call) => {
  const { body, world, headers } = call
  const language = languageFrom(headers['accept-language'])
  const where = [
    territoryCondition(call, { table: 'alarm', capability: 'alarm.read', places: placesIn(body) }),
    ...placeConditions(call, 'alarm', body),
    ...detailConditions(body, language),
  ]
  const listed = listPage<AlarmRow>(world.store, {
    columns: 'alarm.*',
    from: 'alarm',
    conditions: [...where, ...stateConditions(body)],
    keys: body.sort?.length ? body.sort.map(sortKey) : attention,
    idColumn: 'alarm.id',
    page: body.page,
    pageSize: body.pageSize,
    continuationToken: body.continuationToken,
  })
  const { totalCount, facets } = tallyOf(world.store, { body, where })
  return {
    data: toAlarms(world, listed.rows, language),
    totalCount,
    page: listed.page,
    pageSize: listed.pageSize,
    continuationToken: listed.next,
    facets,
  }
}

const placesIn = ({ siteIds, buildingIds, deviceIds, equipmentIds }: AlarmFilter): Places => ({
  siteIds,
  buildingIds,
  deviceIds,
  equipmentIds,
})

/** Active first, then by severity, the newest first. */
const attention: SortKey[] = [{ sql: 'alarm.attention' }, { sql: 'alarm.recency' }]

/** What the tally knows of an alarm beside its site. */
function stateConditions({ severities, ackStates, eventStates, isActive }: AlarmFilter): Condition[] {
  return [
    ...oneOf('severity', severities),
    ...oneOf('ack_state', ackStates),
    ...oneOf('event_state', eventStates),
    ...activity(isActive),
  ]
}

const activity = (isActive: boolean | null | undefined): Condition[] => {
  if (isActive === null || isActive === undefined) return []
  return [[`alarm.event_state ${isActive ? '<>' : '='} 'normal'`]]
}

/** Names stand in the SQL itself, so that partial indexes apply; the contract lists what they can be. */
function oneOf(column: string, names: readonly string[] | null | undefined): Condition[] {
  if (!names?.length) return []
  const [first, ...others] = [...new Set(names)].sort().map((name) => `'${name}'`)
  return [[others.length ? `alarm.${column} IN (${[first, ...others].join(', ')})` : `alarm.${column} = ${first}`]]
}

function detailConditions({ priority, from, to, search }: AlarmFilter, language: Language): Condition[] {
  const conditions: Condition[] = []
  if (priority?.min) conditions.push(['alarm.priority >= ?', priority.min])
  if (priority?.max !== null && priority?.max !== undefined) conditions.push(['alarm.priority <= ?', priority.max])
  if (from) conditions.push(['alarm.raised_at >= ?', Date.parse(from)])
  if (to) conditions.push(['alarm.raised_at < ?', Date.parse(to)])
  for (const word of (search ?? '').split(/\s+/).filter(Boolean)) conditions.push(matching(word, language))
  return conditions
}

/** A word is looked for in what an alarm says, where it is and which point it is about. */
function matching(word: string, language: Language): Condition {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
  const folded = pattern.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return [
    `alarm.message IN (SELECT value FROM json_each(?))
     OR alarm.device_id IN (SELECT id FROM device WHERE search_text LIKE ? ESCAPE '\\')
     OR alarm.site_id IN (SELECT id FROM site WHERE sort_name LIKE ? ESCAPE '\\' OR name LIKE ? ESCAPE '\\')
     OR alarm.equipment_id IN (SELECT id FROM equipment WHERE name LIKE ? ESCAPE '\\')
     OR alarm.point_name LIKE ? ESCAPE '\\'`,
    JSON.stringify(messagesWith(word, language)),
    folded,
    folded,
    pattern,
    pattern,
    pattern,
  ]
}

const rank = (column: string, names: readonly string[]) =>
  `CASE ${column} ${names.map((name, at) => `WHEN '${name}' THEN ${at}`).join(' ')} ELSE ${names.length} END`
const latest = 9_000_000_000_000_000

const sortColumns: Record<NonNullable<AlarmFilter['sort']>[number]['field'], string> = {
  severity: rank('alarm.severity', ['critical', 'high', 'medium']),
  priority: 'alarm.priority',
  raisedAt: 'alarm.raised_at',
  normalAt: `coalesce(alarm.normal_at, ${latest})`,
  updatedAt: 'alarm.updated_at',
  siteName: `(SELECT sort_name FROM site WHERE site.id = alarm.site_id)`,
  deviceName: `(SELECT sort_name FROM device WHERE device.id = alarm.device_id)`,
  eventState: rank('alarm.event_state', ['lifeSafetyAlarm', 'fault', 'offnormal', 'highLimit', 'lowLimit']),
  ackState: rank('alarm.ack_state', ['unacknowledged', 'acknowledged']),
  occurrenceCount: 'alarm.occurrence_count',
}

const sortKey = ({ field, direction }: NonNullable<AlarmFilter['sort']>[number]): SortKey => ({
  sql: sortColumns[field],
  descending: direction === 'desc',
})

interface Cell {
  severity: Severity
  ack_state: AckState
  event_state: EventState
  n: number
}

/** Counts from the maintained tally when it knows what was asked for, else from the alarms themselves. */
function tallyOf(store: Store, { body, where }: { body: AlarmFilter; where: Condition[] }) {
  const { siteIds, siteGroupIds, buildingIds, deviceIds, equipmentIds, priority, from, to, search } = body
  const isTallied =
    ![buildingIds, deviceIds, equipmentIds].some((ids) => ids?.length) && !priority && !from && !to && !search
  const { sql, parameters } = allOf(where)
  const namesSites = [siteIds, siteGroupIds].some((ids) => ids?.length)
  const tally = namesSites ? 'alarm_tally' : 'alarm_customer_tally'
  const cells = store.all<Cell>(
    isTallied
      ? `SELECT severity, ack_state, event_state, sum(n) AS n FROM ${tally} AS alarm WHERE ${sql}
         GROUP BY severity, ack_state, event_state`
      : `SELECT severity, ack_state, event_state, count(*) AS n FROM alarm WHERE ${sql}
         GROUP BY severity, ack_state, event_state`,
    ...parameters,
  )
  const allows = (names: readonly string[] | null | undefined, name: string) => !names?.length || names.includes(name)
  const fits = {
    severity: (cell: Cell) => allows(body.severities, cell.severity),
    ackState: (cell: Cell) => allows(body.ackStates, cell.ack_state),
    eventState: (cell: Cell) => allows(body.eventStates, cell.event_state),
  }
  const active = (cell: Cell) => typeof body.isActive !== 'boolean' || (cell.event_state !== 'normal') === body.isActive
  const sum = (pick: (cell: Cell) => string, tests: ((cell: Cell) => boolean)[]) => {
    const counts: Record<string, number> = {}
    for (const cell of cells) {
      if (cell.n > 0 && active(cell) && tests.every((test) => test(cell))) {
        counts[pick(cell)] = (counts[pick(cell)] ?? 0) + cell.n
      }
    }
    return counts
  }
  const { severity, ackState, eventState } = fits
  return {
    totalCount: sum(() => 'all', [severity, ackState, eventState]).all ?? 0,
    facets: {
      severity: sum((cell) => cell.severity, [ackState, eventState]),
      ackState: sum((cell) => cell.ack_state, [severity, eventState]),
      eventState: sum((cell) => cell.event_state, [severity, ackState]),
    },
  }
}
