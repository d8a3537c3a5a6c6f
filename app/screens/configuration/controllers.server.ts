/** The selected controllers with their saved settings, read in few calls where the backend allows (domain §17). */

import type { z } from 'zod'
import { deviceConfiguration } from '#contracts/device-configuration'
import type { PathNode } from '#contracts/scalars'
import type { ConfigState, Device } from '#contracts/site'
import { byIds, type NamedDevice, namedDevices } from '~/backend/by-ids.server'
import { type Chosen, chosen } from '~/backend/chosen.server'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { type ChangeOfMany, mostFor } from '~/changes'
import type { Selection } from '~/domain/selection'
import { kinds } from '~/things/configuration.server'
import type { Subject } from '~/trail/record'
import type { BoardFilter } from './choice'
import { controllerStates } from './controller-states.server'
import { type SettingKind, typeOf } from './kind'
import type { Saved } from './kind.server'
import { type ConfigurationPlace, isGroup, type SettingsPlace } from './place'

type Ask = Reader['ask']

/** A controller with the send state of one kind. */
export interface Standing {
  device: NamedDevice
  state: z.infer<typeof ConfigState>
}

/** A controller with its send state and its saved settings. */
export interface Controller extends Standing {
  saved: Saved
}

export interface Looked<Found = Controller> {
  id: string
  /** Null for a controller that does not exist, or no longer does. */
  found: Found | null
}

/** The number of concurrent calls. */
const atOnce = 8

/** Returns each selected controller of the customer, group or site with its send state. */
export async function standingsOf(
  ask: Ask,
  at: ConfigurationPlace,
  ids: readonly string[],
): Promise<Looked<Standing>[]> {
  const devices = await namedDevices(ask, ids)
  return inParallel(ids, atOnce, async (id) => {
    const device = devices.get(id)
    if (!device || !isAt(at, device)) return { id, found: null }
    const type = typeOf[at.kind]
    const known = device.configStatus?.[type]
    // Not every list of controllers includes the build state of graphics.
    const isTold = known && (type !== 'gfx' || 'processState' in known)
    const state = isTold ? known : ((await ask(deviceConfiguration.getInfo, { path: { id } }))[type] ?? {})
    return { id, found: { device, state: { ...state, sendState: state.sendState || undefined } } }
  })
}

/** Returns each controller with the saved settings of a kind. */
export async function controllersOf(ask: Ask, at: SettingsPlace, ids: readonly string[]): Promise<Looked[]> {
  const kind = kinds[at.kind]
  const [saved, standings] = await Promise.all([savedOf(ask, at.kind, ids), standingsOf(ask, at, ids)])
  return standings.map(({ id, found }) => {
    const own = saved.get(id)
    return { id, found: found && own ? { ...found, saved: kind.shown?.(own) ?? own } : null }
  })
}

function savedOf(ask: Ask, kind: SettingKind, ids: readonly string[]): Promise<Map<string, Saved>> {
  const { read, readMany } = kinds[kind]
  return byIds<Saved>(ids, {
    extension: readMany,
    many: async (deviceIds) => (await ask(readMany, { body: { deviceIds } })).data,
    one: (id) => ask(read, { path: { id } }),
    idOf: ({ deviceId }) => deviceId,
  })
}

/** Returns the ids of a selection. */
export function chosenIds(
  ask: Ask,
  at: ConfigurationPlace,
  given: {
    change: ChangeOfMany
    selection: Selection<BoardFilter> | null
    failedIn?: (changeId: string) => Promise<readonly string[]>
  },
): Promise<Chosen<string>> {
  return chosen(given.selection, {
    of: 'devices',
    service: 'device-configuration',
    most: mostFor(given.change),
    keyOf: (id: string) => id,
    named: async (ids) => ids,
    async matching(filter, after) {
      const page = await controllerStates(ask, { ...at, ...filter, after, pageSize: 200 })
      const { rows, next, total, isCut } = page
      return { things: rows.map(({ id }) => id), next, total, isPartial: isCut }
    },
    failedIn: given.failedIn ?? (async () => []),
  })
}

/** Returns the controller as the audit trail names it. */
export function subjectOf(device: Device): Subject {
  return {
    kind: 'device',
    id: device.id,
    name: device.name,
    path: (device.path ?? []).map(({ id, name, type }: PathNode) => ({ id, name, type })),
  }
}

/** Returns the subject of a controller that was not found, named by its id. */
export function unknownSubject(id: string): Subject {
  return { kind: 'device', id, name: id }
}

/** Every change checks the customer of each subject itself. */
function isAt(at: ConfigurationPlace, { siteId: own, path }: Device): boolean {
  const told = (type: PathNode['type']) => path?.find((node) => node.type === type)?.id
  if (isGroup(at)) return path === undefined || told('group') === at.groupId
  if (at.siteId === undefined) return true
  const place = own ?? told('site')
  return place === undefined || place === at.siteId
}
