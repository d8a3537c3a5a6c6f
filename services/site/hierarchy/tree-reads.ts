/** The tree, node by node, as in the specification (spec §7). */
import type { Site, site } from '../../contracts/site'
import type { Handlers, ServiceCall } from '../../kit/call'
import { replyWith } from '../../kit/call'
import { type ExcludedModels, requestedExclusion } from '../../kit/excluded-models'
import { keysetPage } from '../../kit/keyset'
import {
  scopeOfBuilding,
  scopeOfCustomer,
  scopeOfDevice,
  scopeOfSite,
  scopeOfSiteGroup,
  scopeOfSpace,
} from '../../kit/scope'
import type { SqlValue } from '../../kit/store'
import { formsOf, queryWords } from '../../kit/words'
import type { World } from '../../kit/world'
import type { DeviceRecord } from '../devices/rows'
import { toDevices } from '../devices/rows'
import { siteCountsOf } from './counts'
import { expandSites } from './expand'
import { buildingsOf, spacesOf, toSpaces } from './nodes'
import { pathFinder } from './paths'
import { projectsOf } from './projects'
import { buildingReply, deviceReply, groupReply, siteReply, spaceReply } from './replies'
import type { SiteRecord, SpaceRecord } from './tree-rows'
import { toSite } from './tree-rows'

type TreeReads = Pick<
  Handlers<typeof site>,
  | 'listSiteGroups'
  | 'getSiteGroup'
  | 'listGroupSites'
  | 'listSites'
  | 'getSite'
  | 'listBuildings'
  | 'getBuilding'
  | 'listSpaces'
  | 'listSubSpaces'
  | 'getSpace'
  | 'listSpaceDevices'
  | 'getDevice'
>

