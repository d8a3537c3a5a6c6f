/**
 * Exports the values of a rule's charts as a sheet: one line per moment, one column per point, in the reader's units.
 */
import type { TrendSeries, Trends } from '#contracts/faults'
import type { UnitSystem } from '~/domain/units'
import { unitSymbol } from '~/domain/units'
import type { Translate } from '~/i18n/instance'
import { switchedText } from '~/i18n/state-word'
import { formatsFor } from '~/ui/format'
import { differencesOf, inUnits, quantityOf } from '../rule-charts'
import type { StateText } from './state-spans'

type Cell = string | number | null

export interface TrendSheet {
  columns: Record<string, string>
  lines: Record<string, Cell>[]
}

interface Column {
  key: string
  title: string
  values: Map<number, Cell>
  /** The value is valid until the next sample. */
  keepsValue: boolean
}

interface TrendsSheetOf {
  t: Translate
  system: UnitSystem
  language: 'en' | 'fr'
  timeZone: string
  /** Texts of the states of points. */
  stateText?: StateText
}

/**
 * Returns every sample of the service with the time of the site and in UTC; unknown values are empty. If the samples
 * were truncated, the last line says so.
 */
export function trendsSheet(trends: Trends, { t, system, language, timeZone, stateText }: TrendsSheetOf): TrendSheet {
  const format = formatsFor({ language, unit: system, timeZone })
  const columns = [
    ...trends.series.map((series) => pointColumn(series, { t, system, stateText })),
    ...differencesOf(trends, system).flatMap(({ unit, lines }) =>
      lines.map(({ key, name, samples }): Column => {
        const values = new Map(samples.map(({ at, value }) => [at, rounded(value)]))
        return { key, title: titleOf(name, unit, system), values, keepsValue: false }
      }),
    ),
  ]
  const moments = [...new Set(columns.flatMap(({ values }) => [...values.keys()]))].sort((a, b) => a - b)
  const lastValues = new Map<string, Cell>()
  const lines = moments.map((at): Record<string, Cell> => {
    const time = new Date(at).toISOString()
    const cells = columns.map(({ key, values, keepsValue }) => {
      const value = values.get(at)
      if (keepsValue && value !== undefined) lastValues.set(key, value)
      return [key, (keepsValue ? lastValues.get(key) : value) ?? null] as const
    })
    return { siteTime: format.minute(time, timeZone), time, ...Object.fromEntries(cells) }
  })
  return {
    columns: {
      siteTime: t('main:fault.csv.siteTime', { zone: timeZone }),
      time: t('main:fault.csv.time'),
      ...Object.fromEntries(columns.map(({ key, title }) => [key, title])),
    },
    lines: trends.truncated ? [...lines, { siteTime: t('main:fault.csv.thinned') }] : lines,
  }
}

function pointColumn(
  { pointId, role, name, unit, kind, isHeld, samples }: TrendSeries,
  { t, system, stateText }: Pick<TrendsSheetOf, 't' | 'system' | 'stateText'>,
): Column {
  const quantity = quantityOf(unit)
  const textOf = (value: number | boolean | string | null) =>
    pointId && kind === 'state' && value !== null ? stateText?.(pointId, value) : null
  const cell = (value: number | boolean | string | null): Cell =>
    textOf(value) ??
    (typeof value === 'boolean'
      ? switchedText(t, value)
      : typeof value === 'number'
        ? rounded(inUnits(value, { unit: quantity, system, isDelta: false }))
        : value)
  const points = samples.map(([at, value]) => [Date.parse(at), cell(value)] as const)
  return {
    key: `point ${role}`,
    title: titleOf(name, quantity, system),
    values: new Map(points.filter(([at]) => !Number.isNaN(at))),
    keepsValue: kind === 'state' || isHeld === true,
  }
}

function titleOf(name: string, unit: ReturnType<typeof quantityOf>, system: UnitSystem): string {
  const symbol = unit ? unitSymbol(unit, system) : ''
  return symbol ? `${name} (${symbol})` : name
}

const rounded = (value: number | null) => (value === null ? null : Math.round(value * 1_000) / 1_000)
