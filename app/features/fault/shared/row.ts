/** A fault as a row of a list, and its name in pages and changes. */
import type { Fault } from '#contracts/faults'
import { href, type Place } from '~/hrefs'

export interface FaultRow {
  id: string
  href: string
  rule: string
  equipment: string
  equipmentType: string
  site: string
  location: string
  hostId: string
  severity: Fault['severity']
  category: Fault['category']
  status: Fault['status']
  hasReturned: boolean
  resolution: Fault['resolution']
  since: string
  endedAt: string | null
  minutes: number | null
  occurrences: number
  notes: number
}

export function faultRow({ tenantId, customerId }: Place, fault: Fault): FaultRow {
  return {
    id: fault.id,
    href: href('fault', { tenantId, customerId, faultId: fault.id }),
    rule: fault.ruleName || fault.faultRuleId,
    equipment: fault.equipmentName || fault.equipmentId,
    equipmentType: fault.equipmentType ?? '',
    site: fault.siteName ?? '',
    location: fault.location ?? '',
    hostId: fault.hostId ?? '',
    severity: fault.severity,
    category: fault.category ?? null,
    status: fault.status,
    hasReturned: hasReturned(fault),
    resolution: fault.resolution ?? null,
    since: fault.startedAt,
    endedAt: fault.endedAt ?? null,
    minutes: fault.durationMin ?? null,
    occurrences: fault.occurrenceCount ?? 1,
    notes: fault.noteCount ?? 0,
  }
}

/** Whether the fault was resolved and its condition is true again (domain §2.1). */
export function hasReturned({ status, resolvedAt }: Pick<Fault, 'status' | 'resolvedAt'>): boolean {
  return status === 'active' && Boolean(resolvedAt)
}

/** Returns the name of a fault on one line. */
export function faultName({ ruleName, faultRuleId, equipmentName, equipmentId }: Fault): string {
  return `${ruleName || faultRuleId}, ${equipmentName || equipmentId}`
}
