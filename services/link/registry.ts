/** The links of an installation, by protocol or site agent, and the link of each controller. */
import type { Store } from '../kit/store'
import {
  type ClockReading,
  type ControllerInfo,
  type ControllerLink,
  type DeliverSchedules,
  type LinkChange,
  type LinkConfiguration,
  LinkError,
  type LinkEvents,
  type LinkRefusal,
  type ModelObject,
  type PartialLink,
  type PointReading,
  type PointRef,
  type ReadFilePart,
  type RequestWork,
} from './port'

/** The clock of a controller, null when it is not known, and what its link can do. */
export interface DeviceClock {
  clock: ClockReading | null
  can: ControllerLink['can']
}

/** The objects of a model, as the link of a protocol knows them. */
export interface ListedModel {
  protocol: string
  model: string
  objects: readonly ModelObject[]
}

/** The connections of site agents. */
export interface AgentConnections {
  /** Returns the link over the connections of an agent. */
  link(agentId: string): PartialLink
  isConnected(agentId: string): boolean
  /** Ends the connections whose key is no longer valid. */
  verify(): void
}

export interface Links {
  /** Registers the link of a protocol. */
  register(protocol: string, link: PartialLink): void
  /** Accepts site agents. */
  acceptAgents(connections: AgentConnections): void
  /** Whether site agents are accepted. */
  acceptsAgents(): boolean
  isAgentConnected(agentId: string): boolean
  /** Returns whether there is a link of a protocol, over a site agent or without one. */
  has(protocol: string, agentId?: string | null): boolean
  /** Returns the link of a protocol, over a site agent or without one; one that can do nothing when there is none. */
  named(protocol: string, agentId?: string | null): ControllerLink
  /** Returns the link of a controller; one that can do nothing when its protocol has none. */
  of(deviceId: string): ControllerLink
  /** Returns a function with the links of some controllers. */
  ofEach(deviceIds: readonly string[]): (deviceId: string) => ControllerLink
  /** Returns the readings of points, of all their controllers at once; none of one that does not answer. */
  read(points: readonly PointRef[]): Promise<PointReading[]>
  /** Returns the clocks of some controllers by their ids; those that do not exist are left out. */
  clocks(deviceIds: readonly string[]): Promise<ReadonlyMap<string, DeviceClock>>
  /** Returns what some controllers state about themselves, by their ids; what is not known is left out. */
  infos(deviceIds: readonly string[]): Promise<ReadonlyMap<string, ControllerInfo>>
  /** Returns the objects of some models, each as a link knows them. */
  modelObjects(models: readonly string[]): Promise<ListedModel[]>
  /** Notifies every link of its configuration, after it has begun or ended those of site agents. */
  configure(configurationOf: (protocol: string, agentId: string | null) => LinkConfiguration): Promise<void>
  /** Returns the controllers that would not accept a change now, and why; links without the capability accept none. */
  refusals(deviceIds: readonly string[], change: LinkChange): Promise<ReadonlyMap<string, LinkRefusal>>
  /**
   * Starts every link. Schedules are delivered through `deliver`, work is requested through `requestWork`, and its files
   * are read through `readPart`.
   */
  start(events: LinkEvents, deliver: DeliverSchedules, requestWork: RequestWork, readPart: ReadFilePart): Promise<void>
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

/** Which link reaches a controller. */
interface LinkChoice {
  protocol: string
  agentId: string | null
}

const choices = `SELECT device.id, device.protocol, network.agent_id AS agentId FROM device
       LEFT JOIN networked_device AS own ON own.device_id = device.id
       LEFT JOIN controller_network AS network ON network.id = own.network_id`

const eachChoice = `${choices} WHERE device.id IN (SELECT value FROM json_each(?))`

export function createLinks({ store }: { store: Store }): Links {
  const links = new Map<string, ControllerLink>()
  const agents = new Map<string, ControllerLink>()
  let connections: AgentConnections | undefined
  let deliver: DeliverSchedules = ignored
  let requestWork: RequestWork = ignored
  let readAnyPart: ReadFilePart = unsupported
  let reports: LinkEvents | undefined
  const choiceOf = (deviceId: string) => store.get<LinkChoice>(`${choices} WHERE device.id = ?`, deviceId)
  const chosen = (protocol: string, agentId: string | null = null) =>
    agentId === null ? links.get(protocol) : agents.get(agentId)
  const ofEach: Links['ofEach'] = (deviceIds) => {
    const rows = store.all<LinkChoice & { id: string }>(eachChoice, JSON.stringify(deviceIds))
    const found = new Map(rows.map(({ id, protocol, agentId }) => [id, chosen(protocol, agentId) ?? absentLink]))
    return (deviceId) => found.get(deviceId) ?? chosen(simulatedProtocol) ?? absentLink
  }
  const linkOf = (deviceId: string) => ofEach([deviceId])(deviceId)
  /** Makes one request of each link that some controllers have, and returns the answers by controller. */
  const ofEachLink = async <Answer>(
    deviceIds: readonly string[],
    request: (link: ControllerLink, ids: readonly string[]) => Promise<Iterable<readonly [string, Answer]>>,
  ): Promise<ReadonlyMap<string, Answer>> => {
    const rows = store.all<LinkChoice & { id: string }>(eachChoice, JSON.stringify(deviceIds))
    const byLink = groupByLink(rows, ({ protocol, agentId }) => chosen(protocol, agentId) ?? absentLink)
    const answers = await Promise.all([...byLink].map(([link, ids]) => request(link, ids)))
    return new Map(answers.flatMap((each) => [...each]))
  }
  /** Starts a link, which reports and reads files of its own controllers only. */
  const begin = (link: ControllerLink, own: LinkChoice, events: LinkEvents) => {
    const isOwn = (deviceId: string) => {
      const choice = choiceOf(deviceId)
      return choice?.protocol === own.protocol && choice.agentId === own.agentId
    }
    return link.start(limitedTo(events, isOwn), async (deviceId, file, offset) => {
      if (!isOwn(deviceId)) throw new LinkError('refused', 'notRequested')
      return readAnyPart(deviceId, file, offset)
    })
  }
  const complete = (partial: PartialLink) => {
    const whole = { ...absentLink, ...partial }
    const link: ControllerLink = {
      ...whole,
      // What a silent controller states is not known; that is no refusal.
      refusals: (deviceIds, change) => unlessSilent(whole.refusals(deviceIds, change), new Map()),
      answers: (deviceId) => unlessSilent(whole.answers(deviceId), false),
      infos: (deviceIds) => unlessSilent(whole.infos(deviceIds), new Map()),
      clocks: (deviceIds) => unlessSilent(whole.clocks(deviceIds), new Map()),
      schedulesSaved:
        partial.schedulesSaved ?? ((deviceId) => deliver(deviceId, (...sent) => link.sendSchedules(deviceId, ...sent))),
      buildQueued:
        partial.buildQueued ?? ((deviceId, version) => reports?.buildProgress(deviceId, { version, is: 'completed' })),
      workQueued: partial.workQueued ?? ((deviceId, at) => requestWork(deviceId, at)),
      workAborted(deviceId, workId) {
        whole.workAborted(deviceId, workId)
        if (!partial.workQueued) requestWork(deviceId)
      },
    }
    return link
  }
  /** Begins the links of new site agents, and ends those of agents that are gone. */
  const followAgents = async () => {
    if (!connections || !reports) return
    connections.verify()
    const ids = new Set(store.all<{ id: string }>('SELECT id FROM site_agent').map(({ id }) => id))
    for (const [id, link] of agents) {
      if (ids.has(id)) continue
      agents.delete(id)
      await link.stop()
    }
    for (const id of ids) {
      if (agents.has(id)) continue
      const link = complete(connections.link(id))
      agents.set(id, link)
      await begin(link, { protocol: bacnetProtocol, agentId: id }, reports)
    }
  }
  return {
    register: (protocol, partial) => void links.set(protocol, complete(partial)),
    acceptAgents(own) {
      connections = own
    },
    acceptsAgents: () => connections !== undefined,
    isAgentConnected: (agentId) => connections?.isConnected(agentId) ?? false,
    has: (protocol, agentId) => chosen(protocol, agentId) !== undefined,
    named: (protocol, agentId) => chosen(protocol, agentId) ?? absentLink,
    of: linkOf,
    ofEach,
    read: (points) => readEach(points, ofEach),
    clocks: (deviceIds) =>
      ofEachLink(deviceIds, async (link, ids) => {
        const times = await link.clocks(ids)
        return ids.map((id) => [id, { clock: times.get(id) ?? null, can: link.can }])
      }),
    infos: (deviceIds) => ofEachLink(deviceIds, (link, ids) => link.infos(ids)),
    modelObjects: (models) => modelsListedBy(links, models),
    async configure(configurationOf) {
      await followAgents()
      for (const [protocol, link] of links)
        if (protocol !== simulatedProtocol) link.configure(configurationOf(protocol, null))
      for (const [id, link] of agents) link.configure(configurationOf(bacnetProtocol, id))
    },
    refusals: (deviceIds, change) =>
      ofEachLink<LinkRefusal>(deviceIds, async (link, ids) =>
        change === 'change' || link.can.has(change)
          ? link.refusals(ids, change)
          : ids.map((id) => [id, 'unsupported'] as const),
      ),
    async start(events, deliverSchedules, requestNext, readPart) {
      deliver = deliverSchedules
      requestWork = requestNext
      readAnyPart = readPart
      reports = events
      for (const [protocol, link] of links) await begin(link, { protocol, agentId: null }, events)
    },
    async stop() {
      for (const link of [...links.values(), ...agents.values()]) await link.stop()
    },
  }
}

/** Returns the readings of points from the links of their controllers, of all controllers at once. */
async function readEach(points: readonly PointRef[], ofEach: Links['ofEach']): Promise<PointReading[]> {
  const byDevice = new Map<string, PointRef[]>()
  for (const point of points) {
    const own = byDevice.get(point.device_id)
    if (own) own.push(point)
    else byDevice.set(point.device_id, [point])
  }
  const linkOf = ofEach([...byDevice.keys()])
  const readings = [...byDevice].map(([id, own]) => unlessSilent(linkOf(id).read(id, own), []))
  return (await Promise.all(readings)).flat()
}

/** Returns the objects of models from each link that knows them. */
async function modelsListedBy(
  links: ReadonlyMap<string, ControllerLink>,
  models: readonly string[],
): Promise<ListedModel[]> {
  const able = [...links].filter(([, { can }]) => can.has('modelObjects'))
  const answers = able.map(async ([protocol, link]) => {
    const listed = await unlessSilent(link.modelObjects(models), new Map<string, readonly ModelObject[]>())
    return [...listed].map(([model, objects]) => ({ protocol, model, objects }))
  })
  return (await Promise.all(answers)).flat()
}

/** Returns the ids of controllers by their link. */
function groupByLink<Row extends { id: string }>(
  rows: readonly Row[],
  linkOf: (row: Row) => ControllerLink,
): Map<ControllerLink, string[]> {
  const byLink = new Map<ControllerLink, string[]>()
  for (const row of rows) {
    const link = linkOf(row)
    const ids = byLink.get(link)
    if (ids) ids.push(row.id)
    else byLink.set(link, [row.id])
  }
  return byLink
}

/** Returns events that are reported of some controllers only. */
function limitedTo(events: LinkEvents, isOwn: (deviceId: string) => boolean): LinkEvents {
  const own =
    <Rest extends unknown[]>(report: (deviceId: string, ...rest: Rest) => void) =>
    (deviceId: string, ...rest: Rest) => {
      if (isOwn(deviceId)) report(deviceId, ...rest)
    }
  return {
    up: own(events.up),
    down: own(events.down),
    values: own(events.values),
    levels: own(events.levels),
    alarm: own(events.alarm),
    ready: own(events.ready),
    sendProgress: own(events.sendProgress),
    deploymentProgress: own(events.deploymentProgress),
    onboardingProgress: own(events.onboardingProgress),
    buildProgress: own(events.buildProgress),
    settingsBackupProgress: own(events.settingsBackupProgress),
    tunnelProgress: own(events.tunnelProgress),
    backupProgress: own(events.backupProgress),
    transition: own(events.transition),
    eventSummary: own(events.eventSummary),
    acknowledged: own(events.acknowledged),
    objectsChanged: own(events.objectsChanged),
    schedulesChanged: own(events.schedulesChanged),
    schedulesRead: own(events.schedulesRead),
    newSettings: own(events.newSettings),
    licenceExceeded: own(events.licenceExceeded),
    scheduleStates: own(events.scheduleStates),
  }
}

/** Returns the answer to a request, or what is known without one. */
const unlessSilent = <Answer>(request: Promise<Answer>, unknown: Answer): Promise<Answer> =>
  request.catch((error: unknown) => {
    if (error instanceof LinkError) return unknown
    throw error
  })

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
  infos: () => Promise.resolve(new Map()),
  clocks: () => Promise.resolve(new Map()),
  packages: unsupported,
  setClock: unsupported,
  async *objects() {},
  modelObjects: () => Promise.resolve(new Map()),
  read: () => Promise.resolve([]),
  write: unsupported,
  acknowledge: unsupported,
  identify: unsupported,
  manage: unsupported,
  backUpFiles: unsupported,
  restoreFiles: unsupported,
  trendLogs: () => Promise.resolve([]),
  trendPage: unsupported,
  sendSchedules: unsupported,
  sendConfiguration: unsupported,
  deploy: unsupported,
  onboard: unsupported,
  backUpSettings: unsupported,
  openTunnel: unsupported,
  added: ignored,
  workQueued: ignored,
  workAborted: ignored,
  buildQueued: ignored,
  schedulesSaved: ignored,
  tunnelAborted: ignored,
  backupAborted: ignored,
}
