/** Adds a note to a fault (domain §2.1). */
import { z } from 'zod'
import { operations } from '#contracts/operations'
import { freeText } from '#contracts/scalars'
import type { Desk, WorkDesk } from '~/change/desk'
import type { Plan } from '~/change/plan'
import type { ParamsFor } from '~/paths'
import { faultCalled } from '~/things/fault/find-faults.server'
import { faultName } from '~/things/fault/row'

export const NoteForm = z.object({
  text: freeText(2000, 'errors:notes.text').refine((text) => text.length > 0, { error: 'errors:notes.text' }),
})
export type NoteForm = z.infer<typeof NoteForm>

type At = Pick<ParamsFor<'fault'>, 'faultId'>

/** Throws a 404 error when the fault does not exist. */
export async function planNote({ form, read, features }: Desk<NoteForm>, { faultId }: At): Promise<Plan> {
  const fault = await faultCalled({ ask: read, features }, faultId)
  const { id, path } = fault
  return {
    rows: [
      {
        subject: { kind: 'fault', id, name: faultName(fault), ...(path && { path }) },
        effect: 'change',
        fields: [{ name: 'text', from: null, to: form.text }],
        before: null,
        after: { text: form.text },
      },
    ],
  }
}

export async function addNote({ form, write }: WorkDesk<NoteForm>, { faultId }: At): Promise<void> {
  await write(operations.addFaultNote, { path: { id: faultId }, body: { text: form.text } }, [faultId])
}
