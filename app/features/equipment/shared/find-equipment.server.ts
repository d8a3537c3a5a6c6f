/** Finds the equipment of a place with the extension, else through the controllers of the place (domain §17). */
import type { Equipment } from '#contracts/equipment'
import { containsWords } from '#contracts/fold'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import { asPanel } from '~/backend/reader.server'
import { toWalker, type WalkReader, walkDevices } from '~/backend/walk-devices.server'
import { countInReply, type TotalCount } from '~/domain/count'
import { matchesAny } from '~/kit/list/filter'
import { startIndexAfter } from '~/kit/list/refused-filter.server'
import { scopeFilter } from '~/kit/list/scope-filter'
import type { PlaceParams } from '~/kit/place/place-params'
import { type EquipmentFilter, equipmentQuery } from '../filter'

export interface EquipmentSearch {
  at: PlaceParams
  filter: EquipmentFilter
  sort?: string | undefined
  after?: string | undefined
  pageSize: number
}

export interface EquipmentPage {
  equipment: Equipment[]
  total: TotalCount
  next: string | null
  incomplete: boolean
}

/** Maximum number of controllers whose equipment is read, and how many concurrently. */
const maxControllers = 200
const maxConcurrent = 8

export async function findEquipment(reader: WalkReader, search: EquipmentSearch): Promise<EquipmentPage> {
  const { at, filter, sort, after, pageSize } = search
  return withFallback<EquipmentPage>(
    site.findEquipment,
    async () => {
      const query = { ...equipmentQuery(at, filter), pageSize, ...(sort && { sort }), continuationToken: after }
      const reply = await reader.call(site.findEquipment, { query })
      return {
        equipment: reply.data,
        total: countInReply(reply),
        next: reply.continuationToken ?? null,
        incomplete: false,
      }
    },
    async () => {
      const { equipment, isCut } = await walkEquipment(reader, search)
      const from = startIndexAfter(equipment, after, ({ id }) => id)
      const page = equipment.slice(from, from + pageSize)
      const next = from + pageSize < equipment.length ? (page.at(-1)?.id ?? null) : null
      return { equipment: page, total: { count: equipment.length, isCapped: isCut }, next, incomplete: true }
    },
  )
}

/** Reads equipment controller by controller; equipment that no controller serves is missing. */
async function walkEquipment(reader: WalkReader, { at, filter, sort }: EquipmentSearch) {
  const { groupId, siteId, buildingId, spaceId, deviceId } = scopeFilter(at, filter)
  const walker = toWalker(reader)
  const walk = deviceId
    ? { devices: [{ id: deviceId }], isCut: false }
    : await walkDevices(walker, at.customerId, { groupId, siteId, buildingId, spaceId })
  const devices = walk.devices.slice(0, maxControllers)
  let isCut = walk.isCut || devices.length < walk.devices.length
  const lists = await inParallel(devices, maxConcurrent, async ({ id }) => {
    const read = await asPanel(walker.read(site.listDeviceEquipment, { path: { id } }))
    if (!read.ok) isCut = true
    return read.ok ? read.value : []
  })
  const all = new Map(lists.flat().map((one) => [one.id, one]))
  const direction = sort?.startsWith('-') ? -1 : 1
  const key = sort?.replace('-', '') === 'type' ? 'type' : 'name'
  return {
    equipment: [...all.values()]
      .filter((one) => matchesFilter(one, filter))
      .sort((a, b) => direction * a[key].localeCompare(b[key], 'en', { numeric: true })),
    isCut,
  }
}

function matchesFilter(equipment: Equipment, { q, type, readiness, trouble }: EquipmentFilter): boolean {
  const { name, path = [], ruleReadiness, alarmCount = 0, faultCount = 0 } = equipment
  const text = [name, equipment.type.replaceAll('_', ' '), ...path.map((node) => node.name)].join(' ')
  const isReady = !ruleReadiness || ruleReadiness.ready === ruleReadiness.total
  return (
    containsWords(text, q ?? '') &&
    matchesAny(type, equipment.type) &&
    matchesAny(readiness, isReady ? 'ready' : 'missing') &&
    (trouble === undefined || trouble.some((one) => (one === 'alarms' ? alarmCount : faultCount) > 0))
  )
}
