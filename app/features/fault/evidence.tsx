/** The values that a rule saw at the largest deviation, point by point. */
import type { FaultOccurrence, TrendSeries } from '#contracts/faults'
import { type QuantityId, quantities } from '~/domain/units'
import { switchedText } from '~/i18n/state-word'
import { useT } from '~/i18n/use-t'
import { Facts } from '~/ui/facts'
import { Section } from '~/ui/page'
import { useFormat } from '~/ui/use-format'

const isQuantity = (unit: string | null | undefined): unit is QuantityId =>
  Boolean(unit && Object.hasOwn(quantities, unit))

/** `points` are those of the rule, which supply names and units. */
export function Evidence({
  occurrence,
  points,
}: {
  occurrence: FaultOccurrence | null
  points: readonly Pick<TrendSeries, 'role' | 'name' | 'unit'>[]
}) {
  const t = useT()
  const format = useFormat()
  const evidence = Object.entries(occurrence?.evidence ?? {})
  if (!occurrence || evidence.length === 0) return null
  const { peakDeviation, deviationUnit } = occurrence
  const text = (value: number | boolean | null, unit: string | null | undefined, isDelta = false) => {
    if (value === null) return t('chart.noData')
    if (typeof value === 'boolean') return switchedText(t, value)
    return isQuantity(unit) ? format.quantity(value, unit, { isDelta }) : format.number(value)
  }
  return (
    <Section title={t('main:fault.evidence')}>
      <p className="mb-2 text-sm text-soft">{t('main:fault.evidenceText')}</p>
      <Facts
        facts={[
          ...evidence.map(([role, value]) => {
            const point = points.find((one) => one.role === role)
            return {
              term: (
                <>
                  {point?.name ?? role} {point && <span className="text-faint">{role}</span>}
                </>
              ),
              value: text(value, point?.unit),
            }
          }),
          ...(typeof peakDeviation === 'number'
            ? [{ term: t('main:fault.deviation'), value: text(peakDeviation, deviationUnit, true) }]
            : []),
        ]}
      />
    </Section>
  )
}
