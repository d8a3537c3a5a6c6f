/** Lists of the rules of a customer, and of the equipment of one rule. */
import { faultCategories, faultSeverities } from '#contracts/fault-names'
import type { RuleStatus, RuleSummary } from '#contracts/rules'
import type { Reader } from '~/backend/reader.server'
import { href, type Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { startAfter } from '~/screens/list/refused-filter.server'
import type { Source } from '~/screens/list/source.server'
import { typeNames } from '~/things/equipment/types.server'
import type { Option } from '~/ui/field'
import { mayLookAt } from '~/views'
import { inOrderOf, matches, type RuleFilter, ruleFields, ruleSorts, ruleStands } from './filter'
import { type RuleRow, ruleRow, type StateRow, stateRow } from './row'
import { ruleStates, rulesOf } from './rules.server'
import { ruleStatuses, stateFields } from './state-columns'

/** Returns all rules of the customer as rows. */
export async function ruleRows(reader: Reader, at: Place): Promise<{ rows: RuleRow[]; isPartial: boolean }> {
  const { rules, isPartial } = await rulesOf(reader, at.customerId)
  const ways = {
    mayMap: reader.may('point.map') && reader.features.equipment,
    mayReadFaults: mayLookAt('faults', reader),
  }
  return { rows: rules.map((rule) => ruleRow(at, rule, ways)), isPartial }
}

export const rules: Source<typeof ruleFields, RuleRow, Place> = {
  fields: ruleFields,
  sorts: ruleSorts,
  others: ['changed'],
  isPart: true,
  standing: (reader) => ({
    waiting: { stands: 'waiting' },
    off: { stands: 'off' },
    ...(mayLookAt('faults', reader) && { faults: { stands: 'faults' } }),
  }),
  async find(reader, { at, filter, sort, after, pageSize }) {
    const { rows: all, isPartial } = await ruleRows(reader, at)
    const rows = all.filter((row) => matches(row, filter)).sort(inOrderOf(sort, reader.language))
    const from = startAfter(rows, after, ({ id }) => id)
    const page = rows.slice(from, from + pageSize)
    return {
      rows: page,
      total: rows.length,
      next: from + pageSize < rows.length ? page.at(-1)?.id : null,
      isPartial,
      options: optionsOf(reader, filter, all),
    }
  },
  async count(reader, { at, filter }) {
    const { rows } = await ruleRows(reader, at)
    return { count: rows.filter((row) => matches(row, filter)).length, isCapped: false }
  },
}

/** Returns the filter options with counts; a filter does not narrow its own counts. */
function optionsOf(reader: Reader, filter: RuleFilter, all: readonly RuleRow[]): Record<string, Option[]> {
  const t = translator(reader.language)
  const offered = ruleStands.filter((one) => one !== 'faults' || mayLookAt('faults', reader))
  const areTold = all.every(({ category }) => category !== null)
  const option = (value: string, label: string, asked: RuleFilter): Option => ({
    value,
    label: `${label} (${t('count.plain', { count: all.filter((row) => matches(row, asked)).length })})`,
  })
  return {
    stands: offered.map((one) => option(one, t(`main:rule.stands.${one}`), { ...filter, stands: [one] })),
    severity: faultSeverities.map((one) => option(one, t(`severity.${one}`), { ...filter, severity: [one] })),
    // Without the extension no rule has a category, so none can be counted.
    category: faultCategories.map((one) => {
      const label = t(`main:fault.category.${one}`)
      return areTold ? option(one, label, { ...filter, category: [one] }) : { value: one, label }
    }),
  }
}

type OfRule = Place & { ruleId: string }

export const statesOfRule: Source<typeof stateFields, StateRow, OfRule> = {
  fields: stateFields,
  others: ['equipment', 'changed'],
  isPart: true,
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
  moves: ({ may, features }, at) => ({
    switch: may('rule.toggle') ? href('ruleSwitching', at) : null,
    map: may('point.map') && features.equipment ? href('pointsMapping', at) : null,
  }),
}

/** Returns the status options with the number of pieces of equipment in each. */
export function statesToChoose({ language }: Reader, rule: RuleSummary): Option[] {
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
