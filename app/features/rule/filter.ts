/** Filter and order of a rule list; all rules are loaded, so both are applied here. */
import { faultCategories, faultSeverities } from '#contracts/fault-names'
import type { FaultCategory, FaultSeverity } from '#contracts/faults'
import { containsWords } from '#contracts/fold'
import { type FilterFields, type FilterOf, matchesAny } from '~/kit/list/filter'
import type { RuleRow } from './row'

/** States of a rule on some equipment. */
export const ruleConditions = ['waiting', 'off', 'manual', 'faults'] as const
export type RuleCondition = (typeof ruleConditions)[number]

export const ruleFields = {
  q: { kind: 'words', label: (t) => t('action.search'), hint: (t) => t('main:rule.searchHint') },
  stands: {
    kind: 'choice',
    several: true,
    label: (t) => t('field.state'),
    values: ruleConditions,
    text: (t, value) => t(`main:rule.stands.${value as RuleCondition}`),
  },
  severity: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:fault.severityLabel'),
    values: faultSeverities,
    text: (t, value) => t(`severity.${value as FaultSeverity}`),
  },
  category: {
    kind: 'choice',
    several: true,
    label: (t) => t('main:fault.categoryLabel'),
    values: faultCategories,
    text: (t, value) => t(`main:fault.category.${value as FaultCategory}`),
  },
} as const satisfies FilterFields

export type RuleFilter = FilterOf<typeof ruleFields>

const conditionChecks: Record<RuleCondition, (row: RuleRow) => boolean> = {
  waiting: ({ waiting }) => waiting > 0,
  off: ({ off }) => off > 0,
  manual: ({ manual }) => manual > 0,
  faults: ({ faults }) => faults > 0,
}

/** Whether a rule matches the filter. */
export function matchesRuleFilter(row: RuleRow, { q = '', stands, severity, category }: RuleFilter): boolean {
  return (
    containsWords(`${row.code} ${row.name} ${row.description}`, q) &&
    (!stands || stands.some((one) => conditionChecks[one](row))) &&
    matchesAny(severity, row.severity) &&
    matchesAny(category, row.category)
  )
}

/** Sort keys; a minus sign sorts the highest first. */
export const ruleSorts = ['-waiting', 'code', 'name', '-equipment', '-running', '-off', '-faults'] as const

/** Returns the comparator of a sort key; by default, rules with the most waiting equipment are first. */
export function compareBy(sort: string = ruleSorts[0], language: string): (a: RuleRow, b: RuleRow) => number {
  const direction = sort.startsWith('-') ? -1 : 1
  const column = sort.replace('-', '') as 'code' | 'name' | 'waiting' | 'equipment' | 'running' | 'off' | 'faults'
  return (a, b) => {
    const [one, other] = [a[column], b[column]]
    if (typeof one === 'number' && typeof other === 'number') return direction * (one - other)
    return direction * String(one).localeCompare(String(other), language, { numeric: true })
  }
}
