/** From when on a list is asked for: from a day of its zone on, from a moment on, or from the later one of both. */
import { startOfDay } from '~/domain/zoned-day'

export function fromMoment(
  { since, from }: { since?: string | undefined; from?: string | undefined },
  zone: string,
): string | undefined {
  const day = from && startOfDay(from, zone)
  return day && since ? (day > since ? day : since) : day || since
}
