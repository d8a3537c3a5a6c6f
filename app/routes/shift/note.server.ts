/** Adds a note for the next shift. */
import { z } from 'zod'
import { freeText } from '#contracts/scalars'
import type { Desk, WorkDesk } from '~/change/desk'
import type { Plan } from '~/change/plan'
import type { PlaceParams } from '~/screens/place/mount.server'
import { keepNote } from '~/things/shift/notes.server'
import { subjectHere } from './place.server'

/** Characters of a note at most. */
export const longestNote = 1_000

export const NoteForm = z.object({
  text: freeText(longestNote, 'errors:shift.note').refine((text) => text.length > 0, { error: 'errors:shift.note' }),
})
export type NoteForm = z.infer<typeof NoteForm>

export async function planNote(desk: Desk<NoteForm>, at: PlaceParams): Promise<Plan> {
  const { text } = desk.form
  return {
    rows: [
      {
        subject: await subjectHere(desk, at),
        customerId: at.customerId,
        effect: 'change',
        fields: [{ name: 'text', from: null, to: text }],
        before: null,
        after: { text },
      },
    ],
  }
}

/** The note has the id of the change, so a repeated request does not store it twice. */
export async function leaveNote({ form, plan, changeId, session }: WorkDesk<NoteForm>, at: PlaceParams): Promise<void> {
  const subject = plan.rows[0]?.subject
  const site = at.siteId && subject ? { id: at.siteId, name: subject.name } : null
  await keepNote(at, { id: changeId, text: form.text, author: session.person.name, site })
}
