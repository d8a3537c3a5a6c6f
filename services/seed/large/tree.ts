/** The groups, sites, buildings and floors of `large` (domain §11.3). */
import type { SpaceKind, Usage } from '../../contracts/site'
import { seedId } from '../../kit/deterministic'
import type { Store } from '../../kit/store'
import { nameColumns, wordsOf } from '../../kit/words'
import { inserter } from './bulk'
import { countries, seedCities } from './cities'
import type { Streams } from './plan'
import { pickWeighted } from './plan'

export interface SeedOwner {
  tenant_id: string
  customer_id: string
}

/** A building, with the fields that controllers need. */
export interface SeedBuilding {
  siteId: string
  buildingId: string
  lanId: string
  /** Number of the building; each has 4,096 addresses of 10.0.0.0/8. */
  network: number
  basement: string
  floors: string[]
  rooftop: string
  /** `0042-B`: part of the names of its controllers. */
  code: string
}

const usages: readonly Usage[] = ['Office', 'Retail', 'Education', 'Healthcare', 'Mixed']
const words = ['Place', 'Centre', 'Tour', 'Campus', 'Pavillon']
const names = ['Boréale', 'Laurier', 'Harbour', 'Maple', 'Saint-Rémi', 'Summit', 'Lakeside', 'Peachtree', 'Canut']

export const groupIdOf = (at: number) => seedId('group', `large-${at}`)

export function writeGroups(store: Store, owner: SeedOwner, count: number): void {
  const insert = inserter(store, 'site_group')
  for (let at = 0; at < count; at++) {
    const name = `Region ${at + 1}`
    insert({ id: groupIdOf(at), ...owner, ...nameColumns(name) })
  }
}

/** Returns the address of host `number` of a building. */
export function addressIn({ network }: Pick<SeedBuilding, 'network'>, number: number): string {
  return `10.${network >> 4}.${((network & 15) << 4) | (number >> 8)}.${number & 255}`
}

/** Returns a function that writes sites one after the other; `devices` is the site's number of controllers. */
export function siteWriter(
  store: Store,
  { owner, groups, streams }: { owner: SeedOwner; groups: number; streams: Streams },
): (at: number, devices: number) => SeedBuilding[] {
  const random = streams('sites')
  const insertSite = inserter(store, 'site')
  const insertBuilding = inserter(store, 'building')
  const insertSpace = inserter(store, 'space')
  const insertLan = inserter(store, 'lan')
  const pick = <Thing>(things: readonly Thing[]) => things[Math.floor(random() * things.length)] as Thing
  let networks = 1

  const space = (
    home: Omit<SeedBuilding, 'basement' | 'floors' | 'rooftop'>,
    name: string,
    kind: SpaceKind,
  ): string => {
    const id = seedId('space', `large-${home.code}-${name}`)
    insertSpace({
      id,
      ...owner,
      site_id: home.siteId,
      building_id: home.buildingId,
      ...nameColumns(name),
      kind,
    })
    return id
  }

  return (at, devices) => {
    const siteId = seedId('site', `large-${at}`)
    const city = pick(seedCities[pickWeighted(countries, random())])
    const number = String(at + 1).padStart(4, '0')
    const name = `${pick(words)} ${pick(names)} ${number}`
    const address = `${1 + Math.floor(random() * 9_000)} ${pick(names)} Street`
    const usage = pick(usages)
    const size = Math.round((20 + devices * (4 + random() * 4)) * 1_000)
    insertSite({
      id: siteId,
      ...owner,
      site_group_id: groupIdOf(at % groups),
      ...nameColumns(name),
      country: city.country,
      state: city.state,
      city: city.name,
      address,
      address_text: wordsOf(address, city.name),
      latitude: Math.round((city.latitude + (random() - 0.5) / 5) * 10_000) / 10_000,
      longitude: Math.round((city.longitude + (random() - 0.5) / 5) * 10_000) / 10_000,
      usage,
      size: city.country === 'FR' ? Math.round(size / 10.764) : size,
      units: city.country === 'FR' ? 'metric' : 'us',
      time_zone: city.timeZone,
    })
    const buildings = devices > 400 ? 3 : 1 + Math.floor(random() * 3)
    const floors = Math.max(buildings, Math.round(8 + random() * 16))
    return Array.from({ length: buildings }, (_, index): SeedBuilding => {
      const letter = 'ABC'.charAt(index)
      const code = `${number}-${letter}`
      const home = {
        siteId,
        buildingId: seedId('building', `large-${code}`),
        lanId: seedId('lan', `large-${code}`),
        network: networks++,
        code,
      }
      insertBuilding({
        id: home.buildingId,
        ...owner,
        site_id: siteId,
        ...nameColumns(`Building ${letter}`),
        usage,
        size: Math.round(size / buildings),
      })
      insertLan({
        id: home.lanId,
        name: `${name} / Building ${letter}`,
        network: addressIn(home, 0),
        prefix: 20,
        routers: JSON.stringify([addressIn(home, 1)]),
      })
      const mine = Math.max(1, Math.round(floors / buildings))
      return {
        ...home,
        basement: space(home, 'Basement', 'Basement'),
        floors: Array.from({ length: mine }, (_, floor) => space(home, `Floor ${floor + 1}`, 'Floor')),
        rooftop: space(home, 'Rooftop', 'Rooftop'),
      }
    })
  }
}
