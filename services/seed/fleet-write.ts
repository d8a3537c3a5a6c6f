/** Stores sites and controllers from their plans (domain §11.1). */

import type { InterfaceSettings, NetworkSettings } from '../contracts/network-settings'
import type { Package } from '../contracts/package'
import type { ConfigurationType } from '../contracts/site'
import { prng, seedId, seedOf } from '../kit/deterministic'
import { sortName } from '../kit/sort-name'
import { nameColumns, wordsOf } from '../kit/words'
import type { World } from '../kit/world'
import { storeInjection } from '../simulation/fleet/injections'
import { countOutdated, latestSupported } from '../site/packages/status'
import { searchTextOf } from '../site/search/search-text'
import { packageCatalogue, versionOf } from './catalogue-packages'
import { productId, productOf } from './catalogue-products'
import type { BuildingPlan, FleetDevicePlan, SitePlan, SpacePlan } from './fleet-plan'
import { customerIdOf, tenantIdOf } from './people'

const hour = 3_600_000
const day = 24 * hour

export const deviceIdOf = (key: string) => seedId('device', key)
export const siteIdOf = (number: number) => seedId('site', number)

/** Tenant and customer of a row. */
interface Owner {
  tenantId: string
  customerId: string
}

interface Place extends Owner {
  siteId: string
  buildingId: string
  lanId: string
  /** `10.<site>.<building>`. */
  subnet: string
}

/** Stores one site with everything in it; groups are created on first use. */
export function writeSite(world: World, epoch: number, plan: SitePlan): void {
  const owner: Owner = { tenantId: tenantIdOf(world, 'boreal'), customerId: customerIdOf(plan.customer) }
  const siteId = siteIdOf(plan.number)
  insert(world, 'site', {
    id: siteId,
    tenant_id: owner.tenantId,
    customer_id: owner.customerId,
    site_group_id: plan.group ? groupOf(world, owner, plan.group) : null,
    ...nameColumns(plan.name),
    description: plan.description,
    country: plan.country,
    state: plan.state,
    postal_code: plan.postalCode,
    city: plan.city,
    address: plan.address,
    address_text: wordsOf(plan.address, plan.postalCode, plan.city),
    latitude: plan.latitude,
    longitude: plan.longitude,
    usage: plan.usage,
    size: plan.size,
    units: plan.units,
    time_zone: plan.timeZone,
  })
  for (const building of plan.buildings) writeBuilding(world, epoch, { ...owner, siteId, site: plan, building })
}

function groupOf(world: World, owner: Owner, name: string): string {
  const id = seedId('group', name)
  if (world.store.get('SELECT 1 FROM site_group WHERE id = ?', id)) return id
  insert(world, 'site_group', {
    id,
    tenant_id: owner.tenantId,
    customer_id: owner.customerId,
    ...nameColumns(name),
  })
  return id
}

interface BuildingInSite extends Owner {
  siteId: string
  site: SitePlan
  building: BuildingPlan
}

function writeBuilding(
  world: World,
  epoch: number,
  { tenantId, customerId, siteId, site, building }: BuildingInSite,
): void {
  const key = `${site.number}-${building.lan}`
  const subnet = `10.${site.number}.${building.lan}`
  const place: Place = {
    tenantId,
    customerId,
    siteId,
    buildingId: seedId('building', key),
    lanId: seedId('lan', key),
    subnet,
  }
  insert(world, 'building', {
    id: place.buildingId,
    tenant_id: tenantId,
    customer_id: customerId,
    site_id: siteId,
    ...nameColumns(building.name),
    usage: site.usage,
    size: Math.round(site.size / site.buildings.length),
  })
  insert(world, 'lan', {
    id: place.lanId,
    name: `${site.name} / ${building.name}`,
    network: `${subnet}.0`,
    prefix: 24,
    routers: JSON.stringify([`${subnet}.1`, `${subnet}.254`]),
  })
  for (const [at, space] of building.spaces.entries())
    writeSpace(world, epoch, { place, space, parentId: null, key: `${key}-${at}` })
}

interface SpaceInPlace {
  place: Place
  space: SpacePlan
  parentId: string | null
  key: string
}

function writeSpace(world: World, epoch: number, { place, space, parentId, key }: SpaceInPlace): void {
  const id = seedId('space', key)
  insert(world, 'space', {
    id,
    tenant_id: place.tenantId,
    customer_id: place.customerId,
    site_id: place.siteId,
    building_id: place.buildingId,
    parent_space_id: parentId,
    ...nameColumns(space.name),
    kind: space.kind,
    usage: space.usage ?? 'Unassigned',
  })
  for (const device of space.devices ?? []) writeDevice(world, epoch, { place, spaceId: id, device })
  for (const [at, inner] of (space.subSpaces ?? []).entries()) {
    writeSpace(world, epoch, { place, space: inner, parentId: id, key: `${key}-${at}` })
  }
}

