/**
 * Sources of the rows of an alarm list: query plans that reach the first page without reading most of a million alarms
 * (domain §1.3). A few alarms are collected and sorted, those of a place by the index of places; many are read from the
 * index of their order, state by state.
 */
import type { AckState, AlarmFilter, EventState, Severity } from '../contracts/alarms'
import { entries, rankOf } from '../kit/search-words'
import type { Store } from '../kit/store'
import {
  type AlarmField,
  indexOf,
  isOwnColumn,
  isPlaceName,
  isStandingKey,
  latest,
  messageIndexName,
  openIndexName,
  ownColumns,
  placeTables,
  rankIn,
  standingKeys,
} from './alarm-order'
import type { AlarmWord } from './alarm-words'
import { type Arm, allOf, type Condition, type SortKey } from './listing'
import { notAbout } from './territory'
import { isOneOf } from './with-word'

/** How many alarms of a customer share one state. */
export interface Standing {
  customer_id: string
  severity: Severity
  ack_state: AckState
  event_state: EventState
  n: number
}

type Sort = NonNullable<AlarmFilter['sort']>[number]

export interface Sought {
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
const mostGathered = 3_000
/** Up to this many entries of the index of places are scanned. */
const mostAtPlaces = 60_000
/** Up to this many entries of the index of moments. */
const mostInTime = 100_000
/** More selects in one statement do not pay off; SQLite allows 500. */
const mostArms = 400

/** Active first, then by severity, newest first. */
const attention: Sort[] = [
  { field: 'severity', direction: 'asc' },
  { field: 'raisedAt', direction: 'desc' },
]

/**
 * Returns the selects whose rows, merged in the order of their keys, are the list; `isCounted` when only their number
 * matters.
 */
export function armsOf(store: Store, sought: Sought, isCounted = false): Arm[] {
  const { filter, territory, places, words } = sought
  const rest = restOf(filter, words)
  const whole: Arm = {
    from: 'alarm',
    conditions: [territory, ...places, ...standingConditions(filter), ...rest],
    keys: keysOf(filter),
  }
  // Rare matches have an index of their own; that of the customer would scan everything.
  const unsaid = words.filter(({ messages }) => !messages.length)
  const gathered = isOpen(filter) ? ['few', 'many'] : ['few']
  const leading =
    unsaid.find(({ held }) => held && gathered.includes(held.by)) ??
    (isCounted ? unsaid.find(leadsSoon(sought)) : undefined)
  if (leading) return ofHolders(leading, { sought, whole })
  if (filter.equipmentIds?.length) return [{ ...whole, from: 'alarm INDEXED BY alarm_by_equipment' }]
  if (filter.pointIds?.length) return [{ ...whole, from: 'alarm INDEXED BY alarm_by_point' }]

  const first = sortsOf(filter)[0]
  const named = first && isPlaceName(first.field) ? placeTables[first.field] : undefined
  if (places.length && entriesAt(store, filter) <= mostAtPlaces) {
    return [atPlaces(filter, { named, words })]
  }

  const standings = standingsOf(store, sought)
  if (standings.length > mostArms) return [whole]
  const isFew = standings.reduce((sum, { n }) => sum + n, 0) <= mostGathered
  const conditions = [...places, ...rest]
  if (!isFew && named && standings.every(({ customer_id }) => customer_id === standings[0]?.customer_id)) {
    const customer = standings[0]?.customer_id ?? ''
    const ofControllers =
      named === 'device' ? words.flatMap(({ ofController }) => (ofController ? [ofController] : [])) : []
    if (ofControllers.length) return [byEntry(customer, { filter, conditions: [...ofControllers, ...conditions] })]
    const ofSites = named === 'site' ? words.map((word) => word.ofSite?.('site.id')).filter(isKnown) : []
    return [byName(named, { filter, conditions: [[`${named}.customer_id = ?`, customer], ...ofSites, ...conditions] })]
  }
  const said = words.find(({ held, messages }) => held && held.by !== 'most' && messages.length)
  if (said && sortsOf(filter)[0]?.field === 'priority') {
    const arms = ofMessages(store, said, { sought, standings })
    if (arms.length <= mostArms) {
      const silent = said.held?.isEmpty ? [] : ofHolders(said, { sought, whole, standings, isUnsaid: true })
      return [...arms, ...silent]
    }
  }
  if (said) {
    const speaks = standings.map((standing) => isSaid(store, said.messages, standing))
    const silent = standings.filter((_, at) => !speaks[at])
    const speaking = standings.filter((_, at) => speaks[at])
    const others = silent.length && !said.held?.isEmpty ? ofHolders(said, { sought, whole, standings: silent }) : []
    return [...ofStandings(speaking, { sought, conditions }), ...others]
  }
  return ofStandings(standings, { sought, conditions })
}

/** Returns whether the controllers that contain a word reach the counting limit of alarms quickly. */
function leadsSoon({ filter, places }: Sought): (word: AlarmWord) => boolean {
  const asked = [places, standingConditions(filter), detailConditions(filter), filter.equipmentIds ?? []]
  const isAny = asked.every(({ length }) => length === 0)
  return ({ held }) => held?.by === 'many' || (held !== undefined && isAny)
}

/** Whether only active or unacknowledged alarms are requested: few alarms, with an index by controller. */
const isOpen = ({ isActive, ackStates }: AlarmFilter) =>
  isActive === true || (ackStates?.length === 1 && ackStates[0] === 'unacknowledged')

const isKnown = (condition: Condition | undefined): condition is Condition => condition !== undefined

/** Whether any alarm of a state has a message that contains the word; reading them all would show it too, slowly. */
function isSaid(store: Store, messages: readonly string[], standing: Standing): boolean {
  const { sql, parameters } = allOf([standingCondition(standing), isOneOf('alarm.message', messages)])
  const found = store.get(`SELECT 1 FROM alarm INDEXED BY ${messageIndexName} WHERE ${sql} LIMIT 1`, ...parameters)
  return found !== undefined
}

/** The alarms of each state and message that contains a word, by priority. */
function ofMessages(
  store: Store,
  { messages, condition }: AlarmWord,
  { sought: { filter, places, words }, standings }: { sought: Sought; standings: readonly Standing[] },
): Arm[] {
  const others = words.filter((word) => word.condition !== condition)
  return standings.flatMap((standing) =>
    messages
      .filter((message) => isSaid(store, [message], standing))
      .map((message) => ({
        from: `alarm INDEXED BY ${messageIndexName}`,
        conditions: [
          standingCondition(standing),
          ['alarm.message = ?', message] satisfies Condition,
          ...places,
          ...restOf(filter, others),
        ],
        keys: keysOf(filter, standing),
      })),
  )
}

/** The alarms of each state, in the order of an index when there are many. */
function ofStandings(
  standings: readonly Standing[],
  { sought: { filter }, conditions }: { sought: Sought; conditions: Condition[] },
): Arm[] {
  const range = rangeOf(filter)
  const n = standings.reduce((sum, standing) => sum + standing.n, 0)
  const isFew = n <= mostGathered
  if (range && n <= (isBehind(filter) ? mostInTime : mostGathered)) {
    return standings.map((standing) => ({
      ...ofStanding(standing, { filter, conditions, index: range }),
      isUnordered: true,
    }))
  }
  const own = sortsOf(filter)
    .map(({ field }) => field)
    .find(isOwnColumn)
  const index = isFew ? range : own && ownColumns[own]
  return standings.map((standing) => ofStanding(standing, { filter, conditions, index }))
}

const sortsOf = ({ sort }: AlarmFilter) => (sort?.length ? sort : attention)

const restOf = (filter: AlarmFilter, words: readonly AlarmWord[]) => [
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

interface Holders {
  sought: Sought
  whole: Arm
  /** Only alarms of these states. */
  standings?: readonly Standing[]
  /** Without alarms whose message contains the word. */
  isUnsaid?: boolean
}

/** The alarms of a word: those of its controllers by the index of places, and the other matches. */
function ofHolders({ held, condition, messages }: AlarmWord, { sought, whole, standings, isUnsaid }: Holders): Arm[] {
  if (!held) return [whole]
  const [said, ...values] = isOneOf('alarm.message', messages)
  const within: Condition[] = [
    ...(standings ? [standsAs(standings)] : []),
    ...(isUnsaid ? [[`NOT ${said}`, ...values] satisfies Condition] : []),
  ]
  const { filter, territory, territoryOfControllers, places, words } = sought
  const areOpen = isOpen(filter)
  const isNamed = (field: AlarmField) => filter.sort?.some((sort) => sort.field === field)
  const others = words.filter((word) => word.condition !== condition)
  const byController: Arm = {
    from: `${entries} CROSS JOIN ${areOpen ? openOfEntry : alarmsOfEntry}
      ${isNamed('siteName') ? 'CROSS JOIN site ON site.id = alarm.site_id' : ''}`,
    conditions: [
      held.controllers,
      areOpen ? territory : territoryOfControllers,
      ...places,
      ...standingConditions(filter),
      ...within,
      ...restOf(filter, others),
    ],
    keys: keysOf(filter).map((key, at) => {
      const field = filter.sort?.[at]?.field
      return field && isPlaceName(field) ? { ...key, sql: sortNames[field] } : key
    }),
    isUnordered: true,
  }
  if (!held.others) return [byController]
  const rest: Arm = {
    ...whole,
    from: 'alarm INDEXED BY sqlite_autoindex_alarm_1',
    conditions: [held.others, ...within, ...whole.conditions],
    isUnordered: true,
  }
  return [byController, rest]
}

/** Returns the selects for counting, without an order. */
export function armsToCount(store: Store, sought: Sought): Arm[] {
  const { filter, places, words } = sought
  const range = rangeOf(filter)
  if (!range || places.length || words.length || filter.equipmentIds?.length) {
    return armsOf(store, { ...sought, filter: { ...filter, sort: [] } }, true)
  }
  return standingsOf(store, sought).map((standing) =>
    ofStanding(standing, { filter, conditions: detailConditions(filter), index: range }),
  )
}

/** The alarms of one state, in the order of an index. */
function ofStanding(
  standing: Standing,
  { filter, conditions, index }: { filter: AlarmFilter; conditions: Condition[]; index: string | undefined },
): Arm {
  // Alarms that have not returned have no return time, and so no order among themselves.
  const column = index === 'normal_at' && standing.event_state !== 'normal' ? undefined : index
  return {
    from: `alarm INDEXED BY ${indexOf(column)}`,
    conditions: [standingCondition(standing), ...impliedBy(filter, column), ...conditions],
    keys: keysOf(filter, standing),
  }
}

const standingCondition = ({ customer_id, severity, ack_state, event_state }: Standing): Condition => [
  'alarm.customer_id = ? AND alarm.severity = ? AND alarm.ack_state = ? AND alarm.event_state = ?',
  customer_id,
  severity,
  ack_state,
  event_state,
]

/** The state of a customer's alarms as a condition; an index of places has it without the customer. */
const standsAs = (standings: readonly Standing[]): Condition => [
  `(alarm.severity, alarm.ack_state, alarm.event_state) IN (VALUES ${standings.map(() => '(?, ?, ?)').join(', ')})`,
  ...standings.flatMap(({ severity, ack_state, event_state }) => [severity, ack_state, event_state]),
]

/** Nothing is updated or returns before it was raised: the index starts there. */
function impliedBy({ from }: AlarmFilter, column: string | undefined): Condition[] {
  if (!from || (column !== 'updated_at' && column !== 'normal_at')) return []
  return [[`alarm.${column} >= ?`, Date.parse(from)]]
}

/** The alarms of the named places, from the index that has all of them. */
function atPlaces(
  filter: AlarmFilter,
  { named, words }: { named: 'site' | 'device' | undefined; words: readonly AlarmWord[] },
): Arm {
  const sites = { site: 'site.id', device: 'device.site_id' }
  const { siteIds, siteGroupIds } = filter
  const siteOf = (column: string) => placeSites({ siteIds, siteGroupIds }, column)
  const isOfSites = siteOf('site_id').length > 0 && !filter.deviceIds?.length
  const rest = [...detailConditions(filter), ...words.map((word) => (isOfSites ? word.among(siteOf) : word.condition))]
  if (named) return byName(named, { filter, conditions: [...placeSites(filter, sites[named]), ...rest] })
  const { deviceIds, ...others } = filter
  // By place, every controller would be looked up at the site of every other one.
  const [from, at]: [string, Condition[]] =
    deviceIds?.length && isOpen(filter)
      ? [openIndexName, [...placeSites(others, 'alarm.site_id'), isOneOf('alarm.device_id', deviceIds)]]
      : ['alarm_by_place', placeSites(filter, 'alarm.site_id')]
  return {
    from: `alarm INDEXED BY ${from}`,
    conditions: [...at, ...rest, ...standingConditions(filter)],
    keys: keysOf(filter),
  }
}

/** Reads names of sites or controllers in order; the alarms of each come from the index of places. */
function byName(
  table: 'site' | 'device',
  { filter, conditions }: { filter: AlarmFilter; conditions: Condition[] },
): Arm {
  const at =
    table === 'site' ? 'alarm.site_id = site.id' : 'alarm.site_id = device.site_id AND alarm.device_id = device.id'
  const [first, ...keys] = keysOf(filter)
  return {
    from: `${table} CROSS JOIN alarm INDEXED BY alarm_by_place ON ${at}`,
    conditions: [...conditions, ...standingConditions(filter)],
    keys: [{ sql: `${table}.sort_name`, ...(first?.descending ? { descending: true } : {}) }, ...keys],
  }
}

/** Reads the names of controllers that may have alarms with a word in order, by their entries. */
function byEntry(customerId: string, { filter, conditions }: { filter: AlarmFilter; conditions: Condition[] }): Arm {
  const [first, ...keys] = keysOf(filter)
  return {
    from: `search_entry INDEXED BY search_entry_by_customer CROSS JOIN ${alarmsOfEntry}`,
    conditions: [
      ['search_entry.customer_id = ? AND search_entry.kind = ?', customerId, rankOf('device')],
      ...conditions,
      ...standingConditions(filter),
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
function standingsOf(store: Store, { filter, territory }: Pick<Sought, 'filter' | 'territory'>): Standing[] {
  const { sql, parameters } = allOf([territory, ...standingConditions(filter)])
  const standings = store.all<Standing>(
    `SELECT customer_id, severity, ack_state, event_state, n FROM alarm_customer_tally AS alarm WHERE n > 0 AND ${sql}`,
    ...parameters,
  )
  const range = rangeOf(filter)
  if (!range) return standings
  const counted = (standing: Standing, most: number) =>
    countOfRange(store, { standing, filter, index: indexOf(range), most })
  const found = standings
    .map((standing) => ({ ...standing, n: counted(standing, mostGathered) }))
    .filter(({ n }) => n > 0)
  if (!isBehind(filter)) return found
  let left = mostInTime
  return found.map((standing) => {
    const n = standing.n > mostGathered && left > 0 ? counted(standing, left) : standing.n
    left -= n
    return { ...standing, n }
  })
}

interface InRange {
  standing: Standing
  filter: AlarmFilter
  index: string
  /** The limit; one more means that there are more. */
  most: number
}

function countOfRange(store: Store, { standing, filter, index, most }: InRange): number {
  const { sql, parameters } = allOf([standingCondition(standing), ...detailConditions(filter)])
  return (
    store.get<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM alarm INDEXED BY ${index} WHERE ${sql} LIMIT ?)`,
      ...parameters,
      most + 1,
    )?.n ?? 0
  )
}

/**
 * Sorted by update or return, everything after the end of a closed period sorts before it: scanning the period is
 * faster then.
 */
function isBehind({ sort, to }: AlarmFilter): boolean {
  const first = sort?.find(({ field }) => isOwnColumn(field))
  return Boolean(to) && first?.direction === 'desc' && (first.field === 'updatedAt' || first.field === 'normalAt')
}

/** Returns the column whose range a filter limits. */
function rangeOf({ from, to, priority }: AlarmFilter): string | undefined {
  if (from || to) return ownColumns.raisedAt
  return priority ? ownColumns.priority : undefined
}

/** Returns the conditions of a filter beyond the state of an alarm. */
function detailConditions({ pointIds, priority, from, to, withoutProducts }: AlarmFilter): Condition[] {
  const conditions = notAbout('alarm', withoutProducts)
  if (pointIds?.length) conditions.push(isOneOf('alarm.point_id', pointIds))
  if (priority?.min) conditions.push(['alarm.priority >= ?', priority.min])
  if (priority?.max !== null && priority?.max !== undefined) conditions.push(['alarm.priority <= ?', priority.max])
  if (from) conditions.push(['alarm.raised_at >= ?', Date.parse(from)])
  if (to) conditions.push(['alarm.raised_at < ?', Date.parse(to)])
  return conditions
}

/** Returns the conditions of a filter on the state of an alarm. */
export function standingConditions({ severities, ackStates, eventStates, isActive }: AlarmFilter): Condition[] {
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
function keysOf({ sort }: AlarmFilter, standing?: Standing): SortKey[] {
  if (sort?.length)
    return sort.map(({ field, direction }) => ({ ...keyOf(field, standing), descending: direction === 'desc' }))
  const attention = standing
    ? constant(rankIn('severity', standing.severity) + (standing.event_state === 'normal' ? 10 : 0))
    : { sql: `${standingKeys.severity} + CASE alarm.event_state WHEN 'normal' THEN 10 ELSE 0 END` }
  return [attention, { sql: 'alarm.raised_at', descending: true }]
}

const constant = (value: number): SortKey => ({ sql: String(value), isConstant: true })

function keyOf(field: AlarmField, standing: Standing | undefined): SortKey {
  if (isPlaceName(field)) {
    const table = placeTables[field]
    return { sql: `(SELECT sort_name FROM ${table} AS place WHERE place.id = alarm.${table}_id)` }
  }
  if (isStandingKey(field)) {
    const columns = { severity: 'severity', eventState: 'event_state', ackState: 'ack_state' } as const
    return standing ? constant(rankIn(field, standing[columns[field]])) : { sql: standingKeys[field] }
  }
  if (field !== 'normalAt') return { sql: `alarm.${ownColumns[field]}` }
  if (!standing) return { sql: `coalesce(alarm.normal_at, ${latest})` }
  return standing.event_state === 'normal' ? { sql: 'alarm.normal_at' } : { ...constant(latest), isLast: true }
}
