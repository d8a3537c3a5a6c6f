/** The histories of a world, by the protocol of the controllers whose points they have. */
import type { Store } from '../kit/store'
import type { History } from './history'

export const simulated = 'simulated'

export interface HistoryRegistry {
  /** Registers the history of all controllers of a protocol. */
  provide(protocol: string, history: History): void
  /** Whether any controller may not be simulated. */
  hasOthers(): boolean
  /** Returns the history of a controller; an empty one when its protocol has none. */
  of(deviceId: string): History
}

export function createHistoryRegistry({ store }: { store: Store }): HistoryRegistry {
  const histories = new Map<string, History>()
  return {
    provide: (protocol, history) => void histories.set(protocol, history),
    hasOthers: () => histories.size > 1,
    of(deviceId) {
      const row = store.get<{ protocol: string }>('SELECT protocol FROM device WHERE id = ?', deviceId)
      return histories.get(row?.protocol ?? simulated) ?? emptyHistory
    },
  }
}

const emptyHistory: History = { between: () => new Map(), minutes: () => new Map(), last: () => new Map() }
