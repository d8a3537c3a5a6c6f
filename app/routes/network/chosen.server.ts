/** The controllers a person chose, read one by one, each with what a page needs of it besides. */
import type { PathNode } from '#contracts/scalars'
import { type Device, site } from '#contracts/site'
import { type Chosen, chosen } from '~/backend/chosen.server'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { type ChangeOfMany, mostFor } from '~/changes'
import type { Selection } from '~/domain/selection'
import type { NetworkPlace } from '~/things/network/place'
import type { Subject } from '~/trail/record'
import type { BoardFilter } from './choice'
import { controllerStates } from './controller-states.server'

type Ask = Reader['ask']

/** How many calls wait at the same time. */
const atOnce = 8

/** Each chosen controller of the customer or site with what `more` reads of it; null for what is not, or no longer, there. */
export function chosenControllers<More>(
  chosen: { ask: Ask; at: NetworkPlace; ids: readonly string[] },
  more: (id: string) => Promise<More>,
): Promise<{ id: string; found: { device: Device; more: More } | null }[]> {
  const { ask, at, ids } = chosen
  return inParallel(ids, atOnce, async (id) => {
    try {
      const [device, own] = await Promise.all([ask(site.getDevice, { path: { id } }), more(id)])
      return { id, found: isAt(at, device) ? { device, more: own } : null }
    } catch (error) {
      if (error instanceof ServiceError && [403, 404].includes(error.status)) return { id, found: null }
      throw error
    }
  })
}

/** The ids behind a selection. */
export function chosenIds(
  ask: Ask,
  { customerId, siteId }: NetworkPlace,
  given: { change: ChangeOfMany; selection: Selection<BoardFilter> | null },
): Promise<Chosen<string>> {
  return chosen(given.selection, {
    of: 'devices',
    most: mostFor(given.change),
    keyOf: (id: string) => id,
    named: async (ids) => ids,
    async matching(filter, after) {
      const { rows, next, total, isCut } = await controllerStates(ask, { customerId, siteId, ...filter, after })
      const isFiltered = Boolean(filter.state || filter.search)
      return { things: rows.map(({ id }) => id), next, total: isFiltered ? null : total, isPartial: isCut }
    },
  })
}

/** The controller as the trail names it. */
export function subjectOf(device: Device): Subject {
  return {
    kind: 'device',
    id: device.id,
    name: device.name,
    path: (device.path ?? []).map(({ id, name, type }: PathNode) => ({ id, name, type })),
  }
}

/** A controller that is not there, by the only thing known of it. */
export function unknownSubject(id: string): Subject {
  return { kind: 'device', id, name: id }
}

/** Whose customer it is, every change asks of each thing by itself. */
function isAt({ siteId }: NetworkPlace, { siteId: own, path }: Device): boolean {
  if (siteId === undefined) return true
  const place = own ?? path?.find(({ type }) => type === 'site')?.id
  return place === undefined || place === siteId
}
