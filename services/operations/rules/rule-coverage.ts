/** The states of rules on all equipment of a place, derived from its mappings and switches (domain §2.3). */

import type { AnyEndpoint } from '../../contracts/endpoint'
import type { RuleStatus } from '../../contracts/rules'
import type { ServiceCall } from '../../kit/call'
import { scopeOfCustomer } from '../../kit/scope'
import type { Condition } from '../../kit/search-words'
import { allOf } from '../listing'
import { placeConditions, territoryCondition } from '../territory'
import { ruleTypes, ruleUnitOf } from '../units'
import { isSwitchedOn, type RuleSetting, requiredPointsOf } from './readiness'
import { faultRules, type Rule } from './rule-catalogue'

interface RuleCall extends Pick<ServiceCall<AnyEndpoint>, 'caller' | 'world' | 'customerId' | 'require'> {
  query: {
    customerId?: string | undefined
    groupId?: string | undefined
    siteId?: string | undefined
    equipmentType?: string | undefined
  }
}

type Table = 'equipment' | 'fault' | 'point_mapping'

/** Returns the conditions of what the caller may see in the requested place; throws for a place outside their scope. */
export function conditionsIn(call: RuleCall, table: Table = 'equipment'): Condition[] {
  const { query, world, require } = call
  const { customerId = call.customerId, groupId, siteId } = query
  if (query.customerId !== undefined) require(scopeOfCustomer(world.store, query.customerId))
  const territory = territoryCondition({ ...call, customerId }, { table, capability: 'rule.read' })
  if (table === 'point_mapping') return [territory]
  const places = { siteGroupIds: groupId ? [groupId] : null, siteIds: siteId ? [siteId] : null }
  return [territory, ...placeConditions(call, table, places), ...typeCondition(query.equipmentType, table)]
}

function typeCondition(type: string | undefined, table: 'equipment' | 'fault'): Condition[] {
  if (type === undefined) return []
  if (table === 'equipment') return [['equipment.type = ?', type]]
  return [['EXISTS (SELECT 1 FROM equipment WHERE equipment.id = fault.equipment_id AND equipment.type = ?)', type]]
}

/** Equipment of one type with points in the same roles. */
interface MappedGroup {
  type: string
  roles: ReadonlySet<string>
  ids: readonly string[]
}

export interface RuleCoverage {
  /** Number of pieces of equipment, by type. */
  types: ReadonlyMap<string, number>
  mappedGroups: readonly MappedGroup[]
  /** Returns the mapped equipment on which a rule has all its points, by state. */
  ready(rule: Rule): Readonly<Record<Exclude<RuleStatus, 'waitingForPoints'>, readonly string[]>>
  /** Returns on how many pieces of equipment a person switched a rule. */
  manual(rule: Rule): number
}

/**
 * Reads only mapped equipment, grouped by equal roles: on all other equipment every rule waits. The cost depends on the
 * mappings; the rest is only counted.
 */
export function ruleCoverageIn(call: RuleCall): RuleCoverage {
  const types = typesIn(call)
  const mappedGroups = mappedIn(call)
  const silent = silentAmong(call, mappedGroups)
  const settings = settingsIn(call)
  return {
    types,
    mappedGroups,
    ready(rule) {
      const byStatus = { running: [] as string[], disabled: [] as string[], suspended: [] as string[] }
      const needed = requiredPointsOf(rule)
      for (const { type, roles, ids } of mappedGroups) {
        if (ruleUnitOf(type) !== rule.unit || !needed.every(({ role }) => roles.has(role))) continue
        for (const id of ids) {
          const isOn = settings.size === 0 || isSwitchedOn(settings.get(`${id} ${rule.ruleId}`))
          byStatus[isOn ? (silent.has(id) ? 'suspended' : 'running') : 'disabled'].push(id)
        }
      }
      return byStatus
    },
    manual: ({ ruleId }) =>
      [...settings].filter(([key, { manual }]) => manual === 1 && key.endsWith(` ${ruleId}`)).length,
  }
}

