/** One person: facts, effective role with its reason, and roles (spec §3, §6). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { capabilitiesFor } from '~/changes'
import { config } from '~/config.server'
import { displayName, initialsOf } from '~/domain/current-user'
import { customerRole, effectiveRole, tenantRole } from '~/domain/effective-role'
import { assignedRole } from '~/domain/role-meaning'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { signInLinkHref } from '~/session/account-pages.server'
import { Badge } from '~/ui/badge'
import { Email } from '~/ui/email'
import { EmptyState } from '~/ui/empty-state'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { actionLink, Head } from '~/ui/head'
import { A } from '~/ui/link'
import { Columns, Section, Stack } from '~/ui/page'
import { Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import { customerChoices, roleChoices } from './role-choices.server'
import { roleEndsOf } from './role-ends.server'
import { type RoleExpiry, RoleExpiryText } from './role-expiry'
import { RoleMeanings } from './role-meaning'
import { rolesFromPermissions } from './roles.server'
import { InlineRolesForm } from './roles-form'
import { regionField } from './shared/fields'
import { RoleBadge } from './shared/role-badge'
import { hasEnded } from './shared/role-end'

export const handle = { title: (data) => data.user.name, menu: 'users' } satisfies PageHandle<typeof loader>

/** With more customers, the form is on a page of its own with a search. */
const maxCustomersInline = 30

export async function loader(args: LoaderFunctionArgs) {
  const at = address('user', args.params)
  const reader = await readerFor(args, { capability: 'user.read' })
  const { read, may, person, features, age, language } = reader
  const path = { id: at.tenantId, userId: at.userId }
  const isSelf = person.info.tenantUsers.some((one) => one.id === at.userId)
  const mayChange =
    !isSelf && capabilitiesFor('user.changeRoles').some(may) && (may('role.manage') || features.customerUser)
  const [user, permissions, customerPermissions, ends, customers] = await Promise.all([
    read(tenant.getUser, { path }),
    read(tenant.getUserPermissions, { path }),
    read(tenant.getUserCustomerPermissions, { path }),
    roleEndsOf(at.tenantId, [at.userId]),
    mayChange ? customerChoices(reader, at, { max: maxCustomersInline + 1 }) : null,
  ])
  const endOf = (customerId: string | null, role: string | null): RoleExpiry | null => {
    const end = ends.find((one) => one.customerId === customerId && one.role === role)
    return end ? { lastDay: end.lastDay, isOver: hasEnded(end) } : null
  }
  const { roleIds, rootTenantId } = config()
  const effective = effectiveRole({
    userPermissions: permissions,
    customerUserPermissions: customerPermissions,
    userIds: [at.userId],
    tenantId: at.tenantId,
    rootTenantId,
    roleIds,
    superCheck: true,
  })
  const tenantName = person.info.tenants.find((one) => one.tenantId === at.tenantId)?.name ?? ''
  const t = translator(language)
  const name = displayName(user) || user.email
  return {
    user: {
      name,
      email: user.email,
      initials: initialsOf(user),
      language: user.language ?? null,
      unit: user.unit ?? null,
      region: user.region ? (regionField.text(t, user.region, language) ?? user.region) : null,
      created: user.created ?? null,
    },
    tenantName,
    effective,
    roleStatus: assignedRole(rolesFromPermissions(permissions, customerPermissions), {
      names: new Map(
        customerPermissions.map(({ customerId, customerName = customerId }) => [customerId, customerName]),
      ),
      isRootTenant: at.tenantId === rootTenantId,
    }),
    tenantRoles: permissions.flatMap(({ roleId }) => {
      const role = tenantRole(roleId, roleIds)
      return role ? [{ role, until: endOf(null, role) }] : []
    }),
    customerRoles: customerPermissions.map(({ customerId, customerName, roleId }) => ({
      id: customerId,
      name: customerName ?? customerId,
      role: customerRole(roleId, roleIds),
      until: endOf(customerId, customerRole(roleId, roleIds)),
      href: href('customer', { tenantId: at.tenantId, customerId }),
    })),
    seesEverything: may('role.manage') || isSelf,
    isSelf,
    changeHref: mayChange ? href('userRoles', at) : null,
    /** The form of the roles, where it is short enough for this page. */
    change:
      customers?.ok && customers.value.length <= maxCustomersInline
        ? await roleChoices(reader, at, { permissions, customerPermissions, customers })
        : null,
    historyHref: may('trail.read') ? href('trail', at, { kind: 'user', id: at.userId }) : null,
    at,
    signInLinkHref: person.isSuper ? signInLinkHref(user.email) : null,
    manage: may('user.manage') ? manageLinks(at, permissions.length + customerPermissions.length > 0, isSelf) : null,
    age: age(),
    crumbs: [
      { name: t('main:view.users'), href: href('users', at) },
      { name, href: href('user', at) },
    ],
  }
}

