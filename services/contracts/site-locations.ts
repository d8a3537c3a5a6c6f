/** The locations of all sites of a customer in one read, for a map (domain §17). */
import { z } from 'zod'
import { read } from './endpoint'
import { Id, page } from './scalars'

export const SiteLocation = z.looseObject({
  id: Id,
  name: z.string(),
  siteGroupId: Id.nullish(),
  latitude: z.number().min(-90).max(90).nullish().catch(null),
  longitude: z.number().min(-180).max(180).nullish().catch(null),
  city: z.string().nullish(),
  state: z.string().nullish(),
  country: z.string().nullish(),
  devices: z.number().int().nullish(),
  /** How many of its controllers are offline. */
  offline: z.number().int().nullish(),
  /** How many critical alarms are active. */
  criticalAlarms: z.number().int().nullish(),
})
export type SiteLocation = z.infer<typeof SiteLocation>

export const siteLocationCalls = {
  siteLocations: read('GET /x/site-locations', {
    area: 'sites',
    capability: 'hierarchy.read',
    extension: true,
    query: z.object({ customerId: Id.optional() }),
    reply: page(SiteLocation),
    meaning:
      'List the locations of a customer’s sites by name, except archived ones, but including those without ' +
      'coordinates; 10,000 at most.',
  }),
}
