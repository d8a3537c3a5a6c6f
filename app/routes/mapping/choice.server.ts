/** The equipment whose points are mapped: selected, or waiting for a rule's points (domain §4.6). */
import { mostFor } from '~/changes'
import { type TooMany, tooManyOf } from '~/domain/selection'
import type { Asking } from '~/things/rule/rule-on'
import { ruleStates } from '~/things/rule/rules.server'

export interface MappingChoice {
  ids: readonly string[]
  tooMany: TooMany | null
}

/** `role` limits the equipment of a rule to that without a point in this role. */
export async function mappingChoice(
  asking: Asking,
  customerId: string,
  search: URLSearchParams,
): Promise<MappingChoice> {
  const most = mostFor('points.map')
  const named = [...new Set(search.getAll('equipment').filter(Boolean))]
  const [ruleId, role] = [search.get('rule'), search.get('role')]
  if (named.length > 0 || !ruleId) {
    const tooMany = tooManyOf('equipment', named, most)
    return { ids: tooMany ? [] : named, tooMany }
  }
  const { states, total } = await ruleStates(asking, {
    customerId,
    ruleId,
    status: ['waitingForPoints'],
    pageSize: most,
  })
  if (total.isCapped || total.count > most)
    return { ids: [], tooMany: { of: 'equipment', are: 'matching', found: total, most } }
  const lacking = states.filter(({ missing }) => !role || missing.some((point) => point.role === role))
  return { ids: lacking.map(({ equipmentId }) => equipmentId), tooMany: null }
}
