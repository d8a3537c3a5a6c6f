/**
 * Saves and sends with one button, as two changes with two records. After the save a second form sends the saved
 * controllers. Both are idempotent when submitted twice.
 */
import { type ActionFunctionArgs, data } from '@remix-run/node'
import { mutate } from '~/change/mutate.server'
import { type ChangeReply, metaFields } from '~/change/plan'
import { type Fields, formFields } from '~/change/posted'
import { type ChangeName, type ChangeOfMany, mostFor } from '~/changes'
import { address } from '~/hrefs'
import { paths } from '~/paths'
import { findEntries } from '~/trail/find-entries.server'
import { saveOf } from './kind'
import { type ConfigurationPlace, sendingHref } from './place'
import { configurationSend } from './sending.server'
import { applyAndSend } from './stages'

/** The number of saved controllers, in the reply of a send that was not completed. */
export interface ThenSent {
  saved?: number
}

/** Saves. With `followedBy`, the person also needs the permission of that change. */
type Save = (args: ActionFunctionArgs, then: { followedBy?: ChangeName }) => Promise<unknown>

/** Saves as the form says. The second button also sends what was saved and redirects to the result of the send. */
export async function thenSend(args: ActionFunctionArgs, at: ConfigurationPlace, save: Save) {
  const fields = await formFields(args.request.clone())
  if (textOf(fields, metaFields.stage) !== applyAndSend) return save(args, {})
  const led = await ledBy(() =>
    save(withForm(args, args.request.url, staged(fields, 'apply')), { followedBy: 'configuration.send' }),
  )
  if (!(led instanceof Response)) return led
  const saved = await allSavedBy(at.tenantId, saveOf[at.kind], led)
  if (!saved) throw led
  return sendOf(args, at, { fields, saved })
}

async function sendOf(
  args: ActionFunctionArgs,
  at: ConfigurationPlace,
  { fields, saved }: { fields: Fields; saved: readonly string[] },
) {
  const form = [
    ...fields.filter(([name]) => ([metaFields.token, metaFields.reason] as string[]).includes(name)),
    [metaFields.key, `${textOf(fields, metaFields.key)}-send`],
    ...saved.map((id) => ['device', id]),
  ] as Fields
  const url = new URL(sendingHref(at), args.request.url).href
  const post = (stage: string) => withForm(args, url, staged(form, stage))
  const change = { name: 'configuration.send', isAnsweredHere: true, ...configurationSend(at) } as const
  const refused = await mutate(post('apply'), { ...change, isDirect: true })
  const planned = await mutate(post('plan'), change)
  const reply = { ...(planned.data as ChangeReply), problem: (refused.data as ChangeReply).problem }
  return data({ ...reply, saved: saved.length }, { status: refused.init?.status ?? 200 })
}

/** Returns the reply of a change, or its redirect. */
async function ledBy<T>(change: () => Promise<T>): Promise<T | Response> {
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
async function allSavedBy(tenantId: string, change: ChangeOfMany, led: Response): Promise<string[] | null> {
  const pattern = new RegExp(`^${paths.change.replace(/:[A-Za-z]+/g, '([^/]+)')}$`)
  const changeId = pattern.exec(led.headers.get('location') ?? '')?.[2]
  if (!changeId) return null
  const { entries } = await findEntries({
    tenantId,
    changeId: address('change', { tenantId, changeId }).changeId,
    mutation: change,
    limit: mostFor(change),
  })
  const isSaved = entries.length > 0 && entries.every(({ ending }) => ending?.outcome === 'done')
  return isSaved ? entries.map(({ subject }) => subject.id) : null
}

/** Returns the same request with another form. */
function withForm(args: ActionFunctionArgs, url: string, fields: Fields): ActionFunctionArgs {
  const headers = new Headers(args.request.headers)
  headers.delete('content-length')
  headers.set('content-type', 'application/x-www-form-urlencoded')
  return { ...args, request: new Request(url, { method: 'POST', headers, body: new URLSearchParams(fields) }) }
}

function staged(fields: Fields, stage: string): Fields {
  return [...fields.filter(([name]) => name !== metaFields.stage), [metaFields.stage, stage]]
}

function textOf(fields: Fields, name: string): string | undefined {
  return fields.find(([one]) => one === name)?.[1]
}
