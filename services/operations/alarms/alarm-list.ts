/**
 * Sources of the rows of an alarm list: query plans that reach the first page without reading most of a million alarms
 * (domain §1.3). A few alarms are collected and sorted, those of a place by the index of places; many are read from the
 * index of their order, state by state.
 */
import type { AckState, AlarmFilter, EventState, Severity } from '../../contracts/alarms'
import { entries, kindRank } from '../../kit/search-words'
import type { Store } from '../../kit/store'
import { allOf, type Branch, type Condition, type SortKey } from '../listing'
import { excludeProducts } from '../territory'
import { isOneOf } from '../word-condition'
import {
  type AlarmField,
  farFuture,
  indexedColumns,
  indexOf,
  isIndexedColumn,
  isPlaceName,
  isStateKey,
  messageIndexName,
  openIndexName,
  placeTables,
  rankIn,
  stateKeys,
} from './alarm-order'
import { type AlarmWord, controllerConditions, shareAt } from './alarm-words'

/** How many alarms of a customer share one state. */
export interface AlarmStateCount {
  customer_id: string
  severity: Severity
  ack_state: AckState
  event_state: EventState
  n: number
}

type Sort = NonNullable<AlarmFilter['sort']>[number]

export interface AlarmQuery {
  filter: AlarmFilter
  /** The caller's alarms, as a condition on the tally of customers and on alarms. */
  territory: Condition
  /** The same as a condition on their controllers. */
  territoryOfControllers: Condition
  /** The named places, as conditions on alarms. */
  places: Condition[]
  words: AlarmWord[]
}

/** Up to this many alarms are collected and sorted, one seek each. */
const maxCollected = 3_000
/** Up to this many entries of the index of places are scanned. */
const maxPlaceEntries = 60_000
/** Up to this many entries of the index of moments. */
const maxTimeEntries = 100_000
/** More selects in one statement do not pay off; SQLite allows 500. */
const maxBranches = 400

/** Active first, then by severity, newest first. */
const attention: Sort[] = [
  { field: 'severity', direction: 'asc' },
  { field: 'raisedAt', direction: 'desc' },
]

/**
 * Returns the selects whose rows, merged in the order of their keys, are the list; `isCounted` when only their number
 * matters.
 */
