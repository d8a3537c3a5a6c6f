/** The equipment whose points are mapped: selected, or waiting for a rule's points (domain §4.6). */
import { limitFor } from '~/changes'
import { type SelectionTooLarge, tooManyOf } from '~/domain/selection'
import type { RuleReader } from '~/features/rule/shared/rule-on-equipment'
import { ruleStates } from '~/features/rule/shared/rules.server'

export interface MappingSelection {
  ids: readonly string[]
  tooMany: SelectionTooLarge | null
}

/** `role` limits the equipment of a rule to that without a point in this role. */
export async function mappingSelection(
  reader: RuleReader,
  customerId: string,
  search: URLSearchParams,
): Promise<MappingSelection> {
  const max = limitFor('points.map')
  const selectedIds = [...new Set(search.getAll('equipment').filter(Boolean))]
  const [ruleId, role] = [search.get('rule'), search.get('role')]
  if (selectedIds.length > 0 || !ruleId) {
    const tooMany = tooManyOf('equipment', selectedIds, max)
    return { ids: tooMany ? [] : selectedIds, tooMany }
  }
  const { states, total } = await ruleStates(reader, {
    customerId,
    ruleId,
    status: ['waitingForPoints'],
    pageSize: max,
  })
  if (total.isCapped || total.count > max)
    return { ids: [], tooMany: { of: 'equipment', are: 'matching', total: total, max } }
  const unready = states.filter(({ missing }) => !role || missing.some((point) => point.role === role))
  return { ids: unready.map(({ equipmentId }) => equipmentId), tooMany: null }
}
