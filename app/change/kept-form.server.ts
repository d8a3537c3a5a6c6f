/**
 * The stored content that a page's form shows: a draft or the plan of a reply (`?draft=`), the values before a record
 * (`?putBack=`), or the form of a change (`?change=`).
 */
import { parseWithZod } from '@conform-to/zod/v4'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { visitor } from '~/backend/reader.server'
import { isId } from '~/hrefs'
import { findEntry, type TrailEntry } from '~/trail/find-entries.server'
import { isVisible } from '~/trail/visible-to.server'
import { failedParam, findChangeForm, formAddress } from './change-forms.server'
import { findDraft, personKey } from './drafts.server'
import { followUpKey, newKey } from './idempotency.server'
import { findReply } from './kept-replies.server'
import type { ChangeReply, FieldValues, FilledFrom, FormReply, Original } from './plan'
import type { PostedFields } from './posted'

/** Returns the form that puts back the change of a record, or why there is none. */
type PutBackForm = (
  entry: TrailEntry,
) => { address: string; fields: PostedFields; after: FieldValues } | { why: string }

/** Returns the form that the query of a page requests, where this person may see it. */
export async function keptForm(args: LoaderFunctionArgs, putBackForm: PutBackForm): Promise<ChangeReply | null> {
  const query = new URL(args.request.url).searchParams
  const sequence = Number(query.get('putBack') ?? 0)
  if (args.params.tenantId && Number.isSafeInteger(sequence) && sequence > 0)
    return formToRestore(args, sequence, putBackForm)
  const changeId = query.get('change')
  if (args.params.tenantId && changeId && isId(changeId)) return formOfChange(args, changeId)
  const draftId = query.get('draft')
  if (!draftId || draftId.length > 100) return null
  const { session } = await visitor(args)
  const place = { person: personKey(session.person), address: formAddress(args.request) }
  const draft = await findDraft(draftId, place)
  return draft ? toFormReply(draft, { kind: 'draft' }) : findReply(draftId, place)
}

/** Returns the form of one's own change, to be reviewed and sent again, for all of its subjects or the failed ones. */
async function formOfChange(args: LoaderFunctionArgs, changeId: string): Promise<FormReply | null> {
  const { session } = await visitor(args)
  const form = await findChangeForm(args.params.tenantId ?? '', changeId)
  if (form?.person !== personKey(session.person) || !isFormOf(args.request, { address: form.address, changeId }))
    return null
  return { ...toFormReply({ ...form, original: null }, { kind: 'change' }), key: followUpKey(changeId) }
}

function isFormOf(request: Request, { address, changeId }: { address: string; changeId: string }): boolean {
  const { pathname, searchParams } = new URL(formAddress(request), request.url)
  const isForRest = searchParams.get(failedParam) === changeId
  return isForRest ? pathname === address.split('?', 1)[0] : formAddress(request) === address
}

/** Only on the page of the form that the record links to, for a person who may see the record. */
async function formToRestore(
  args: LoaderFunctionArgs,
  sequence: number,
  putBackForm: PutBackForm,
): Promise<FormReply | null> {
  const { tenantId = '' } = args.params
  const [entry, viewer] = await Promise.all([findEntry(tenantId, sequence), visitor(args)])
  const restored = entry && isVisible(entry, viewer) ? putBackForm(entry) : null
  if (!entry || !restored || 'why' in restored || !isSamePage(restored.address, formAddress(args.request))) return null
  return toFormReply(
    { fields: restored.fields, reason: '', original: null },
    { kind: 'putBack', sequence: entry.sequence, after: restored.after },
  )
}

/** Returns whether two addresses are the same form of the same thing, even if it was moved since. */
function isSamePage(one: string, other: string): boolean {
  const tail = (address: string) => address.slice(lastIdAt(address.split('?', 1)[0] ?? ''))
  return tail(one) === tail(other)
}

/** Returns the index of the last id in a path; 0 without one. */
function lastIdAt(path: string): number {
  return [...path.matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)].at(-1)?.index ?? 0
}

function toFormReply(
  {
    fields,
    reason,
    confirm = '',
    original,
  }: { fields: PostedFields; reason: string; confirm?: string; original: Original | null },
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
    confirm,
    key: newKey(),
    original,
    from,
  }
}
