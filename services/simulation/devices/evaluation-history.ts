/** The history of controllers that a link took over from the simulation: computed before, measured since. */
import { type History, type HistoryMinutes, type HistoryReadings, minuteMs } from '../../history/history'
import { whenRead } from '../../history/points'
import type { Clock } from '../../kit/clock'

interface Takeover {
  past: History
  measured: History
  /** When the link took over, ms. */
  since: number
  clock: Pick<Clock, 'now'>
}

/** Returns a history in which each minute has one source: the past up to the first whole minute after the takeover. */
export function createTakenOverHistory({ past, measured, since, clock }: Takeover): History {
  const border = Math.ceil(since / minuteMs) * minuteMs
  const isPast = (to: number) => to <= border || clock.now() < border
  return {
    between(pointIds, window) {
      if (isPast(window.to)) return past.between(pointIds, window)
      if (window.from >= border) return measured.between(pointIds, window)
      return whenRead(past.between(pointIds, { ...window, to: border }), (before) =>
        whenRead(
          measured.between(pointIds, { ...window, from: border }),
          (after): HistoryReadings => joinedById(pointIds, before, after),
        ),
      ) as ReturnType<History['between']>
    },
    minutes(pointIds, window) {
      if (isPast(window.to)) return past.minutes(pointIds, window)
      if (window.from >= border) return measured.minutes(pointIds, window)
      return whenRead(past.minutes(pointIds, { ...window, to: border }), (before) =>
        whenRead(
          measured.minutes(pointIds, { ...window, from: border }),
          (after): HistoryMinutes => joinedById(pointIds, before, after),
        ),
      ) as ReturnType<History['minutes']>
    },
    last(pointIds, at) {
      if (isPast(at + 1)) return past.last(pointIds, at)
      return whenRead(measured.last(pointIds, at), (after) => {
        const silent = pointIds.filter((id) => (after.get(id)?.at ?? 0) < border)
        return whenRead(past.last(silent, border - 1), (before) => new Map([...after, ...before]))
      }) as ReturnType<History['last']>
    },
    // What was before is computed.
    ...(measured.fill && {
      async fill(late) {
        const readings = late.readings.filter(({ at }) => at >= border)
        return readings.length > 0 ? ((await measured.fill?.({ ...late, readings })) ?? 0) : 0
      },
    }),
  }
}

/** Returns what both parts have of each point. */
const joinedById = <One>(
  ids: readonly string[],
  before: ReadonlyMap<string, readonly One[]>,
  after: ReadonlyMap<string, readonly One[]>,
): Map<string, One[]> => new Map(ids.map((id) => [id, [...(before.get(id) ?? []), ...(after.get(id) ?? [])]]))
