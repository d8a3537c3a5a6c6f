/** Removes temporary roles whose last day has passed: plan first, then apply. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useT } from '~/i18n/use-t'
import { bulkAction, bulkData } from '~/kit/bulk/bulk.server'
import { BulkPage } from '~/kit/bulk/bulk-page'
import type { PageHandle } from '~/ui/handle'
import { rolePlanWords } from './role-names'
import { expiredRoles } from './shared/expired-roles.server'

export const handle = { title: (_, t) => t('main:user.runOut.title'), menu: 'users' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  return (await bulkData(args, expiredRoles)).data
}

export function action(args: ActionFunctionArgs) {
  return bulkAction(args, expiredRoles)
}

export default function ExpiredRoles() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  return (
    <BulkPage
      id="expired-roles"
      data={data}
      look="danger"
      words={{
        ...rolePlanWords(t),
        title: t('main:user.runOut.title'),
        intro: t('main:user.runOut.intro', { name: data.place }),
        apply: (count) => t('main:user.runOut.apply', { count }),
        none: t('main:user.runOut.none'),
        noneText: t('main:user.runOut.noneText'),
        choose: t('main:view.users'),
      }}
    />
  )
}