export function branchesOf(store: Store, query: AlarmQuery, isCounted = false): Branch[] {
  const { filter, territory, places, words } = query
  const rest = otherConditionsOf(filter, words)
  const base: Branch = {
    from: 'alarm',
    conditions: [territory, ...places, ...stateConditions(filter), ...rest],
    keys: keysOf(filter),
  }
  // Rare matches have an index of their own; that of the customer would scan everything.
  const withoutMessages = words.filter(({ messages }) => !messages.length)
  const collected = isOpen(filter) ? ['few', 'many'] : ['few']
  const start =
    withoutMessages.find(({ selection }) => selection && collected.includes(selection.by)) ??
    (isCounted ? withoutMessages.find(isQuickStart(query)) : undefined)
  if (start) return wordBranches(start, { query, base })
  if (filter.equipmentIds?.length) return [{ ...base, from: 'alarm INDEXED BY alarm_by_equipment' }]
  if (filter.pointIds?.length) return [{ ...base, from: 'alarm INDEXED BY alarm_by_point' }]

  const first = sortsOf(filter)[0]
  const sortTable = first && isPlaceName(first.field) ? placeTables[first.field] : undefined
  // In no order, the matches of a place fill a count long before most of its entries are scanned.
  const isCountOfWords = isCounted && words.length > 0
  const atPlace = places.length ? entriesAt(store, filter) : 0
  if (places.length && (isCountOfWords || atPlace <= maxPlaceEntries)) {
    const isLarge = words.length > 0 && atPlace > maxCollected
    const plan = isLarge ? wordPlanAt(store, { query, isCounted, atPlace }) : 'list'
    const byController = isLarge && plan === 'list' && !sortTable ? controllerBranch(filter, words) : undefined
    if (byController) return [byController]
    if (plan !== 'order' || sortTable) return [placeBranch(filter, { sortTable, words, isListed: plan === 'list' })]
  }

  const stateCounts = stateCountsOf(store, query)
  if (stateCounts.length > maxBranches) return [base]
  const isFew = stateCounts.reduce((sum, { n }) => sum + n, 0) <= maxCollected
  const conditions = [...places, ...rest]
  if (!isFew && sortTable && stateCounts.every(({ customer_id }) => customer_id === stateCounts[0]?.customer_id)) {
    const customer = stateCounts[0]?.customer_id ?? ''
    const ofControllers =
      sortTable === 'device' ? words.flatMap(({ ofController }) => (ofController ? [ofController] : [])) : []
    if (ofControllers.length) return [entryBranch(customer, { filter, conditions: [...ofControllers, ...conditions] })]
    const ofSites = sortTable === 'site' ? words.map((word) => word.ofSite?.('site.id')).filter(isDefined) : []
    return [
      nameBranch(sortTable, {
        filter,
        conditions: [[`${sortTable}.customer_id = ?`, customer], ...ofSites, ...conditions],
      }),
    ]
  }
  const messageWord = words.find(({ selection, messages }) => selection && selection.by !== 'most' && messages.length)
  if (messageWord && sortsOf(filter)[0]?.field === 'priority') {
    const branches = messageBranches(store, messageWord, { query, stateCounts })
    if (branches.length <= maxBranches) {
      const otherBranches = messageWord.selection?.isEmpty
        ? []
        : wordBranches(messageWord, { query, base, stateCounts, excludesMessages: true })
      return [...branches, ...otherBranches]
    }
  }
  if (messageWord) {
    const hasMessages = stateCounts.map((stateCount) => hasMessage(store, messageWord.messages, stateCount))
    const otherBranches = stateCounts.filter((_, at) => !hasMessages[at])
    const withMessages = stateCounts.filter((_, at) => hasMessages[at])
    const others =
      otherBranches.length && !messageWord.selection?.isEmpty
        ? wordBranches(messageWord, { query, base, stateCounts: otherBranches })
        : []
    return [...stateBranches(withMessages, { query, conditions }), ...others]
  }
  return stateBranches(stateCounts, { query, conditions })
}

/** Returns whether the controllers that contain a word reach the counting limit of alarms quickly. */
function isQuickStart({ filter, places }: AlarmQuery): (word: AlarmWord) => boolean {
  const limits = [places, stateConditions(filter), detailConditions(filter), filter.equipmentIds ?? []]
  const isAny = limits.every(({ length }) => length === 0)
  return ({ selection }) => selection?.by === 'many' || (selection !== undefined && isAny)
}

/** Whether only active or unacknowledged alarms are requested: few alarms, with an index by controller. */
const isOpen = ({ isActive, ackStates }: AlarmFilter) =>
  isActive === true || (ackStates?.length === 1 && ackStates[0] === 'unacknowledged')

const isDefined = (condition: Condition | undefined): condition is Condition => condition !== undefined

/** Whether any alarm of a state has a message that contains the word; reading them all would show it too, slowly. */
function hasMessage(store: Store, messages: readonly string[], stateCount: AlarmStateCount): boolean {
  const { sql, parameters } = allOf([stateCondition(stateCount), isOneOf('alarm.message', messages)])
  const match = store.get(`SELECT 1 FROM alarm INDEXED BY ${messageIndexName} WHERE ${sql} LIMIT 1`, ...parameters)
  return match !== undefined
}

