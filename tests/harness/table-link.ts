/** A link to controllers that are a table: a test sets what they measure and sees what was written to them. */
import type { Value } from '../../services/contracts/points'
import type { ObjectDescription, PartialLink, PointReading, PointRef, ScheduleContent } from '../../services/link/port'
import { LinkError } from '../../services/link/port'
import { emptyWorkTable, type WorkTable } from './table-work'

/** The whole state of the controllers, as JSON could hold it. */
export interface LinkTable {
  objects: ObjectDescription[]
  /** What an object measures while nothing is written, by `type:instance`. */
  values: Record<string, Value>
  /** Priority arrays: level → value, by `type:instance`. */
  slots: Record<string, Record<number, Value>>
  acknowledged: string[]
  /** What it was requested to do at its controllers. */
  work: WorkTable
  schedules: ScheduleContent | null
  /** How many controllers and points it was configured with last. */
  configured: { controllers: number; points: number } | null
  /** Refuses everything when set. */
  trouble: 'unreachable' | 'refused' | null
}

export const emptyTable = (objects: ObjectDescription[] = []): LinkTable => {
  return {
    ...{ objects, values: {}, slots: {}, acknowledged: [], schedules: null, configured: null, trouble: null },
    work: emptyWorkTable(),
  }
}

const keyOf = ({ object_type, object_instance }: PointRef) => `${object_type}:${object_instance}`

/** Returns a link to the table; `until` delays every change by what a test waits for. */
export function createTableLink(table: LinkTable, until: () => Promise<unknown> = async () => undefined): PartialLink {
  const change = async <Result>(work: () => Result) => {
    await until()
    if (table.trouble) throw new LinkError(table.trouble)
    return work()
  }
  const readingOf = (point: PointRef): PointReading => {
    const levels = Object.entries(table.slots[keyOf(point)] ?? {})
      .map(([level, value]) => ({ level: Number(level), value, at: Date.now(), isScheduled: false }))
      .sort((a, b) => a.level - b.level)
    const free = table.values[keyOf(point)] ?? null
    return { pointId: point.id, at: Date.now(), value: levels[0]?.value ?? free, relinquishDefault: free, levels }
  }
  return {
    can: new Set(['points', 'write', 'schedules', 'events']),
    configure({ controllers }) {
      const points = controllers.reduce((sum, one) => sum + one.points.length, 0)
      table.configured = { controllers: controllers.length, points }
    },
    answers: async () => table.trouble !== 'unreachable',
    async *objects() {
      yield* table.objects
    },
    async read(_deviceId, points) {
      if (table.trouble === 'unreachable') throw new LinkError('unreachable')
      return points.map(readingOf)
    },
    write: (point, level, value) =>
      change(() => {
        const slots = { ...table.slots[keyOf(point)] }
        const before = readingOf(point).levels
        if (value === null) delete slots[level]
        else slots[level] = value
        table.slots[keyOf(point)] = slots
        return { before, after: readingOf(point) }
      }),
    acknowledge: ({ alarmId }) => change(() => void table.acknowledged.push(alarmId)),
    sendSchedules: async (_deviceId, schedules) => {
      await change(() => void Object.assign(table, { schedules }))
      return null
    },
  }
}
