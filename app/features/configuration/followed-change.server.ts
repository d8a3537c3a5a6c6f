/** The controllers of one change, across all places: the progress of all, and one page of them, failed ones first. */
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { limitFor } from '~/changes'
import { isBuilding, isSending, isWaiting, sendProgress } from '~/domain/send-state'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import type { BoardFilter } from './board-selection'
import {
  type ControllerState,
  matchesBoardFilter,
  type StatesPage,
  toControllerState,
} from './controller-states.server'
import { readDeviceStates } from './shared/controllers.server'
import { configurationTypeOf } from './shared/kind'
import { type ConfigurationPlace, configurationPlaceId } from './shared/place'

export interface FollowedChange {
  page: StatesPage
  /** Whether the change was an upload, whose progress is that of its builds. */
  isUpload: boolean
  /** Whether work is still running that ends by itself. */
  isUnderWay: boolean
  /** How many of the change's controllers were read. */
  counted: number
  of: number
  sends: ReturnType<typeof sendProgress>
  builds: { built: number; running: number; failed: number }
  /** The controllers to send to again, and those built but not sent. */
  retryIds: string[]
  unsentIds: string[]
}

const pageSize = 50

interface FollowedQuery extends BoardFilter {
  changeId: string
  after: string | null
}

/**
 * Returns the followed change as far as its records are visible to the reader. Without batch reads only the controllers
 * of the page are read.
 */
export function loadFollowedChange(
  reader: Reader,
  at: ConfigurationPlace,
  query: FollowedQuery,
): Promise<Panel<FollowedChange>> {
  return asPanel(statesOf(reader, at, query))
}

async function statesOf(
  reader: Reader,
  at: ConfigurationPlace,
  { changeId, after, ...filter }: FollowedQuery,
): Promise<FollowedChange> {
  const { entries } = await findEntries({
    tenantId: at.tenantId,
    under: configurationPlaceId(at),
    changeId,
    visibleTo: visibleTo(reader),
    limit: limitFor('configuration.send'),
  })
  const ids = [...new Set(entries.map(({ subject }) => subject.id))]
  const start = Number(after ?? 0) || 0
  const readStates = async (some: readonly string[]) =>
    (await readDeviceStates(reader.call, at, some)).flatMap(({ id, match }) => {
      if (!match) return []
      const { name, hostId, overallStatus, path } = match.device
      const listed = { deviceId: id, name, hostId, connected: overallStatus?.connected, path }
      return toControllerState({ ...listed, states: { [configurationTypeOf[at.kind]]: match.state } }, at.kind)
    })
  const first = await readStates(ids.slice(start, start + pageSize))
  const others = [...ids.slice(0, start), ...ids.slice(start + pageSize)]
  // The first read has shown by now whether the backend supports batch reads.
  const rest = await withFallback<ControllerState[] | null>(
    site.namedDevices,
    () => readStates(others),
    async () => (others.length > 0 ? null : []),
  )
  const rows = [...first, ...(rest ?? [])]
  const matches = rows.filter((row) => matchesBoardFilter(row, filter)).sort(failedFirst(reader.language))
  const pageRows = rest ? matches.slice(start, start + pageSize) : matches
  const matching = rest ? matches.length : ids.length
  const next = start + pageSize < matching ? String(start + pageSize) : null
  return {
    page: { rows: pageRows, total: { count: matching, isCapped: false }, next, isCut: false },
    isUpload: entries[0]?.mutation === 'graphics.upload',
    isUnderWay: rows.some(isUnderWay),
    counted: rest ? ids.length : Math.min(pageSize, ids.length - start),
    of: ids.length,
    ...countsOf(rows),
  }
}

function countsOf(
  rows: readonly ControllerState[],
): Pick<FollowedChange, 'sends' | 'builds' | 'retryIds' | 'unsentIds'> {
  const built = rows.filter(({ processState }) => processState === 'completed')
  return {
    sends: sendProgress(rows.map(({ sendState, isConnected }) => ({ state: sendState, connected: isConnected }))),
    builds: {
      built: built.length,
      running: rows.filter(({ processState }) => isBuilding(processState)).length,
      failed: rows.filter(({ processState }) => processState === 'failed').length,
    },
    retryIds: rows.filter(({ sendState }) => sendState === 'failed').map(({ id }) => id),
    unsentIds: built.filter(({ isDirty, sendState }) => isDirty && !isSending(sendState)).map(({ id }) => id),
  }
}

/** A send that waits for its controller may run for a day and is not counted. */
const isUnderWay = ({ sendState, isConnected, processState }: ControllerState) =>
  (isSending(sendState) && !isWaiting(sendState, isConnected)) || isBuilding(processState)

function failedFirst(language: string) {
  const names = new Intl.Collator(language, { numeric: true })
  const rank = ({ sendState, processState }: ControllerState) =>
    sendState === 'failed' || processState === 'failed' ? 0 : 1
  return (one: ControllerState, other: ControllerState) =>
    rank(one) - rank(other) || names.compare(one.name, other.name)
}