/** Returns the links of an administrator; the own access cannot be ended. */
function manageLinks(at: { tenantId: string; userId: string }, hasRoles: boolean, isSelf: boolean) {
  const selection = { user: at.userId }
  return {
    edit: href('userSettings', at),
    offboard: hasRoles && !isSelf ? href('usersOffboarding', at, selection) : null,
    delete: hasRoles || isSelf ? null : href('usersDeletion', at, selection),
  }
}

export default function UserPage() {
  const t = useT()
  const {
    at,
    user,
    tenantName,
    effective,
    roleStatus,
    isSelf,
    seesEverything,
    change,
    changeHref,
    historyHref,
    signInLinkHref,
    manage,
  } = useLoaderData<typeof loader>()
  return (
    <>
      <ChangedNotice tenantId={at.tenantId} />
      <Head
        name={user.name}
        facts={[
          t('entity.user'),
          <RoleBadge key="role" name={effective.role} />,
          isSelf && <Badge tone="info">{t('main:user.page.you')}</Badge>,
          tenantName && <bdi>{tenantName}</bdi>,
        ]}
        primary={actionLink(t('main:user.page.changeRoles'), changeHref)}
        others={[
          actionLink(t('main:user.page.edit'), manage?.edit),
          actionLink(t('main:user.page.signInLink'), signInLinkHref),
        ]}
        more={[actionLink(t('main:trail.history'), historyHref)]}
        danger={[
          actionLink(t('main:user.page.offboard'), manage?.offboard),
          actionLink(t('main:user.page.delete'), manage?.delete),
        ]}
      />
      <Columns>
        <Stack>
          <Section title={t('main:user.page.effective')}>
            <p>{t(`main:user.because.${effective.because}`, { name: tenantName })}</p>
            {isSelf && <p className="mt-2 text-soft">{t('main:user.page.ownRole')}</p>}
          </Section>
          <Section title={t('main:user.page.roles')} aside={!seesEverything && t('main:user.page.onlyYours')} flush>
            <Roles />
          </Section>
          {change && <InlineRolesForm data={change} />}
          <Section title={t('main:user.meaning.title')} aside={!seesEverything && t('main:user.page.onlyYours')} flush>
            <RoleMeanings status={roleStatus} tenantName={tenantName} />
          </Section>
        </Stack>
        <Section title={t('main:user.page.facts')}>
          <UserFacts user={user} />
        </Section>
      </Columns>
    </>
  )
}

function Roles() {
  const t = useT()
  const { tenantName, tenantRoles, customerRoles } = useLoaderData<typeof loader>()
  const rows = [
    ...tenantRoles.map(({ role, until }) => ({
      id: role,
      name: tenantName,
      kind: t('entity.tenant'),
      role,
      until,
      href: null,
    })),
    ...customerRoles.map((role) => ({ ...role, kind: t('entity.customer') })),
  ]
  return (
    <Table
      caption={t('main:user.page.rolesCaption')}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'where',
          title: t('main:user.page.column.where'),
          isRowHeader: true,
          cell: ({ name, href: to }) =>
            to ? (
              <A href={to}>
                <bdi>{name}</bdi>
              </A>
            ) : (
              <bdi>{name}</bdi>
            ),
        },
        { key: 'kind', title: t('main:user.page.column.kind'), cell: (row) => row.kind },
        { key: 'role', title: t('main:user.page.column.role'), cell: (row) => <RoleBadge name={row.role} /> },
        { key: 'until', title: t('main:user.roles.until'), cell: ({ until }) => <RoleExpiryText until={until} /> },
      ]}
      empty={<EmptyState title={t('main:user.page.noRoles')}>{t('main:user.page.noRolesHint')}</EmptyState>}
    />
  )
}

function UserFacts({ user }: { user: ReturnType<typeof useLoaderData<typeof loader>>['user'] }) {
  const t = useT()
  const format = useFormat()
  return (
    <Facts
      facts={[
        { term: t('main:user.page.email'), value: <Email>{user.email}</Email> },
        { term: t('main:user.page.initials'), value: user.initials },
        { term: t('main:user.page.language'), value: user.language && t(`main:profile.languages.${user.language}`) },
        { term: t('main:user.page.unit'), value: user.unit && t(`main:profile.units.${user.unit}`) },
        { term: t('main:user.page.region'), value: user.region },
        { term: t('main:user.page.since'), value: user.created && format.date(user.created) },
      ]}
    />
  )
}