interface DeviceInSpace {
  place: Place
  spaceId: string
  device: FleetDevicePlan
}

function writeDevice(world: World, epoch: number, { place, spaceId, device }: DeviceInSpace): void {
  const id = deviceIdOf(device.key)
  const product = productOf(device.model)
  const onboarded = device.hostId !== ''
  const packages = onboarded ? packagesOf(device) : []
  const { outdated, total } = countOutdated(packages, latestSupported(packageCatalogue, product))
  const described = {
    name: device.name,
    host_id: device.hostId,
    description: device.description ?? '',
    properties: JSON.stringify(propertiesOf(device)),
  }
  insert(world, 'device', {
    id,
    tenant_id: place.tenantId,
    customer_id: place.customerId,
    site_id: place.siteId,
    building_id: place.buildingId,
    space_id: spaceId,
    ...described,
    sort_name: sortName(device.name),
    search_text: searchTextOf(described, product),
    space_served: device.spaceServed ?? null,
    product_id: productId(device.model),
    model_type: device.model,
    platform: product.platform,
    onboarded: onboarded ? 1 : 0,
    offline_since: device.offlineHours === undefined ? null : epoch - device.offlineHours * hour,
    packages_outdated: outdated,
    packages_total: total,
  })
  for (const { name, version } of packages) {
    insert(world, 'device_package', {
      device_id: id,
      tenant_id: place.tenantId,
      customer_id: place.customerId,
      name,
      version,
    })
  }
  writeConfiguration(world, epoch, { place, device, onboarded })
  if (device.licence) writeLicence(world, epoch, id, device.licence)
  for (const [at, injection] of (device.injections ?? []).entries()) {
    storeInjection(world, {
      id: `${device.hostId || device.key}.seed-${at + 1}`,
      device_id: id,
      kind: injection.kind,
      params: JSON.stringify(injection.params ?? {}),
      from_at: epoch - (device.offlineHours ?? 0) * hour,
      until_at: null,
    })
  }
}

function writeLicence(
  world: World,
  epoch: number,
  deviceId: string,
  licence: NonNullable<FleetDevicePlan['licence']>,
): void {
  const { points, endsInDays } = licence === 'missing' ? { points: null } : licence
  insert(world, 'licence', {
    device_id: deviceId,
    max_points: points,
    issued_at: points === null ? null : epoch - 400 * day,
    expires_at: endsInDays === undefined ? null : epoch + endsInDays * day,
  })
}

/** The packages of every controller that supports them. */
const standardNames = ['platform', 'gfx', 'bacnet', 'schedules', 'alarms', 'trends', 'remote-tunneling']

/** Returns the packages a controller of a model is delivered with. */
export function standardPackages(model: string): string[] {
  const product = productOf(model)
  const latest: ReadonlyMap<string, Package & { requiresFeature?: string }> = latestSupported(packageCatalogue, product)
  return standardNames.filter((name) => {
    const feature = latest.get(name)?.requiresFeature
    return latest.has(name) && (feature === undefined || product.license?.features.includes(feature))
  })
}

function packagesOf(device: FleetDevicePlan): { name: string; version: string }[] {
  return standardPackages(device.model).flatMap((name) => {
    const behind = device.behind?.[name] ?? 0
    const versions = behind < 0 ? [versionOf(name, 0), versionOf(name, 1)] : [versionOf(name, behind)]
    return versions.map((version) => ({ name, version }))
  })
}

function propertiesOf(device: FleetDevicePlan): Record<string, string> {
  const random = prng(seedOf(`${device.key}/properties`))
  const serial = String(Math.floor(random() * 900_000) + 100_000)
  return {
    $serialNumber: `SN-${serial}`,
    $installer: random() < 0.5 ? 'Équipe Nord' : 'Équipe Sud',
    ...device.properties,
  }
}

const types: readonly ConfigurationType[] = ['gfx', 'network', 'bacnet', 'time', 'users']