/** The alarms of each state and message that contains a word, by priority. */
function messageBranches(
  store: Store,
  { messages, condition }: AlarmWord,
  { query: { filter, places, words }, stateCounts }: { query: AlarmQuery; stateCounts: readonly AlarmStateCount[] },
): Branch[] {
  const others = words.filter((word) => word.condition !== condition)
  return stateCounts.flatMap((stateCount) =>
    messages
      .filter((message) => hasMessage(store, [message], stateCount))
      .map((message) => ({
        from: `alarm INDEXED BY ${messageIndexName}`,
        conditions: [
          stateCondition(stateCount),
          ['alarm.message = ?', message] satisfies Condition,
          ...places,
          ...otherConditionsOf(filter, others),
        ],
        keys: keysOf(filter, stateCount),
      })),
  )
}

/** The alarms of each state, in the order of an index when there are many. */
function stateBranches(
  stateCounts: readonly AlarmStateCount[],
  { query: { filter }, conditions }: { query: AlarmQuery; conditions: Condition[] },
): Branch[] {
  const range = rangeOf(filter)
  const n = stateCounts.reduce((sum, stateCount) => sum + stateCount.n, 0)
  const isFew = n <= maxCollected
  if (range && n <= (isBehind(filter) ? maxTimeEntries : maxCollected)) {
    return stateCounts.map((stateCount) => ({
      ...stateBranch(stateCount, { filter, conditions, index: range }),
      isUnordered: true,
    }))
  }
  const own = sortsOf(filter)
    .map(({ field }) => field)
    .find(isIndexedColumn)
  const index = isFew ? range : own && indexedColumns[own]
  return stateCounts.map((stateCount) => stateBranch(stateCount, { filter, conditions, index }))
}

const sortsOf = ({ sort }: AlarmFilter) => (sort?.length ? sort : attention)

const otherConditionsOf = (filter: AlarmFilter, words: readonly AlarmWord[]) => [
  ...detailConditions(filter),
  ...words.map(({ condition }) => condition),
]

/** The alarms of a controller that matched by its words. */
const alarmsOfEntry = `device ON device.id = search_entry.id
  CROSS JOIN alarm INDEXED BY alarm_by_place ON alarm.site_id = device.site_id AND alarm.device_id = device.id`

/** Its open alarms. */
const openOfEntry = `alarm INDEXED BY ${openIndexName} ON alarm.device_id = search_entry.id`
/** The names of an entry and of its site. */
const sortNames = { siteName: 'site.sort_name', deviceName: 'search_entry.sort_name' } as const

interface WordBranchOptions {
  query: AlarmQuery
  base: Branch
  /** Only alarms of these states. */
  stateCounts?: readonly AlarmStateCount[]
  /** Without alarms whose message contains the word. */
  excludesMessages?: boolean
}

/** The alarms of a word: those of its controllers by the index of places, and the other matches. */
function wordBranches(
  { selection, condition, messages }: AlarmWord,
  { query, base, stateCounts, excludesMessages }: WordBranchOptions,
): Branch[] {
  if (!selection) return [base]
  const [messageSql, ...values] = isOneOf('alarm.message', messages)
  const narrowing: Condition[] = [
    ...(stateCounts ? [statesCondition(stateCounts)] : []),
    ...(excludesMessages ? [[`NOT ${messageSql}`, ...values] satisfies Condition] : []),
  ]
  const { filter, territory, territoryOfControllers, places, words } = query
  const areOpen = isOpen(filter)
  const isNamed = (field: AlarmField) => filter.sort?.some((sort) => sort.field === field)
  const others = words.filter((word) => word.condition !== condition)
  const byController: Branch = {
    from: `${entries} CROSS JOIN ${areOpen ? openOfEntry : alarmsOfEntry}
      ${isNamed('siteName') ? 'CROSS JOIN site ON site.id = alarm.site_id' : ''}`,
    conditions: [
      selection.controllers,
      areOpen ? territory : territoryOfControllers,
      ...places,
      ...stateConditions(filter),
      ...narrowing,
      ...otherConditionsOf(filter, others),
    ],
    keys: keysOf(filter).map((key, at) => {
      const field = filter.sort?.[at]?.field
      return field && isPlaceName(field) ? { ...key, sql: sortNames[field] } : key
    }),
    isUnordered: true,
  }
  if (!selection.others) return [byController]
  const rest: Branch = {
    ...base,
    from: 'alarm INDEXED BY sqlite_autoindex_alarm_1',
    conditions: [selection.others, ...narrowing, ...base.conditions],
    isUnordered: true,
  }
  return [byController, rest]
}

