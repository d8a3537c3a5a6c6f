/** The controllers of `large`, what they run and their saved configuration (domain §11.3). */
import type { InterfaceSettings, NetworkSettings } from '../../contracts/network-settings'
import { seedId } from '../../kit/deterministic'
import { sortName } from '../../kit/sort-name'
import type { Store } from '../../kit/store'
import { countOutdated, latestSupported } from '../../site/packages/status'
import { searchTextOf } from '../../site/search/search-text'
import { packageCatalogue, versionOf } from '../catalogue-packages'
import { productId, productOf } from '../catalogue-products'
import { networkPorts, standardPackages } from '../fleet-write'
import { inserter } from './bulk'
import type { Streams } from './plan'
import { pickWeighted } from './plan'
import { addressIn, type SeedBuilding, type SeedOwner } from './tree'

const hour = 3_600_000
const day = 24 * hour

/** ECYVAV 70 %, air handlers 12 %, fan coils 10 %, plants 6 %, supervisors 2 %. */
const models = [
  ['ECYVAV', 70],
  ['ECY303', 8],
  ['ECY3x0', 4],
  ['ECYPTU207', 7],
  ['ECYPTU208', 3],
  ['ECY600', 4],
  ['ECY400', 2],
  ['ECYAPEX', 1],
  ['ECYS1000', 1],
] as const
export type Model = (typeof models)[number][0]

const prefixes: Record<Model, string> = {
  ECYVAV: 'VAV',
  ECY303: 'AHU',
  ECY3x0: 'AHU',
  ECYPTU207: 'FCU',
  ECYPTU208: 'FCU',
  ECY600: 'PLT',
  ECY400: 'AHU',
  ECYAPEX: 'SUP',
  ECYS1000: 'SUP',
}
const configurations = ['gfx', 'network', 'bacnet', 'time', 'users'] as const

/** The fields of a controller that later steps need. */
export interface SeededDevice {
  id: string
  siteId: string
  buildingId: string
  spaceId: string
  name: string
  model: Model
  isOnboarded: boolean
  offlineSince: number | null
  isOutdated: boolean
}

interface Kind {
  product: ReturnType<typeof productOf>
  productId: string
  packages: { name: string; version: string }[]
  outdated: { outdated: number; total: number }
  total: number
}

function kindOf(model: Model): Kind {
  const product = productOf(model)
  const packages = standardPackages(model).map((name) => ({ name, version: versionOf(name) }))
  const behind = packages.map(({ name, version }) => ({
    name,
    version: name === 'trends' ? versionOf('trends', 1) : version,
  }))
  return {
    product,
    productId: productId(model),
    packages,
    outdated: countOutdated(behind, latestSupported(packageCatalogue, product)),
    total: packages.length,
  }
}

/**
 * Returns a function that writes controllers, each into a building; 3 % are silent, 4 % have an outdated package, four
 * in a thousand wait for onboarding.
 */
