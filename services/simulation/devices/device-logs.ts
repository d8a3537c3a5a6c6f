/** Trend logs of a simulated controller: what some of its points read each minute since it is served, heard or not. */
import type { LogSource, ServedLog, ServedPoint } from '../../bacnet/server/device-model'
import { minuteMs } from '../../history/history'
import type { World } from '../../kit/world'
import { createSimulatedHistory } from '../building/history'

/** A point with its place in the building. */
export interface LoggedPoint {
  id: string
  point: ServedPoint
}

/** A day of minutes. */
const bufferSize = 1_440

/** Returns the logs of points, which begin now. */
export function deviceLogs(world: World, logged: readonly LoggedPoint[]): LogSource {
  const startedAt = Math.floor(world.clock.now() / minuteMs) * minuteMs
  const history = createSimulatedHistory(world)
  return {
    all: () =>
      logged.map(
        ({ point }, at): ServedLog => ({
          ...{ instance: at + 1, name: `${point.name} log`, of: { type: point.type, instance: point.instance } },
          ...{ intervalMs: minuteMs, bufferSize, startedAt },
          newest: Math.max(0, Math.floor((world.clock.now() - startedAt) / minuteMs)),
        }),
      ),
    records({ instance }, first, count) {
      const id = logged[instance - 1]?.id ?? ''
      const from = startedAt + first * minuteMs
      const minutes = history.expected?.([id], { from, to: from + count * minuteMs }).get(id) ?? []
      return Array.from({ length: count }, (_, index) => {
        const value = minutes[index]
        return { at: from + index * minuteMs, value: typeof value === 'number' ? value : null }
      })
    },
  }
}