/** Returns the selects for counting, without an order. */
export function branchesToCount(store: Store, query: AlarmQuery): Branch[] {
  const { filter, places, words } = query
  const range = rangeOf(filter)
  if (!range || places.length || words.length || filter.equipmentIds?.length) {
    return branchesOf(store, { ...query, filter: { ...filter, sort: [] } }, true)
  }
  return stateCountsOf(store, query).map((stateCount) =>
    stateBranch(stateCount, { filter, conditions: detailConditions(filter), index: range }),
  )
}

/** The alarms of one state, in the order of an index. */
function stateBranch(
  stateCount: AlarmStateCount,
  { filter, conditions, index }: { filter: AlarmFilter; conditions: Condition[]; index: string | undefined },
): Branch {
  // Alarms that have not returned have no return time, and so no order among themselves.
  const column = index === 'normal_at' && stateCount.event_state !== 'normal' ? undefined : index
  return {
    from: `alarm INDEXED BY ${indexOf(column)}`,
    conditions: [stateCondition(stateCount), ...impliedBy(filter, column), ...conditions],
    keys: keysOf(filter, stateCount),
  }
}

const stateCondition = ({ customer_id, severity, ack_state, event_state }: AlarmStateCount): Condition => [
  'alarm.customer_id = ? AND alarm.severity = ? AND alarm.ack_state = ? AND alarm.event_state = ?',
  customer_id,
  severity,
  ack_state,
  event_state,
]

/** The state of a customer's alarms as a condition; an index of places has it without the customer. */
const statesCondition = (stateCounts: readonly AlarmStateCount[]): Condition => [
  `(alarm.severity, alarm.ack_state, alarm.event_state) IN (VALUES ${stateCounts.map(() => '(?, ?, ?)').join(', ')})`,
  ...stateCounts.flatMap(({ severity, ack_state, event_state }) => [severity, ack_state, event_state]),
]

/** Nothing is updated or returns before it was raised: the index starts there. */
function impliedBy({ from }: AlarmFilter, column: string | undefined): Condition[] {
  if (!from || (column !== 'updated_at' && column !== 'normal_at')) return []
  return [[`alarm.${column} >= ?`, Date.parse(from)]]
}

/** From this share of the controllers of a place that contain all words, a page soon fills in the order of the list. */
const minShareInOrder = 0.05
/** From this one, alarms are compared one by one until a page or a count is full; else the controllers are listed. */
const minShareCompared = 0.2

interface WordPlanOptions {
  query: AlarmQuery
  isCounted: boolean
  /** The number of alarms of the named sites. */
  atPlace: number
}

/**
 * Returns how words are searched at a place: in the `order` of the list; by all alarms of the place, each compared
 * (`compare`); or by a `list` of the controllers that contain them.
 */
function wordPlanAt(store: Store, { query, isCounted, atPlace }: WordPlanOptions): 'order' | 'compare' | 'list' {
  const { filter, words } = query
  const siteOf = siteConditionsOf(filter)
  const { buildingIds, deviceIds, severities, ackStates, eventStates } = filter
  if (!siteOf || buildingIds?.length || deviceIds?.length || rangeOf(filter)) return 'list'
  // A count ends where its order does, and so do the numbers per state that it gives without a filter of states.
  const isOrderFree = !isCounted || [severities, ackStates, eventStates].some((names) => names?.length)
  const ofStates = isOrderFree ? stateCountsOf(store, query).reduce((sum, { n }) => sum + n, 0) : 0
  if (isOrderFree && 3 * ofStates < atPlace) return 'order'
  if (isCounted && controllerConditions(words)) return 'list'
  const share = shareAt(store, words, siteOf)
  if (!isCounted && share >= minShareInOrder) return 'order'
  return share >= minShareCompared ? 'compare' : 'list'
}

