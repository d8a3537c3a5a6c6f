/**
 * The link to BACnet/IP controllers: finds and reads them, follows their values, reports what changes, and writes to those
 * that may be written to. Nothing that changes any other leaves the process.
 */
import type { SearchedObject } from '../../contracts/controller-networks'
import type {
  ClockReading,
  InstanceRange,
  LinkConfiguration,
  LinkEvents,
  PartialLink,
  TrendPage,
  TrendRequest,
  WatchedController,
} from '../../link/port'
import { LinkError } from '../../link/port'
import type { BacnetClient } from '../client/bacnet-client'
import type { RemoteDevice } from '../client/remote-device'
import type { IAm } from '../messages/who-is'
import { objectTypes } from '../object-types'
import { type Peer, peerKey } from '../peer'
import { isRequestFailure } from '../refusals'
import { systemTimers, type Timers } from '../timers'
import { ControllerManagement } from './controller-management'
import { readClock } from './device-clock'
import { readIdentity } from './identity'
import { listPoints } from './inventory'
import { linkErrorOf } from './link-errors'
import { NetworkClients, type OpenPort } from './network-clients'
import { firstAnswerMs, RemoteController } from './remote-controller'
import { searchNetwork, searchObject } from './search'
import { listTrendLogs, readTrendPage } from './trend-logs'

export interface BacnetLinkOptions {
  timers?: Timers
  /** Opens the sockets; tests replace it. */
  openPort?: OpenPort
  log?(text: string): void
}

const tickMs = 1_000

export function createBacnetLink({
  timers = systemTimers,
  openPort,
  log = () => {},
}: BacnetLinkOptions = {}): PartialLink {
  const link = new BacnetLink(timers, openPort, log)
  return {
    can: new Set(['points', 'write', 'schedules', 'events', 'trends', 'management', 'fileBackup', 'clock']),
    start: (events) => link.start(events),
    stop: () => link.stop(),
    configure: (configuration) => link.configure(configuration),
    find: (networkId, range, object) => link.find(networkId, range, object ?? null),
    refusals: async (deviceIds) => new Map(deviceIds.map((id) => [id, 'unsupported'])),
    async write(point, level, value) {
      const controller = link.controller(point.device_id)
      if (!controller) throw new LinkError('unreachable')
      return controller.write(point, level, value)
    },
    async acknowledge(event) {
      const controller = link.controller(event.deviceId)
      if (!controller) throw new LinkError('unreachable')
      await controller.acknowledge(event)
    },
    async sendSchedules(deviceId, content, base, attempts) {
      const controller = link.controller(deviceId)
      if (!controller) throw new LinkError('unreachable')
      return controller.sendSchedules({ content, base, attempts })
    },
    answers: (deviceId) => link.answers(deviceId),
    async infos(deviceIds) {
      const peers = deviceIds.map((id) => [id, link.controller(id)?.peer] as const)
      return new Map(
        peers.map(([id, peer]) => [id, { publicAddress: peer?.address ?? null, macAddress: null, network: null }]),
      )
    },
    clocks: (deviceIds) => link.clocks(deviceIds),
    setClock: (deviceId) => link.controller(deviceId)?.setClock() ?? Promise.reject(new LinkError('unreachable')),
    identify: (deviceId) => link.ask(deviceId, (device, { instance }) => readIdentity(device, instance)),
    manage: (deviceId, order) => link.management.manage(deviceId, order),
    backUpFiles: (deviceId, password) => link.management.backUp(deviceId, password),
    restoreFiles: (deviceId, backup, password) => link.management.restore(deviceId, backup, password),
    backupAborted: (deviceId) => link.management.abort(deviceId),
    trendLogs: (deviceId) => link.ask(deviceId, (device, { instance }) => listTrendLogs(device, instance)),
    trendPage: (deviceId, request) => link.readTrend(deviceId, request),
    async *objects(deviceId) {
      yield* await link.ask(deviceId, (device, { instance }) => listPoints(device, instance))
    },
    async read(deviceId, points) {
      const controller = link.controller(deviceId)
      if (!controller) throw new LinkError('unreachable')
      return controller.read(points)
    },
  }
}

