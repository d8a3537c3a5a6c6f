/** Finds what of a file exists, by name within its place, level by level (journey 12). */

import { fold } from '#contracts/fold'
import type { PathNode } from '#contracts/scalars'
import { site as contract, type Device, type Site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { envelope, wholePages } from '~/backend/pages'
import type { Desk } from '~/change/desk'
import type { Thing } from '~/domain/site-plan'

export interface Standing {
  id: string
  /** Its ancestors and itself: the path of its children. */
  path: PathNode[]
  /** The unit of area of a site. */
  units?: string | null | undefined
}

type Read = Desk<unknown>['read']
type Found = Map<Thing, Standing>

/** Parallel reads. */
const lanes = 8
/** Up to this many spaces are read one by one; above, their buildings are read whole. */
const fewSpaces = 8

/** Returns the things that exist, with their ids. */
export async function standing(read: Read, customerId: string, things: readonly Thing[]): Promise<Found> {
  const found: Found = new Map()
  const of = (kind: Thing['kind']) => things.filter((thing) => thing.kind === kind && thing.name && !thing.twin)
  await inParallel(of('site'), lanes, async (thing) => {
    const site = await siteNamed(read, customerId, thing.name)
    if (site) found.set(thing, { id: site.id, path: below(site.path, site, 'site'), units: site.units })
  })
  await inParallel(parentsOf(of('building'), found), lanes, async ([parent, children]) => {
    const { id, path } = standingOf(found, parent)
    match(children, await read(contract.listBuildings, { path: { id } }), (thing, building) =>
      found.set(thing, { id: building.id, path: below(path, building, 'building') }),
    )
  })
  const byBuilding = [...grouped(of('space'), buildingOf)].filter(([building]) => found.has(building))
  await inParallel(byBuilding, lanes, async ([building, children]) => {
    const spaces = await read(contract.listSpaces, { path: { id: standingOf(found, building).id } })
    const byPlace = new Map(spaces.map((space) => [placeKey(space.parentSpaceId, space.name), space]))
    for (const thing of children) {
      const parent = thing.parent && found.get(thing.parent)
      const space = parent && byPlace.get(placeKey(thing.parent?.kind === 'space' ? parent.id : null, thing.name))
      if (space) found.set(thing, { id: space.id, path: below(parent.path, space, 'space') })
    }
  })
  const rooms = parentsOf(of('device'), found)
  const devicesIn = await devicesFinder(
    read,
    rooms.map(([room]) => ({ room, building: buildingOf(room) })),
    found,
  )
  await inParallel(rooms, lanes, async ([room, children]) => {
    const { path } = standingOf(found, room)
    match(children, await devicesIn(room), (thing, device) => found.set(thing, { id: device.id, path }))
  })
  return found
}

function standingOf(found: Found, thing: Thing): Standing {
  return found.get(thing) as Standing
}

/** Returns the building that a space is in. */
function buildingOf(thing: Thing): Thing {
  return thing.parent && thing.kind !== 'building' ? buildingOf(thing.parent) : thing
}

function below(
  path: readonly PathNode[] | undefined,
  { id, name }: { id: string; name: string },
  type: PathNode['type'],
) {
  return [...(path ?? []), { id, name, type }]
}

/** Groups things by their parent; those without an existing one are left out. */
function parentsOf(things: readonly Thing[], found: Found): [Thing, Thing[]][] {
  return [...grouped(things, ({ parent }) => parent && found.has(parent) && parent)]
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

function match<Node extends { name: string }>(
  things: readonly Thing[],
  nodes: readonly Node[],
  isThere: (thing: Thing, node: Node) => void,
): void {
  const byName = new Map(nodes.map((node) => [fold(node.name), node]))
  for (const thing of things) {
    const node = byName.get(fold(thing.name))
    if (node) isThere(thing, node)
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
  rooms: readonly { room: Thing; building: Thing }[],
  found: Found,
): Promise<(room: Thing) => Promise<Device[]>> {
  const one = (room: Thing) => read(contract.listSpaceDevices, { path: { id: standingOf(found, room).id } })
  if (rooms.length <= fewSpaces) return one
  const buildings = [...new Set(rooms.map(({ building }) => building))]
  const inBuildings = async () => {
    const bySpace = new Map<string, Device[]>()
    await inParallel(buildings, lanes, async (building) => {
      for await (const device of devicesOf(read, standingOf(found, building).id))
        bySpace.set(device.spaceId, [...(bySpace.get(device.spaceId) ?? []), device])
    })
    return async (room: Thing) => bySpace.get(standingOf(found, room).id) ?? []
  }
  return withFallback(contract.findDevices, inBuildings, async () => one)
}

async function* devicesOf(read: Read, buildingId: string): AsyncGenerator<Device> {
  const after = (continuationToken: string | undefined) =>
    read(contract.findDevices, { query: { buildingId, pageSize: 200, continuationToken } })
  for await (const page of wholePages('site', after, envelope)) yield* page.data
}