function writeConfiguration(
  world: World,
  epoch: number,
  { place, device, onboarded }: { place: Place; device: FleetDevicePlan; onboarded: boolean },
): void {
  const id = deviceIdOf(device.key)
  const owner = { tenant_id: place.tenantId, customer_id: place.customerId }
  const random = prng(seedOf(`${device.key}/configuration`))
  for (const type of types) {
    const lastSent = epoch - Math.round((1 + random() * 60) * day)
    const failed = device.failedSend?.type === type
    const dirty = failed || (device.dirty ?? []).some((name) => name === type)
    const hasFile = type === 'gfx' && onboarded && device.model !== 'ECYAPEX' && device.model !== 'NIAGARA'
    const saved = type !== 'gfx' || hasFile ? 1 : 0
    insert(world, 'configuration_state', {
      device_id: id,
      type,
      ...owner,
      content_version: dirty ? saved + 1 : saved,
      sent_version: onboarded ? saved : 0,
      applied_version: onboarded ? saved : 0,
      send_state: !onboarded || saved === 0 ? 'notSet' : failed ? 'failed' : 'succeed',
      last_sent_time: onboarded && saved ? lastSent : null,
      attempt: onboarded && saved ? 1 : 0,
      file_name: hasFile ? `${device.name}.gfx` : null,
      file_size: hasFile ? 2_000_000 + Math.round(random() * 6_000_000) : null,
      process_state: hasFile ? 'completed' : null,
    })
    if (failed && device.failedSend) writeFailedSend(world, epoch - 2 * day, { id, owner, ...device.failedSend })
  }

  const settings = networkOf(device, place)
  const network = JSON.stringify(settings)
  insert(world, 'network_setting', { device_id: id, ...owner, saved: network, sent: onboarded ? network : null })
  insert(world, 'controller', {
    device_id: id,
    lan_id: place.lanId,
    network,
    address: `${place.subnet}.${device.host}`,
  })
}

interface FailedSend {
  id: string
  owner: { tenant_id: string; customer_id: string }
  type: ConfigurationType
  code: string
}

function writeFailedSend(world: World, at: number, { id, owner, type, code }: FailedSend): void {
  const lines = [
    ['info', 'QUEUED', 'The time settings were queued for sending.', 'queue'],
    ['info', 'PICKED_UP', 'The time settings were picked up by the controller.', 'transfer'],
    ['error', code, `The controller rejected the configuration with code ${code}.`, 'apply'],
  ] as const
  for (const [index, [level, lineCode, message, step]] of lines.entries()) {
    insert(world, 'send_log', {
      device_id: id,
      ...owner,
      type,
      at: at + index * 1500,
      level,
      code: lineCode,
      message,
      step,
      attempt: 1,
    })
  }
}

/** The interfaces of each model; a model that is not listed has only `primary`. */
export const networkPorts: Readonly<Record<string, readonly ('bridge' | 'secondary' | 'auxiliary')[]>> = {
  ECY303: ['bridge', 'secondary'],
  ECY600: ['bridge', 'secondary'],
  ECYS1000: ['bridge', 'secondary'],
  ECYAPEX: ['bridge', 'secondary', 'auxiliary'],
}

function networkOf(device: FleetDevicePlan, { subnet }: Place): NetworkSettings {
  const off = (): InterfaceSettings => ({ enabled: false, ipv4: empty(false) })
  const site = subnet.split('.').slice(0, 2).join('.')
  const on: InterfaceSettings = {
    enabled: true,
    ipv4: device.dhcp
      ? empty(true)
      : {
          dhcpEnabled: false,
          ipAddress: `${subnet}.${device.host}`,
          subnetPrefixLength: 24,
          gateway: `${subnet}.1`,
          primaryDns: `${site}.0.53`,
          secondaryDns: `${site}.0.54`,
        },
  }
  const others = networkPorts[device.model] ?? []
  const settings: NetworkSettings = {}
  if (others.includes('bridge')) {
    settings.bridge = device.bridged
      ? { ...on, interfaces: ['primary', 'secondary'] }
      : { ...off(), interfaces: ['primary', 'secondary'] }
  }
  settings.primary = device.bridged ? off() : on
  if (others.includes('secondary')) settings.secondary = off()
  if (others.includes('auxiliary')) settings.auxiliary = off()
  return settings
}

const empty = (dhcpEnabled: boolean): InterfaceSettings['ipv4'] => ({
  dhcpEnabled,
  ipAddress: null,
  subnetPrefixLength: null,
  gateway: null,
  primaryDns: null,
  secondaryDns: null,
})

/** Inserts one row; the columns are the keys. */
export function insert(world: World, table: string, row: Record<string, string | number | null>): void {
  const columns = Object.keys(row)
  world.store.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    ...Object.values(row),
  )
}
