/** Number of controllers of a customer, a site group or a site per state and kind of configuration (domain §17). */
import type { site } from '../../contracts/site'
import { ConfigurationType } from '../../contracts/site-shapes'
import { fail } from '../../kit/api-error'
import type { Handlers } from '../../kit/call'
import { requireSomewhere } from '../../kit/caller'
import { deviceNotExcluded, excludedModels } from '../../kit/excluded-models'
import { scopeOfCustomer, scopeOfSite, scopeOfSiteGroup } from '../../kit/scope'
import type { Condition } from '../../kit/search-words'
import type { SqlValue, Store } from '../../kit/store'
import { connectedSql, silenceMs } from '../../link/presence'

type State = 'dirty' | 'failed' | 'waiting' | 'running'
type Kinds = Partial<Record<ConfigurationType, Partial<Record<State | 'notSet', number>>>>

/** Sites that are listed separately, those with most to do first. */
const maxSites = 50

const inGroup = 'device.site_id IN (SELECT id FROM site WHERE site_group_id = ?)'

interface Tally {
  siteId: string
  type: ConfigurationType
  state: State
  n: number
}

export const configurationSummary: Handlers<typeof site>['configurationSummary'] = ({
  query,
  world,
  caller,
  require,
  ...call
}) => {
  const { store, clock } = world
  const ofSite = query.siteId === undefined ? undefined : scopeOfSite(store, query.siteId)
  if (query.siteId !== undefined) require(ofSite)
  const ofGroup = query.groupId === undefined ? undefined : scopeOfSiteGroup(store, query.groupId)
  if (query.groupId !== undefined) require(ofGroup)
  const customerId = query.customerId ?? call.customerId ?? ofSite?.customerId ?? ofGroup?.customerId
  if (customerId === undefined) {
    requireSomewhere(caller, 'config.read')
    return fail(4000, { errors: { customerId: 'errors.field.required' } })
  }
  require(scopeOfCustomer(store, customerId))
  const others = deviceNotExcluded(excludedModels(store, { ...query, customerId }))
  const places: Condition[] = [
    ...(query.groupId === undefined ? [] : [[inGroup, query.groupId] satisfies Condition]),
    ...(query.siteId === undefined ? [] : [['device.site_id = ?', query.siteId] satisfies Condition]),
    [others.sql, ...others.parameters],
  ]
  const narrowed = places.map(([sql]) => `(${sql})`).join(' AND ')
  const narrowing = places.flatMap(([, ...values]) => values)
  // One site is read controller by controller; otherwise the customer's states come first: few rows are in one.
  const from = query.siteId
    ? 'device CROSS JOIN configuration_state AS state ON state.device_id = device.id'
    : 'configuration_state AS state CROSS JOIN device ON device.id = state.device_id'
  const sending = store.all<Tally>(
    `SELECT device.site_id AS siteId, state.type AS type, count(*) AS n,
       CASE WHEN state.send_state = 'failed' THEN 'failed'
         WHEN state.send_state = 'queued' AND NOT ${connectedSql} THEN 'waiting' ELSE 'running' END AS state
     FROM ${from} WHERE state.customer_id = ? AND state.send_state IN ('failed', 'queued', 'running') AND ${narrowed}
     GROUP BY 1, 2, 4`,
    clock.now() - silenceMs,
    customerId,
    ...narrowing,
  )
  const dirty = query.siteId
    ? store.all<Tally>(
        `SELECT device.site_id AS siteId, state.type AS type, count(*) AS n, 'dirty' AS state
         FROM ${from} WHERE state.customer_id = ? AND ${isDirty} AND ${narrowed} GROUP BY 1, 2`,
        customerId,
        ...narrowing,
      )
    : dirtyBySite(store, { customerId, narrowed, narrowing })
  const isWhole = places.every(([sql]) => sql === '1')
  const never = store.all<{ type: ConfigurationType; n: number }>(
    `SELECT state.type AS type, count(*) AS n FROM ${isWhole ? 'configuration_state AS state' : from}
     WHERE state.customer_id = ? AND state.send_state = 'notSet' AND ${narrowed} GROUP BY 1`,
    customerId,
    ...narrowing,
  )
  const kinds: Kinds = {}
  const sites = new Map<string, { open: number; kinds: Kinds }>()
  for (const { siteId, type, state, n } of [...sending, ...dirty]) {
    const own = sites.get(siteId) ?? { open: 0, kinds: {} }
    sites.set(siteId, { open: own.open + n, kinds: own.kinds })
    for (const target of [kinds, own.kinds]) add(target, type, state, n)
  }
  for (const { type, n } of never) add(kinds, type, 'notSet', n)
  const siteOf = (id: string) =>
    store.get<{ name: string; siteGroupId: string | null }>(
      'SELECT name, site_group_id AS siteGroupId FROM site WHERE id = ?',
      id,
    )
  const topSites = [...sites].sort(([, one], [, other]) => other.open - one.open).slice(0, maxSites)
  return {
    data: {
      kinds,
      sites: topSites.map(([siteId, own]) => ({
        siteId,
        ...siteOf(siteId),
        kinds: own.kinds,
      })),
      sitesCount: sites.size,
    },
  }
}

const isDirty = 'state.content_version <> state.applied_version'

interface CustomerSelection {
  customerId: string
  narrowed: string
  narrowing: readonly SqlValue[]
}

/** Counts each controller once, even with several dirty configurations. */
function dirtyBySite(store: Store, { customerId, narrowed, narrowing }: CustomerSelection): Tally[] {
  const types = ConfigurationType.options
  const each = types.map((type) => `sum(state.type = '${type}') AS ${type}`).join(', ')
  const rows = store.all<{ siteId: string } & Record<ConfigurationType, number>>(
    `SELECT device.site_id AS siteId, ${types.map((type) => `sum(open.${type}) AS ${type}`).join(', ')}
     FROM (SELECT state.device_id AS device_id, ${each} FROM configuration_state AS state
       WHERE state.customer_id = ? AND ${isDirty} GROUP BY 1) AS open CROSS JOIN device ON device.id = open.device_id
     WHERE ${narrowed} GROUP BY 1`,
    customerId,
    ...narrowing,
  )
  return rows.flatMap(({ siteId, ...counts }) =>
    types.flatMap((type): Tally[] => (counts[type] > 0 ? [{ siteId, type, state: 'dirty', n: counts[type] }] : [])),
  )
}

function add(kinds: Kinds, type: ConfigurationType, state: State | 'notSet', n: number): void {
  const own = kinds[type] ?? {}
  kinds[type] = { ...own, [state]: (own[state] ?? 0) + n }
}
