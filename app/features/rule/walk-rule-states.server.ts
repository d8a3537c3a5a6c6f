/**
 * Reads the rules of a customer with the calls of the specification, one piece of equipment at a time, within a bound
 * (domain §17).
 */
import type { Equipment } from '#contracts/equipment'
import { operations } from '#contracts/operations'
import type { FaultRule, RuleSummary } from '#contracts/rules'
import { site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import { toWalker, type Walker, type WalkReader, walkDevices } from '~/backend/walk-devices.server'
import { chunksOf } from '~/change/write-in-chunks.server'
import type { RuleOnEquipment } from './shared/rule-on-equipment'

/** Maximum number of pieces of equipment, and of concurrent calls. */
const maxEquipment = 200
const maxConcurrent = 8

export interface RuleAndState {
  rule: FaultRule
  state: RuleOnEquipment
}

export interface RuleStateWalk {
  states: RuleAndState[]
  /** There is more equipment than was read. */
  incomplete: boolean
}

/** Returns the state of every rule on the equipment of the customer's controllers. */
export async function walkRuleStates(reader: WalkReader, customerId: string): Promise<RuleStateWalk> {
  const walker = toWalker(reader)
  const { equipment, isCut } = await equipmentWithin(walker, customerId)
  const rules = await inParallel(equipment, maxConcurrent, ({ id }) =>
    walker.read(operations.findRules, { path: { id }, body: { pageSize: 200 } }),
  )
  return {
    states: equipment.flatMap((one, at) =>
      (rules[at]?.data ?? []).map((rule) => ({ rule, state: stateOf(rule, one) })),
    ),
    incomplete: isCut,
  }
}

async function equipmentWithin(
  walker: Walker,
  customerId: string,
): Promise<{ equipment: Equipment[]; isCut: boolean }> {
  const { devices, isCut } = await walkDevices(walker, customerId, {})
  const byId = new Map<string, Equipment>()
  for (const some of chunksOf(
    devices.map(({ id }) => id),
    maxConcurrent * 4,
  )) {
    if (byId.size > maxEquipment) break
    const lists = await inParallel(some, maxConcurrent, (id) => walker.read(site.listDeviceEquipment, { path: { id } }))
    for (const one of lists.flat()) byId.set(one.id, one)
  }
  const equipment = [...byId.values()]
  return { equipment: equipment.slice(0, maxEquipment), isCut: isCut || equipment.length > maxEquipment }
}

function stateOf(rule: FaultRule, { id, name, type, customerId, siteId, path = [] }: Equipment): RuleOnEquipment {
  const place = path.find((node) => node.type === 'site')
  return {
    equipmentId: id,
    name,
    type,
    customerId,
    siteId: siteId ?? place?.id ?? '',
    site: place?.name ?? '',
    location: path
      .slice(1)
      .map((node) => node.name)
      .join(' / '),
    path,
    status: rule.status ?? (rule.missingPoints.length > 0 ? 'waitingForPoints' : rule.enabled ? 'running' : 'disabled'),
    isManual: rule.isManuallyToggledRule === true,
    missing: rule.missingPoints,
    hasFault: (rule.faults ?? 0) > 0,
    faultId: null,
  }
}

/** Returns one summary per rule, in the shape of the extension. */
export function ruleSummaries(states: readonly RuleAndState[]): RuleSummary[] {
  const byRule = new Map<string, RuleAndState[]>()
  for (const one of states) byRule.set(one.rule.ruleId, [...(byRule.get(one.rule.ruleId) ?? []), one])
  return [...byRule.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { enabled: _, missingPoints: __, faults: ___, ...rule } = first.rule
    const number = (is: (state: RuleOnEquipment) => boolean) => own.filter(({ state }) => is(state)).length
    const missing = own.flatMap(({ state }) => state.missing)
    return [
      {
        ...rule,
        category: null,
        points: [...new Map(missing.map((point) => [point.role, point])).values()],
        equipment: own.length,
        running: number(({ status }) => status === 'running'),
        waiting: number(({ status }) => status === 'waitingForPoints'),
        disabled: number(({ status }) => status === 'disabled'),
        suspended: number(({ status }) => status === 'suspended'),
        manual: number(({ isManual }) => isManual),
        activeFaults: number(({ hasFault }) => hasFault),
        missing: Object.fromEntries(
          [...new Set(missing.map(({ role }) => role))].map((role) => [
            role,
            number((state) => state.missing.some((point) => point.role === role)),
          ]),
        ),
      },
    ]
  })
}
