/** A page's form filled in from elsewhere: a draft (`?draft=`), or the values before a record (`?putBack=`). */
import { parseWithZod } from '@conform-to/zod/v4'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { visitor } from '~/backend/reader.server'
import { formAddress } from './change-forms.server'
import { findDraft } from './drafts.server'
import { newKey } from './idempotency.server'
import type { FilledFrom, FormReply, Original } from './plan'
import type { Fields } from './posted'

/** The form a page of this address is to show, if its query asks for one that is this person's to see. */
export async function keptForm(args: LoaderFunctionArgs): Promise<FormReply | null> {
  const query = new URL(args.request.url).searchParams
  const draftId = query.get('draft')
  if (!draftId || draftId.length > 100) return null
  const { session } = await visitor(args)
  const draft = await findDraft(draftId, session.person, formAddress(args.request))
  return draft && filledIn(draft, { kind: 'draft' })
}

function filledIn(
  { fields, reason, original }: { fields: Fields; reason: string; original: Original | null },
  from: FilledFrom,
): FormReply {
  const formData = new FormData()
  for (const [name, value] of fields) formData.append(name, value)
  const submission = parseWithZod(formData, { schema: z.looseObject({}) })
  return {
    stage: 'form',
    submission: submission.reply({ fieldErrors: {} }),
    problem: null,
    reason,
    key: newKey(),
    original,
    from,
  }
}
