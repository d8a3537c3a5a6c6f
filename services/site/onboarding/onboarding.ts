/** Onboarding of controllers (spec §7, domain §6.1, §6.3). */

import type { Onboarding } from '../../contracts/onboarding'
import type { site } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import type { Handlers } from '../../kit/call'
import { timestamp } from '../../kit/clock'
import { scopeOfDevice } from '../../kit/scope'
import type { World } from '../../kit/world'
import type { ControllerInfo } from '../../link/port'
import { isConnected } from '../../link/presence'
import { requireHostId } from '../devices/new-device'
import type { DeviceRecord } from '../devices/rows'
import { readRow, saveRow } from '../hierarchy/rows'
import { callerPerson, requireScopeWritable } from '../hierarchy/write-checks'
import { readProduct } from '../packages/installed'
import { pointCount } from '../points/model-objects'
import { searchTextOf } from '../search/search-text'
import { closeTunnelsTo } from '../tunnels/records'
import { issueActivationCode, spendActivationCode } from './activation-codes'
import { licencesOf } from './licences'
import {
  adoptOnboarding,
  allSteps,
  beginOnboarding,
  isOnboardingActive,
  markRemoved,
  readOnboarding,
  stepsOf,
} from './records'
import { openOnboarding, removeIdentity, scheduleOnboardingExpiry } from './run'

/** Platforms behind another controller, without an identity of their own. */
const withoutIdentity = ['ShortStack', 'BacnetMSTP']

type OnboardingCalls = Pick<Handlers<typeof site>, 'onboardDevice' | 'getOnboarding' | 'removeOnboarding'>

export const deviceOnboarding: OnboardingCalls = {
  onboardDevice(call) {
    const { params, body, world, caller, touched } = call
    const { store } = world
    const owner = requireScopeWritable(call, scopeOfDevice(store, params.id))
    const device = readRow(store, 'device', params.id)
    if (device.onboarded) fail(4302, { errors: { hostId: 'errors.onboarding.alreadyOnboarded' } })
    if (isOnboardingActive(readOnboarding(store, device.id)?.status ?? 'notOnboarded')) fail(4306)
    const product = readProduct(store, device.product_id)
    const isSupported = world.links.of(device.id).can.has('onboarding')
    if (!product || !isSupported || withoutIdentity.includes(product.platform)) {
      fail(4310, { errors: { productId: 'errors.onboarding.platform' } })
    }
    const hostId = body.hostId.trim()
    requireHostId(store, { hostId, product, deviceId: device.id })
    if (pointCount(store, device) > (product.license?.maxPoints ?? 0)) {
      fail(4305, { errors: { productId: 'errors.licence.points' } })
    }
    spendActivationCode(world, device.id, body.activationCode)

    const current = readRow(store, 'device', device.id)
    saveRow(store, 'device', device.id, {
      host_id: hostId,
      search_text: searchTextOf({ ...current, host_id: hostId }, product),
    })
    const by = callerPerson(caller, owner.tenantId)
    beginOnboarding(world, { deviceId: device.id, ...owner, hostId, by })
    scheduleOnboardingExpiry(world, device.id)
    world.links.of(device.id).workQueued(device.id)
    touched(device.id)
    return onboardingAnswer(world, readRow(store, 'device', device.id))
  },

  async getOnboarding({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    const device = readRow(world.store, 'device', params.id)
    const infos = await world.links.infos([device.id])
    return onboardingAnswer(world, device, infos.get(device.id))
  },

  removeOnboarding(call) {
    const { params, world } = call
    const { store } = world
    const owner = requireScopeWritable(call, scopeOfDevice(store, params.id))
    const device = readRow(store, 'device', params.id)
    // What is found on a network has no activation code with which it could return.
    if (store.get('SELECT 1 FROM networked_device WHERE device_id = ?', device.id)) fail(4310)
    const row = readOnboarding(store, device.id)
    if (!device.onboarded && !isOnboardingActive(row?.status ?? 'notOnboarded')) fail(4304)
    if (device.deployment_in_progress) fail(4306)
    closeTunnelsTo(world, device.id)
    const open = openOnboarding(world, device.id)
    if (open !== null) world.links.of(device.id).workAborted(device.id, open)
    markRemoved(world, row ?? adoptOnboarding(world, { deviceId: device.id, ...owner, hostId: device.host_id }))
    removeIdentity(world, device)
    issueActivationCode(world, device.id)
    return null
  },
}

/** Returns the known onboarding; for a controller onboarded before these records began, only that it happened. */
function onboardingAnswer(world: World, device: DeviceRecord, info?: ControllerInfo): Onboarding {
  const row = readOnboarding(world.store, device.id)
  const isOnboarded = device.onboarded === 1
  return {
    deviceId: device.id,
    hostId: device.host_id || (row?.host_id ?? ''),
    status: row?.status ?? (isOnboarded ? 'onboarded' : 'notOnboarded'),
    steps: row ? stepsOf(row) : allSteps(isOnboarded ? 'done' : 'waiting'),
    requestedBy: row?.requested_by_id ? { id: row.requested_by_id, fullName: row.requested_by_name ?? '' } : null,
    requestedAt: at(row?.requested_at),
    completedAt: at(row?.completed_at),
    failureCode: row?.failure_code ?? null,
    publicIP: isOnboarded && info?.publicAddress ? publicAddress(world, device, info.publicAddress) : null,
    device: isOnboarded ? hardwareOf(world, device, info?.macAddress ?? null) : null,
    licenses: isOnboarded ? licencesOf(world, device) : [],
  }
}

function publicAddress({ clock }: World, device: DeviceRecord, address: string) {
  return {
    address,
    observedAt: timestamp(device.offline_since ?? clock.now()),
    connectedToInternet: isConnected(device, clock.now()),
  }
}

function hardwareOf({ store }: World, device: DeviceRecord, macAddress: string | null) {
  const properties = JSON.parse(device.properties) as Record<string, unknown>
  const firmware = store.get<{ version: string }>(
    `SELECT version FROM device_package WHERE device_id = ? AND name = 'platform' LIMIT 1`,
    device.id,
  )
  return {
    serialNumber: typeof properties.$serialNumber === 'string' ? properties.$serialNumber : null,
    macAddress,
    modelName: readProduct(store, device.product_id)?.name ?? device.model_type,
    firmwareVersion: firmware?.version ?? null,
    hostName: device.host_id,
  }
}

const at = (moment: number | null | undefined) => (moment == null ? null : timestamp(moment))