class BacnetLink {
  readonly management: ControllerManagement
  readonly #timers: Timers
  readonly #log: (text: string) => void
  readonly #networks: NetworkClients
  #events: LinkEvents | undefined
  #configuration: LinkConfiguration = { networks: [], controllers: [] }
  readonly #controllers = new Map<string, RemoteController>()
  /** The controllers of each network by their address, as of the last tick. */
  #byPeer = new Map<string, RemoteController>()
  /** Controllers whose network is not open, and since when; infinite once that is reported. */
  readonly #cutOff = new Map<string, number>()
  #cancelTick = () => {}

  constructor(timers: Timers, openPort: OpenPort | undefined, log: (text: string) => void) {
    this.#timers = timers
    this.#log = log
    this.management = new ControllerManagement({
      timers,
      controllerOf: (deviceId) => this.#controllers.get(deviceId),
      events: () => this.#events,
    })
    this.#networks = new NetworkClients({
      ...{ timers, openPort, log },
      mayWrite: (networkId, device) => this.#byPeer.get(`${networkId} ${peerKey(device)}`)?.isWritable ?? false,
      onOpen: (networkId, client) => this.#attach(networkId, client),
      onClose: (networkId) => this.#detach(networkId),
    })
  }

  async start(events: LinkEvents): Promise<void> {
    this.#events = events
    this.#tickLater()
  }

  async stop(): Promise<void> {
    await this.management.stop()
    this.#cancelTick()
    for (const controller of this.#controllers.values()) controller.reportSamples()
    await this.#networks.stop()
  }

  configure(configuration: LinkConfiguration): void {
    this.#configuration = configuration
    const wanted = new Map(configuration.controllers.map((one) => [one.deviceId, one]))
    for (const [deviceId, controller] of this.#controllers) {
      const one = wanted.get(deviceId)
      if (one && isSameController(one, controller.watched)) controller.keep(one)
      else this.#remove(deviceId, controller)
    }
    void this.#networks.configure(configuration.networks)
    this.#addMissing()
  }

  async find(
    networkId: string,
    range: InstanceRange | null,
    object: SearchedObject | null,
  ): ReturnType<NonNullable<PartialLink['find']>> {
    await this.#networks.settled()
    if (!this.#networks.has(networkId)) throw new LinkError('refused')
    const client = this.#networks.client(networkId)
    const problem = () => this.#networks.problem(networkId)
    if (!client) return { controllers: [], duplicates: [], problem: problem() }
    const options = { client, timers: this.#timers, range, problem }
    return object ? searchObject(options, object) : searchNetwork(options)
  }

  controller(deviceId: string): RemoteController | undefined {
    return this.#controllers.get(deviceId)
  }

  async answers(deviceId: string): Promise<boolean> {
    try {
      await this.controller(deviceId)?.require()
      return this.controller(deviceId)?.isUp ?? false
    } catch (error) {
      if (error instanceof LinkError) return false
      throw error
    }
  }

  /** Asks a device something. Throws `LinkError` when it does not answer, or refuses. */
  async ask<Answer>(deviceId: string, question: (device: RemoteDevice, watched: WatchedController) => Promise<Answer>) {
    const controller = this.controller(deviceId)
    if (!controller) throw new LinkError('unreachable')
    const device = await controller.require()
    try {
      return await question(device, controller.watched)
    } catch (error) {
      if (!isRequestFailure(error)) throw error
      throw linkErrorOf(error.failure)
    }
  }

  /** Reads the clocks of some controllers; those that do not answer are left out. */
  async clocks(deviceIds: readonly string[]): Promise<ReadonlyMap<string, ClockReading>> {
    const read = async (deviceId: string) => {
      try {
        return await this.ask(deviceId, (device, watched) => readClock(device, watched, this.#timers.now()))
      } catch (error) {
        if (error instanceof LinkError) return null
        throw error
      }
    }
    const times = await Promise.all(deviceIds.map(async (id) => [id, await read(id)] as const))
    return new Map(times.flatMap(([id, time]) => (time === null ? [] : [[id, { time, syncedAt: null }] as const])))
  }

  /** Returns a part of a log, in the units of the console. */
  async readTrend(deviceId: string, { point: ref, ...request }: TrendRequest): Promise<TrendPage> {
    const point = await this.controller(deviceId)?.pointOf(ref)
    if (!point) throw new LinkError('unreachable')
    const { timeZone = 'UTC' } = this.controller(deviceId)?.watched ?? {}
    return this.ask(deviceId, (device, { instance }) =>
      readTrendPage(
        { ...{ device, instance, timeZone, now: this.#timers.now() }, toValue: (value) => point.valueOf(value) },
        request,
      ),
    )
  }

  #tickLater(): void {
    this.#cancelTick = this.#timers.after(tickMs, () => {
      this.#tick()
      this.#tickLater()
    })
  }

  #tick(): void {
    this.#byPeer = new Map()
    for (const controller of this.#controllers.values()) {
      controller.tick()
      this.#noteAddress(controller)
    }
    for (const { id } of this.#configuration.networks) this.#search(id)
    this.#reportCutOff()
  }

  /** Reports the controllers that are silent because their network cannot be opened. */
  #reportCutOff(): void {
    const now = this.#timers.now()
    for (const { deviceId, points } of this.#configuration.controllers) {
      const since = this.#cutOff.get(deviceId) ?? now
      if (this.#controllers.has(deviceId)) this.#cutOff.delete(deviceId)
      else this.#cutOff.set(deviceId, now - since >= firstAnswerMs ? Number.POSITIVE_INFINITY : since)
      if (this.#cutOff.get(deviceId) !== Number.POSITIVE_INFINITY || since === Number.POSITIVE_INFINITY) continue
      this.#events?.down(deviceId, since)
      const lost = points.map(({ id }) => ({ pointId: id, at: now, value: null, quality: 'lost' as const }))
      if (lost.length > 0) this.#events?.values(deviceId, lost)
    }
  }

  #noteAddress(controller: RemoteController): void {
    const { peer, watched } = controller
    if (peer) this.#byPeer.set(`${watched.networkId} ${peerKey(peer)}`, controller)
  }

  #attach(networkId: string, client: BacnetClient): void {
    client.onHeard((from) => this.#byPeer.get(`${networkId} ${peerKey(from)}`)?.heard())
    client.onEvent((notification, from) => {
      const controller = this.#byPeer.get(`${networkId} ${peerKey(from)}`)
      if (controller?.watched.instance === notification.device.instance) controller.takeEvent(notification)
    })
    client.onIAm((iAm, from) => this.#takeIAm(networkId, iAm, from))
    this.#addMissing()
  }

  #takeIAm(networkId: string, iAm: IAm, from: Peer): void {
    if (iAm.device.type !== objectTypes.device) return
    for (const controller of this.#controllers.values()) {
      const { watched } = controller
      if (watched.networkId !== networkId || watched.instance !== iAm.device.instance) continue
      controller.claim(iAm, from)
      this.#noteAddress(controller)
    }
  }

  #detach(networkId: string): void {
    for (const [deviceId, controller] of this.#controllers) {
      if (controller.watched.networkId !== networkId) continue
      controller.abandon()
      this.#controllers.delete(deviceId)
    }
  }

  #remove(deviceId: string, controller: RemoteController): void {
    controller.stop()
    this.#controllers.delete(deviceId)
  }

  /** Begins to follow the controllers whose networks are open. */
  #addMissing(): void {
    const events = this.#events
    if (!events) return
    for (const watched of this.#configuration.controllers) {
      const client = this.#networks.client(watched.networkId)
      if (!client || this.#controllers.has(watched.deviceId)) continue
      const context = { client, timers: this.#timers, events, log: this.#log }
      this.#controllers.set(watched.deviceId, new RemoteController(watched, context))
    }
    for (const { id } of this.#configuration.networks) this.#search(id)
  }

  /** Asks the controllers of a network that are not heard where they are. */
  #search(networkId: string): void {
    const client = this.#networks.client(networkId)
    if (!client) return
    const own = [...this.#controllers.values()]
      .filter(({ watched }) => watched.networkId === networkId)
      .sort((one, other) => one.watched.instance - other.watched.instance)
    for (const { low, high } of rangesOf(own))
      for (const scope of ['local', 'global'] as const) client.whoIs({ low, high, scope })
  }
}

const isSameController = (one: WatchedController, other: WatchedController) =>
  one.networkId === other.networkId && one.instance === other.instance

/** Returns the ranges of instances to search for; one for neighbours, between which no other controller is known. */
function rangesOf(controllers: readonly RemoteController[]): { low: number; high: number }[] {
  const ranges: { low: number; high: number }[] = []
  let last: { low: number; high: number } | undefined
  for (const controller of controllers) {
    const { instance } = controller.watched
    if (!controller.takeSearch()) last = undefined
    else if (last) last.high = instance
    else {
      last = { low: instance, high: instance }
      ranges.push(last)
    }
  }
  return ranges
}
