/** The moment whose values a page of charts shows, in its address: typed as local time of the site, then in UTC. */
import { localTime, momentOf } from '~/domain/zoned-day'
import { timeZoneOrUtc } from '../format'
import type { ChartSpan } from './buckets'

/** The parameters of the address; the zone is there while the moment is as somebody typed it. */
export const valueAtParams = { at: 'at', zone: 'atZone' } as const

/** A typed day and minute, as the console writes them, the same for every browser. */
const typedMomentForm = /^\s*\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?\s*$/

/** As browsers check it in a field. */
export const typedMomentPattern = typedMomentForm.source

/** Returns a typed local time of a zone in ms; null if it is none. */
export function parseTypedMoment(text: string, zone: string): number | null {
  const moment = typedMomentForm.test(text) ? Date.parse(`${text.trim().replace(' ', 'T')}Z`) : Number.NaN
  return Number.isNaN(moment) ? null : momentOf(moment, timeZoneOrUtc(zone))
}

/** Returns the moment of the address, in ms; null without a valid one. */
export function momentInSearch(search: URLSearchParams): number | null {
  const text = search.get(valueAtParams.at) ?? ''
  const zone = search.get(valueAtParams.zone)
  const typed = zone === null ? null : parseTypedMoment(text, zone)
  if (typed !== null || !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return typed
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? null : moment
}

/** Returns a moment as the field of a form has it, in the time of the site. */
export const typedMoment = (moment: number, zone: string) =>
  new Date(localTime(moment, timeZoneOrUtc(zone))).toISOString().slice(0, 16)

/** Returns the window, or one of its length around a moment outside it. */
export function spanWith({ from, to }: ChartSpan, moment: number): ChartSpan {
  if (moment >= from && moment <= to) return { from, to }
  const half = Math.round((to - from) / 2)
  return { from: moment - half, to: moment + half }
}
