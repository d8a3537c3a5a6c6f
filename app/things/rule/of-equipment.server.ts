/** List of the fault rules of one piece of equipment (domain §2.3). */
import type { Equipment } from '#contracts/equipment'
import { operations } from '#contracts/operations'
import type { FaultRule, RuleStatus } from '#contracts/rules'
import { isOfFanCoil } from '~/domain/fan-coils'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { isAmong } from '~/screens/list/filter'
import { startAfter } from '~/screens/list/refused-filter.server'
import type { Source } from '~/screens/list/source.server'
import { mayLookAt } from '~/views'
import type { OwnRuleRow } from './own-rule-columns'
import { ownRuleFields } from './own-rule-columns'
import { isOffered } from './rules.server'

export type OfEquipment = ParamsFor<'equipmentRules'> & { equipment: Equipment }

export const rulesOfEquipment: Source<typeof ownRuleFields, OwnRuleRow, OfEquipment> = {
  fields: ownRuleFields,
  others: ['changed'],
  isPart: true,
  async find(reader, { at, filter, after, pageSize }) {
    const { data } = await reader.ask(operations.findRules, {
      path: { id: at.equipmentId },
      body: { pageSize: 200, ...(filter.q && { search: filter.q }) },
    })
    const isHidden = isOfFanCoil(at.equipment.type) && !reader.features.fanCoilUnitRules
    const maySwitch = reader.may('rule.toggle')
    const all = data
      .filter((rule) => !isHidden && isOffered(reader, rule.featureFlag))
      .map((rule) => rowOf(at, rule, { maySwitch, mayReadFaults: mayLookAt('faults', reader) }))
      .filter(({ status }) => isAmong(filter.status, status))
    const from = startAfter(all, after, ({ id }) => id)
    const rows = all.slice(from, from + pageSize)
    return { rows, total: all.length, next: from + pageSize < all.length ? rows.at(-1)?.id : null }
  },
}

function rowOf(
  at: OfEquipment,
  rule: FaultRule,
  { maySwitch, mayReadFaults }: { maySwitch: boolean; mayReadFaults: boolean },
): OwnRuleRow {
  const { ruleId, missingPoints, enabled } = rule
  const status: RuleStatus =
    rule.status ?? (missingPoints.length > 0 ? 'waitingForPoints' : enabled ? 'running' : 'disabled')
  const to = status === 'disabled' || status === 'waitingForPoints' ? 'on' : 'off'
  return {
    id: ruleId,
    href: href('rule', { ...at, ruleId }),
    code: rule.code ?? '',
    name: rule.name || rule.code || ruleId,
    severity: rule.severity ?? null,
    status,
    isManual: rule.isManuallyToggledRule === true,
    missing: missingPoints.map(({ name, role }) => name || role),
    hasFault: mayReadFaults && (rule.faults ?? 0) > 0,
    faultHref: href('equipmentFaults', at, { rule: ruleId }),
    switchHref: maySwitch
      ? href('ruleSwitching', { ...at, ruleId }, { equipment: at.equipmentId, to, back: 'equipment' })
      : null,
  }
}