export function deviceWriter(
  store: Store,
  { owner, epoch, streams }: { owner: SeedOwner; epoch: number; streams: Streams },
): (at: number, home: SeedBuilding, number: number) => SeededDevice {
  const random = streams('devices')
  const states = streams('configuration')
  const insertDevice = inserter(store, 'device')
  const insertPackage = inserter(store, 'device_package')
  const insertState = inserter(store, 'configuration_state')
  const insertNetwork = inserter(store, 'network_setting')
  const insertController = inserter(store, 'controller')
  const kinds = new Map<Model, Kind>()

  return (at, home, number) => {
    const model = pickWeighted(models, random())
    const kind = kinds.get(model) ?? kindOf(model)
    kinds.set(model, kind)
    const isOnboarded = random() >= 0.004
    const offlineSince =
      isOnboarded && random() < 0.026 ? epoch - Math.round(hour / 4 + 60 * day * random() ** 3) : null
    const isOutdated = isOnboarded && random() < 0.04
    const floor = home.floors[Math.floor(random() * home.floors.length)] ?? home.rooftop
    const prefix = prefixes[model]
    const name = `${prefix} ${home.code}-${String(number).padStart(3, '0')}`
    const id = seedId('device', `large-${at}`)
    // An odd factor maps every number to a distinct code.
    const hostId = isOnboarded ? `${model.toUpperCase()}-${hexOf((at * 0x9e_37b1 + 0x5_1a2c) & 0xff_ffff)}` : ''
    const properties = JSON.stringify({ $serialNumber: `SN-${100_000 + at}` })
    const spaceId = prefix === 'AHU' ? home.rooftop : prefix === 'PLT' || prefix === 'SUP' ? home.basement : floor
    insertDevice({
      id,
      ...owner,
      site_id: home.siteId,
      building_id: home.buildingId,
      space_id: spaceId,
      name,
      sort_name: sortName(name),
      search_text: searchTextOf({ name, host_id: hostId, description: '', properties }, kind.product),
      product_id: kind.productId,
      model_type: model,
      platform: kind.product.platform,
      host_id: hostId,
      properties,
      onboarded: isOnboarded ? 1 : 0,
      offline_since: offlineSince,
      packages_outdated: isOutdated ? kind.outdated.outdated : 0,
      packages_total: isOnboarded ? kind.total : 0,
    })
    for (const entry of isOnboarded ? kind.packages : []) {
      const version = isOutdated && entry.name === 'trends' ? versionOf('trends', 1) : entry.version
      insertPackage({ device_id: id, ...owner, name: entry.name, version })
    }
    for (const type of configurations) {
      const hasFile = type === 'gfx' && isOnboarded && model !== 'ECYAPEX'
      const saved = type !== 'gfx' || hasFile ? 1 : 0
      const isSent = isOnboarded && saved === 1
      insertState({
        device_id: id,
        type,
        ...owner,
        content_version: saved,
        sent_version: isSent ? saved : 0,
        applied_version: isSent ? saved : 0,
        send_state: isSent ? 'succeed' : 'notSet',
        last_sent_time: isSent ? epoch - Math.round((1 + states() * 300) * day) : null,
        attempt: isSent ? 1 : 0,
        file_name: hasFile ? `${name}.gfx` : null,
        file_size: hasFile ? 2_000_000 + Math.round(states() * 6_000_000) : null,
        process_state: hasFile ? 'completed' : null,
      })
    }
    const address = addressIn(home, 10 + number)
    const network = JSON.stringify(settingsOf(model, { address, gateway: addressIn(home, 1) }))
    insertNetwork({ device_id: id, ...owner, saved: network, sent: isOnboarded ? network : null })
    insertController({ device_id: id, lan_id: home.lanId, network, address })
    return {
      id,
      siteId: home.siteId,
      buildingId: home.buildingId,
      spaceId,
      name,
      model,
      isOnboarded,
      offlineSince,
      isOutdated,
    }
  }
}

const hexOf = (number: number) => number.toString(16).toUpperCase().padStart(6, '0')

function settingsOf(model: Model, { address, gateway }: { address: string; gateway: string }): NetworkSettings {
  const off = (): InterfaceSettings => ({
    enabled: false,
    ipv4: {
      dhcpEnabled: false,
      ipAddress: null,
      subnetPrefixLength: null,
      gateway: null,
      primaryDns: null,
      secondaryDns: null,
    },
  })
  const others = networkPorts[model] ?? []
  const settings: NetworkSettings = {}
  if (others.includes('bridge')) settings.bridge = { ...off(), interfaces: ['primary', 'secondary'] }
  settings.primary = {
    enabled: true,
    ipv4: {
      dhcpEnabled: false,
      ipAddress: address,
      subnetPrefixLength: 20,
      gateway,
      primaryDns: '10.0.0.53',
      secondaryDns: '10.0.0.54',
    },
  }
  if (others.includes('secondary')) settings.secondary = off()
  if (others.includes('auxiliary')) settings.auxiliary = off()
  return settings
}
