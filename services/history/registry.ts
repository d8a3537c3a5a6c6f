/** The histories of a world, by the protocol of the controllers whose points they have. */
import type { History } from './history'

export const simulated = 'simulated'

export interface HistoryRegistry {
  /** Registers the history of all controllers of a protocol. */
  provide(protocol: string, history: History): void
  /** Names the protocol of a controller; by default it is simulated. */
  assign(deviceId: string, protocol: string): void
  /** Whether any controller is not simulated. */
  hasOthers(): boolean
  of(deviceId: string): History
}

export function createHistoryRegistry(): HistoryRegistry {
  const histories = new Map<string, History>()
  const protocols = new Map<string, string>()
  return {
    provide: (protocol, history) => void histories.set(protocol, history),
    assign: (deviceId, protocol) => void protocols.set(deviceId, protocol),
    hasOthers: () => protocols.size > 0,
    of(deviceId) {
      const protocol = protocols.get(deviceId) ?? simulated
      const history = histories.get(protocol)
      if (!history) throw new Error(`There is no history of controllers with protocol ${protocol}`)
      return history
    },
  }
}
