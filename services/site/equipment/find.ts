/** The equipment below a node that matches a filter (domain §17). */
import type { site } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import type { Handlers, ServiceCall } from '../../kit/call'
import { listTerritory, territorySql } from '../../kit/caller'
import { keysetPage } from '../../kit/keyset'
import {
  scopeOfBuilding,
  scopeOfCustomer,
  scopeOfDevice,
  scopeOfSite,
  scopeOfSiteGroup,
  scopeOfSpace,
} from '../../kit/scope'
import {
  anyCondition,
  type Condition,
  columnIn,
  entryContains as holdingOne,
  idsContaining,
  rowContains,
} from '../../kit/search-words'
import type { Store } from '../../kit/store'
import { queryWords } from '../../kit/words'
import { spacesInside } from '../hierarchy/counts'
import type { EquipmentRecord } from './rows'
import { toEquipment } from './rows'
import { equipmentTypes } from './types'

type FindEquipment = ServiceCall<typeof site.findEquipment>

const scopes = {
  customerId: scopeOfCustomer,
  groupId: scopeOfSiteGroup,
  siteId: scopeOfSite,
  buildingId: scopeOfBuilding,
  spaceId: scopeOfSpace,
  deviceId: scopeOfDevice,
} as const

const below = {
  customerId: 'equipment.customer_id = ?',
  groupId: 'equipment.site_id IN (SELECT id FROM site WHERE site_group_id = ?)',
  siteId: 'equipment.site_id = ?',
  buildingId: 'equipment.building_id = ?',
  spaceId: `equipment.space_id IN (${spacesInside} SELECT id FROM inside)`,
  deviceId: 'equipment.id IN (SELECT equipment_id FROM equipment_device WHERE device_id = ?)',
} as const satisfies Record<keyof typeof scopes, string>

const sortColumns: Readonly<Record<string, string>> = { name: 'equipment.sort_name', type: 'equipment.type' }

/** Names are compared row by row. */
const maxCountedWithWords = 1_000

export const findEquipment: Handlers<typeof site>['findEquipment'] = (call) => {
  const { query, world } = call
  const words = queryWords(query.search).map((word) => wordCondition(world.store, word))
  const places = placesOf(call)
  const wholeCustomer = places.length === 1 ? query.customerId : undefined
  const isInTrouble = query.hasFaults || query.hasAlarms || query.hasTrouble
  // A place, a rare word, or trouble selects few rows; the customer's order would scan everything else first.
  const hasSelective = places.length > 1 || words.some(({ isFew }) => isFew) || isInTrouble
  const isOfNotReady = wholeCustomer !== undefined && query.readiness === 'missing' && !hasSelective
  const conditions = [
    ...(hasSelective ? places.map(asFilter) : places),
    ...filtersOf(query, wholeCustomer),
    ...words.map(({ condition }) => condition),
  ]
  const orderBy = sortColumns[query.sort?.replace(/^-/, '') ?? 'name']
  if (!orderBy) return fail(4000, { errors: { sort: 'errors.sort.field' } })
  const { rows, next, counts } = keysetPage<EquipmentRecord>(world.store, {
    // The planner takes a wider index.
    from: isOfNotReady ? 'equipment INDEXED BY equipment_not_ready' : 'equipment',
    columns: 'equipment.*',
    where: conditions.map(([sql]) => sql).join(' AND '),
    parameters: conditions.flatMap(([, ...values]) => values),
    orderBy,
    idColumn: 'equipment.id',
    descending: query.sort?.startsWith('-') ?? false,
    pageSize: query.pageSize,
    continuationToken: query.continuationToken,
    ...(words.length > 0 ? { maxCounted: maxCountedWithWords } : {}),
  })
  return { data: toEquipment(world, rows), ...counts, continuationToken: next }
}

/**
 * Returns the conditions of the named nodes, each of which the caller must be allowed to see; by default everything the
 * caller may see.
 */
