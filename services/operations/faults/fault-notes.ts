/** Notes on a fault (domain §2.1). */
import { randomUUID } from 'node:crypto'
import type { FaultNote, Resolution } from '../../contracts/faults'
import type { operations } from '../../contracts/operations'
import { fail } from '../../kit/api-error'
import type { Handlers } from '../../kit/call'
import { timestamp } from '../../kit/clock'
import { isArchived } from '../../kit/require-on-some-device'
import type { Store } from '../../kit/store'
import { personInTenant } from '../territory'
import type { FaultRecord } from './fault-rows'

interface NoteRow {
  id: string
  fault_id: string
  text: string
  author_id: string
  author_name: string
  author_initials: string | null
  created_at: number
  edited_at: number | null
  /** Null for a plain note. */
  resolution: Resolution | null
}

/** Notes and all resolutions with their comments. */
const notesSql = `
SELECT id, fault_id, text, author_id, author_name, author_initials, created_at, edited_at, NULL AS resolution, rowid AS turn
FROM fault_note WHERE fault_id = ?
UNION ALL
SELECT fault_id || '/' || at, fault_id, coalesce(comment, ''), coalesce(by_id, ''), coalesce(by_name, ''),
  (SELECT initials FROM tenant_user WHERE tenant_user.id = by_id), at, NULL, resolution, 0
FROM fault_resolution WHERE fault_id = ?
ORDER BY created_at DESC, turn DESC`

const faultOf = (store: Store, id: string) => store.get<FaultRecord>('SELECT * FROM fault WHERE id = ?', id)
const scopeOf = (row: FaultRecord | undefined) => row && { tenantId: row.tenant_id, customerId: row.customer_id }

const toNote = (row: NoteRow): FaultNote => ({
  id: row.id,
  faultId: row.fault_id,
  kind: row.resolution === null ? 'note' : 'resolution',
  text: row.text,
  resolution: row.resolution,
  author: { id: row.author_id, fullName: row.author_name, initials: row.author_initials },
  createdAt: timestamp(row.created_at),
  editedAt: row.edited_at === null ? null : timestamp(row.edited_at),
})

export const listFaultNotes: Handlers<typeof operations>['listFaultNotes'] = ({ params, require, world }) => {
  require(scopeOf(faultOf(world.store, params.id)))
  const data = world.store.all<NoteRow>(notesSql, params.id, params.id).map(toNote)
  return { data, totalCount: data.length }
}

export const addFaultNote: Handlers<typeof operations>['addFaultNote'] = (call) => {
  const { body, caller, params, require, world } = call
  const { store, clock } = world
  const fault = faultOf(store, params.id)
  require(scopeOf(fault))
  if (!fault) return fail(4005)
  if (isArchived(world, fault.customer_id)) fail(4202)
  const author = personInTenant(caller, fault.tenant_id)
  const initials = store.get<{ initials: string }>('SELECT initials FROM tenant_user WHERE id = ?', author.id)?.initials
  const row: NoteRow = {
    id: randomUUID(),
    fault_id: fault.id,
    text: body.text,
    author_id: author.id,
    author_name: author.fullName,
    author_initials: initials ?? null,
    created_at: clock.now(),
    edited_at: null,
    resolution: null,
  }
  store.run(
    'INSERT INTO fault_note (id, fault_id, text, author_id, author_name, author_initials, created_at) VALUES (?,?,?,?,?,?,?)',
    row.id,
    row.fault_id,
    row.text,
    row.author_id,
    row.author_name,
    row.author_initials,
    row.created_at,
  )
  store.run('UPDATE fault SET note_count = note_count + 1, version = version + 1 WHERE id = ?', fault.id)
  return toNote(row)
}
