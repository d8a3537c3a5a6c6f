/**
 * The values of a schedule as a hidden field of its form: the words of its lines mean what they meant when it was
 * opened. The plan checks the result against the current schedule.
 */
import type { ValueRule } from '#contracts/schedule-interval-checks'
import type { Facets, ValueType } from '#contracts/schedules'

export const ruleField = 'values'

export const serializeValueRule = ({ valueType, facets }: ValueRule) => JSON.stringify({ valueType, facets })

const valueTypes: readonly ValueType[] = ['boolean', 'enum', 'integer', 'number']
const maxRuleLength = 40_000

/** Returns null for anything that no form of the console wrote. */
export function parseValueRule(text: string | undefined): ValueRule | null {
  if (!text || text.length > maxRuleLength) return null
  try {
    const { valueType, facets } = JSON.parse(text) as Partial<Record<'valueType' | 'facets', unknown>>
    const type = valueTypes.find((one) => one === valueType)
    return type && isFacets(facets) ? { valueType: type, facets } : null
  } catch {
    return null
  }
}

function isFacets(value: unknown): value is Facets {
  if (typeof value !== 'object' || value === null) return false
  const { trueText, falseText, range, unit, min, max } = value as Record<string, unknown>
  const isState = (one: unknown) =>
    typeof one === 'object' &&
    one !== null &&
    'value' in one &&
    typeof one.value === 'number' &&
    'label' in one &&
    typeof one.label === 'string'
  return (
    [trueText, falseText, unit].every((one) => one == null || typeof one === 'string') &&
    [min, max].every((one) => one == null || typeof one === 'number') &&
    (range === undefined || (Array.isArray(range) && range.length <= 256 && range.every(isState)))
  )
}
