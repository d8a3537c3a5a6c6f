/** The tree as stored, and its nodes as returned (spec §3, domain §15). */

import type { PathNode } from '../../contracts/scalars'
import type { Building, Counts, Site, SiteGroup, Space } from '../../contracts/site'

export interface GroupRecord {
  id: string
  tenant_id: string
  customer_id: string
  name: string
  sort_name: string
  description: string
  version: number
}

export interface SiteRecord {
  id: string
  tenant_id: string
  customer_id: string
  site_group_id: string | null
  name: string
  sort_name: string
  description: string
  archived: number
  country: string | null
  state: string | null
  postal_code: string | null
  city: string | null
  address: string | null
  latitude: number | null
  longitude: number | null
  usage: string
  size: number | null
  units: string | null
  time_zone: string
  version: number
}

export interface BuildingRecord {
  id: string
  tenant_id: string
  customer_id: string
  site_id: string
  name: string
  sort_name: string
  description: string
  usage: string
  address: string | null
  size: number | null
  version: number
}

export interface SpaceRecord {
  id: string
  tenant_id: string
  customer_id: string
  site_id: string
  building_id: string
  parent_space_id: string | null
  name: string
  sort_name: string
  kind: string
  usage: string
  version: number
}

/** Returns an opaque eTag that changes with every save. */
export function rowETagOf(row: { id: string; version: number }): string {
  return `${row.id.slice(0, 8)}.${row.version}`
}

export function toGroup(row: GroupRecord, siteIds: string[], counts: Counts | undefined): SiteGroup {
  return {
    id: row.id,
    eTag: rowETagOf(row),
    customerId: row.customer_id,
    name: row.name,
    description: row.description,
    siteIds,
    siteCount: siteIds.length,
    counts,
  }
}

interface AroundSite {
  path: PathNode[]
  counts: Counts
  projects: NonNullable<Site['projects']>
}

export function toSite(row: SiteRecord, { path, counts, projects }: AroundSite): Site {
  return {
    id: row.id,
    eTag: rowETagOf(row),
    customerId: row.customer_id,
    siteGroupId: row.site_group_id,
    name: row.name,
    description: row.description,
    archived: row.archived === 1,
    country: row.country,
    state: row.state,
    postalCode: row.postal_code,
    city: row.city,
    address: row.address,
    latitude: row.latitude,
    longitude: row.longitude,
    usage: row.usage,
    size: row.size,
    units: row.units,
    timeZone: row.time_zone,
    projects,
    projectIds: projects.map(({ id }) => id),
    counts,
    path,
  }
}

export function toBuilding(row: BuildingRecord, path: PathNode[], counts: Counts): Building {
  return {
    id: row.id,
    eTag: rowETagOf(row),
    siteId: row.site_id,
    name: row.name,
    description: row.description,
    usage: row.usage,
    address: row.address,
    size: row.size,
    counts,
    path,
  }
}

export function toSpace(row: SpaceRecord, path: PathNode[], counts: Counts): Space {
  return {
    id: row.id,
    eTag: rowETagOf(row),
    buildingId: row.building_id,
    parentSpaceId: row.parent_space_id,
    name: row.name,
    kind: row.kind,
    usage: row.usage,
    counts,
    path,
  }
}
