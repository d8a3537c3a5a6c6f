/** The numbers of a rule's charts as a sheet: a line a moment, a column a point, in the reader's units. */
import type { Trends } from '#contracts/faults'
import type { UnitSystem } from '~/domain/units'
import { unitSymbol } from '~/domain/units'
import type { Translate } from '~/i18n/instance'
import { formatsFor } from '~/ui/format'
import { chartsOf } from './rule-charts'

export interface TrendSheet {
  columns: Record<string, string>
  lines: Record<string, string | number | null>[]
}

/** Every sample the service told, by the clock of the site and in UTC; nothing where nobody knows. */
export function trendsSheet(
  trends: Trends,
  { t, system, language, timeZone }: { t: Translate; system: UnitSystem; language: 'en' | 'fr'; timeZone: string },
): TrendSheet {
  const format = formatsFor({ language, unit: system, timeZone })
  const lines = chartsOf(trends, system).flatMap(({ unit, lines }) =>
    lines.map((line) => {
      const symbol = unit ? unitSymbol(unit, system) : ''
      return { ...line, title: symbol ? `${line.name} (${symbol})` : line.name }
    }),
  )
  const moments = [...new Set(lines.flatMap(({ samples }) => samples.map(({ at }) => at)))].sort((a, b) => a - b)
  const values = lines.map(({ key, samples }) => [key, new Map(samples.map(({ at, value }) => [at, value]))] as const)
  return {
    columns: {
      siteTime: t('main:fault.csv.siteTime', { zone: timeZone }),
      time: t('main:fault.csv.time'),
      ...Object.fromEntries(lines.map(({ key, title }) => [key, title])),
    },
    lines: moments.map((at) => {
      const time = new Date(at).toISOString()
      return {
        siteTime: format.minute(time, timeZone),
        time,
        ...Object.fromEntries(values.map(([key, own]) => [key, rounded(own.get(at) ?? null)])),
      }
    }),
  }
}

const rounded = (value: number | null) => (value === null ? null : Math.round(value * 1_000) / 1_000)
