/** Adds a note for the next shift. */
import { z } from 'zod'
import { freeText } from '#contracts/scalars'
import type { Plan } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import type { PlaceParams } from '~/kit/place/place-params'
import { scopeSubject } from './place.server'
import { saveNote } from './shared/notes.server'

/** Characters of a note at most. */
export const maxNoteLength = 1_000

export const ShiftNoteForm = z.object({
  text: freeText(maxNoteLength, 'errors:shift.note').refine((text) => text.length > 0, { error: 'errors:shift.note' }),
})
export type ShiftNoteForm = z.infer<typeof ShiftNoteForm>

export async function planShiftNote(context: PlanContext<ShiftNoteForm>, at: PlaceParams): Promise<Plan> {
  const { text } = context.form
  return {
    rows: [
      {
        subject: await scopeSubject(context, at),
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
export async function addShiftNote(
  { form, plan, changeId, session }: WorkContext<ShiftNoteForm>,
  at: PlaceParams,
): Promise<void> {
  const subject = plan.rows[0]?.subject
  const site = at.siteId && subject ? { id: at.siteId, name: subject.name } : null
  await saveNote(at, { id: changeId, text: form.text, author: session.person.name, site })
}
