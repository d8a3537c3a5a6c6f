/** Columns of the rules of one piece of equipment: status, missing points, fault and switch. */
import type { FaultSeverity as Severity } from '#contracts/faults'
import { countText } from '~/i18n/counted'
import type { FilterFields } from '~/kit/list/filter'
import { nameColumn } from '~/kit/list/name-column'
import type { ListView } from '~/kit/list/view'
import type { StateRow } from './row'
import { faultColumn, missingColumn, ruleStatuses, statusColumn, switchColumn } from './state-columns'

export interface EquipmentRuleRow extends Omit<StateRow, 'type' | 'place'> {
  code: string
  severity: Severity | null
}

export const equipmentRuleFields = {
  q: { kind: 'words', label: (t) => t('action.search'), hint: (t) => t('main:rule.searchHint') },
  status: {
    kind: 'choice',
    several: true,
    label: (t) => t('field.state'),
    values: ruleStatuses,
    text: (t, value) => t(`main:rule.status.${value as (typeof ruleStatuses)[number]}`),
  },
} as const satisfies FilterFields

export const equipmentRuleView: ListView<typeof equipmentRuleFields, EquipmentRuleRow> = {
  fields: equipmentRuleFields,
  columns: [
    {
      ...nameColumn<EquipmentRuleRow>({
        title: (t) => t('main:fault.rule'),
        text: ({ name }) => name,
        beside: ({ code }) => <span className="mono font-normal text-soft">{code}</span>,
      }),
      width: 'text',
    },
    { key: 'code', title: (t) => t('main:rule.code'), only: 'file', text: ({ code }) => code },
    {
      key: 'severity',
      title: (t) => t('main:fault.severityLabel'),
      only: 'file',
      text: (row, t) => row.severity && t(`severity.${row.severity}`),
    },
    statusColumn,
    missingColumn,
    faultColumn,
    switchColumn,
  ],
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'rules', total),
  words: {
    none: (t) => ({ title: t('main:rule.none') }),
    empty: (t) => ({ title: t('main:rule.empty') }),
  },
}
