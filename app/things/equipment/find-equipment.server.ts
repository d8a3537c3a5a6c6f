/** Finds the equipment of a place with the extension, else through the controllers of the place (domain §17). */
import type { Equipment } from '#contracts/equipment'
import { holdsWords } from '#contracts/fold'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { asPanel } from '~/backend/reader.server'
import { type Walking, walkDevices, walkerOf } from '~/backend/walk-devices.server'
import { type Counted, countedIn } from '~/domain/counted'
import { isAmong } from '~/screens/list/filter'
import { startAfter } from '~/screens/list/refused-filter.server'
import { within } from '~/screens/list/within'
import type { PlaceParams } from '~/screens/place/mount.server'
import { type EquipmentFilter, equipmentQuery } from './filter'

export interface AskedEquipment {
  at: PlaceParams
  filter: EquipmentFilter
  sort?: string | undefined
  after?: string | undefined
  pageSize: number
}

export interface EquipmentPage {
  equipment: Equipment[]
  total: Counted
  next: string | null
  isPartial: boolean
}

/** Maximum number of controllers whose equipment is read, and how many concurrently. */
const mostWalked = 200
const atOnce = 8

export async function findEquipment(asking: Walking, asked: AskedEquipment): Promise<EquipmentPage> {
  const { at, filter, sort, after, pageSize } = asked
  return withFallback<EquipmentPage>(
    site.findEquipment,
    async () => {
      const query = { ...equipmentQuery(at, filter), pageSize, ...(sort && { sort }), continuationToken: after }
      const found = await asking.ask(site.findEquipment, { query })
      return {
        equipment: found.data,
        total: countedIn(found),
        next: found.continuationToken ?? null,
        isPartial: false,
      }
    },
    async () => {
      const { equipment, isCut } = await walked(asking, asked)
      const from = startAfter(equipment, after, ({ id }) => id)
      const page = equipment.slice(from, from + pageSize)
      const next = from + pageSize < equipment.length ? (page.at(-1)?.id ?? null) : null
      return { equipment: page, total: { count: equipment.length, isCapped: isCut }, next, isPartial: true }
    },
  )
}

/** Reads equipment controller by controller; equipment that no controller serves is missing. */
async function walked(asking: Walking, { at, filter, sort }: AskedEquipment) {
  const { groupId, siteId, buildingId, spaceId, deviceId } = within(at, filter)
  const walker = walkerOf(asking)
  const found = deviceId
    ? { devices: [{ id: deviceId }], isCut: false }
    : await walkDevices(walker, at.customerId, { groupId, siteId, buildingId, spaceId })
  const devices = found.devices.slice(0, mostWalked)
  let isCut = found.isCut || devices.length < found.devices.length
  const lists = await inParallel(devices, atOnce, async ({ id }) => {
    const read = await asPanel(walker.read(site.listDeviceEquipment, { path: { id } }))
    if (!read.ok) isCut = true
    return read.ok ? read.value : []
  })
  const all = new Map(lists.flat().map((one) => [one.id, one]))
  const direction = sort?.startsWith('-') ? -1 : 1
  const key = sort?.replace('-', '') === 'type' ? 'type' : 'name'
  return {
    equipment: [...all.values()]
      .filter((one) => isAsked(one, filter))
      .sort((a, b) => direction * a[key].localeCompare(b[key], 'en', { numeric: true })),
    isCut,
  }
}

function isAsked(equipment: Equipment, { q, type, readiness, trouble }: EquipmentFilter): boolean {
  const { name, path = [], ruleReadiness, alarmCount = 0, faultCount = 0 } = equipment
  const text = [name, equipment.type.replaceAll('_', ' '), ...path.map((node) => node.name)].join(' ')
  const isReady = !ruleReadiness || ruleReadiness.ready === ruleReadiness.total
  return (
    holdsWords(text, q ?? '') &&
    isAmong(type, equipment.type) &&
    isAmong(readiness, isReady ? 'ready' : 'missing') &&
    (trouble === undefined || trouble.some((one) => (one === 'alarms' ? alarmCount : faultCount) > 0))
  )
}
