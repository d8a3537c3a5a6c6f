/**
 * Changes that the console carries out itself, in its own session: through the same stages as any change (design §7).
 * The post of a page is constructed here, and the reply is read instead of shown.
 */
import type { ActionFunctionArgs } from '@remix-run/node'
import { mutate } from '~/change/mutate.server'
import { type ChangeReply, metaFields } from '~/change/plan'
import type { Change } from '~/change/plan-context'
import type { PostedFields } from '~/change/posted'
import { config } from '~/config.server'
import { contextOf } from '~/door/context'
import type { Session } from '~/session/session.server'

/** The user agent of the console in the trail. */
const userAgent = 'Plantroom'

/** The reply to continue with, the resulting change, or a refusal for lack of permission. */
export type OwnChangeResult = { reply: ChangeReply } | { changeId: string } | { isDenied: true }

export interface OwnChangeRequest<Form> {
  change: Change<Form>
  session: Session
  tenantId: string
  /** The page of the change. */
  address: string
}

/** Plans the change; nothing is sent. */
export function planOwnChange<Form>(request: OwnChangeRequest<Form>, fields: PostedFields): Promise<OwnChangeResult> {
  return post(request, [...fields, [metaFields.stage, 'plan']])
}

/** Applies a plan unless it has moved; once per key. */
export function applyOwnChange<Form>(
  request: OwnChangeRequest<Form>,
  fields: PostedFields,
  { hash, key }: { hash: string; key: string },
): Promise<OwnChangeResult> {
  return post(request, [...fields, [metaFields.stage, 'apply'], [metaFields.plan, hash], [metaFields.key, key]])
}

async function post<Form>(
  { change, session, tenantId, address }: OwnChangeRequest<Form>,
  fields: PostedFields,
): Promise<OwnChangeResult> {
  const { publicOrigin } = config()
  const args: ActionFunctionArgs = {
    request: new Request(new URL(address, publicOrigin), {
      method: 'POST',
      headers: { origin: publicOrigin, 'sec-fetch-site': 'same-origin', 'user-agent': userAgent },
      body: new URLSearchParams(fields),
    }),
    params: { tenantId },
    context: {},
  }
  Object.assign(contextOf(args), { ticketSession: session })
  try {
    const { data } = await mutate(args, { ...change, options: { ...change.options, isAnsweredHere: true } })
    return { reply: data }
  } catch (error) {
    if (!(error instanceof Response)) throw error
    const changeId = changeIdIn(error.headers.get('location'))
    return changeId ? { changeId } : { isDenied: true }
  }
}

/** Returns the change that a response redirects to; null for any other location. */
function changeIdIn(location: string | null): string | null {
  return /\/changes\/([0-9a-f-]{36})$/.exec(location ?? '')?.[1] ?? null
}
