/** Alarms by filter, with how many there are of each kind (domain §1.3). */
import type { AckState, AlarmFilter, EventState, Severity } from '../contracts/alarms'
import type { operations } from '../contracts/operations'
import type { Call, Handlers } from '../kit/call'
import { type Language, languageFrom } from '../kit/messages'
import { wordsIn } from '../kit/search-words'
import { fold } from '../kit/sort-name'
import type { Store } from '../kit/store'
import { messagesWith } from './alarm-kinds'
import { type AlarmField, ownKeys, placeKeys } from './alarm-order'
import { type AlarmRow, toAlarms } from './alarm-rows'
import { allOf, type Condition, listPage, mostCounted, mostCountedWithWords, type SortKey } from './listing'
import { placeConditions, territoryCondition } from './territory'
import { isOneOf, withWord } from './with-word'

export const findAlarms: Handlers<typeof operations>['findAlarms'] = (call) => {
  const { body, world, headers } = call
  const { store } = world
  const language = languageFrom(headers['accept-language'])
  const words = wordsIn(body.search).map((word) => matching(store, { word, language, customerId: call.customerId }))
  const order = orderOf(call, { isNarrow: namesPlaces(body) || words.some(({ isFew }) => isFew) })
  const where = [
    territoryCondition(call, { table: 'alarm', capability: 'alarm.read', isNarrow: order.isNarrow }),
    ...placeConditions(call, 'alarm', body),
    ...detailConditions(body),
    ...words.map(({ condition }) => condition),
  ]
  const listed = listPage<AlarmRow>(store, {
    columns: 'alarm.*',
    from: order.from,
    conditions: [...where, ...order.conditions, ...stateConditions(body)],
    keys: order.keys,
    idColumn: 'alarm.id',
    page: body.page,
    pageSize: body.pageSize,
    continuationToken: body.continuationToken,
  })
  return {
    data: toAlarms(world, listed.rows, language),
    ...tallyOf(store, { body, where }),
    page: listed.page,
    pageSize: listed.pageSize,
    continuationToken: listed.next,
  }
}

const namesPlaces = ({ siteIds, buildingIds, deviceIds, equipmentIds }: AlarmFilter) =>
  [siteIds, buildingIds, deviceIds, equipmentIds].some((ids) => ids?.length)

interface Order {
  from: string
  conditions: Condition[]
  keys: SortKey[]
  /** Something other than the customer leads to the alarms. */
  isNarrow: boolean
}

/**
 * The order of a list, and the index that has it: alarms of a whole customer are too many to sort. By the names of
 * places it follows the index of the names.
 */
function orderOf({ body, customerId }: Call<typeof operations.findAlarms>, { isNarrow }: { isNarrow: boolean }): Order {
  const keys = body.sort?.length ? body.sort.map(sortKey) : attention
  const whole = { from: 'alarm', conditions: [], keys, isNarrow }
  if (customerId === undefined || isNarrow || body.siteGroupIds?.length) return whole
  const first = body.sort?.[0]
  if (!first) return { ...whole, from: `alarm INDEXED BY ${attentionIndex(body)}` }
  if (first.field === 'siteName' || first.field === 'deviceName') {
    const table = placeKeys[first.field]
    return {
      from: `${table} CROSS JOIN alarm ON alarm.${table}_id = ${table}.id`,
      conditions: [[`${table}.customer_id = ?`, customerId]],
      keys: [{ sql: `${table}.sort_name`, descending: first.direction === 'desc' }, ...keys.slice(1)],
      isNarrow: true,
    }
  }
  return keys.length === 1 ? { ...whole, from: `alarm INDEXED BY alarm_order_${first.field}` } : whole
}

function attentionIndex({ isActive, ackStates }: AlarmFilter): string {
  if (isActive === true) return 'alarm_active'
  return ackStates?.every((state) => state === 'unacknowledged') && ackStates.length
    ? 'alarm_unacknowledged'
    : 'alarm_by_customer'
}

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

function detailConditions({ priority, from, to }: AlarmFilter): Condition[] {
  const conditions: Condition[] = []
  if (priority?.min) conditions.push(['alarm.priority >= ?', priority.min])
  if (priority?.max !== null && priority?.max !== undefined) conditions.push(['alarm.priority <= ?', priority.max])
  if (from) conditions.push(['alarm.raised_at >= ?', Date.parse(from)])
  if (to) conditions.push(['alarm.raised_at < ?', Date.parse(to)])
  return conditions
}

interface Sought {
  word: string
  language: Language
  customerId: string | undefined
}

/**
 * A word is looked for in what an alarm says, where it is and which point it is about. What few things hold is
 * gathered by their indexes; what many hold is compared alarm by alarm, in the order of the list.
 */
