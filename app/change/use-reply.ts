/** The reply that a page's form shows: of its action, else a stored or restored one. */
import { useActionData, useRouteLoaderData } from '@remix-run/react'
import type { ChangeReply, FormReply } from './plan'

/** Replaces `useActionData` on every page with the form of a change; one form per page (design §7). */
export function useReply(): ChangeReply | undefined {
  const actionReply = useActionData<ChangeReply>() as ChangeReply | undefined
  const root = useRouteLoaderData('root') as { keptForm?: ChangeReply | null } | undefined
  return actionReply ?? root?.keptForm ?? undefined
}

/** Returns the form in a reply, if it is one. */
export function formIn(reply: ChangeReply | undefined): FormReply | undefined {
  return reply?.stage === 'form' ? reply : undefined
}
