/** A change of somebody's roles: choose, see what will happen, apply (spec §4, §6; domain §16). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { mutate } from '~/audit/mutate.server'
import { formIn, useReply } from '~/audit/use-reply'
import { reader } from '~/backend/reader.server'
import { config } from '~/config.server'
import { displayName } from '~/domain/current-user'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { capabilitiesFor } from '~/mutations'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader } from '~/ui/page'
import { customerSizes } from './customer-sizes.server'
import { carryOutRoles, isLastAdmin, ownCustomers, planRoles, RoleForm, rolesHeld } from './role-change.server'
import { RolesForm } from './roles-form'
import { RolesPlan } from './roles-plan'

export const handle = {
  title: (data, t) => t('main:user.roles.title', { name: data.user.name }),
  menu: 'users',
} satisfies PageHandle<typeof loader>

/** As many customers as one page of the service holds; the others are found by searching. */
const customersShown = 200

export async function loader(args: LoaderFunctionArgs) {
  const at = address('userRoles', args.params)
  const made = await reader(args, { capability: capabilitiesFor('user.changeRoles') })
  const { read, panel, may, person, features, language, age } = made
  if (!may('role.manage') && !features.customerUser) throw new Response(null, { status: 404 })
  const path = { id: at.tenantId, userId: at.userId }
  const search = new URL(args.request.url).searchParams.get('q')?.trim().slice(0, 200) ?? ''
  const [user, permissions, customerPermissions, everyones, customers, sizes] = await Promise.all([
    read(tenant.getUser, { path }),
    read(tenant.getUserPermissions, { path }),
    read(tenant.getUserCustomerPermissions, { path }),
    may('role.manage') ? read(tenant.listPermissions, { path: { id: at.tenantId } }) : [],
    panel(tenant.listCustomers, {
      path: { id: at.tenantId },
      query: { pageSize: customersShown, search: search || undefined },
    }),
    customerSizes(made, at.tenantId),
  ])
  const held = rolesHeld(permissions, customerPermissions)
  const own = ownCustomers(made)
  const listed = (customers.ok ? customers.value : []).filter(({ id }) => !own || own.includes(id))
  const name = displayName(user) || user.email
  return {
    at,
    user: { name },
    tenantName: person.info.tenants.find((one) => one.tenantId === at.tenantId)?.name ?? '',
    tenantRole: held.tenantRole,
    customers: withHeld(listed, customerPermissions).map((customer) => ({
      ...customer,
      role: held.customerRoles.find(({ customerId }) => customerId === customer.id)?.role ?? null,
    })),
    customersAreKnown: customers.ok,
    isCut: customers.ok && (customers.value.length === customersShown || search !== ''),
    search,
    mayTenant: may('role.manage'),
    mayCustomers: features.customerUser && (may('role.manage') || may('custperm.manage')),
    isSelf: person.info.tenantUsers.some(({ id }) => id === at.userId),
    isLastAdmin: isLastAdmin(everyones, at.userId),
    isRootTenant: at.tenantId === config().rootTenantId,
    sizes: sizes && { ...sizes, customers: sizes.customers.filter(({ id }) => !own || own.includes(id)) },
    age: age(),
    crumbs: [
      { name: translator(language)('main:user.list.title'), href: href('users', at) },
      { name, href: href('user', at) },
      { name: translator(language)('main:user.page.changeRoles'), href: href('userRoles', at) },
    ],
  }
}

/** The customers to choose from; those in which a role is held come first, listed or not. */
function withHeld(
  listed: readonly { id: string; customerId: string; name: string }[],
  held: readonly { customerId: string; customerName?: string }[],
): { id: string; code: string; name: string }[] {
  const codes = new Map(listed.map(({ id, customerId }) => [id, customerId]))
  return [
    ...held.map(({ customerId: id, customerName }) => ({ id, code: codes.get(id) ?? '', name: customerName ?? id })),
    ...listed.flatMap(({ id, customerId: code, name }) =>
      held.some(({ customerId }) => customerId === id) ? [] : [{ id, code, name }],
    ),
  ]
}

export async function action(args: ActionFunctionArgs) {
  const at = address('userRoles', args.params)
  return mutate(args, {
    name: 'user.changeRoles',
    about: { kind: 'user', id: at.userId, name: at.userId },
    form: RoleForm,
    plan: (desk) => planRoles(desk, at),
    async work(desk) {
      await carryOutRoles(desk, at)
      return href('user', at, { changed: desk.changeId })
    },
  })
}

export type RolesPageData = ReturnType<typeof useLoaderData<typeof loader>>

export default function RolesPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <>
      <PageHeader kind={t('entity.user')} name={t('main:user.roles.title', { name: data.user.name })} />
      {data.isSelf ? (
        <OwnRoles at={data.at} />
      ) : reply?.stage === 'plan' ? (
        <RolesPlan data={data} reply={reply} />
      ) : (
        <RolesForm data={data} reply={formIn(reply)} />
      )}
    </>
  )
}

function OwnRoles({ at }: Pick<RolesPageData, 'at'>) {
  const t = useT()
  return (
    <Notice tone="info" quiet title={t('main:user.page.ownRole')}>
      <ButtonLink small href={href('user', at)}>
        {t('action.back')}
      </ButtonLink>
    </Notice>
  )
}
