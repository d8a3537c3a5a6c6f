/** The tree, node by node, as in the specification (spec §7). */
import type { Site, site } from '../../contracts/site'
import type { Call, Handlers } from '../../kit/call'
import { answer } from '../../kit/call'
import { keysetPage } from '../../kit/keyset'
import { askedToLeaveOut, type LeftOut } from '../../kit/left-out'
import {
  scopeOfBuilding,
  scopeOfCustomer,
  scopeOfDevice,
  scopeOfSite,
  scopeOfSiteGroup,
  scopeOfSpace,
} from '../../kit/scope'
import type { Value } from '../../kit/store'
import { formsOf, wordsIn } from '../../kit/words'
import type { World } from '../../kit/world'
import type { DeviceRow } from '../devices/rows'
import { toDevices } from '../devices/rows'
import { buildingAnswer, deviceAnswer, groupAnswer, siteAnswer, spaceAnswer } from './answers'
import { countsOf } from './counts'
import { expandSites } from './expand'
import { buildingsOf, spacesOf, toSpaces } from './nodes'
import type { PathFinder } from './paths'
import { pathFinder } from './paths'
import { projectsOf } from './projects'
import type { SiteRow, SpaceRow } from './tree-rows'
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
    const models = askedToLeaveOut(call)
    require(scopeOfCustomer(world.store, params.id))
    return world.store
      .all<{ id: string }>('SELECT id FROM site_group WHERE customer_id = ? ORDER BY sort_name, id', params.id)
      .map((row) => groupAnswer(world, row.id, models, query.withoutCounts !== true))
  },

  getSiteGroup(call) {
    const { params, world, require } = call
    const models = askedToLeaveOut(call)
    require(scopeOfSiteGroup(world.store, params.id))
    return groupAnswer(world, params.id, models)
  },

  listGroupSites(call) {
    const { params, query, world, require } = call
    const models = askedToLeaveOut(call)
    require(scopeOfSiteGroup(world.store, params.id))
    const { rows, total, next } = sitePage(world, { sql: 'site_group_id = ?', parameters: [params.id] }, query)
    const paths = pathFinder(world.store)
    return answer(
      rows.map((row) => siteOf(world, row, { paths, models })),
      { total, next },
    )
  },

  listSites(call) {
    const { params, query, world, require } = call
    const models = askedToLeaveOut(call)
    require(scopeOfCustomer(world.store, params.id))
    const { rows, total, next } = sitePage(world, asked(params.id, query), query)
    const paths = pathFinder(world.store)
    const sites = rows.map((row) => siteOf(world, row, { paths, models }))
    return answer(query.expand ? expandSites(world, sites, query.expand) : sites, { total, next })
  },

  getSite(call) {
    const { params, world, require } = call
    const models = askedToLeaveOut(call)
    require(scopeOfSite(world.store, params.id))
    return siteAnswer(world, params.id, models)
  },

  listBuildings(call) {
    const { params, world, require } = call
    const models = askedToLeaveOut(call)
    require(scopeOfSite(world.store, params.id))
    return buildingsOf(world, params.id, pathFinder(world.store), models)
  },

  getBuilding(call) {
    const { params, world, require } = call
    const models = askedToLeaveOut(call)
    require(scopeOfBuilding(world.store, params.id))
    return buildingAnswer(world, params.id, models)
  },

  listSpaces(call) {
    const { params, world, require } = call
    const models = askedToLeaveOut(call)
    require(scopeOfBuilding(world.store, params.id))
    return spacesOf(world, params.id, pathFinder(world.store), models)
  },

  listSubSpaces(call) {
    const { params, world, require } = call
    const models = askedToLeaveOut(call)
    require(scopeOfSpace(world.store, params.id))
    const rows = world.store.all<SpaceRow>(
      'SELECT * FROM space WHERE parent_space_id = ? ORDER BY sort_name, id',
      params.id,
    )
    return toSpaces(world, rows, pathFinder(world.store), models)
  },

  getSpace(call) {
    const { params, world, require } = call
    const models = askedToLeaveOut(call)
    require(scopeOfSpace(world.store, params.id))
    return spaceAnswer(world, params.id, models)
  },

  listSpaceDevices({ params, world, require }) {
    require(scopeOfSpace(world.store, params.id))
    const rows = world.store.all<DeviceRow>('SELECT * FROM device WHERE space_id = ? ORDER BY sort_name, id', params.id)
    return toDevices(world, rows, pathFinder(world.store))
  },

  getDevice({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    return deviceAnswer(world, params.id)
  },
}

function siteOf(
  world: World,
  row: SiteRow,
  { paths, models }: { paths: PathFinder; models?: LeftOut | undefined },
): Site {
  return toSite(row, {
    path: paths.ofSite(row),
    counts: countsOf(world, { type: 'site', id: row.id, models }),
    projects: projectsOf(world.store, row.id),
  })
}

/** Returns the selection of a list: the sites of a customer, limited by the query. */
function asked(customerId: string, query: Call<typeof site.listSites>['query']): Where {
  const { siteGroupId, country, archived, search = '' } = query
  const conditions: [string, ...Value[]][] = [
    ['customer_id = ?', customerId],
    ...(siteGroupId === undefined ? [] : [inGroup(siteGroupId)]),
    ...(country === undefined ? [] : ([['country = ? COLLATE NOCASE', country]] as [string, Value][])),
    ...(archived === undefined ? [] : ([['archived = ?', archived ? 1 : 0]] as [string, Value][])),
    ...wordsIn(search).map((word): [string, ...Value[]] => {
      const forms = formsOf(word)
      return [`(${forms.map(() => `instr(' ' || words || ' ' || address_text || ' ', ?)`).join(' OR ')})`, ...forms]
    }),
  ]
  return {
    sql: conditions.map(([sql]) => sql).join(' AND '),
    parameters: conditions.flatMap(([, ...parameters]) => parameters),
  }
}

const inGroup = (id: string): [string, ...Value[]] =>
  id === 'none' ? ['site_group_id IS NULL'] : ['site_group_id = ?', id]

const _like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

interface Where {
  /** Trusted SQL. */
  sql: string
  parameters: Value[]
}

function sitePage(world: World, where: Where, query: { pageSize?: number; continuationToken?: string }) {
  return keysetPage<SiteRow>(world.store, {
    from: 'site',
    columns: '*',
    where: where.sql,
    parameters: where.parameters,
    orderBy: 'sort_name',
    idColumn: 'id',
    pageSize: query.pageSize ?? (query.continuationToken ? undefined : allSites),
    continuationToken: query.continuationToken,
  })
}

/** Without a page size the list is complete (domain §0), up to a number beyond any customer of ours. */
const allSites = 10_000
