/** What the last search of a network found and missed, by instance. */
import { site } from '#contracts/site'
import { countInReply } from '~/domain/count'
import { href } from '~/hrefs'
import type { ListSource } from '~/kit/list/source.server'
import type { ParamsFor } from '~/paths'
import { findingFields } from './finding-columns'
import { type ControllerFindingRow, controllerFindingRow } from './finding-row'

export const findings: ListSource<typeof findingFields, ControllerFindingRow, ParamsFor<'controllerNetwork'>> = {
  fields: findingFields,
  others: ['changed', 'created', 'auto'],
  order: 'instance',
  async find(reader, { at, filter: { q, state }, after, pageSize }) {
    const reply = await reader.call(site.findNetworkControllers, {
      path: { id: at.controllerNetworkId },
      query: { search: q, state, pageSize, continuationToken: after },
    })
    return {
      rows: reply.data.map((finding) => controllerFindingRow(at, finding)),
      total: countInReply(reply),
      next: reply.continuationToken,
    }
  },
  bulkActions: (reader, at) => ({ add: reader.may('device.onboard') ? href('controllersAdding', at) : null }),
}
