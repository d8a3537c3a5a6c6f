/**
 * Reads the rules of a customer with the calls of the specification, one piece of equipment at a time, within a bound
 * (domain §17).
 */
import type { Equipment } from '#contracts/equipment'
import { operations } from '#contracts/operations'
import type { FaultRule, RuleSummary } from '#contracts/rules'
import { site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import { type Walker, type Walking, walkDevices, walkerOf } from '~/backend/walk-devices.server'
import { partsOf } from '~/change/in-chunks.server'
import type { RuleOn } from './rule-on'

/** Maximum number of pieces of equipment, and of concurrent calls. */
const mostEquipment = 200
const lanes = 8

export interface PlainState {
  rule: FaultRule
  state: RuleOn
}

export interface PlainStates {
  states: PlainState[]
  /** There is more equipment than was read. */
  isPartial: boolean
}

/** Returns the state of every rule on the equipment of the customer's controllers. */
export async function plainStates(asking: Walking, customerId: string): Promise<PlainStates> {
  const walker = walkerOf(asking)
  const { equipment, isCut } = await equipmentWithin(walker, customerId)
  const rules = await inParallel(equipment, lanes, ({ id }) =>
    walker.read(operations.findRules, { path: { id }, body: { pageSize: 200 } }),
  )
  return {
    states: equipment.flatMap((one, at) =>
      (rules[at]?.data ?? []).map((rule) => ({ rule, state: stateOf(rule, one) })),
    ),
    isPartial: isCut,
  }
}

async function equipmentWithin(
  walker: Walker,
  customerId: string,
): Promise<{ equipment: Equipment[]; isCut: boolean }> {
  const { devices, isCut } = await walkDevices(walker, customerId, {})
  const found = new Map<string, Equipment>()
  for (const some of partsOf(
    devices.map(({ id }) => id),
    lanes * 4,
  )) {
    if (found.size > mostEquipment) break
    const served = await inParallel(some, lanes, (id) => walker.read(site.listDeviceEquipment, { path: { id } }))
    for (const one of served.flat()) found.set(one.id, one)
  }
  const equipment = [...found.values()]
  return { equipment: equipment.slice(0, mostEquipment), isCut: isCut || equipment.length > mostEquipment }
}

function stateOf(rule: FaultRule, { id, name, type, customerId, siteId, path = [] }: Equipment): RuleOn {
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
export function summarised(states: readonly PlainState[]): RuleSummary[] {
  const byRule = new Map<string, PlainState[]>()
  for (const one of states) byRule.set(one.rule.ruleId, [...(byRule.get(one.rule.ruleId) ?? []), one])
  return [...byRule.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { enabled: _, missingPoints: __, faults: ___, ...rule } = first.rule
    const number = (is: (state: RuleOn) => boolean) => own.filter(({ state }) => is(state)).length
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
