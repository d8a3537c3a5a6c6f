/** Assigns a role in the tenant to several people (domain §16). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useT } from '~/i18n/use-t'
import { bulkAction, bulkData } from '~/kit/bulk/bulk.server'
import type { PageHandle } from '~/ui/handle'
import { DayInput } from '~/ui/time-input'
import { ownTimeZone } from '~/ui/time-zone.server'
import { roleGiving } from './bulk.server'
import { PeopleBulkPage } from './bulk-page'
import { RoleSelect } from './role-select'

const zoneOf = ({ request }: LoaderFunctionArgs) => ownTimeZone(request) ?? 'UTC'

export const handle = {
  title: (_, t) => t('main:user.bulk.give.title'),
  menu: 'users',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const { data, things: people } = await bulkData(args, roleGiving(zoneOf(args)))
  return { ...data, people }
}

export function action(args: ActionFunctionArgs) {
  return bulkAction(args, roleGiving(zoneOf(args)))
}

export default function RoleGiving() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  return (
    <PeopleBulkPage
      kind="give"
      data={data}
      inputs={({ input }) => (
        <>
          <RoleSelect {...input('role')} kind="give" tenantName={data.place} />
          <DayInput
            {...input('until')}
            label={t('main:user.roles.until')}
            hint={t('main:user.roles.untilHint')}
            isOptional
          />
        </>
      )}
    />
  )
}
