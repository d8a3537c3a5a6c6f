/**
 * Who holds what in one controller: the levels of its commandable points are read when a value changes, and now and then
 * without that, since a level below the strongest changes no value. What has changed is reported.
 */
import type { HeldLevels, LinkEvents } from '../../link/port'
import type { Timers } from '../timers'
import type { RemotePoint } from './remote-point'

interface LevelWatchContext {
  deviceId: string
  events: LinkEvents
  timers: Timers
  /** Reads points with their levels. */
  refresh(points: readonly RemotePoint[]): Promise<void>
}

/** Points whose levels are read together. */
const batchSize = 50

export class LevelWatch {
  readonly #context: LevelWatchContext
  #isReading = false

  constructor(context: LevelWatchContext) {
    this.#context = context
  }

  /** Reads the levels that are due of a controller that answers, and reports what has changed. */
  tick(points: ReadonlyMap<string, RemotePoint>): void {
    this.#report(points)
    if (this.#isReading) return
    const now = this.#context.timers.now()
    const due: RemotePoint[] = []
    for (const point of points.values()) {
      if (due.length >= batchSize) break
      if (point.isWatched && point.levelsAreDue(now)) due.push(point)
    }
    if (due.length === 0) return
    this.#isReading = true
    for (const point of due) point.noteLevelsRequest(now)
    void this.#context
      .refresh(due)
      .then(() => this.#report(points))
      .finally(() => {
        this.#isReading = false
      })
  }

  #report(points: ReadonlyMap<string, RemotePoint>): void {
    const changed = [...points.values()].flatMap((point): HeldLevels[] => {
      const levels = point.isWatched ? point.takeChangedLevels() : null
      return levels ? [{ pointId: point.ref.id, levels }] : []
    })
    if (changed.length > 0) this.#context.events.levels(this.#context.deviceId, changed)
  }
}
