/** Lists of the rules of a customer, and of the equipment of one rule. */
import { faultCategories, faultSeverities } from '#contracts/fault-names'
import type { RuleStatus, RuleSummary } from '#contracts/rules'
import type { Reader } from '~/backend/reader.server'
import { typeNames } from '~/features/equipment/shared/types.server'
import { href, type Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { startIndexAfter } from '~/kit/list/refused-filter.server'
import type { ListSource } from '~/kit/list/source.server'
import type { Option } from '~/ui/field'
import { mayOpen } from '~/views'
import { compareBy, matchesRuleFilter, type RuleFilter, ruleConditions, ruleFields, ruleSorts } from './filter'
import { type RuleRow, ruleRow, type StateRow, stateRow } from './row'
import { ruleStates, rulesOf } from './shared/rules.server'
import { ruleStatuses, stateFields } from './state-columns'

/** Returns all rules of the customer as rows. */
export async function ruleRows(reader: Reader, at: Place): Promise<{ rows: RuleRow[]; incomplete: boolean }> {
  const { rules, incomplete } = await rulesOf(reader, at.customerId)
  const permissions = {
    mayMap: reader.may('point.map') && reader.features.equipment,
    mayReadFaults: mayOpen('faults', reader),
  }
  return { rows: rules.map((rule) => ruleRow(at, rule, permissions)), incomplete }
}

export const ruleSource: ListSource<typeof ruleFields, RuleRow, Place> = {
  fields: ruleFields,
  sorts: ruleSorts,
  others: ['changed'],
  optional: true,
  presetViews: (reader) => ({
    waiting: { stands: 'waiting' },
    off: { stands: 'off' },
    ...(mayOpen('faults', reader) && { faults: { stands: 'faults' } }),
  }),
  async find(reader, { at, filter, sort, after, pageSize }) {
    const { rows: all, incomplete } = await ruleRows(reader, at)
    const rows = all.filter((row) => matchesRuleFilter(row, filter)).sort(compareBy(sort, reader.language))
    const from = startIndexAfter(rows, after, ({ id }) => id)
    const page = rows.slice(from, from + pageSize)
    return {
      rows: page,
      total: rows.length,
      next: from + pageSize < rows.length ? page.at(-1)?.id : null,
      incomplete,
      options: optionsOf(reader, filter, all),
    }
  },
  async count(reader, { at, filter }) {
    const { rows } = await ruleRows(reader, at)
    return { count: rows.filter((row) => matchesRuleFilter(row, filter)).length, isCapped: false }
  },
}

/** Returns the filter options with counts; a filter does not narrow its own counts. */
function optionsOf(reader: Reader, filter: RuleFilter, all: readonly RuleRow[]): Record<string, Option[]> {
  const t = translator(reader.language)
  const offered = ruleConditions.filter((one) => one !== 'faults' || mayOpen('faults', reader))
  const haveCategories = all.every(({ category }) => category !== null)
  const option = (value: string, label: string, filterOfOption: RuleFilter): Option => ({
    value,
    label: `${label} (${t('count.plain', { count: all.filter((row) => matchesRuleFilter(row, filterOfOption)).length })})`,
  })
  return {
    stands: offered.map((one) => option(one, t(`main:rule.stands.${one}`), { ...filter, stands: [one] })),
    severity: faultSeverities.map((one) => option(one, t(`severity.${one}`), { ...filter, severity: [one] })),
    // Without the extension no rule has a category, so none can be counted.
    category: faultCategories.map((one) => {
      const label = t(`main:fault.category.${one}`)
      return haveCategories ? option(one, label, { ...filter, category: [one] }) : { value: one, label }
    }),
  }
}

type RuleParams = Place & { ruleId: string }

export const ruleStateSource: ListSource<typeof stateFields, StateRow, RuleParams> = {
  fields: stateFields,
  others: ['equipment', 'changed'],
  optional: true,
  async find(reader, { at, filter, after, pageSize }) {
    const { status } = filter
    const [found, typeName] = await Promise.all([
      ruleStates(reader, { customerId: at.customerId, ruleId: at.ruleId, status, q: filter.q, after, pageSize }),
      typeNames(reader),
    ])
    const maySwitch = reader.may('rule.toggle')
    return {
      ...found,
      rows: found.states.map((state) => stateRow(at, state, { maySwitch, onlooker: reader, typeName })),
    }
  },
  bulkActions: ({ may, features }, at) => ({
    switch: may('rule.toggle') ? href('ruleSwitching', at) : null,
    map: may('point.map') && features.equipment ? href('pointsMapping', at) : null,
  }),
}

/** Returns the status options with the number of pieces of equipment in each. */
export function statusOptions({ language }: Reader, rule: RuleSummary): Option[] {
  const t = translator(language)
  const counts: Record<RuleStatus, number> = {
    running: rule.running,
    waitingForPoints: rule.waiting,
    disabled: rule.disabled,
    suspended: rule.suspended,
  }
  return ruleStatuses.map((one) => ({
    value: one,
    label: `${t(`main:rule.status.${one}`)} (${t('count.plain', { count: counts[one] })})`,
  }))
}