/** Returns the conditions of the named sites and groups on a column; undefined without any, or for controllers. */
function siteConditionsOf({ siteIds, siteGroupIds, deviceIds }: AlarmFilter) {
  const siteOf = (column: string) => placeSites({ siteIds, siteGroupIds }, column)
  return siteOf('site_id').length > 0 && !deviceIds?.length ? siteOf : undefined
}

/**
 * The alarms of the controllers of the named sites that contain all words, each controller compared once, in the order
 * of the index of places. Undefined where alarms may match otherwise.
 */
function controllerBranch(filter: AlarmFilter, words: readonly AlarmWord[]): Branch | undefined {
  const siteOf = !filter.buildingIds?.length ? siteConditionsOf(filter) : undefined
  const conditions = siteOf && controllerConditions(words)
  if (!conditions) return undefined
  const sites = allOf(siteOf('site_id'))
  return {
    // Without a limit, SQLite would leave the order out.
    from: `(SELECT id, site_id FROM device WHERE ${sites.sql} ORDER BY site_id, id LIMIT -1) AS device
      CROSS JOIN search_entry ON search_entry.id = device.id
      CROSS JOIN alarm INDEXED BY alarm_by_place ON alarm.site_id = device.site_id AND alarm.device_id = device.id`,
    parameters: sites.parameters,
    conditions: [...conditions, ...detailConditions(filter), ...stateConditions(filter)],
    keys: keysOf(filter),
    isUnordered: true,
  }
}

interface PlaceBranchOptions {
  sortTable: 'site' | 'device' | undefined
  words: readonly AlarmWord[]
  /** Whether the controllers that contain a word are listed first. */
  isListed: boolean
}

/** The alarms of the named places, from the index that has all of them. */
function placeBranch(filter: AlarmFilter, { sortTable, words, isListed }: PlaceBranchOptions): Branch {
  const sites = { site: 'site.id', device: 'device.site_id' }
  const siteOf = isListed ? siteConditionsOf(filter) : undefined
  const rest = [...detailConditions(filter), ...words.map((word) => (siteOf ? word.among(siteOf) : word.condition))]
  if (sortTable)
    return nameBranch(sortTable, { filter, conditions: [...placeSites(filter, sites[sortTable]), ...rest] })
  const { deviceIds, ...others } = filter
  // By place, every controller would be looked up at the site of every other one.
  const [from, at]: [string, Condition[]] =
    deviceIds?.length && isOpen(filter)
      ? [openIndexName, [...placeSites(others, 'alarm.site_id'), isOneOf('alarm.device_id', deviceIds)]]
      : ['alarm_by_place', placeSites(filter, 'alarm.site_id')]
  return {
    from: `alarm INDEXED BY ${from}`,
    conditions: [...at, ...rest, ...stateConditions(filter)],
    keys: keysOf(filter),
  }
}

/** Reads names of sites or controllers in order; the alarms of each come from the index of places. */
function nameBranch(
  table: 'site' | 'device',
  { filter, conditions }: { filter: AlarmFilter; conditions: Condition[] },
): Branch {
  const at =
    table === 'site' ? 'alarm.site_id = site.id' : 'alarm.site_id = device.site_id AND alarm.device_id = device.id'
  const [first, ...keys] = keysOf(filter)
  return {
    from: `${table} CROSS JOIN alarm INDEXED BY alarm_by_place ON ${at}`,
    conditions: [...conditions, ...stateConditions(filter)],
    keys: [{ sql: `${table}.sort_name`, ...(first?.descending ? { descending: true } : {}) }, ...keys],
  }
}

