/** How the rules stand on all the equipment of a place, reckoned from what is mapped and switched there (domain §2.3). */

import type { AnyEndpoint } from '../contracts/endpoint'
import type { RuleStatus } from '../contracts/rules'
import type { Call } from '../kit/call'
import { scopeOfCustomer } from '../kit/scope'
import type { Condition } from '../kit/search-words'
import { allOf } from './listing'
import { isSwitchedOn, type RuleSetting, requiredOf } from './readiness'
import { type Rule, rules } from './rule-catalogue'
import { placeConditions, territoryCondition } from './territory'
import { unitOf } from './units'

interface Asked extends Pick<Call<AnyEndpoint>, 'caller' | 'world' | 'customerId' | 'require'> {
  query: {
    customerId?: string | undefined
    groupId?: string | undefined
    siteId?: string | undefined
    equipmentType?: string | undefined
  }
}

type Table = 'equipment' | 'fault' | 'point_mapping'

/** What a caller may see of the place that is asked for; a place that is not theirs is refused. */
export function conditionsIn(call: Asked, table: Table = 'equipment'): Condition[] {
  const { query, world, require } = call
  const { customerId = call.customerId, groupId, siteId } = query
  if (query.customerId !== undefined) require(scopeOfCustomer(world.store, query.customerId))
  const within = territoryCondition({ ...call, customerId }, { table, capability: 'rule.read' })
  if (table === 'point_mapping') return [within]
  const places = { siteGroupIds: groupId ? [groupId] : null, siteIds: siteId ? [siteId] : null }
  return [within, ...placeConditions(call, table, places), ...typeCondition(query.equipmentType, table)]
}

function typeCondition(type: string | undefined, table: 'equipment' | 'fault'): Condition[] {
  if (type === undefined) return []
  if (table === 'equipment') return [['equipment.type = ?', type]]
  return [['fault.equipment_id IN (SELECT id FROM equipment WHERE type = ?)', type]]
}

/** A piece of equipment with points that play a role. */
interface Mapped {
  id: string
  type: string
  roles: ReadonlySet<string>
}

export interface Standings {
  /** How much equipment there is, by type. */
  types: ReadonlyMap<string, number>
  mapped: readonly Mapped[]
  /** The mapped equipment on which a rule has all its points, by how it stands there. */
  ready(rule: Rule): Readonly<Record<Exclude<RuleStatus, 'waitingForPoints'>, readonly string[]>>
  /** On how much equipment a person switched a rule. */
  manual(rule: Rule): number
}

/**
 * Only what is mapped is looked at piece by piece: on everything else every rule waits. So it costs what is mapped, and
 * the rest is counted.
 */
export function standingsIn(call: Asked): Standings {
  const types = typesIn(call)
  const mapped = mappedIn(call)
  const silent = silentAmong(call, mapped)
  const settings = settingsIn(call)
  return {
    types,
    mapped,
    ready(rule) {
      const found = { running: [] as string[], disabled: [] as string[], suspended: [] as string[] }
      const needed = requiredOf(rule)
      for (const { id, type, roles } of mapped) {
        if (unitOf(type) !== rule.unit || !needed.every(({ role }) => roles.has(role))) continue
        const isOn = isSwitchedOn(settings.get(`${id} ${rule.ruleId}`))
        found[isOn ? (silent.has(id) ? 'suspended' : 'running') : 'disabled'].push(id)
      }
      return found
    },
    manual: ({ ruleId }) =>
      [...settings].filter(([key, { manual }]) => manual === 1 && key.endsWith(` ${ruleId}`)).length,
  }
}

function typesIn(call: Asked): Map<string, number> {
  const where = allOf(conditionsIn(call))
  const rows = call.world.store.all<{ type: string; n: number }>(
    `SELECT type, count(*) AS n FROM equipment WHERE ${where.sql} GROUP BY type`,
    ...where.parameters,
  )
  return new Map(rows.map(({ type, n }) => [type, n]))
}

/** A whole customer is read from its mappings, a place below it from its equipment. */
function mappedIn(call: Asked): Mapped[] {
  const { groupId, siteId } = call.query
  const isBelow = groupId !== undefined || siteId !== undefined
  const where = allOf([...conditionsIn(call), ...(isBelow ? [] : conditionsIn(call, 'point_mapping'))])
  const tables = isBelow
    ? 'equipment CROSS JOIN point_mapping ON equipment_id = equipment.id'
    : 'point_mapping CROSS JOIN equipment ON equipment.id = equipment_id'
  return call.world.store
    .all<{ id: string; type: string; roles: string }>(
      `SELECT equipment_id AS id, equipment.type, group_concat(role, ' ') AS roles FROM ${tables}
       WHERE ${where.sql} GROUP BY equipment_id`,
      ...where.parameters,
    )
    .map(({ id, type, roles }) => ({ id, type, roles: new Set(roles.split(' ')) }))
}

function silentAmong({ world }: Asked, mapped: readonly Mapped[]): Set<string> {
  const rows = world.store.all<{ id: string }>(
    `SELECT DISTINCT equipment_id AS id FROM json_each(?) AS own
     CROSS JOIN equipment_device ON equipment_id = own.value
     CROSS JOIN device ON device.id = device_id WHERE device.offline_since IS NOT NULL`,
    JSON.stringify(mapped.map(({ id }) => id)),
  )
  return new Set(rows.map(({ id }) => id))
}

/** By equipment and rule: what somebody or something switched. */
function settingsIn(call: Asked): Map<string, RuleSetting> {
  const where = allOf(conditionsIn(call))
  const rows = call.world.store.all<RuleSetting & { equipment_id: string; rule_id: string }>(
    `SELECT rule_setting.* FROM rule_setting CROSS JOIN equipment ON equipment.id = equipment_id WHERE ${where.sql}`,
    ...where.parameters,
  )
  return new Map(rows.map((row) => [`${row.equipment_id} ${row.rule_id}`, row]))
}

/** The faults that hold, by the rule that found them. */
export function activeFaultsIn(call: Asked): Map<string, number> {
  const where = allOf(conditionsIn(call, 'fault'))
  const rows = call.world.store.all<{ rule_id: string; n: number }>(
    `SELECT rule_id, count(*) AS n FROM fault WHERE fault.status = 'active' AND ${where.sql} GROUP BY rule_id`,
    ...where.parameters,
  )
  return new Map(rows.map(({ rule_id, n }) => [rule_id, n]))
}

/** The rules that some equipment of the place is of the kind for, in the order of the catalogue. */
export const rulesFor = ({ types }: Standings): Rule[] =>
  rules.filter(({ unit }) => [...types.keys()].some((type) => unitOf(type) === unit))
