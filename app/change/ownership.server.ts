/**
 * Checks that the address of a change and the things it touches belong together (design §4, §9). A person with rights
 * in two places changes a thing under its own address only: there its record is visible to those with rights there.
 */
import { type Site, site } from '#contracts/site'
import { tenant } from '#contracts/tenant'
import { comparableId } from '#contracts/uuid'
import { inParallel } from '~/backend/in-parallel'
import { ServiceError } from '~/backend/service-error'
import type { Subject } from '~/trail/record'
import type { PlanRow } from './plan'
import type { PlanContext } from './plan-context'

type Read = PlanContext<unknown>['read']
/** The ids in an address. */
type AddressIds = Readonly<Record<string, string | undefined>>

/** The parts of a plan row that decide what it touches. */
type TouchedRow = Pick<PlanRow, 'subject' | 'effect' | 'customerId'>

/** Concurrent calls. */
const maxConcurrent = 16

/**
 * Returns whether the customer of an address, where it has one, belongs to its tenant. Throws `ServiceError` where
 * that cannot be read.
 */
export async function isConsistent(read: Read, { tenantId, customerId }: AddressIds): Promise<boolean> {
  if (!customerId) return true
  try {
    const customer = await read(tenant.getCustomer, { path: { id: customerId } })
    return isSame(customer.tenantId, tenantId)
  } catch (error) {
    if (error instanceof ServiceError && [400, 403, 404, 405, 422].includes(error.status)) return false
    throw error
  }
}

/**
 * Returns whether a plan touches a thing outside the customer, the site group or the site of the address. Where a
 * backend does not return the owner of a thing, the customer header alone decides. Throws `ServiceError`.
 */
export async function touchesOthers(
  read: Read,
  { customerId, groupId, siteId }: AddressIds,
  rows: readonly TouchedRow[],
): Promise<boolean> {
  if (!customerId) return false
  const touched = rows.filter(({ effect }) => effect === 'change')
  const statedOwners = touched.flatMap((row) => row.customerId ?? [])
  const unstated = touched.filter((row) => row.customerId === undefined).map(({ subject }) => subject)
  const groups = unstated.filter(({ kind, id }) => kind === 'group' && !isNew(id))
  const group = siteId ? undefined : groupId
  const knownGroups = group ? touched.flatMap(({ subject }) => groupIn(subject.path)) : []
  if (knownGroups.some((id) => !isSame(id, group))) return true
  // A row with a known customer may still be outside the site or the group of the address.
  const open = touched.filter(
    ({ customerId: own, subject }) =>
      own === undefined || siteId !== undefined || (group !== undefined && groupIn(subject.path).length === 0),
  )
  const siteIds = await inParallel(open, maxConcurrent, ({ subject }) => siteOf(read, subject))
  const sites = [...new Set(siteIds.flatMap((id) => id ?? []))]
  if (siteId && sites.some((id) => !isSame(id, siteId))) return true
  const places = siteId && !sites.includes(siteId) ? [...sites, siteId] : sites
  const siteRecords = await inParallel(places, maxConcurrent, (id) => read(site.getSite, { path: { id } }))
  if (group && siteRecords.some((one) => isOutside(group, one))) return true
  const owners = await Promise.all([
    ...unstated.flatMap(({ kind, id }) => (kind === 'customer' && !isNew(id) ? id : [])),
    ...statedOwners,
    inParallel(groups, maxConcurrent, async ({ id }) => (await read(site.getSiteGroup, { path: { id } })).customerId),
  ])
  const all = [...owners.flat(), ...siteRecords.map((one) => one.customerId)]
  return all.some((owner) => owner !== undefined && !isSame(owner, customerId))
}

/** Returns the ids of the site groups in a path. */
const groupIn = (path: Subject['path']) => path?.flatMap(({ type, id }) => (type === 'group' ? id : [])) ?? []

/**
 * Returns whether a site is in another group, or in none; where the backend does not return the group, its listing
 * counts.
 */
const isOutside = (groupId: string, { siteGroupId }: Site) =>
  siteGroupId !== undefined && !isSame(siteGroupId ?? undefined, groupId)

/** Returns the site of a thing, or of its controller; undefined for a thing without a site, or where unknown. */
async function siteOf(read: Read, { kind, id, path }: Subject): Promise<string | undefined> {
  if (kind === 'site' && !isNew(id)) return id
  const siteId = path?.find(({ type }) => type === 'site')?.id
  if (siteId !== undefined || isNew(id)) return siteId
  const device = kind === 'device' ? id : path?.findLast(({ type }) => type === 'device')?.id
  if (device !== undefined) return (await read(site.getDevice, { path: { id: device } })).siteId
  if (kind === 'equipment') return (await read(site.getEquipment, { path: { id } })).siteId
  if (kind === 'building') return (await read(site.getBuilding, { path: { id } })).siteId
  if (kind !== 'space') return undefined
  const { buildingId } = await read(site.getSpace, { path: { id } })
  return buildingId && (await read(site.getBuilding, { path: { id: buildingId } })).siteId
}

/** A thing that the change is about to create has no id of a service yet. */
const isNew = (id: string) => /^(new:|row-\d)/.test(id)

const isSame = (one: string | undefined, other: string | undefined) =>
  one === other || (one !== undefined && other !== undefined && comparableId(one) === comparableId(other))
