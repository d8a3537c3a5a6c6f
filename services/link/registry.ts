/** The links of an installation, by protocol, and the link of each controller. */
import type { Store } from '../kit/store'
import {
  type ControllerLink,
  type DeliverSchedules,
  type LinkChange,
  type LinkConfiguration,
  LinkError,
  type LinkEvents,
  type LinkRefusal,
  type PartialLink,
} from './port'

export interface Links {
  /** Registers the link of a protocol. */
  register(protocol: string, link: PartialLink): void
  /** Returns whether there is a link of a protocol. */
  has(protocol: string): boolean
  /** Returns the link of a protocol; one that can do nothing when there is none. */
  named(protocol: string): ControllerLink
  /** Returns the link of a controller; one that can do nothing when its protocol has none. */
  of(deviceId: string): ControllerLink
  /** Notifies every link of the configuration of its protocol. */
  configure(configurationOf: (protocol: string) => LinkConfiguration): void
  /** Returns the controllers that would not accept a change now, and why; links without the capability accept none. */
  refusals(deviceIds: readonly string[], change: LinkChange): Promise<ReadonlyMap<string, LinkRefusal>>
  /** Starts every link. Schedules are delivered through `deliver`. */
  start(events: LinkEvents, deliver: DeliverSchedules): Promise<void>
  stop(): Promise<void>
}

/** The link of controllers that are simulated. */
export const simulatedProtocol = 'simulated'

/** The link of controllers that speak BACnet. */
export const bacnetProtocol = 'bacnet'

/** Adds the column of the protocol to a store that was created without it. */
export function addProtocolColumn(store: Store): void {
  const exists = store.get(`SELECT 1 FROM pragma_table_info('device') WHERE name = 'protocol'`)
  if (!exists) store.exec(`ALTER TABLE device ADD COLUMN protocol TEXT NOT NULL DEFAULT '${simulatedProtocol}'`)
}

export function createLinks({ store }: { store: Store }): Links {
  const links = new Map<string, ControllerLink>()
  let deliver: DeliverSchedules = ignored
  const linkOf = (deviceId: string) => {
    const row = store.get<{ protocol: string }>('SELECT protocol FROM device WHERE id = ?', deviceId)
    return links.get(row?.protocol ?? simulatedProtocol) ?? absentLink
  }
  /** Returns the events as the link of a protocol may report them: of its own controllers only. */
  const eventsOf = (protocol: string, events: LinkEvents): LinkEvents => {
    const own =
      <Rest extends unknown[]>(report: (deviceId: string, ...rest: Rest) => void) =>
      (deviceId: string, ...rest: Rest) => {
        if (store.get('SELECT 1 FROM device WHERE id = ? AND protocol = ?', deviceId, protocol))
          report(deviceId, ...rest)
      }
    return {
      up: own(events.up),
      down: own(events.down),
      values: own(events.values),
      alarm: own(events.alarm),
      transition: own(events.transition),
      eventSummary: own(events.eventSummary),
      acknowledged: own(events.acknowledged),
      objectsChanged: own(events.objectsChanged),
      schedulesChanged: own(events.schedulesChanged),
    }
  }
  return {
    register(protocol, partial) {
      const link: ControllerLink = {
        ...absentLink,
        schedulesSaved: (deviceId) => deliver(deviceId, (content) => link.sendSchedules(deviceId, content)),
        ...partial,
      }
      links.set(protocol, link)
    },
    has: (protocol) => links.has(protocol),
    named: (protocol) => links.get(protocol) ?? absentLink,
    of: linkOf,
    configure(configurationOf) {
      for (const [protocol, link] of links)
        if (protocol !== simulatedProtocol) link.configure(configurationOf(protocol))
    },
    async refusals(deviceIds, change) {
      const byLink = new Map<ControllerLink, string[]>()
      for (const id of new Set(deviceIds)) {
        const link = linkOf(id)
        byLink.set(link, [...(byLink.get(link) ?? []), id])
      }
      const answers = await Promise.all(
        [...byLink].map(async ([link, ids]) =>
          change === 'change' || link.can.has(change)
            ? [...(await link.refusals(ids, change))]
            : ids.map((id) => [id, 'unsupported'] as const),
        ),
      )
      return new Map(answers.flat())
    },
    async start(events, deliverSchedules) {
      deliver = deliverSchedules
      for (const [protocol, link] of links) await link.start(eventsOf(protocol, events))
    },
    async stop() {
      for (const link of links.values()) await link.stop()
    },
  }
}

const unsupported = () => Promise.reject(new LinkError('unsupported'))
const done = () => Promise.resolve()
const ignored = () => undefined

/** Can do nothing. */
const absentLink: ControllerLink = {
  can: new Set(),
  start: done,
  stop: done,
  refusals: () => Promise.resolve(new Map()),
  configure: ignored,
  find: unsupported,
  answers: () => Promise.resolve(false),
  info: () => Promise.resolve({ publicAddress: null, macAddress: null, network: null }),
  clock: () => Promise.resolve(null),
  async *objects() {},
  read: () => Promise.resolve([]),
  write: unsupported,
  acknowledge: unsupported,
  sendSchedules: unsupported,
  added: ignored,
  onboardingBegan: ignored,
  workQueued: ignored,
  schedulesSaved: ignored,
  backupQueued: ignored,
}
