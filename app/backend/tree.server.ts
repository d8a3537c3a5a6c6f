/**
 * One level of the tree, from the extension or, where a backend lacks it, from the specification's calls (domain
 * §17).
 */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import type { Equipment } from '#contracts/equipment'
import type { NodeType } from '#contracts/scalars'
import { type Device, site, type TreeNode } from '#contracts/site'
import { countInReply, type TotalCount } from '~/domain/count'
import { batch } from './batch'
import { withFallback } from './fallback'
import { inParallel } from './in-parallel'
import { asPanel, type Panel, type Reader } from './reader.server'
import type { Input } from './transport.server'
import { isCutShort } from './whole-lists'

type Call = <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => Promise<ReplyOf<E>>

export interface TreeLevel {
  nodes: TreeNode[]
  total: TotalCount
  continuationToken: string | null
  /** Read by the specification's calls: counts may be missing. */
  incomplete: boolean
}

export interface TreeParent {
  type: NodeType | 'customer'
  id: string
}

/** Which page of a level is shown, and how. */
interface LevelPage {
  pageSize?: number
  continuationToken?: string
  /** Names only: nothing below the nodes is counted. */
  withoutCounts?: true
}

interface LevelOptions extends LevelPage {
  /** Types of nodes that are hidden from the person. */
  without?: readonly NodeType[]
}

/** Nodes per level in the tree beside a page. */
export const treePageSize = 40

/** Returns the children of a node; below a customer its groups, then the sites without a group. */
export function treeLevel(call: Call, parent: TreeParent, options: LevelOptions = {}): Promise<Panel<TreeLevel>> {
  return asPanel(loadLevel(call, parent, options))
}

/** The maximum of the service for one call. */
const maxParentsPerCall = 20

const batchedLevel = batch<NamesQuery, Panel<TreeLevel>>(maxParentsPerCall, loadLevels)

interface NamesQuery {
  parent: TreeParent
  without: readonly NodeType[]
}

/** Like `treeLevel`, names only: the requests of the layouts of a page share one call. */
export async function treeLevelNames(
  reader: Pick<Reader, 'call' | 'context'>,
  parent: TreeParent,
  { without = [] }: Pick<LevelOptions, 'without'> = {},
): Promise<Panel<TreeLevel>> {
  return (await batchedLevel(reader, { parent, without })) ?? treeLevel(reader.call, parent, { without, ...namesOnly })
}

const namesOnly = { withoutCounts: true } as const

/** A level that the shared call does not return is read by itself, with its own error. */
async function loadLevels({ call }: Pick<Reader, 'call'>, queries: readonly NamesQuery[]): Promise<Panel<TreeLevel>[]> {
  const alone = ({ parent, without }: NamesQuery) => treeLevel(call, parent, { without, ...namesOnly })
  const each = () => Promise.all(queries.map(alone))
  if (queries.length < 2) return each()
  const panel = await asPanel(
    withFallback(
      site.levels,
      async () => {
        const query = { pageSize: treePageSize, ...namesOnly }
        const { data } = await call(site.levels, { query, body: { parents: queries.map(({ parent }) => parent) } })
        return Promise.all(
          queries.map((one, at): Panel<TreeLevel> | Promise<Panel<TreeLevel>> => {
            const reply = data[at]
            return reply ? { ok: true, value: toLevel(reply, one.without) } : alone(one)
          }),
        )
      },
      each,
    ),
  )
  return panel.ok ? panel.value : queries.map(() => panel)
}

function loadLevel(call: Call, parent: TreeParent, { without = [], ...options }: LevelOptions): Promise<TreeLevel> {
  const isShown = ({ type }: Pick<TreeNode, 'type'>) => !without.includes(type)
  return withFallback<TreeLevel>(
    site.children,
    async () => {
      const reply = await call(site.children, { query: { ...parent, pageSize: treePageSize, ...options } })
      return toLevel(reply, without)
    },
    async () => {
      const { nodes: all, isCut } = await plainLevel(call, parent, isShown)
      const nodes = all.filter(isShown)
      const from = Number(options.continuationToken) || 0
      const end = from + (options.pageSize ?? treePageSize)
      return {
        nodes: nodes.slice(from, end),
        total: { count: nodes.length, isCapped: isCut },
        continuationToken: end < nodes.length ? String(end) : null,
        incomplete: true,
      }
    },
  )
}

