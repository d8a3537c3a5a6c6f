/**
 * One level of the tree, from the extension or, where a backend lacks it, from the specification's calls (domain
 * §17).
 */
import type { ReadEndpoint, ReplyOf } from '#contracts/endpoint'
import type { Equipment } from '#contracts/equipment'
import type { NodeType } from '#contracts/scalars'
import { type Device, site, type TreeNode } from '#contracts/site'
import { type Counted, countedIn } from '~/domain/counted'
import { withFallback } from './fallback'
import { gathered } from './gathered'
import { inParallel } from './in-parallel'
import { asPanel, type Panel, type Reader } from './reader.server'
import type { Input } from './transport.server'
import { isCutShort } from './whole-lists'

type Ask = <E extends ReadEndpoint>(endpoint: E, input?: Input<E>) => Promise<ReplyOf<E>>

export interface Level {
  nodes: TreeNode[]
  total: Counted
  continuationToken: string | null
  /** Read by the specification's calls: counts may be missing. */
  isPartial: boolean
}

export interface Parent {
  type: NodeType | 'customer'
  id: string
}

/** Which page of a level is shown, and how. */
interface Shown {
  pageSize?: number
  continuationToken?: string
  /** Names only: nothing below the nodes is counted. */
  withoutCounts?: true
}

interface Options extends Shown {
  /** Types of nodes that are hidden from the person. */
  without?: readonly NodeType[]
}

/** Nodes per level in the tree beside a page. */
export const treePageSize = 40

/** Returns the children of a node; below a customer its groups, then the sites without a group. */
export function level(ask: Ask, parent: Parent, options: Options = {}): Promise<Panel<Level>> {
  return asPanel(levelOf(ask, parent, options))
}

/** The maximum of the service for one call. */
const mostTogether = 20

const levelTogether = gathered<Beside, Panel<Level>>(mostTogether, levelsOf)

interface Beside {
  parent: Parent
  without: readonly NodeType[]
}

/** Like `treeLevel`, names only: the requests of the layouts of a page share one call. */
export async function levelBeside(
  reader: Pick<Reader, 'ask' | 'context'>,
  parent: Parent,
  { without = [] }: Pick<Options, 'without'> = {},
): Promise<Panel<Level>> {
  return (await levelTogether(reader, { parent, without })) ?? level(reader.ask, parent, { without, ...named })
}

const named = { withoutCounts: true } as const

/** A level that the shared call does not return is read by itself, with its own error. */
async function levelsOf({ ask }: Pick<Reader, 'ask'>, wanted: readonly Beside[]): Promise<Panel<Level>[]> {
  const alone = ({ parent, without }: Beside) => level(ask, parent, { without, ...named })
  const each = () => Promise.all(wanted.map(alone))
  if (wanted.length < 2) return each()
  const found = await asPanel(
    withFallback(
      site.levels,
      async () => {
        const query = { pageSize: treePageSize, ...named }
        const { data } = await ask(site.levels, { query, body: { parents: wanted.map(({ parent }) => parent) } })
        return Promise.all(
          wanted.map((one, at): Panel<Level> | Promise<Panel<Level>> => {
            const told = data[at]
            return told ? { ok: true, value: toLevel(told, one.without) } : alone(one)
          }),
        )
      },
      each,
    ),
  )
  return found.ok ? found.value : wanted.map(() => found)
}

function levelOf(ask: Ask, parent: Parent, { without = [], ...options }: Options): Promise<Level> {
  const isShown = ({ type }: Pick<TreeNode, 'type'>) => !without.includes(type)
  return withFallback<Level>(
    site.children,
    async () => {
      const found = await ask(site.children, { query: { ...parent, pageSize: treePageSize, ...options } })
      return toLevel(found, without)
    },
    async () => {
      const { nodes: all, isCut } = await plainLevel(ask, parent, isShown)
      const nodes = all.filter(isShown)
      const from = Number(options.continuationToken) || 0
      const end = from + (options.pageSize ?? treePageSize)
      return {
        nodes: nodes.slice(from, end),
        total: { count: nodes.length, isCapped: isCut },
        continuationToken: end < nodes.length ? String(end) : null,
        isPartial: true,
      }
    },
  )
}

function toLevel(found: ReplyOf<typeof site.children>, without: readonly NodeType[]): Level {
  return {
    nodes: found.data.filter(({ type }) => !without.includes(type)),
    total: countedIn(found),
    continuationToken: found.continuationToken ?? null,
    isPartial: false,
  }
}

type IsShown = (node: { type: NodeType }) => boolean

interface PlainLevel {
  nodes: TreeNode[]
  /** There are more sites than were read. */
  isCut: boolean
}

async function plainLevel(ask: Ask, parent: Parent, isShown: IsShown): Promise<PlainLevel> {
  const { type, id } = parent
  if (type === 'group') {
    const sites = await ask(site.listGroupSites, { path: { id } })
    return { nodes: sites.map(node('site')), isCut: isCutShort(sites) }
  }
  if (type !== 'customer') return { nodes: await nodesIn(ask, parent, isShown), isCut: false }
  const [groups, sites] = await Promise.all([
    ask(site.listSiteGroups, { path: { id } }),
    ask(site.listSites, { path: { id } }),
  ])
  const alone = sites.filter((one) => !one.siteGroupId)
  return { nodes: [...groups.map(node('group')), ...alone.map(node('site'))], isCut: isCutShort(sites) }
}

async function nodesIn(ask: Ask, { type, id }: Parent, isShown: IsShown): Promise<TreeNode[]> {
  switch (type) {
    case 'site': {
      const [buildings, { projects = [] }] = await Promise.all([
        ask(site.listBuildings, { path: { id } }),
        ask(site.getSite, { path: { id } }),
      ])
      return [...buildings.map(node('building')), ...projects.map(node('project'))]
    }
    case 'building':
      return (await ask(site.listSpaces, { path: { id } })).filter((one) => !one.parentSpaceId).map(node('space'))
    case 'space': {
      const [spaces, devices] = await Promise.all([
        ask(site.listSubSpaces, { path: { id } }),
        ask(site.listSpaceDevices, { path: { id } }),
      ])
      const controllers = devices.map((one) => ({
        ...node('device')(one),
        hasChildren: false,
        hostId: one.hostId ?? null,
        connected: one.overallStatus?.connected ?? null,
        onBoarded: one.overallStatus?.onBoarded ?? null,
      }))
      const equipment = isShown({ type: 'equipment' }) ? await equipmentIn(ask, id, devices) : []
      return [...spaces.map(node('space')), ...controllers, ...equipment.map(node('equipment'))]
    }
    default:
      return []
  }
}

/** Limits for a backend that cannot list the equipment of a space: controllers that are read, and concurrent reads. */
const mostServing = 40
const atOnce = 8

/** Returns the equipment of a space that a controller in it serves: no call of the specification lists the rest. */
async function equipmentIn(ask: Ask, spaceId: string, devices: readonly Device[]): Promise<Equipment[]> {
  const serving = devices.filter(({ equipment }) => equipment?.length !== 0).slice(0, mostServing)
  const lists = await inParallel(serving, atOnce, async ({ id }) => {
    const read = await asPanel(ask(site.listDeviceEquipment, { path: { id } }))
    return read.ok ? read.value : []
  })
  const here = lists.flat().filter((one) => one.spaceId === spaceId)
  return [...new Map(here.map((one) => [one.id, one])).values()].sort((one, other) =>
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
