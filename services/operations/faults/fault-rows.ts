/** Faults as stored and as returned (domain §2.1). */
import type { Fault, FaultCategory, FaultSeverity, FaultStatus, Resolution } from '../../contracts/faults'
import { timestamp } from '../../kit/clock'
import type { ServiceLanguage } from '../../kit/messages'
import type { World } from '../../kit/world'
import { placesOf } from '../places'
import { ruleOf } from '../rules/rule-catalogue'

export interface FaultRecord {
  id: string
  tenant_id: string
  customer_id: string
  site_id: string
  building_id: string
  space_id: string
  equipment_id: string
  device_id: string | null
  rule_id: string
  status: FaultStatus
  severity: FaultSeverity
  category: FaultCategory
  started_at: number
  detected_at: number
  ended_at: number | null
  occurrence_count: number
  note_count: number
  resolved_by_id: string | null
  resolved_by_name: string | null
  resolved_at: number | null
  resolution: Resolution | null
  returns_after: number | null
  version: number
}

interface LastNote {
  fault_id: string
  text: string
  author_id: string
  author_name: string
  created_at: number
}

const moment = (at: number | null) => (at === null ? null : timestamp(at))

export function toFaults({ store, clock }: World, rows: readonly FaultRecord[], language: ServiceLanguage): Fault[] {
  const placeOf = placesOf(store, rows)
  const notes = new Map(
    store
      .all<LastNote>(
        `SELECT fault_id, text, author_id, author_name, max(created_at) AS created_at FROM fault_note
         WHERE fault_id IN (SELECT value FROM json_each(?)) GROUP BY fault_id`,
        JSON.stringify(rows.filter(({ note_count }) => note_count > 0).map(({ id }) => id)),
      )
      .map((note) => [note.fault_id, note]),
  )
  const comments = new Map(
    store
      .all<{ fault_id: string; at: number; comment: string | null }>(
        'SELECT fault_id, at, comment FROM fault_resolution WHERE fault_id IN (SELECT value FROM json_each(?))',
        JSON.stringify(rows.filter(({ resolved_at }) => resolved_at !== null).map(({ id }) => id)),
      )
      .map(({ fault_id, at, comment }) => [`${fault_id} ${at}`, comment]),
  )
  const now = clock.now()
  return rows.map((row) => {
    const rule = ruleOf(row.rule_id)
    const note = notes.get(row.id)
    const { deviceName: _, ...place } = placeOf(row)
    return {
      id: row.id,
      faultRuleId: row.rule_id,
      equipmentId: row.equipment_id,
      ruleName: rule?.name[language] ?? row.rule_id,
      possibleDiagnosis: rule?.diagnoses[language].join('\n') ?? '',
      description: rule?.description[language] ?? '',
      ...place,
      siteId: row.site_id,
      deviceId: row.device_id,
      status: row.status,
      severity: row.severity,
      category: row.category,
      startedAt: timestamp(row.started_at),
      detectedAt: timestamp(row.detected_at),
      endedAt: moment(row.ended_at),
      lastSeenAt: timestamp(row.ended_at ?? now),
      durationMin: Math.max(0, Math.floor(((row.ended_at ?? now) - row.started_at) / 60_000)),
      occurrenceCount: row.occurrence_count,
      noteCount: row.note_count,
      lastNote: note
        ? {
            text: note.text,
            author: { id: note.author_id, fullName: note.author_name },
            createdAt: timestamp(note.created_at),
          }
        : null,
      resolvedBy: row.resolved_by_id === null ? null : { id: row.resolved_by_id, fullName: row.resolved_by_name ?? '' },
      resolvedAt: moment(row.resolved_at),
      resolution: row.resolution,
      resolutionComment: row.resolved_at === null ? null : (comments.get(`${row.id} ${row.resolved_at}`) ?? null),
      eTag: String(row.version),
    }
  })
}