function toLevel(reply: ReplyOf<typeof site.children>, without: readonly NodeType[]): TreeLevel {
  return {
    nodes: reply.data.filter(({ type }) => !without.includes(type)),
    total: countInReply(reply),
    continuationToken: reply.continuationToken ?? null,
    incomplete: false,
  }
}

type IsShown = (node: { type: NodeType }) => boolean

interface PlainLevel {
  nodes: TreeNode[]
  /** There are more sites than were read. */
  isCut: boolean
}

async function plainLevel(call: Call, parent: TreeParent, isShown: IsShown): Promise<PlainLevel> {
  const { type, id } = parent
  if (type === 'group') {
    const sites = await call(site.listGroupSites, { path: { id } })
    return { nodes: sites.map(node('site')), isCut: isCutShort(sites) }
  }
  if (type !== 'customer') return { nodes: await nodesIn(call, parent, isShown), isCut: false }
  const [groups, sites] = await Promise.all([
    call(site.listSiteGroups, { path: { id } }),
    call(site.listSites, { path: { id } }),
  ])
  const alone = sites.filter((one) => !one.siteGroupId)
  return { nodes: [...groups.map(node('group')), ...alone.map(node('site'))], isCut: isCutShort(sites) }
}

async function nodesIn(call: Call, { type, id }: TreeParent, isShown: IsShown): Promise<TreeNode[]> {
  switch (type) {
    case 'site': {
      const [buildings, { projects = [] }] = await Promise.all([
        call(site.listBuildings, { path: { id } }),
        call(site.getSite, { path: { id } }),
      ])
      return [...buildings.map(node('building')), ...projects.map(node('project'))]
    }
    case 'building':
      return (await call(site.listSpaces, { path: { id } })).filter((one) => !one.parentSpaceId).map(node('space'))
    case 'space': {
      const [spaces, devices] = await Promise.all([
        call(site.listSubSpaces, { path: { id } }),
        call(site.listSpaceDevices, { path: { id } }),
      ])
      const controllers = devices.map((one) => ({
        ...node('device')(one),
        hasChildren: false,
        hostId: one.hostId ?? null,
        connected: one.overallStatus?.connected ?? null,
        onBoarded: one.overallStatus?.onBoarded ?? null,
      }))
      const equipment = isShown({ type: 'equipment' }) ? await equipmentIn(call, id, devices) : []
      return [...spaces.map(node('space')), ...controllers, ...equipment.map(node('equipment'))]
    }
    default:
      return []
  }
}

/** Limits for a backend that cannot list the equipment of a space: controllers that are read, and concurrent reads. */
const maxServing = 40
const maxConcurrent = 8

/** Returns the equipment of a space that a controller in it serves: no call of the specification lists the rest. */
async function equipmentIn(call: Call, spaceId: string, devices: readonly Device[]): Promise<Equipment[]> {
  const serving = devices.filter(({ equipment }) => equipment?.length !== 0).slice(0, maxServing)
  const lists = await inParallel(serving, maxConcurrent, async ({ id }) => {
    const read = await asPanel(call(site.listDeviceEquipment, { path: { id } }))
    return read.ok ? read.value : []
  })
  const inSpace = lists.flat().filter((one) => one.spaceId === spaceId)
  return [...new Map(inSpace.map((one) => [one.id, one])).values()].sort((one, other) =>
    one.name.localeCompare(other.name, 'en', { numeric: true }),
  )
}

function node(type: NodeType) {
  return (one: { id: string; name: string; counts?: TreeNode['counts'] }): TreeNode => ({
    id: one.id,
    type,
    name: one.name,
    hasChildren: true,
    counts: one.counts,
  })
}
