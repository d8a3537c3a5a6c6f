/** The equipment on which a rule runs, waits or is off (domain §2.3, §17). */
import type { operations } from '../contracts/operations'
import type { RuleState } from '../contracts/rules'
import type { Call, Handlers } from '../kit/call'
import { type Language, languageFrom } from '../kit/messages'
import { refuse } from '../kit/refusal'
import { type Condition, hasOneOf } from '../kit/search-words'
import { wordsIn } from '../kit/words'
import type { World } from '../kit/world'
import { readFault } from './fault-records'
import { countOf, listPage, mostCounted, mostCountedWithWords } from './listing'
import { placesOf } from './places'
import { rulesOn, statusOf } from './readiness'
import { roleName } from './role-names'
import { type Rule, ruleOf } from './rule-catalogue'
import { conditionsIn, type Standings, standingsIn } from './rule-standings'
import { type Equipment, unitOf } from './units'
import { withWord } from './with-word'

type Asked = Call<typeof operations.findRuleStates>

export const findRuleStates: Handlers<typeof operations>['findRuleStates'] = (call) => {
  const { query, headers, world } = call
  const standings = standingsIn(call)
  const rule = ruleOf(query.ruleId) ?? refuse(4005)
  const conditions = conditionsOf(call, rule, standings)
  const words = wordsIn(query.search)
  const listed = listPage<Equipment>(world.store, {
    columns: 'equipment.*',
    from: 'equipment',
    conditions,
    keys: [{ sql: 'equipment.type' }, { sql: 'equipment.sort_name' }],
    idColumn: 'equipment.id',
    page: 1,
    pageSize: query.pageSize,
    continuationToken: query.continuationToken,
  })
  return {
    data: toRuleStates(world, rule.ruleId, listed.rows, languageFrom(headers['accept-language'])),
    ...countOf(world.store, {
      from: 'equipment',
      conditions,
      most: words.length > 0 ? mostCountedWithWords : mostCounted,
    }),
    continuationToken: listed.next,
  }
}

function conditionsOf(call: Asked, rule: Rule, standings: Standings): Condition[] {
  const { query, world } = call
  const types = [...standings.types.keys()].filter((type) => unitOf(type) === rule.unit)
  return [
    ...conditionsIn(call),
    hasOneOf('equipment.type', types),
    ...statusCondition(query.status, standings.ready(rule)),
    ...(query.equipmentIds === undefined ? [] : [hasOneOf('equipment.id', query.equipmentIds.split(','))]),
    ...wordsIn(query.search).map(
      (word) => withWord(world.store, { kind: 'equipment', column: 'equipment.id', word }).condition,
    ),
  ]
}

/** A rule waits wherever it lacks one of its points. */
function statusCondition(
  statuses: readonly RuleState['status'][] | undefined,
  ready: ReturnType<Standings['ready']>,
): Condition[] {
  if (statuses === undefined) return []
  const others = (['running', 'disabled', 'suspended'] as const).filter(
    (one) => statuses.includes('waitingForPoints') !== statuses.includes(one),
  )
  const ids = others.flatMap((one) => ready[one])
  if (!statuses.includes('waitingForPoints')) return [hasOneOf('equipment.id', ids)]
  return [['equipment.id NOT IN (SELECT value FROM json_each(?))', JSON.stringify(ids)]]
}

/** Returns the states as the service returns them, in the given order. */
export function toRuleStates(
  world: World,
  ruleId: string,
  equipment: readonly Equipment[],
  language: Language,
): RuleState[] {
  const placed = (one: Equipment) => ({ ...one, device_id: null, equipment_id: one.id })
  const placeOf = placesOf(world.store, equipment.map(placed))
  return equipment.flatMap((one): RuleState[] => {
    const standing = rulesOn(world, one).find(({ rule }) => rule.ruleId === ruleId)
    if (!standing) return []
    const { siteName, path, location } = placeOf(placed(one))
    const fault = readFault(world, one.id, ruleId)
    return [
      {
        ruleId,
        equipmentId: one.id,
        equipmentName: one.name,
        equipmentType: one.type,
        customerId: one.customer_id,
        siteId: one.site_id,
        siteName,
        location,
        path,
        enabled: standing.enabled,
        isManuallyToggledRule: standing.manual,
        status: statusOf(world, one.id, standing),
        missingPoints: standing.missing.map(({ role, pointTypeId }) => ({
          role,
          name: roleName(role, language),
          pointTypeId,
        })),
        activeFaultId: fault?.status === 'active' ? fault.id : null,
      },
    ]
  })
}