function matching(store: Store, { word, language, customerId }: Sought): { condition: Condition; isFew: boolean } {
  const messages = messagesWith(word, language)
  const pointNames = pointNamesWith(store, { word, customerId })
  const onDevice = withWord(store, { kind: 'device', column: 'alarm.device_id', word })
  const onEquipment = withWord(store, { kind: 'equipment', column: 'alarm.equipment_id', word })
  const parts = [onDevice.condition, onEquipment.condition, isOneOf('alarm.point_name', pointNames)]
  if (messages.length === 0 && onDevice.isFew && onEquipment.isFew && customerId !== undefined) {
    const gathered = parts
      .map(([sql], at) => `SELECT id FROM alarm INDEXED BY ${gatheredBy[at]} WHERE alarm.customer_id = ? AND ${sql}`)
      .join(' UNION ')
    return {
      condition: [`alarm.id IN (${gathered})`, ...parts.flatMap(([, ...values]) => [customerId, ...values])],
      isFew: true,
    }
  }
  const all = [isOneOf('alarm.message', messages), ...parts]
  return {
    condition: [all.map(([sql]) => sql).join(' OR '), ...all.flatMap(([, ...values]) => values)],
    isFew: false,
  }
}

/** The indexes that hold the alarms of a controller, of a piece of equipment and of a point's name. */
const gatheredBy = ['alarm_by_device', 'alarm_by_equipment', 'alarm_by_point_name']

/** The names of points that hold a word; there are few among the alarms of a customer, and an index of them. */
function pointNamesWith(store: Store, { word, customerId }: Omit<Sought, 'language'>): string[] {
  const sought = fold(word)
  const names =
    customerId === undefined
      ? store.all<{ name: string }>('SELECT DISTINCT point_name AS name FROM alarm WHERE point_name IS NOT NULL')
      : store.all<{ name: string }>(
          `WITH RECURSIVE names (name) AS (
             SELECT min(point_name) FROM alarm WHERE customer_id = ? AND point_name IS NOT NULL
             UNION ALL
             SELECT (SELECT min(point_name) FROM alarm WHERE customer_id = ? AND point_name > names.name)
             FROM names WHERE names.name IS NOT NULL
           ) SELECT name FROM names WHERE name IS NOT NULL`,
          customerId,
          customerId,
        )
  return names.map(({ name }) => name).filter((name) => fold(name).includes(sought))
}

const sortColumns: Record<AlarmField, string> = {
  ...ownKeys,
  siteName: '(SELECT sort_name FROM site WHERE site.id = alarm.site_id)',
  deviceName: '(SELECT sort_name FROM device WHERE device.id = alarm.device_id)',
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

/**
 * Counts from the maintained tally when it knows what was asked for, else from the alarms themselves; of those no
 * more than can be counted while somebody waits.
 */
function tallyOf(store: Store, { body, where }: { body: AlarmFilter; where: Condition[] }) {
  const { siteIds, siteGroupIds, buildingIds, deviceIds, equipmentIds, priority, from, to, search } = body
  const isTallied =
    ![buildingIds, deviceIds, equipmentIds].some((ids) => ids?.length) && !priority && !from && !to && !search
  const { sql, parameters } = allOf(where)
  const namesSites = [siteIds, siteGroupIds].some((ids) => ids?.length)
  const tally = namesSites ? 'alarm_tally' : 'alarm_customer_tally'
  const most = search ? mostCountedWithWords : mostCounted
  const cells = isTallied
    ? store.all<Cell>(
        `SELECT severity, ack_state, event_state, sum(n) AS n FROM ${tally} AS alarm WHERE ${sql}
         GROUP BY severity, ack_state, event_state`,
        ...parameters,
      )
    : countedCells(store, { body, where, most })
  const isCapped = !isTallied && cells.reduce((sum, { n }) => sum + n, 0) > most
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
  const totalCount = sum(() => 'all', [severity, ackState, eventState]).all ?? 0
  return {
    totalCount: isCapped ? Math.min(totalCount, most) : totalCount,
    ...(isCapped ? { isTotalCapped: true } : {}),
    facets: {
      severity: sum((cell) => cell.severity, [ackState, eventState]),
      ackState: sum((cell) => cell.ack_state, [severity, eventState]),
      eventState: sum((cell) => cell.event_state, [severity, ackState]),
    },
  }
}

/** Of the alarms that are active, or not, as was asked; one more than `most` says that there are more. */
function countedCells(
  store: Store,
  { body, where, most }: { body: AlarmFilter; where: Condition[]; most: number },
): Cell[] {
  const { sql, parameters } = allOf([...where, ...activity(body.isActive)])
  return store.all<Cell>(
    `SELECT severity, ack_state, event_state, count(*) AS n
     FROM (SELECT severity, ack_state, event_state FROM alarm WHERE ${sql} LIMIT ?)
     GROUP BY severity, ack_state, event_state`,
    ...parameters,
    most + 1,
  )
}
