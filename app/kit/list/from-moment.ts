/** Returns the start time of a filter: the start of a day in its time zone, a time, or the later of both. */
import { startOfDay } from '~/domain/zoned-day'

export function fromMoment(
  { since, from }: { since?: string | undefined; from?: string | undefined },
  zone: string,
): string | undefined {
  const day = from && startOfDay(from, zone)
  return day && since ? (day > since ? day : since) : day || since
}
