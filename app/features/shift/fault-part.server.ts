/** The faults of a shift page. */
import { findFaults } from '~/features/fault/shared/find-faults.server'
import { hasReturned } from '~/features/fault/shared/row'
import { href } from '~/hrefs'
import { faultsHref } from '~/kit/place/lists'
import { maxPartRows, type PartContent } from './part'
import { line, type ShiftQuery, whereIn } from './shift-query.server'

/** New faults; the rows are those that returned after they were resolved, then the recurring ones. */
export async function faultPart({ reader, scope, since, t }: ShiftQuery): Promise<PartContent> {
  const at = { ...scope.at, zone: 'UTC' }
  const filter = { status: ['all'], since } as const
  const returnedFilter = { status: ['returned'], since } as const
  const [started, active, returned] = await Promise.all([
    findFaults(reader, { at, filter, sort: '-times', pageSize: 50 }),
    findFaults(reader, { at, filter: {}, pageSize: 1 }),
    findFaults(reader, { at, filter: returnedFilter, sort: '-since', pageSize: maxPartRows }),
  ])
  const recurring = started.faults.filter((fault) => (fault.occurrenceCount ?? 1) > 1 && !hasReturned(fault))
  const rowFaults = [...returned.faults, ...recurring].slice(0, maxPartRows)
  const { tenantId, customerId } = scope.at
  return {
    lines: [
      line(t('main:shift.line.begunFaults'), started.total, faultsHref(scope, filter)),
      line(t('main:shift.line.returnedFaults'), returned.total, faultsHref(scope, returnedFilter)),
      line(t('main:shift.line.activeFaults'), active.total, faultsHref(scope, {})),
    ],
    rows: rowFaults.map((fault) => ({
      state: t(hasReturned(fault) ? 'main:fault.cameBack' : 'main:shift.state.beganAgain'),
      tone: hasReturned(fault) ? 'high' : 'warn',
      name: fault.equipmentName ?? '',
      text: [fault.ruleName, t('main:shift.times', { count: fault.occurrenceCount ?? 1 })].filter(Boolean).join(' · '),
      where: whereIn(scope, fault.path, fault.siteName),
      at: fault.startedAt,
      href: href('fault', { tenantId, customerId, faultId: fault.id }),
    })),
    isPartial: returned.incomplete || (recurring.length === started.faults.length && started.next !== null),
  }
}
