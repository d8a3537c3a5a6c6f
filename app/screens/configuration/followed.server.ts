/** The controllers of one change, across all places: the progress of all, and one page of them, failed ones first. */
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { mostFor } from '~/changes'
import { isBuilding, isSending, isWaiting, sendProgress } from '~/domain/send-state'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import type { BoardFilter } from './choice'
import { type ControllerState, isWanted, type StatesPage, stateOf } from './controller-states.server'
import { standingsOf } from './controllers.server'
import { typeOf } from './kind'
import { type ConfigurationPlace, placeId } from './place'

export interface Followed {
  page: StatesPage
  /** Whether the change was an upload, whose progress is that of its builds. */
  isOfUpload: boolean
  /** Whether work is still running that ends by itself. */
  isUnderWay: boolean
  /** How many of the change's controllers were read. */
  counted: number
  of: number
  sends: ReturnType<typeof sendProgress>
  builds: { built: number; running: number; failed: number }
  /** The controllers to send to again, and those built but not sent. */
  again: string[]
  unsent: string[]
}

const pageSize = 50

interface Asked extends BoardFilter {
  changeId: string
  after: string | null
}

/**
 * Returns the followed change as far as its records are visible to the reader. Without batch reads only the controllers
 * of the page are read.
 */
export function followed(made: Reader, at: ConfigurationPlace, asked: Asked): Promise<Panel<Followed>> {
  return asPanel(statesOf(made, at, asked))
}

async function statesOf(
  made: Reader,
  at: ConfigurationPlace,
  { changeId, after, ...filter }: Asked,
): Promise<Followed> {
  const { entries } = await findEntries({
    tenantId: at.tenantId,
    under: placeId(at),
    changeId,
    visibleTo: visibleTo(made),
    limit: mostFor('configuration.send'),
  })
  const ids = [...new Set(entries.map(({ subject }) => subject.id))]
  const start = Number(after ?? 0) || 0
  const look = async (some: readonly string[]) =>
    (await standingsOf(made.ask, at, some)).flatMap(({ id, found }) => {
      if (!found) return []
      const { name, hostId, overallStatus, path } = found.device
      const listed = { deviceId: id, name, hostId, connected: overallStatus?.connected, path }
      return stateOf({ ...listed, states: { [typeOf[at.kind]]: found.state } }, at.kind)
    })
  const first = await look(ids.slice(start, start + pageSize))
  const others = [...ids.slice(0, start), ...ids.slice(start + pageSize)]
  // The first read has shown by now whether the backend supports batch reads.
  const rest = await withFallback<ControllerState[] | null>(
    site.namedDevices,
    () => look(others),
    async () => (others.length > 0 ? null : []),
  )
  const rows = [...first, ...(rest ?? [])]
  const wanted = rows.filter((row) => isWanted(row, filter)).sort(failedFirst(made.language))
  const shown = rest ? wanted.slice(start, start + pageSize) : wanted
  const matching = rest ? wanted.length : ids.length
  const next = start + pageSize < matching ? String(start + pageSize) : null
  return {
    page: { rows: shown, total: { count: matching, isCapped: false }, next, isCut: false },
    isOfUpload: entries[0]?.mutation === 'graphics.upload',
    isUnderWay: rows.some(isUnderWay),
    counted: rest ? ids.length : Math.min(pageSize, ids.length - start),
    of: ids.length,
    ...countsOf(rows),
  }
}

function countsOf(rows: readonly ControllerState[]): Pick<Followed, 'sends' | 'builds' | 'again' | 'unsent'> {
  const built = rows.filter(({ processState }) => processState === 'completed')
  return {
    sends: sendProgress(rows.map(({ sendState, isConnected }) => ({ state: sendState, connected: isConnected }))),
    builds: {
      built: built.length,
      running: rows.filter(({ processState }) => isBuilding(processState)).length,
      failed: rows.filter(({ processState }) => processState === 'failed').length,
    },
    again: rows.filter(({ sendState }) => sendState === 'failed').map(({ id }) => id),
    unsent: built.filter(({ isDirty, sendState }) => isDirty && !isSending(sendState)).map(({ id }) => id),
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
