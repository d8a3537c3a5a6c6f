/** Reads points of any controllers, each from the history of its controller. */
import type { Value } from '../contracts/points'
import type { World } from '../kit/world'
import type { Awaitable, History, HistoryMinutes, HistoryReading, HistoryWindow, MinuteRange } from './history'

/** Returns the readings of points in a window, as `History.between`. */
export const readHistory = (world: World, pointIds: readonly string[], window: HistoryWindow) =>
  joined<HistoryReading[]>(historiesOf(world, pointIds).map(([history, ids]) => history.between(ids, window)))

/** Returns what can be trusted of each minute of a window, as `History.minutes`. */
export const readMinutes = (world: World, pointIds: readonly string[], window: MinuteRange) =>
  joined<readonly (Value | null)[]>(historiesOf(world, pointIds).map(([history, ids]) => history.minutes(ids, window)))

/** Returns the last reading of each point at or before a moment. */
export const readLast = (world: World, pointIds: readonly string[], at: number) =>
  joined<HistoryReading>(historiesOf(world, pointIds).map(([history, ids]) => history.last(ids, at)))

/** Returns the minutes of points up to now and those expected, as `History.expected`; undefined when any is unknown. */
export function expectedMinutes(
  world: World,
  pointIds: readonly string[],
  window: MinuteRange,
): HistoryMinutes | undefined {
  const minutes: HistoryMinutes = new Map()
  for (const [history, ids] of historiesOf(world, pointIds)) {
    if (!history.expected) return undefined
    for (const [id, own] of history.expected(ids, window)) minutes.set(id, own)
  }
  return minutes
}

/** Whether any of the points may have left its healthy course in a window. */
export const mayBeDisturbed = (world: World, pointIds: readonly string[], window: MinuteRange): boolean =>
  historiesOf(world, pointIds).some(([history, ids]) => history.isDisturbed?.(ids, window) ?? ids.length > 0)

/** Returns the points by history. */
function historiesOf({ store, histories }: World, pointIds: readonly string[]): [History, readonly string[]][] {
  if (!histories.hasOthers()) return [[histories.of(''), pointIds]]
  const rows = store.all<{ id: string; device_id: string }>(
    'SELECT id, device_id FROM point WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(pointIds),
  )
  const byHistory = new Map<History, string[]>()
  for (const { id, device_id } of rows) {
    const history = histories.of(device_id)
    const own = byHistory.get(history)
    if (own) own.push(id)
    else byHistory.set(history, [id])
  }
  return [...byHistory]
}

function joined<Read>(parts: readonly Awaitable<Map<string, Read>>[]): Awaitable<Map<string, Read>> {
  const join = (maps: readonly Map<string, Read>[]) => new Map(maps.flatMap((map) => [...map]))
  return parts.some((part) => part instanceof Promise)
    ? Promise.all(parts).then(join)
    : join(parts as readonly Map<string, Read>[])
}

/** Works on what was read: at once if it is there, else when it arrives. */
export const whenRead = <Read, Result>(read: Awaitable<Read>, work: (read: Read) => Result): Awaitable<Result> =>
  read instanceof Promise ? read.then(work) : work(read)

/** Finishes a job with what it read: at once if it is there, else in a transaction of its own. */
export function finishRead<Read>(
  { store, log }: World,
  kind: string,
  read: Awaitable<Read>,
  finish: (read: Read) => void,
): void {
  if (read instanceof Promise)
    read
      .then((value) => store.transaction(() => finish(value)))
      .catch((error: unknown) => log.error({ err: error, kind }, 'a job failed'))
  else finish(read)
}
