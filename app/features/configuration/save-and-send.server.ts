/**
 * Saves and sends with one button, as two changes with two records. After the save a second form sends the saved
 * controllers. Both are idempotent when submitted twice.
 */
import { type ActionFunctionArgs, data } from '@remix-run/node'
import { mutate } from '~/change/mutate.server'
import { type ChangeReply, metaFields } from '~/change/plan'
import { formFields, type PostedFields } from '~/change/posted'
import { type BulkChangeName, type ChangeName, limitFor } from '~/changes'
import { address } from '~/hrefs'
import { paths } from '~/paths'
import { findEntries } from '~/trail/find-entries.server'
import { configurationSend } from './sending.server'
import { saveChangeOf } from './shared/kind'
import { type ConfigurationPlace, sendingHref } from './shared/place'
import { applyAndSend } from './stages'

/** The number of saved controllers, in the reply of a send that was not completed. */
export interface SendAfterSave {
  saved?: number
}

/** Saves. With `followedBy`, the person also needs the permission of that change. */
type Save = (args: ActionFunctionArgs, options: { followedBy?: ChangeName }) => Promise<unknown>

/** Saves as the form says. The second button also sends what was saved and redirects to the result of the send. */
export async function saveAndSend(args: ActionFunctionArgs, at: ConfigurationPlace, save: Save) {
  const fields = await formFields(args.request.clone())
  if (fieldText(fields, metaFields.stage) !== applyAndSend) return save(args, {})
  const response = await replyOrRedirect(() =>
    save(withForm(args, args.request.url, withStage(fields, 'apply')), { followedBy: 'configuration.send' }),
  )
  if (!(response instanceof Response)) return response
  const saved = await allSavedIds(at.tenantId, saveChangeOf[at.kind], response)
  if (!saved) throw response
  return sendSaved(args, at, { fields, saved })
}

async function sendSaved(
  args: ActionFunctionArgs,
  at: ConfigurationPlace,
  { fields, saved }: { fields: PostedFields; saved: readonly string[] },
) {
  const form = [
    ...fields.filter(([name]) => ([metaFields.token, metaFields.reason] as string[]).includes(name)),
    [metaFields.key, `${fieldText(fields, metaFields.key)}-send`],
    ...saved.map((id) => ['device', id]),
  ] as PostedFields
  const url = new URL(sendingHref(at), args.request.url).href
  const post = (stage: string) => withForm(args, url, withStage(form, stage))
  const change = { name: 'configuration.send', ...configurationSend(at) } as const
  const refused = await mutate(post('apply'), { ...change, options: { isAnsweredHere: true, isDirect: true } })
  const planned = await mutate(post('plan'), { ...change, options: { isAnsweredHere: true } })
  const reply = { ...(planned.data as ChangeReply), problem: (refused.data as ChangeReply).problem }
  return data({ ...reply, saved: saved.length }, { status: refused.init?.status ?? 200 })
}

/** Returns the reply of a change, or its redirect. */
async function replyOrRedirect<T>(change: () => Promise<T>): Promise<T | Response> {
  try {
    return await change()
  } catch (error) {
    if (error instanceof Response && error.headers.has('location')) return error
    throw error
  }
}

/**
 * Returns the saved controllers of the change a save redirects to; null if it redirects elsewhere or not everything was
 * saved.
 */
async function allSavedIds(tenantId: string, change: BulkChangeName, response: Response): Promise<string[] | null> {
  const pattern = new RegExp(`^${paths.change.replace(/:[A-Za-z]+/g, '([^/]+)')}$`)
  const changeId = pattern.exec(response.headers.get('location') ?? '')?.[2]
  if (!changeId) return null
  const { entries } = await findEntries({
    tenantId,
    changeId: address('change', { tenantId, changeId }).changeId,
    mutation: change,
    limit: limitFor(change),
  })
  const isSaved = entries.length > 0 && entries.every(({ outcomeRecord }) => outcomeRecord?.outcome === 'done')
  return isSaved ? entries.map(({ subject }) => subject.id) : null
}

/** Returns the same request with another form. */
function withForm(args: ActionFunctionArgs, url: string, fields: PostedFields): ActionFunctionArgs {
  const headers = new Headers(args.request.headers)
  headers.delete('content-length')
  headers.set('content-type', 'application/x-www-form-urlencoded')
  return { ...args, request: new Request(url, { method: 'POST', headers, body: new URLSearchParams(fields) }) }
}

function withStage(fields: PostedFields, stage: string): PostedFields {
  return [...fields.filter(([name]) => name !== metaFields.stage), [metaFields.stage, stage]]
}

function fieldText(fields: PostedFields, name: string): string | undefined {
  return fields.find(([one]) => one === name)?.[1]
}
