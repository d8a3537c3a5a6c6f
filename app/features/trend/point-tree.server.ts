/**
 * The tree of places to pick points from, open along one path: each opened place with its level, at its end the points
 * of a controller or of equipment. The path is in the address, as the kinds and ids of what is open.
 */
import type { NodeType } from '#contracts/scalars'
import { site } from '#contracts/site'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { type TreeLevel, treeLevelNames } from '~/backend/tree.server'
import { isId } from '~/hrefs'

/** The parameter of the address: one for each open place, the outermost first. */
export const openParam = 'in'

const kinds = ['group', 'site', 'building', 'space', 'device', 'equipment'] as const
type Kind = (typeof kinds)[number]

export interface OpenNode {
  kind: Kind
  id: string
}

interface BranchNode extends OpenNode {
  name: string
  /** What is below it; null while it is closed. */
  below: TreeBranch | null
}

export interface TreeBranch {
  nodes: BranchNode[]
  /** Only points have boxes to tick. */
  points: { id: string; name: string }[]
  /** Whether there are more than are listed. */
  hasMore: boolean
  problem: Extract<Panel<never>, { ok: false }>['problem'] | null
}

/** Levels of places at most, and points of one controller. */
const [maxDepth, maxPoints] = [10, 200]

/** Returns the open places of an address; what is no place ends the path. */
export function openNodes(search: URLSearchParams): OpenNode[] {
  const path: OpenNode[] = []
  for (const text of search.getAll(openParam).slice(0, maxDepth)) {
    const [kind = '', id = ''] = text.split(/:(.*)/s)
    if (!isKind(kind) || !isId(id)) return path
    path.push({ kind, id })
  }
  return path
}

export const openNodeText = ({ kind, id }: OpenNode) => `${kind}:${id}`

export async function pointTree(
  reader: Reader,
  { customerId, path }: { customerId: string; path: readonly OpenNode[] },
): Promise<TreeBranch> {
  const [top, ...levels] = await Promise.all([
    levelBelow(reader, { type: 'customer', id: customerId }),
    ...path.map((node) => branchOf(reader, node)),
  ])
  let below: TreeBranch | null = null
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const level = levels[depth]
    if (level) below = opened(level, path[depth + 1], below)
  }
  return opened(top, path[0], below)
}

/** Returns a level with one of its nodes open; a node that it does not have stays closed. */
function opened(level: TreeBranch, open: OpenNode | undefined, below: TreeBranch | null): TreeBranch {
  if (!open || !below) return level
  return {
    ...level,
    nodes: level.nodes.map((node) => (node.id === open.id && node.kind === open.kind ? { ...node, below } : node)),
  }
}

/** A place has places below, a controller or equipment its points. */
function branchOf(reader: Reader, { kind, id }: OpenNode): Promise<TreeBranch> {
  return kind === 'device' || kind === 'equipment'
    ? pointsBelow(reader, { kind, id })
    : levelBelow(reader, { type: kind, id })
}

async function levelBelow(reader: Reader, parent: { type: NodeType | 'customer'; id: string }): Promise<TreeBranch> {
  const without: NodeType[] = reader.features.equipment && reader.may('equipment.read') ? [] : ['equipment']
  const read: Panel<TreeLevel> = await treeLevelNames(reader, parent, { without })
  if (!read.ok) return { ...nothing, problem: read.problem }
  return {
    ...nothing,
    nodes: read.value.nodes.flatMap(({ id, type, name }): BranchNode[] =>
      isKind(type) ? [{ id, kind: type, name, below: null }] : [],
    ),
    hasMore: read.value.continuationToken !== null,
  }
}

async function pointsBelow(reader: Reader, { kind, id }: OpenNode): Promise<TreeBranch> {
  const read = await asPanel(kind === 'device' ? pointsOfDevice(reader, id) : pointsOfEquipment(reader, id))
  if (!read.ok) return { ...nothing, problem: read.problem }
  return { ...nothing, points: read.value.slice(0, maxPoints), hasMore: read.value.length > maxPoints }
}

async function pointsOfDevice({ call }: Reader, id: string) {
  const points = await call(site.listDevicePoints, { path: { id } })
  return points
    .filter(({ kind }) => kind !== 'string')
    .map(({ id: pointId, name, displayName }) => ({ id: pointId, name: displayName || name }))
}

async function pointsOfEquipment({ call }: Reader, id: string) {
  const points = await call(site.mappedPoints, { body: { equipmentIds: [id] } })
  return [...new Map(points.map(({ pointId, pointName }) => [pointId, { id: pointId, name: pointName }])).values()]
}

const nothing: TreeBranch = { nodes: [], points: [], hasMore: false, problem: null }

const isKind = (text: string): text is Kind => (kinds as readonly string[]).includes(text)
