/** The agents that may reach a network of a site. */
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import type { Reader } from '~/backend/reader.server'
import type { Option } from '~/ui/field'

/** Returns the agents of a site as options; none on a backend without agents. */
export const agentOptions = (reader: Reader, siteId: string): Promise<Option[]> =>
  withFallback(
    site.listSiteAgents,
    async () => {
      const { data } = await reader.call(site.listSiteAgents, { path: { id: siteId } })
      return data.map(({ id, name }) => ({ value: id, label: name }))
    },
    async () => [],
  )
