/** The configuration summary of a place: counts by kind and status, and by site (domain §17). */
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import type { Reader } from '~/backend/reader.server'
import { type ConfigurationStatus, configurationStatuses } from './configuration-status'
import { configurationTypeOf, type KindName, kindNames } from './shared/kind'
import { statesBelow } from './states-below.server'

export type KindCounts = Record<KindName, Partial<Record<ConfigurationStatus, number>>>

export interface Summary {
  counts: KindCounts
  /** Sites with open work, those with most first; null where the backend does not count by site. */
  sites: { id: string; groupId: string | null; name: string; counts: KindCounts }[] | null
  /** The number of further sites with open work. */
  moreSites: number
  /** Only some of the controllers were counted. */
  incomplete: boolean
}

interface Place {
  customerId: string
  groupId?: string | undefined
  siteId?: string | undefined
}

/** Returns the summary. Without a backend summary the states are counted, which have no connection status. */
export function loadConfigurationSummary(
  ask: Reader['call'],
  { customerId, groupId, siteId }: Place,
): Promise<Summary> {
  return withFallback<Summary>(
    site.configurationSummary,
    async () => {
      const { data } = await ask(site.configurationSummary, {
        query: siteId ? { siteId } : groupId ? { customerId, groupId } : { customerId },
      })
      const sites = data.sites.map((one) => ({
        id: one.siteId,
        groupId: one.siteGroupId ?? null,
        name: one.name || one.siteId,
        counts: countsIn(one.kinds),
      }))
      return {
        counts: countsIn(data.kinds),
        sites,
        moreSites: Math.max(0, (data.sitesCount ?? sites.length) - sites.length),
        incomplete: false,
      }
    },
    async () => {
      const { states, isCut } = await statesBelow(ask, { customerId, groupId, siteId })
      const counts = countsIn({})
      for (const one of states)
        for (const kind of kindNames) {
          const { isDirty, sendState } = one[configurationTypeOf[kind]] ?? {}
          const own = counts[kind]
          const add = (name: ConfigurationStatus) => {
            own[name] = (own[name] ?? 0) + 1
          }
          if (isDirty) add('dirty')
          const state = sendState || 'notSet'
          if (state === 'failed' || state === 'notSet') add(state)
        }
      return { counts, sites: null, moreSites: 0, incomplete: isCut }
    },
  )
}

function countsIn(kinds: Partial<Record<string, Partial<Record<string, number>> | null>>): KindCounts {
  return Object.fromEntries(
    kindNames.map((kind) => [
      kind,
      Object.fromEntries(
        configurationStatuses.flatMap((name) => {
          const count = kinds[configurationTypeOf[kind]]?.[name]
          return count === undefined ? [] : [[name, count]]
        }),
      ),
    ]),
  ) as KindCounts
}