export const treeReads: TreeReads = {
  listSiteGroups(call) {
    const { params, query, world, require } = call
    const models = requestedExclusion(call)
    require(scopeOfCustomer(world.store, params.id))
    return world.store
      .all<{ id: string }>('SELECT id FROM site_group WHERE customer_id = ? ORDER BY sort_name, id', params.id)
      .map((row) => groupReply(world, row.id, models, query.withoutCounts !== true))
  },

  getSiteGroup(call) {
    const { params, world, require } = call
    const models = requestedExclusion(call)
    require(scopeOfSiteGroup(world.store, params.id))
    return groupReply(world, params.id, models)
  },

  listGroupSites(call) {
    const { params, query, world, require } = call
    const models = requestedExclusion(call)
    require(scopeOfSiteGroup(world.store, params.id))
    const { rows, total, next } = sitePage(world, { sql: 'site_group_id = ?', parameters: [params.id] }, query)
    return replyWith(toSites(world, rows, models), { total, next })
  },

  listSites(call) {
    const { params, query, world, require } = call
    const models = requestedExclusion(call)
    require(scopeOfCustomer(world.store, params.id))
    const { rows, total, next } = sitePage(world, siteSelection(params.id, query), query)
    const sites = toSites(world, rows, models)
    return replyWith(query.expand ? expandSites(world, sites, query.expand) : sites, { total, next })
  },

  getSite(call) {
    const { params, world, require } = call
    const models = requestedExclusion(call)
    require(scopeOfSite(world.store, params.id))
    return siteReply(world, params.id, models)
  },

  listBuildings(call) {
    const { params, world, require } = call
    const models = requestedExclusion(call)
    require(scopeOfSite(world.store, params.id))
    return buildingsOf(world, params.id, pathFinder(world.store), models)
  },

  getBuilding(call) {
    const { params, world, require } = call
    const models = requestedExclusion(call)
    require(scopeOfBuilding(world.store, params.id))
    return buildingReply(world, params.id, models)
  },

  listSpaces(call) {
    const { params, world, require } = call
    const models = requestedExclusion(call)
    require(scopeOfBuilding(world.store, params.id))
    return spacesOf(world, params.id, pathFinder(world.store), models)
  },

  listSubSpaces(call) {
    const { params, world, require } = call
    const models = requestedExclusion(call)
    require(scopeOfSpace(world.store, params.id))
    const rows = world.store.all<SpaceRecord>(
      'SELECT * FROM space WHERE parent_space_id = ? ORDER BY sort_name, id',
      params.id,
    )
    return toSpaces(world, rows, pathFinder(world.store), models)
  },

  getSpace(call) {
    const { params, world, require } = call
    const models = requestedExclusion(call)
    require(scopeOfSpace(world.store, params.id))
    return spaceReply(world, params.id, models)
  },

  listSpaceDevices({ params, world, require }) {
    require(scopeOfSpace(world.store, params.id))
    const rows = world.store.all<DeviceRecord>(
      'SELECT * FROM device WHERE space_id = ? ORDER BY sort_name, id',
      params.id,
    )
    return toDevices(world, rows, pathFinder(world.store))
  },

  getDevice({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    return deviceReply(world, params.id)
  },
}

/** Returns sites; counts and projects are read for all of them at once. */
function toSites(world: World, rows: readonly SiteRecord[], models: ExcludedModels | undefined): Site[] {
  const ids = rows.map(({ id }) => id)
  const counts = siteCountsOf(world, ids, models)
  const projects = projectsOf(world.store, ids)
  const paths = pathFinder(world.store)
  return rows.map((row) =>
    toSite(row, {
      path: paths.ofSite(row),
      counts: counts.get(row.id) ?? {},
      projects: projects.get(row.id) ?? [],
    }),
  )
}

/** Returns the selection of a list: the sites of a customer, limited by the query. */
function siteSelection(customerId: string, query: ServiceCall<typeof site.listSites>['query']): Where {
  const { siteGroupId, country, archived, withProject, search = '' } = query
  const conditions: [string, ...SqlValue[]][] = [
    ['customer_id = ?', customerId],
    ...(siteGroupId === undefined ? [] : [inGroup(siteGroupId)]),
    ...(country === undefined ? [] : ([['country = ? COLLATE NOCASE', country]] as [string, SqlValue][])),
    ...(archived === undefined ? [] : ([['archived = ?', archived ? 1 : 0]] as [string, SqlValue][])),
    ...(withProject ? ([[hasProject]] as [string][]) : []),
    ...queryWords(search).map((word): [string, ...SqlValue[]] => {
      const forms = formsOf(word)
      return [`(${forms.map(() => `instr(' ' || words || ' ' || address_text || ' ', ?)`).join(' OR ')})`, ...forms]
    }),
  ]
  return {
    sql: conditions.map(([sql]) => sql).join(' AND '),
    parameters: conditions.flatMap(([, ...parameters]) => parameters),
  }
}

const hasProject = `EXISTS (SELECT 1 FROM designer_project WHERE associated_id = site.id AND associated_type = 'site')`

const inGroup = (id: string): [string, ...SqlValue[]] =>
  id === 'none' ? ['site_group_id IS NULL'] : ['site_group_id = ?', id]

interface Where {
  /** Trusted SQL. */
  sql: string
  parameters: SqlValue[]
}

/** Without the words of its names, which no reply has. */
const siteColumns = `id, tenant_id, customer_id, site_group_id, name, sort_name, description, archived, country, state,
  postal_code, city, address, latitude, longitude, usage, size, units, time_zone, version`

function sitePage(world: World, where: Where, query: { pageSize?: number; continuationToken?: string }) {
  return keysetPage<SiteRecord>(world.store, {
    from: 'site',
    columns: siteColumns,
    where: where.sql,
    parameters: where.parameters,
    orderBy: 'sort_name',
    idColumn: 'id',
    pageSize: query.pageSize ?? (query.continuationToken ? undefined : maxSites),
    continuationToken: query.continuationToken,
  })
}

/** Without a page size the list is complete (domain §0), up to a number beyond any customer of ours. */
const maxSites = 10_000
