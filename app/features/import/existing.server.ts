/** Finds what of a file exists, by name within its place, level by level (journey 12). */

import { fold } from '#contracts/fold'
import type { PathNode } from '#contracts/scalars'
import { site as contract, type Device, type Site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { envelope, wholePages } from '~/backend/pages'
import type { PlanContext } from '~/change/plan-context'
import type { PlannedThing } from '~/domain/site-plan'

export interface ExistingThing {
  id: string
  /** Its ancestors and itself: the path of its children. */
  path: PathNode[]
  /** The unit of area of a site. */
  units?: string | null | undefined
}

type Read = PlanContext<unknown>['read']
type ExistingThings = Map<PlannedThing, ExistingThing>

/** Parallel reads. */
const concurrency = 8
/** Up to this many spaces are read one by one; above, their buildings are read whole. */
const maxSingleReads = 8

/** Returns the things that exist, with their ids. */
export async function findExisting(
  read: Read,
  customerId: string,
  things: readonly PlannedThing[],
): Promise<ExistingThings> {
  const existing: ExistingThings = new Map()
  const of = (kind: PlannedThing['kind']) =>
    things.filter((thing) => thing.kind === kind && thing.name && !thing.duplicateOf)
  await inParallel(of('site'), concurrency, async (thing) => {
    const site = await siteNamed(read, customerId, thing.name)
    if (site) existing.set(thing, { id: site.id, path: pathBelow(site.path, site, 'site'), units: site.units })
  })
  await inParallel(parentsOf(of('building'), existing), concurrency, async ([parent, children]) => {
    const { id, path } = existingOf(existing, parent)
    matchByName(children, await read(contract.listBuildings, { path: { id } }), (thing, building) =>
      existing.set(thing, { id: building.id, path: pathBelow(path, building, 'building') }),
    )
  })
  const byBuilding = [...grouped(of('space'), buildingOf)].filter(([building]) => existing.has(building))
  await inParallel(byBuilding, concurrency, async ([building, children]) => {
    const spaces = await read(contract.listSpaces, { path: { id: existingOf(existing, building).id } })
    const byPlace = new Map(spaces.map((space) => [placeKey(space.parentSpaceId, space.name), space]))
    for (const thing of children) {
      const parent = thing.parent && existing.get(thing.parent)
      const space = parent && byPlace.get(placeKey(thing.parent?.kind === 'space' ? parent.id : null, thing.name))
      if (space) existing.set(thing, { id: space.id, path: pathBelow(parent.path, space, 'space') })
    }
  })
  const rooms = parentsOf(of('device'), existing)
  const devicesIn = await devicesFinder(
    read,
    rooms.map(([room]) => ({ room, building: buildingOf(room) })),
    existing,
  )
  await inParallel(rooms, concurrency, async ([room, children]) => {
    const { path } = existingOf(existing, room)
    matchByName(children, await devicesIn(room), (thing, device) => existing.set(thing, { id: device.id, path }))
  })
  return existing
}

function existingOf(existing: ExistingThings, thing: PlannedThing): ExistingThing {
  return existing.get(thing) as ExistingThing
}

/** Returns the building that a space is in. */
function buildingOf(thing: PlannedThing): PlannedThing {
  return thing.parent && thing.kind !== 'building' ? buildingOf(thing.parent) : thing
}

function pathBelow(
  path: readonly PathNode[] | undefined,
  { id, name }: { id: string; name: string },
  type: PathNode['type'],
) {
  return [...(path ?? []), { id, name, type }]
}

/** Groups things by their parent; those without an existing one are left out. */
function parentsOf(things: readonly PlannedThing[], existing: ExistingThings): [PlannedThing, PlannedThing[]][] {
  return [...grouped(things, ({ parent }) => parent && existing.has(parent) && parent)]
}

/** Groups things by a shared object; those without one are left out. */
function grouped<One, Shared extends object>(
  things: readonly One[],
  sharedBy: (thing: One) => Shared | null | false,
): Map<Shared, One[]> {
  const groups = new Map<Shared, One[]>()
  for (const thing of things) {
    const shared = sharedBy(thing)
    if (!shared) continue
    const group = groups.get(shared)
    if (group) group.push(thing)
    else groups.set(shared, [thing])
  }
  return groups
}

/** Returns the key of a space in its building: its parent space, and its folded name. */
function placeKey(parentSpaceId: string | null | undefined, name: string): string {
  return `${parentSpaceId ?? ''}/${fold(name)}`
}

function matchByName<Node extends { name: string }>(
  things: readonly PlannedThing[],
  nodes: readonly Node[],
  onMatch: (thing: PlannedThing, node: Node) => void,
): void {
  const byName = new Map(nodes.map((node) => [fold(node.name), node]))
  for (const thing of things) {
    const node = byName.get(fold(thing.name))
    if (node) onMatch(thing, node)
  }
}

/** Returns the site of exactly that name, in use or archived; the search also matches names that contain its words. */
async function siteNamed(read: Read, customerId: string, name: string): Promise<Site | undefined> {
  const sites = await read(contract.listSites, { path: { id: customerId }, query: { search: name.slice(0, 200) } })
  return sites.find((site) => fold(site.name) === fold(name))
}

/** Returns a function that reads the controllers of a space: one by one for few spaces, else by building. */
async function devicesFinder(
  read: Read,
  rooms: readonly { room: PlannedThing; building: PlannedThing }[],
  existing: ExistingThings,
): Promise<(room: PlannedThing) => Promise<Device[]>> {
  const one = (room: PlannedThing) => read(contract.listSpaceDevices, { path: { id: existingOf(existing, room).id } })
  if (rooms.length <= maxSingleReads) return one
  const buildings = [...new Set(rooms.map(({ building }) => building))]
  const inBuildings = async () => {
    const bySpace = new Map<string, Device[]>()
    await inParallel(buildings, concurrency, async (building) => {
      for await (const device of devicesOf(read, existingOf(existing, building).id))
        bySpace.set(device.spaceId, [...(bySpace.get(device.spaceId) ?? []), device])
    })
    return async (room: PlannedThing) => bySpace.get(existingOf(existing, room).id) ?? []
  }
  return withFallback(contract.findDevices, inBuildings, async () => one)
}

async function* devicesOf(read: Read, buildingId: string): AsyncGenerator<Device> {
  const after = (continuationToken: string | undefined) =>
    read(contract.findDevices, { query: { buildingId, pageSize: 200, continuationToken } })
  for await (const page of wholePages('site', after, envelope)) yield* page.data
}
