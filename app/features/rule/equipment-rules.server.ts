/** List of the fault rules of one piece of equipment (domain §2.3). */
import type { Equipment } from '#contracts/equipment'
import { operations } from '#contracts/operations'
import type { FaultRule, RuleStatus } from '#contracts/rules'
import { isFanCoil } from '~/domain/fan-coils'
import { href } from '~/hrefs'
import { matchesAny } from '~/kit/list/filter'
import { startIndexAfter } from '~/kit/list/refused-filter.server'
import type { ListSource } from '~/kit/list/source.server'
import type { ParamsFor } from '~/paths'
import { mayOpen } from '~/views'
import type { EquipmentRuleRow } from './equipment-rule-columns'
import { equipmentRuleFields } from './equipment-rule-columns'
import { isRuleEnabled } from './shared/rules.server'

export type EquipmentRulesParams = ParamsFor<'equipmentRules'> & { equipment: Equipment }

export const equipmentRuleSource: ListSource<typeof equipmentRuleFields, EquipmentRuleRow, EquipmentRulesParams> = {
  fields: equipmentRuleFields,
  others: ['changed'],
  optional: true,
  async find(reader, { at, filter, after, pageSize }) {
    const { data } = await reader.call(operations.findRules, {
      path: { id: at.equipmentId },
      body: { pageSize: 200, ...(filter.q && { search: filter.q }) },
    })
    const isHidden = isFanCoil(at.equipment.type) && !reader.features.fanCoilUnitRules
    const maySwitch = reader.may('rule.toggle')
    const all = data
      .filter((rule) => !isHidden && isRuleEnabled(reader, rule.featureFlag))
      .map((rule) => rowOf(at, rule, { maySwitch, mayReadFaults: mayOpen('faults', reader) }))
      .filter(({ status }) => matchesAny(filter.status, status))
    const from = startIndexAfter(all, after, ({ id }) => id)
    const rows = all.slice(from, from + pageSize)
    return { rows, total: all.length, next: from + pageSize < all.length ? rows.at(-1)?.id : null }
  },
}

function rowOf(
  at: EquipmentRulesParams,
  rule: FaultRule,
  { maySwitch, mayReadFaults }: { maySwitch: boolean; mayReadFaults: boolean },
): EquipmentRuleRow {
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
