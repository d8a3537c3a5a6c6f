/**
 * A change that the console makes as itself: by the same stages as anybody's (design §7), in a session of its own. What a
 * page would post is made up here, and what a browser would be shown is read instead.
 */
import type { ActionFunctionArgs } from '@remix-run/node'
import type { Change } from '~/change/desk'
import { mutate } from '~/change/mutate.server'
import { type ChangeReply, metaFields } from '~/change/plan'
import type { Fields } from '~/change/posted'
import { config } from '~/config.server'
import { contextOf } from '~/door/context'
import type { Session } from '~/session/session.server'

/** What identifies the console as the sender in the trail. */
const userAgent = 'Plantroom'

/** A reply to go on with, the change that it led to, or that it is not the console's to make. */
export type Answered = { reply: ChangeReply } | { changeId: string } | { isDenied: true }

export interface Asking<Form> {
  change: Change<Form>
  session: Session
  tenantId: string
  /** The page of the change. */
  address: string
}

/** What would be done; nothing is sent. */
export function planAsItself<Form>(asking: Asking<Form>, fields: Fields): Promise<Answered> {
  return post(asking, [...fields, [metaFields.stage, 'plan']])
}

/** Does what a plan said, unless it has moved; once under a key. */
export function applyAsItself<Form>(
  asking: Asking<Form>,
  fields: Fields,
  { hash, key }: { hash: string; key: string },
): Promise<Answered> {
  return post(asking, [...fields, [metaFields.stage, 'apply'], [metaFields.plan, hash], [metaFields.key, key]])
}

async function post<Form>({ change, session, tenantId, address }: Asking<Form>, fields: Fields): Promise<Answered> {
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
  Object.assign(contextOf(args), { ticketed: session })
  try {
    const { data } = await mutate(args, { ...change, isAnsweredHere: true })
    return { reply: data }
  } catch (error) {
    if (!(error instanceof Response)) throw error
    const changeId = changeIn(error.headers.get('location'))
    return changeId ? { changeId } : { isDenied: true }
  }
}

/** The change whose page an answer leads to; null where it leads to sign-in, or nowhere. */
function changeIn(location: string | null): string | null {
  return /\/changes\/([0-9a-f-]{36})$/.exec(location ?? '')?.[1] ?? null
}
