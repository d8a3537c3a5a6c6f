/**
 * Writes to the levels of one controller, each with what its levels held before and hold after it. Many writes at once
 * share the readings: one before them and one after, however many they are.
 */
import type { PointLevel, PointReading, WriteAnswer } from '../../link/port'
import type { RemotePoint } from './remote-point'

interface LevelWritesContext {
  now(): number
  /** Reads points with their levels; what the controller does not answer is not known afterwards. */
  refresh(points: readonly RemotePoint[]): Promise<void>
  /** Returns the reading of a point as it is known. */
  readingOf(point: RemotePoint): PointReading
}

/** The reading after writes does not wait for more of them than these. */
const maxReadTogether = 50

export class LevelWrites {
  readonly #context: LevelWritesContext
  readonly #before = new ReadingQueue()
  readonly #after = new ReadingQueue()
  /** Writes that are not over. */
  #underWay = 0

  constructor(context: LevelWritesContext) {
    this.#context = context
  }

  /** Reads the levels of a point, sends a write, and reads them again. Rejects with what `send` rejects with. */
  async write(point: RemotePoint, send: () => Promise<void>): Promise<WriteAnswer> {
    let before: readonly PointLevel[] | null
    this.#underWay += 1
    try {
      before = (await this.#read(this.#before, point))?.levels ?? null
      await send()
    } finally {
      this.#underWay -= 1
      point.written()
      this.#readAfter()
    }
    const after = await this.#read(this.#after, point)
    point.noteOwnReading()
    return { before, after }
  }

  /** Returns a reading that begins from now on; null when the controller does not answer it. */
  async #read(queue: ReadingQueue, point: RemotePoint): Promise<PointReading | null> {
    const from = this.#context.now()
    const read = queue.add(point)
    if (queue === this.#before) queue.run((points) => this.#context.refresh(points))
    else this.#readAfter()
    await read
    return point.hasLevelsSince(from) ? this.#context.readingOf(point) : null
  }

  #readAfter(): void {
    if (this.#underWay === 0 || this.#after.length >= maxReadTogether)
      this.#after.run((points) => this.#context.refresh(points))
  }
}

/** Points that are read together; those that are added during a reading are read by the next one. */
class ReadingQueue {
  #waiting = new Map<RemotePoint, (() => void)[]>()
  #isRunning = false

  get length(): number {
    return this.#waiting.size
  }

  /** Resolves once a reading that begins later is over, whatever it found. */
  add(point: RemotePoint): Promise<void> {
    return new Promise((resolve) => this.#waiting.set(point, [...(this.#waiting.get(point) ?? []), resolve]))
  }

  run(read: (points: readonly RemotePoint[]) => Promise<void>): void {
    if (this.#isRunning || this.#waiting.size === 0) return
    const waiting = this.#waiting
    this.#waiting = new Map()
    this.#isRunning = true
    void read([...waiting.keys()]).finally(() => {
      this.#isRunning = false
      for (const resolve of [...waiting.values()].flat()) resolve()
      this.run(read)
    })
  }
}