function typesIn(call: RuleCall): Map<string, number> {
  const where = allOf(conditionsIn(call))
  const rows = call.world.store.all<{ type: string; n: number }>(
    `SELECT type, count(*) AS n FROM equipment WHERE ${where.sql} GROUP BY type`,
    ...where.parameters,
  )
  return new Map(rows.map(({ type, n }) => [type, n]))
}

/** Returns the rules that apply to some equipment of the place, in the order of the catalogue, without counting it. */
export function rulesIn(call: RuleCall): Rule[] {
  const where = allOf(conditionsIn(call))
  const rows = call.world.store.all<{ type: string }>(
    `SELECT value AS type FROM json_each(?)
     WHERE EXISTS (SELECT 1 FROM equipment WHERE equipment.type = value AND ${where.sql})`,
    JSON.stringify(ruleTypes),
    ...where.parameters,
  )
  return rulesForTypes(rows.map(({ type }) => type))
}

/** Returns the rules for equipment of these types, in the order of the catalogue. */
export function rulesForTypes(types: Iterable<string>): Rule[] {
  const units = new Set([...types].map(ruleUnitOf))
  return faultRules.filter(({ unit }) => units.has(unit))
}

/** Reads a whole customer from its mappings, a place below it from its equipment. */
function mappedIn(call: RuleCall): MappedGroup[] {
  const { groupId, siteId } = call.query
  const isBelow = groupId !== undefined || siteId !== undefined
  const where = allOf(conditionsIn(call))
  const mappingCondition = isBelow ? { sql: '1', parameters: [] } : allOf(conditionsIn(call, 'point_mapping'))
  const roles = `group_concat(role, ' ')`
  const sql = isBelow
    ? `SELECT id, type, (SELECT ${roles} FROM point_mapping WHERE equipment_id = equipment.id) AS roles FROM equipment`
    : `SELECT equipment.id, type, roles
       FROM (SELECT equipment_id, ${roles} AS roles FROM point_mapping WHERE ${mappingCondition.sql} GROUP BY equipment_id) AS own
       CROSS JOIN equipment ON equipment.id = own.equipment_id`
  const rows = call.world.store.all<{ id: string; type: string; roles: string | null }>(
    `${sql} WHERE ${where.sql}`,
    ...mappingCondition.parameters,
    ...where.parameters,
  )
  const groups = new Map<string, MappedGroup & { ids: string[] }>()
  for (const { id, type, roles } of rows) {
    if (roles === null) continue
    const key = `${type} ${roles}`
    const group = groups.get(key)
    if (group) group.ids.push(id)
    else groups.set(key, { type, roles: new Set(roles.split(' ')), ids: [id] })
  }
  return [...groups.values()]
}

function silentAmong({ world }: RuleCall, mappedGroups: readonly MappedGroup[]): Set<string> {
  const rows = world.store.all<{ id: string }>(
    `SELECT DISTINCT equipment_id AS id FROM json_each(?) AS own
     CROSS JOIN equipment_device ON equipment_id = own.value
     CROSS JOIN device ON device.id = device_id WHERE device.offline_since IS NOT NULL`,
    JSON.stringify(mappedGroups.flatMap(({ ids }) => ids)),
  )
  return new Set(rows.map(({ id }) => id))
}

/** Returns the switches by equipment and rule. */
function settingsIn(call: RuleCall): Map<string, RuleSetting> {
  const where = allOf(conditionsIn(call))
  const rows = call.world.store.all<RuleSetting & { equipment_id: string; rule_id: string }>(
    `SELECT rule_setting.* FROM rule_setting CROSS JOIN equipment ON equipment.id = equipment_id WHERE ${where.sql}`,
    ...where.parameters,
  )
  return new Map(rows.map((row) => [`${row.equipment_id} ${row.rule_id}`, row]))
}

/** Returns the number of active faults by rule. */
export function activeFaultsIn(call: RuleCall): Map<string, number> {
  const where = allOf(conditionsIn(call, 'fault'))
  const rows = call.world.store.all<{ rule_id: string; n: number }>(
    `SELECT rule_id, count(*) AS n FROM fault WHERE fault.status = 'active' AND ${where.sql} GROUP BY rule_id`,
    ...where.parameters,
  )
  return new Map(rows.map(({ rule_id, n }) => [rule_id, n]))
}