/** Reads the names of controllers that may have alarms with a word in order, by their entries. */
function entryBranch(
  customerId: string,
  { filter, conditions }: { filter: AlarmFilter; conditions: Condition[] },
): Branch {
  const [first, ...keys] = keysOf(filter)
  return {
    from: `search_entry INDEXED BY search_entry_by_customer CROSS JOIN ${alarmsOfEntry}`,
    conditions: [
      ['search_entry.customer_id = ? AND search_entry.kind = ?', customerId, kindRank('device')],
      ...conditions,
      ...stateConditions(filter),
    ],
    keys: [{ sql: 'search_entry.sort_name', ...(first?.descending ? { descending: true } : {}) }, ...keys],
  }
}

const inList = 'IN (SELECT value FROM json_each(?))'

/** Returns the conditions of the named places, with the site of each as the first column of an index. */
function placeSites({ siteIds, siteGroupIds, buildingIds, deviceIds }: AlarmFilter, site: string): Condition[] {
  const conditions: Condition[] = []
  const add = (ids: readonly string[] | null | undefined, sql: (list: string) => string, times = 1) => {
    if (!ids?.length) return
    const list = ids.length === 1 ? '= ?' : inList
    const value = ids.length === 1 ? (ids[0] ?? '') : JSON.stringify(ids)
    conditions.push([sql(list), ...Array<string>(times).fill(value)])
  }
  add(siteIds, (list) => `${site} ${list}`)
  add(siteGroupIds, (list) => `${site} IN (SELECT id FROM site WHERE site_group_id ${list})`)
  add(
    buildingIds,
    (list) => `${site} IN (SELECT site_id FROM building WHERE id ${list}) AND alarm.building_id ${list}`,
    2,
  )
  add(deviceIds, (list) => `${site} IN (SELECT site_id FROM device WHERE id ${list}) AND alarm.device_id ${list}`, 2)
  return conditions
}

/**
 * Returns the number of alarms of the named sites; those of a controller are a part that its index reaches directly.
 */
function entriesAt(store: Store, filter: AlarmFilter): number {
  if (filter.deviceIds?.length) return 0
  const { sql, parameters } = allOf(placeSites({ ...filter, buildingIds: null, deviceIds: null }, 'site_id'))
  const inBuildings = filter.buildingIds?.length
    ? allOf([[`site_id IN (SELECT site_id FROM building WHERE id ${inList})`, JSON.stringify(filter.buildingIds)]])
    : { sql: '1', parameters: [] }
  return (
    store.get<{ n: number | null }>(
      `SELECT sum(n) AS n FROM alarm_tally WHERE ${sql} AND ${inBuildings.sql}`,
      ...parameters,
      ...inBuildings.parameters,
    )?.n ?? 0
  )
}

/**
 * Returns the states a filter includes that have alarms, and their numbers. In a range of moments or priorities,
 * counting stops when the plan no longer depends on it.
 */
function stateCountsOf(
  store: Store,
  { filter, territory }: Pick<AlarmQuery, 'filter' | 'territory'>,
): AlarmStateCount[] {
  const { sql, parameters } = allOf([territory, ...stateConditions(filter)])
  const stateCounts = store.all<AlarmStateCount>(
    `SELECT customer_id, severity, ack_state, event_state, n FROM alarm_customer_tally AS alarm WHERE n > 0 AND ${sql}`,
    ...parameters,
  )
  const range = rangeOf(filter)
  if (!range) return stateCounts
  const countUpTo = (stateCount: AlarmStateCount, max: number) =>
    countOfRange(store, { stateCount, filter, index: indexOf(range), max })
  const nonEmpty = stateCounts
    .map((stateCount) => ({ ...stateCount, n: countUpTo(stateCount, maxCollected) }))
    .filter(({ n }) => n > 0)
  if (!isBehind(filter)) return nonEmpty
  let remaining = maxTimeEntries
  return nonEmpty.map((stateCount) => {
    const n = stateCount.n > maxCollected && remaining > 0 ? countUpTo(stateCount, remaining) : stateCount.n
    remaining -= n
    return { ...stateCount, n }
  })
}

interface RangeCount {
  stateCount: AlarmStateCount
  filter: AlarmFilter
  index: string
  /** The limit; one more means that there are more. */
  max: number
}

