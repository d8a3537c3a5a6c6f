/** Removes temporary roles whose last day has passed: plan first, then apply. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { readerFor } from '~/backend/reader.server'
import { firstPlan } from '~/change/first-plan.server'
import { mutate } from '~/change/mutate.server'
import type { Plan } from '~/change/plan'
import type { PostedFields } from '~/change/posted'
import { resume } from '~/change/resume'
import { formIn, useReply } from '~/change/use-reply'
import { capabilitiesFor } from '~/changes'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { PageHeader, Stack } from '~/ui/page'
import { PeoplePlan } from './people-plan'
import { expiredRolesChange, planExpiredRoles } from './shared/expired-roles.server'

export const handle = { title: (_, t) => t('main:user.runOut.title'), menu: 'users' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const { tenantId } = address('usersRunOut', args.params)
  const reader = await readerFor(args, { capability: capabilitiesFor('user.takeRunOut') })
  const own = reader.person.info.tenants.find((one) => one.tenantId === tenantId)
  const [plan, permissions, { name: tenantName }] = await Promise.all([
    planExpiredRoles({ ...reader, form: { user: [] } }, tenantId),
    reader.panel(tenant.listCustomerPermissions, { path: { id: tenantId } }),
    own ?? reader.read(tenant.getTenant, { path: { id: tenantId } }),
  ])
  const t = translator(reader.language)
  const customers = permissions.ok ? permissions.value : []
  return {
    tenantName,
    customerNames: Object.fromEntries(
      customers.map(({ customerId, customerName = customerId }) => [customerId, customerName]),
    ),
    first: plan.rows.length > 0 ? firstPlan('user.takeRunOut', plan, fieldsOf(plan)) : null,
    listHref: href('users', { tenantId }),
    age: reader.age(),
    crumbs: [
      { name: t('main:view.users'), href: href('users', { tenantId }) },
      { name: t('main:user.runOut.title'), href: href('usersRunOut', { tenantId }) },
    ],
  }
}

/** The form names the people of the plan, so that nobody is added before it is applied. */
function fieldsOf({ rows }: Plan): PostedFields {
  return rows.map(({ subject }, at) => [`user[${at}]`, subject.id])
}

export async function action(args: ActionFunctionArgs) {
  const { tenantId } = address('usersRunOut', args.params)
  return mutate(args, { name: 'user.takeRunOut', ...expiredRolesChange(tenantId) })
}

export default function ExpiredRoles() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const posted = useReply()
  const reply = posted?.stage === 'plan' ? posted : data.first && resume(data.first, formIn(posted))
  return (
    <Stack>
      <PageHeader
        name={t('main:user.runOut.title')}
        status={<span className="text-soft">{t('main:user.runOut.intro', { name: data.tenantName })}</span>}
      />
      {reply ? (
        <PeoplePlan
          reply={reply}
          names={data}
          apply={(count) => t('main:user.runOut.apply', { count })}
          canEdit={false}
          look="danger"
          cancelHref={data.listHref}
        />
      ) : (
        <EmptyState
          title={t('main:user.runOut.none')}
          actions={<ButtonLink href={data.listHref}>{t('main:view.users')}</ButtonLink>}
        >
          {t('main:user.runOut.noneText')}
        </EmptyState>
      )}
    </Stack>
  )
}
