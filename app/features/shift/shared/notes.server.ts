/** Shift notes, stored until they are marked done, and the last visit of each person. No service has either. */
import { personKey } from '~/change/drafts.server'
import type { Place } from '~/hrefs'
import type { Session } from '~/session/session.server'
import { bestEffortWrite } from '~/store/best-effort-write.server'
import { database } from '~/store/store.server'

/** A customer or one of its sites. */
export type ShiftPlace = Place & { siteId?: string | undefined }

export interface ShiftNote {
  id: string
  text: string
  author: string
  at: string
  /** Null for the whole customer. */
  site: { id: string; name: string } | null
}

/** Maximum number of notes on a page. */
export const maxNotes = 100
/** Retention of notes and visits, in ms. */
const retentionMs = 90 * 24 * 60 * 60_000
/** Returning within this time is the same visit, in ms. */
const sameVisitMs = 60 * 60_000

/** Returns the notes of a place, newest first; those of a customer include all its sites. */
export async function notesFor({ tenantId, customerId, siteId }: ShiftPlace): Promise<ShiftNote[]> {
  const rows = await notesOf({ tenantId, customerId })
    .$if(siteId !== undefined, (of) => of.where('site_id', '=', siteId ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(maxNotes)
    .execute()
  return rows.map(toNote)
}

/** Returns a note; undefined if it no longer exists. */
export async function noteById(place: Place, id: string): Promise<ShiftNote | undefined> {
  const row = await notesOf(place).where('id', '=', id).executeTakeFirst()
  return row && toNote(row)
}

const notesOf = ({ tenantId, customerId }: Place) =>
  database()
    .selectFrom('shift_note')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('customer_id', '=', customerId)

type Row = Awaited<ReturnType<ReturnType<typeof notesOf>['execute']>>[number]

function toNote({ id, text, author, created_at, site_id, site_name }: Row): ShiftNote {
  const site = site_id === null ? null : { id: site_id, name: site_name ?? site_id }
  return { id, text, author, at: new Date(Number(created_at)).toISOString(), site }
}

/** Stores a note; storing the same id again has no effect. */
export async function saveNote({ tenantId, customerId }: Place, note: Omit<ShiftNote, 'at'>): Promise<void> {
  await database()
    .insertInto('shift_note')
    .values({
      id: note.id,
      tenant_id: tenantId,
      customer_id: customerId,
      site_id: note.site?.id ?? null,
      site_name: note.site?.name ?? null,
      text: note.text,
      author: note.author,
      created_at: Date.now(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function removeNote({ tenantId, customerId }: Place, id: string): Promise<void> {
  await database()
    .deleteFrom('shift_note')
    .where('tenant_id', '=', tenantId)
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .execute()
}

/** Records a visit and returns when the previous one ended; null for the first. */
export async function recordVisit(person: Session['person'], place: ShiftPlace): Promise<string | null> {
  const key = {
    person: personKey(person),
    tenant_id: place.tenantId,
    customer_id: place.customerId,
    site_id: place.siteId ?? '',
  }
  const now = Date.now()
  const previous = await database()
    .selectFrom('shift_visit')
    .select(['seen_at', 'before_at'])
    .where('person', '=', key.person)
    .where('tenant_id', '=', key.tenant_id)
    .where('customer_id', '=', key.customer_id)
    .where('site_id', '=', key.site_id)
    .executeTakeFirst()
  const isSame = previous !== undefined && now - Number(previous.seen_at) < sameVisitMs
  const before = isSame ? previous.before_at : (previous?.seen_at ?? null)
  const times = { seen_at: now, before_at: before }
  const visit = database()
    .insertInto('shift_visit')
    .values({ ...key, ...times })
    .onConflict((conflict) => conflict.columns(['person', 'tenant_id', 'customer_id', 'site_id']).doUpdateSet(times))
  await bestEffortWrite(`visit ${Object.values(key).join(' ')}`, () => visit.execute())
  return before === null ? null : new Date(Number(before)).toISOString()
}

/** Deletes notes and visits that are older than the retention period. */
export async function deleteOldShifts(): Promise<void> {
  const before = Date.now() - retentionMs
  await database().deleteFrom('shift_note').where('created_at', '<', before).execute()
  await database().deleteFrom('shift_visit').where('seen_at', '<', before).execute()
}
