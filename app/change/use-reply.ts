/** What a page's form has to show: what its action just answered, else what was kept or is put back. */
import { useActionData, useRouteLoaderData } from '@remix-run/react'
import type { ChangeReply, FormReply } from './plan'

/** In place of `useActionData` on every page with the form of a change; one form a page (design §7). */
export function useReply(): ChangeReply | undefined {
  const answered = useActionData<ChangeReply>() as ChangeReply | undefined
  const root = useRouteLoaderData('root') as { keptForm?: ChangeReply | null } | undefined
  return answered ?? root?.keptForm ?? undefined
}

/** The form in a reply, if it is one. */
export function formIn(reply: ChangeReply | undefined): FormReply | undefined {
  return reply?.stage === 'form' ? reply : undefined
}