function placesOf({ query, world, caller, customerId, require }: FindEquipment): Condition[] {
  const nodes = { ...query, customerId: query.customerId ?? customerId }
  const conditions: Condition[] = []
  for (const name of Object.keys(scopes) as (keyof typeof scopes)[]) {
    const id = nodes[name]
    if (id === undefined) continue
    require(scopes[name](world.store, id))
    conditions.push([below[name], id])
  }
  if (conditions.length > 0) return conditions
  const { sql, parameters } = territorySql(listTerritory(caller, 'equipment.read'))
  return [[sql, ...parameters]]
}

/** Keeps the customer as a filter, so that another index is used. */
const asFilter = ([sql, ...values]: Condition): Condition => [sql.replace(/^equipment\.customer_id/, '+$&'), ...values]

/** Returns the condition for a word of its name, its place, or its type; rare matches are listed by id. */
function wordCondition(store: Store, word: string): { condition: Condition; isFew: boolean } {
  const types = equipmentTypes
    .filter(({ name }) => [name.en, name.fr].some((one) => queryWords(one).some((own) => own.startsWith(word))))
    .map(({ id }) => id)
  const few = (kind: keyof typeof columnOf) => idsContaining(store, { kind, words: [word], column: 'own' })
  const places = (['space', 'site'] as const).map((kind) => ({ kind, ids: few(kind) }))
  const isOfFewPlaces = types.length === 0 && places.every(({ ids }) => ids !== undefined)
  // Where all equipment is compared anyway, its own words are too, which its index has: listing ids takes longer.
  const own = isOfFewPlaces ? few('equipment') : undefined
  const any = [
    own ? idIn('equipment', own) : rowContains('equipment.words', [word]),
    ...places.map(({ kind, ids }) =>
      ids ? idIn(kind, ids) : holdingOne(columnOf[kind], { words: [word], column: 'own' }),
    ),
    ...(types.length > 0 ? [columnIn('equipment.type', types)] : []),
  ]
  return {
    condition: expected(true, anyCondition(any)),
    isFew: own !== undefined,
  }
}

const columnOf = { equipment: 'equipment.id', space: 'equipment.space_id', site: 'equipment.site_id' } as const

const idIn = (kind: keyof typeof columnOf, ids: readonly string[]): Condition => [
  `${columnOf[kind]} IN (SELECT value FROM json_each(?))`,
  JSON.stringify(ids),
]

function filtersOf(
  { type, readiness, hasFaults, hasAlarms, hasTrouble }: FindEquipment['query'],
  wholeCustomer: string | undefined,
): Condition[] {
  const conditions: Condition[] = []
  const [inFault, inAlarm] = [inTrouble('fault', wholeCustomer), inTrouble('alarm', wholeCustomer)]
  if (type) conditions.push(columnIn('equipment.type', type))
  // A literal: only then the index of those that are not ready applies.
  if (readiness) conditions.push([`equipment.is_ready = ${readiness === 'ready' ? 1 : 0}`])
  if (hasFaults !== undefined) conditions.push(expected(hasFaults, inFault))
  if (hasAlarms !== undefined) conditions.push(expected(hasAlarms, inAlarm))
  if (hasTrouble !== undefined) conditions.push(expected(hasTrouble, anyCondition([inFault, inAlarm])))
  return conditions
}

const active = { fault: `status = 'active'`, alarm: `event_state <> 'normal'` } as const

/** What is active at a whole customer is listed once: it is far less than its equipment. */
const inTrouble = (table: 'fault' | 'alarm', wholeCustomer: string | undefined): Condition =>
  wholeCustomer === undefined
    ? [`EXISTS (SELECT 1 FROM ${table} WHERE equipment_id = equipment.id AND ${active[table]})`]
    : [
        `equipment.id IN (SELECT equipment_id FROM ${table}
           WHERE customer_id = ? AND ${active[table]} AND equipment_id IS NOT NULL)`,
        wholeCustomer,
      ]

const expected = (isExpected: boolean, [sql, ...values]: Condition): Condition => [
  `${isExpected ? '' : 'NOT '}(${sql})`,
  ...values,
]
