/** What of a file exists already: matched by name in its place, level by level (journey 12). */

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
  /** Its ancestors and itself, as the path of what is in it. */
  path: PathNode[]
  /** The unit a site keeps its sizes in. */
  units?: string | null | undefined
}

type Read = Desk<unknown>['read']
type Found = Map<Thing, Standing>

/** Reads at once. */
const lanes = 8
/** Spaces whose controllers are asked for one by one; beyond, a building is asked as a whole. */
const fewSpaces = 8

/** The things that are there, with their ids. */
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

/** The building a space lies in. */
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

/** Things by the parent they share, where that one exists. */
function parentsOf(things: readonly Thing[], found: Found): [Thing, Thing[]][] {
  return [...grouped(things, ({ parent }) => parent && found.has(parent) && parent)]
}

/** Things by what they share; those that share nothing are left out. */
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

/** What a space is found by in its building: the space it lies in, and its name as it is compared. */
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

/** The site of that name, in use or archived. A search finds names that hold its words; the name itself is asked here. */
async function siteNamed(read: Read, customerId: string, name: string): Promise<Site | undefined> {
  const sites = await read(contract.listSites, { path: { id: customerId }, query: { search: name.slice(0, 200) } })
  return sites.find((site) => fold(site.name) === fold(name))
}

/** Finds the controllers of spaces: of a few one by one, of many with those of their whole building. */
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
