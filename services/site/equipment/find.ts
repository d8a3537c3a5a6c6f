/** The equipment below a node that matches a filter (domain §17). */
import type { site } from '../../contracts/site'
import type { Call, Handlers } from '../../kit/call'
import { territoryToList, within } from '../../kit/caller'
import { keysetPage } from '../../kit/keyset'
import { refuse } from '../../kit/refusal'
import {
  scopeOfBuilding,
  scopeOfCustomer,
  scopeOfDevice,
  scopeOfSite,
  scopeOfSiteGroup,
  scopeOfSpace,
} from '../../kit/scope'
import { anyOfThese, type Condition, fewHolding, hasOneOf, holding as holdingOne } from '../../kit/search-words'
import type { Store, Value } from '../../kit/store'
import { wordsIn } from '../../kit/words'
import { spacesInside } from '../hierarchy/counts'
import type { EquipmentRow } from './rows'
import { toEquipment } from './rows'
import { equipmentTypes, isRequired } from './types'

type FindEquipment = Call<typeof site.findEquipment>

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

export const findEquipment: Handlers<typeof site>['findEquipment'] = (call) => {
  const { query, world } = call
  const words = wordsIn(query.search).map((word) => holding(world.store, word))
  const places = placesOf(call)
  // A place, or a rare word, selects few rows; the customer's order would scan everything else first.
  const isLed = places.length > 1 || words.some(({ isFew }) => isFew)
  const conditions = [
    ...(isLed ? places.map(steered) : places),
    ...filtersOf(query),
    ...words.map(({ condition }) => condition),
  ]
  const orderBy = sortColumns[query.sort?.replace(/^-/, '') ?? 'name']
  if (!orderBy) return refuse(4000, { errors: { sort: 'errors.sort.field' } })
  const { rows, next, counted } = keysetPage<EquipmentRow>(world.store, {
    from: 'equipment',
    columns: 'equipment.*',
    where: conditions.map(([sql]) => sql).join(' AND '),
    parameters: conditions.flatMap(([, ...values]) => values),
    orderBy,
    idColumn: 'equipment.id',
    descending: query.sort?.startsWith('-') ?? false,
    pageSize: query.pageSize,
    continuationToken: query.continuationToken,
  })
  return { data: toEquipment(world, rows), ...counted, continuationToken: next }
}

/**
 * Returns the conditions of the named nodes, each of which the caller must be allowed to see; by default everything the
 * caller may see.
 */
function placesOf({ query, world, caller, customerId, require }: FindEquipment): Condition[] {
  const named = { ...query, customerId: query.customerId ?? customerId }
  const conditions: Condition[] = []
  for (const name of Object.keys(scopes) as (keyof typeof scopes)[]) {
    const id = named[name]
    if (id === undefined) continue
    require(scopes[name](world.store, id))
    conditions.push([below[name], id])
  }
  if (conditions.length > 0) return conditions
  const { sql, parameters } = within(territoryToList(caller, 'equipment.read'))
  return [[sql, ...parameters]]
}

/** Keeps the customer as a filter, so that another index is used. */
const steered = ([sql, ...values]: Condition): Condition => [sql.replace(/^equipment\.customer_id/, '+$&'), ...values]

/** Returns the condition for a word of its name, its place, or its type; rare matches are listed by id. */
function holding(store: Store, word: string): { condition: Condition; isFew: boolean } {
  const types = equipmentTypes
    .filter(({ name }) => [name.en, name.fr].some((one) => wordsIn(one).some((own) => own.startsWith(word))))
    .map(({ id }) => id)
  const held = (['equipment', 'space', 'site'] as const).map((kind) => {
    const few = fewHolding(store, { kind, words: [word], column: 'own' })
    const condition: Condition = few
      ? [`${columnOf[kind]} IN (SELECT value FROM json_each(?))`, JSON.stringify(few)]
      : holdingOne(columnOf[kind], { words: [word], column: 'own' })
    return { condition, isFew: few !== undefined }
  })
  const ofType: Condition[] =
    types.length > 0 ? [['equipment.type IN (SELECT value FROM json_each(?))', JSON.stringify(types)]] : []
  const any = [...held.map(({ condition }) => condition), ...ofType]
  return {
    condition: [`(${any.map(([sql]) => sql).join(' OR ')})`, ...any.flatMap(([, ...values]) => values)],
    isFew: types.length === 0 && held.every(({ isFew }) => isFew),
  }
}

const columnOf = { equipment: 'equipment.id', space: 'equipment.space_id', site: 'equipment.site_id' } as const

/** The required roles of each type. */
const needed = JSON.stringify(
  equipmentTypes.flatMap(({ id, roles }) => roles.filter(isRequired).map(({ role }) => ({ type: id, role }))),
)

const missing = `EXISTS (SELECT 1 FROM json_each(?) AS need WHERE need.value ->> '$.type' = equipment.type
  AND NOT EXISTS (SELECT 1 FROM point_mapping
    WHERE equipment_id = equipment.id AND role = need.value ->> '$.role'))`

function filtersOf({ type, readiness, hasFaults, hasAlarms, hasTrouble }: FindEquipment['query']): Condition[] {
  const conditions: Condition[] = []
  if (type) conditions.push(hasOneOf('equipment.type', type))
  if (readiness === 'missing') conditions.push([missing, needed])
  if (readiness === 'ready') conditions.push([`NOT ${missing}`, needed])
  if (hasFaults !== undefined) conditions.push(having(hasFaults, 'fault', `status = 'active'`))
  if (hasAlarms !== undefined) conditions.push(having(hasAlarms, 'alarm', `event_state <> 'normal'`))
  if (hasTrouble !== undefined) {
    const [any, ...values] = anyOfThese([
      having(true, 'fault', `status = 'active'`),
      having(true, 'alarm', `event_state <> 'normal'`),
    ])
    conditions.push([hasTrouble ? `(${any})` : `NOT (${any})`, ...values])
  }
  return conditions
}

const having = (isWanted: boolean, table: string, condition: string): [string, ...Value[]] => [
  `${isWanted ? '' : 'NOT '}EXISTS (SELECT 1 FROM ${table} WHERE equipment_id = equipment.id AND ${condition})`,
]