function countOfRange(store: Store, { stateCount, filter, index, max }: RangeCount): number {
  const { sql, parameters } = allOf([stateCondition(stateCount), ...detailConditions(filter)])
  return (
    store.get<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM alarm INDEXED BY ${index} WHERE ${sql} LIMIT ?)`,
      ...parameters,
      max + 1,
    )?.n ?? 0
  )
}

/**
 * Sorted by update or return, everything after the end of a closed period sorts before it: scanning the period is
 * faster then.
 */
function isBehind({ sort, to }: AlarmFilter): boolean {
  const first = sort?.find(({ field }) => isIndexedColumn(field))
  return Boolean(to) && first?.direction === 'desc' && (first.field === 'updatedAt' || first.field === 'normalAt')
}

/** Returns the column whose range a filter limits. */
function rangeOf({ from, to, priority }: AlarmFilter): string | undefined {
  if (from || to) return indexedColumns.raisedAt
  return priority ? indexedColumns.priority : undefined
}

/** Returns the conditions of a filter beyond the state of an alarm. */
function detailConditions({ pointIds, priority, from, to, withoutProducts }: AlarmFilter): Condition[] {
  const conditions = excludeProducts('alarm', withoutProducts)
  if (pointIds?.length) conditions.push(isOneOf('alarm.point_id', pointIds))
  if (priority?.min) conditions.push(['alarm.priority >= ?', priority.min])
  if (priority?.max !== null && priority?.max !== undefined) conditions.push(['alarm.priority <= ?', priority.max])
  if (from) conditions.push(['alarm.raised_at >= ?', Date.parse(from)])
  if (to) conditions.push(['alarm.raised_at < ?', Date.parse(to)])
  return conditions
}

/** Returns the conditions of a filter on the state of an alarm. */
export function stateConditions({ severities, ackStates, eventStates, isActive }: AlarmFilter): Condition[] {
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

/** The names are in the SQL itself; the contract restricts them. */
function oneOf(column: string, names: readonly string[] | null | undefined): Condition[] {
  if (!names?.length) return []
  const [first, ...others] = [...new Set(names)].sort().map((name) => `'${name}'`)
  return [[others.length ? `alarm.${column} IN (${[first, ...others].join(', ')})` : `alarm.${column} = ${first}`]]
}

/** Returns the keys of a list; within one state, those that follow from it are constants. */
function keysOf({ sort }: AlarmFilter, stateCount?: AlarmStateCount): SortKey[] {
  if (sort?.length)
    return sort.map(({ field, direction }) => ({ ...keyOf(field, stateCount), descending: direction === 'desc' }))
  const attention = stateCount
    ? constant(rankIn('severity', stateCount.severity) + (stateCount.event_state === 'normal' ? 10 : 0))
    : { sql: `${stateKeys.severity} + CASE alarm.event_state WHEN 'normal' THEN 10 ELSE 0 END` }
  return [attention, { sql: 'alarm.raised_at', descending: true }]
}

const constant = (value: number): SortKey => ({ sql: String(value), isConstant: true })

function keyOf(field: AlarmField, stateCount: AlarmStateCount | undefined): SortKey {
  if (isPlaceName(field)) {
    const table = placeTables[field]
    return { sql: `(SELECT sort_name FROM ${table} AS place WHERE place.id = alarm.${table}_id)` }
  }
  if (isStateKey(field)) {
    const columns = { severity: 'severity', eventState: 'event_state', ackState: 'ack_state' } as const
    return stateCount ? constant(rankIn(field, stateCount[columns[field]])) : { sql: stateKeys[field] }
  }
  if (field !== 'normalAt') return { sql: `alarm.${indexedColumns[field]}` }
  if (!stateCount) return { sql: `coalesce(alarm.normal_at, ${farFuture})` }
  return stateCount.event_state === 'normal' ? { sql: 'alarm.normal_at' } : { ...constant(farFuture), isLast: true }
}
