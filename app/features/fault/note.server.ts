/** Adds a note to a fault (domain §2.1). */
import { z } from 'zod'
import { operations } from '#contracts/operations'
import { freeText } from '#contracts/scalars'
import type { Plan } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import type { ParamsFor } from '~/paths'
import { faultById } from './shared/find-faults.server'
import { faultName } from './shared/row'

export const FaultNoteForm = z.object({
  text: freeText(2000, 'errors:notes.text').refine((text) => text.length > 0, { error: 'errors:notes.text' }),
})
export type FaultNoteForm = z.infer<typeof FaultNoteForm>

type At = Pick<ParamsFor<'fault'>, 'faultId'>

/** Throws a 404 error when the fault does not exist. */
export async function planFaultNote(
  { form, read, features }: PlanContext<FaultNoteForm>,
  { faultId }: At,
): Promise<Plan> {
  const fault = await faultById({ call: read, features }, faultId)
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

export async function sendFaultNote({ form, write }: WorkContext<FaultNoteForm>, { faultId }: At): Promise<void> {
  await write(operations.addFaultNote, { path: { id: faultId }, body: { text: form.text } }, [faultId])
}
