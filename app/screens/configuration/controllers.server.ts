/** The controllers a person chose, each with its saved settings: many in a few calls, where a backend has them (domain §17). */

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

/** A controller, and where its sending of a kind stands. */
export interface Standing {
  device: NamedDevice
  state: z.infer<typeof ConfigState>
}

/** The same, with its saved settings. */
export interface Controller extends Standing {
  saved: Saved
}

export interface Looked<Found = Controller> {
  id: string
  /** Null for what is not, or no longer, there. */
  found: Found | null
}

/** How many calls wait at the same time. */
const atOnce = 8

/** Each chosen controller of the customer, group or site. */
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
    // Whether graphics are built not every list of controllers tells.
    const isTold = known && (type !== 'gfx' || 'processState' in known)
    const state = isTold ? known : ((await ask(deviceConfiguration.getInfo, { path: { id } }))[type] ?? {})
    return { id, found: { device, state: { ...state, sendState: state.sendState || undefined } } }
  })
}

/** Each of them, with what is saved of a kind of settings. */
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

/** The ids behind a selection. */
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
function isAt(at: ConfigurationPlace, { siteId: own, path }: Device): boolean {
  const told = (type: PathNode['type']) => path?.find((node) => node.type === type)?.id
  if (isGroup(at)) return path === undefined || told('group') === at.groupId
  if (at.siteId === undefined) return true
  const place = own ?? told('site')
  return place === undefined || place === at.siteId
}
