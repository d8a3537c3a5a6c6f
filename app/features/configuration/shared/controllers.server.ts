/** The selected controllers with their saved settings, read in few calls where the backend allows (domain §17). */

import type { z } from 'zod'
import { deviceConfiguration } from '#contracts/device-configuration'
import type { PathNode } from '#contracts/scalars'
import type { ConfigState, Device } from '#contracts/site'
import { byIds, type DeviceWithCustomer, devicesById } from '~/backend/by-ids.server'
import { inParallel } from '~/backend/in-parallel'
import { type LoadedSelection, loadSelection } from '~/backend/load-selection.server'
import type { Reader } from '~/backend/reader.server'
import { type BulkChangeName, limitFor } from '~/changes'
import type { Selection } from '~/domain/selection'
import type { Subject } from '~/trail/record'
import type { BoardFilter } from '../board-selection'
import { controllerStates } from '../controller-states.server'
import { serverKinds } from './configuration.server'
import { configurationTypeOf, type SettingKind } from './kind'
import type { SavedSettings } from './kind.server'
import { type ConfigurationPlace, isGroup, type SettingsPlace } from './place'

type Ask = Reader['call']

/** A controller with the send state of one kind. */
export interface DeviceWithState {
  device: DeviceWithCustomer
  state: z.infer<typeof ConfigState>
}

/** A controller with its send state and its saved settings. */
export interface DeviceWithSettings extends DeviceWithState {
  saved: SavedSettings
}

export interface DeviceLookup<Match = DeviceWithSettings> {
  id: string
  /** Null for a controller that does not exist, or no longer does. */
  match: Match | null
}

/** The number of concurrent calls. */
const maxConcurrent = 8

/** Returns each selected controller of the customer, group or site with its send state. */
export async function readDeviceStates(
  ask: Ask,
  at: ConfigurationPlace,
  ids: readonly string[],
): Promise<DeviceLookup<DeviceWithState>[]> {
  const devices = await devicesById(ask, ids)
  return inParallel(ids, maxConcurrent, async (id) => {
    const device = devices.get(id)
    if (!device || !isInPlace(at, device)) return { id, match: null }
    const type = configurationTypeOf[at.kind]
    const listed = device.configStatus?.[type]
    // Not every list of controllers includes the build state of graphics.
    const isComplete = listed && (type !== 'gfx' || 'processState' in listed)
    const state = isComplete ? listed : ((await ask(deviceConfiguration.getInfo, { path: { id } }))[type] ?? {})
    return { id, match: { device, state: { ...state, sendState: state.sendState || undefined } } }
  })
}

/** Returns each controller with the saved settings of a kind. */
export async function readDeviceSettings(ask: Ask, at: SettingsPlace, ids: readonly string[]): Promise<DeviceLookup[]> {
  const kind = serverKinds[at.kind]
  const [saved, deviceStates] = await Promise.all([
    readSavedSettings(ask, at.kind, ids),
    readDeviceStates(ask, at, ids),
  ])
  return deviceStates.map(({ id, match }) => {
    const own = saved.get(id)
    return { id, match: match && own ? { ...match, saved: kind.toSettings?.(own) ?? own } : null }
  })
}

function readSavedSettings(ask: Ask, kind: SettingKind, ids: readonly string[]): Promise<Map<string, SavedSettings>> {
  const { read, readMany } = serverKinds[kind]
  return byIds<SavedSettings>(ids, {
    extension: readMany,
    many: async (deviceIds) => (await ask(readMany, { body: { deviceIds } })).data,
    one: (id) => ask(read, { path: { id } }),
    idOf: ({ deviceId }) => deviceId,
  })
}

/** Returns the ids of a selection. */
export function selectedIds(
  ask: Ask,
  at: ConfigurationPlace,
  request: {
    change: BulkChangeName
    selection: Selection<BoardFilter> | null
    failedIn?: (changeId: string) => Promise<readonly string[]>
  },
): Promise<LoadedSelection<string>> {
  return loadSelection(request.selection, {
    of: 'devices',
    service: 'device-configuration',
    max: limitFor(request.change),
    keyOf: (id: string) => id,
    byIds: async (ids) => ids,
    async matchPage(filter, after) {
      const page = await controllerStates(ask, { ...at, ...filter, after, pageSize: 200 })
      const { rows, next, total, isCut } = page
      return { things: rows.map(({ id }) => id), next, total, incomplete: isCut }
    },
    failedIdsOf: request.failedIn ?? (async () => []),
  })
}

/** Returns the controller as the audit trail names it. */
export function deviceSubject(device: Device): Subject {
  return {
    kind: 'device',
    id: device.id,
    name: device.name,
    path: (device.path ?? []).map(({ id, name, type }: PathNode) => ({ id, name, type })),
  }
}

/** Returns the subject of a controller that was not found, named by its id. */
export function unknownDeviceSubject(id: string): Subject {
  return { kind: 'device', id, name: id }
}

/** Every change checks the customer of each subject itself. */
function isInPlace(at: ConfigurationPlace, { siteId: own, path }: Device): boolean {
  const nodeId = (type: PathNode['type']) => path?.find((node) => node.type === type)?.id
  if (isGroup(at)) return path === undefined || nodeId('group') === at.groupId
  if (at.siteId === undefined) return true
  const place = own ?? nodeId('site')
  return place === undefined || place === at.siteId
}
