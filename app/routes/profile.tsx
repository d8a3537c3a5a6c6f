/** Who the signed-in person is to the services, and why they may do what they may (spec §2, §3, §6). Read only. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { roleAt } from '~/backend/person.server'
import { type Reader, reader } from '~/backend/reader.server'
import { displayName, initialsOf } from '~/domain/current-user'
import { customerPermissionsIn, type EffectiveRole } from '~/domain/effective-role'
import { href } from '~/hrefs'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Table } from '~/ui/table'
import { SignedInFrame } from './frame'
import { frameData } from './frame.server'
import { lastPlace, readerAt } from './last-place.server'
import { RoleBadge } from './user/role-badge'

export const handle = { title: (_, t) => t('main:profile.title') } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const made = await reader(args)
  const here = lastPlace(made)
  const { info } = made.person
  const record = info.tenantUsers.find((one) => one.tenantId === here.tenantId) ?? info.tenantUsers[0]
  const place = here.role === 'no-access' ? {} : { tenantId: here.tenantId ?? undefined }
  const { issuer, name, email, username } = made.session.person
  return {
    frame: await frameData(readerAt(made, here), place),
    who: {
      name: (record && displayName(record)) || name,
      initials: initialsOf(record ?? {}),
      email: record?.email ?? email,
      language: record?.language ?? null,
      unit: record?.unit ?? null,
      region: record?.region ?? null,
      signedInWith: [username ?? email, new URL(issuer).host].filter(Boolean).join(' – '),
    },
    roles: rolesOf(made.person),
    crumbs: [],
  }
}

interface RoleHere extends EffectiveRole {
  id: string
  kind: 'tenant' | 'customer'
  name: string
  href: string | null
}

/** The effective role in each tenant the person is on record in, and in each customer where a role was given. */
function rolesOf(person: Reader['person']): RoleHere[] {
  const { info } = person
  const nameOf = (tenantId: string) => info.tenants.find((one) => one.tenantId === tenantId)?.name ?? tenantId
  return info.tenantUsers.flatMap(({ tenantId }): RoleHere[] => {
    const inTenant = roleAt(person, { tenantId })
    if (!inTenant) return []
    const own = { id: tenantId, kind: 'tenant' as const, name: nameOf(tenantId), ...inTenant }
    const customers = customerPermissionsIn(info, tenantId).flatMap(({ customerId, customerName }): RoleHere[] => {
      const found = roleAt(person, { tenantId, customerId })
      const name = customerName ?? info.customers.find((one) => one.id === customerId)?.name ?? customerId
      return found
        ? [{ id: customerId, kind: 'customer', name, href: href('customer', { tenantId, customerId }), ...found }]
        : []
    })
    return [{ ...own, href: inTenant.role === 'no-access' ? null : href('tenant', { tenantId }) }, ...customers]
  })
}

export default function Profile() {
  const t = useT()
  const { frame, who, roles } = useLoaderData<typeof loader>()
  return (
    <SignedInFrame data={frame}>
      <PageHeader
        name={t('main:profile.title')}
        status={<span className="text-soft">{t('main:profile.intro')}</span>}
      />
      <Stack>
        <Section title={t('main:profile.who')}>
          <Facts
            columns={2}
            facts={[
              { term: t('main:profile.name'), value: <bdi>{who.name}</bdi> },
              { term: t('main:profile.initials'), value: who.initials },
              { term: t('main:profile.email'), value: who.email && <bdi>{who.email}</bdi> },
              { term: t('main:profile.language'), value: who.language && t(`main:profile.languages.${who.language}`) },
              { term: t('main:profile.unit'), value: who.unit && t(`main:profile.units.${who.unit}`) },
              { term: t('main:profile.region'), value: who.region },
              { term: t('main:profile.signedInWith'), value: <bdi>{who.signedInWith}</bdi> },
            ]}
          />
        </Section>
        <Section title={t('main:profile.roles')} flush>
          <Table
            caption={t('main:profile.rolesCaption')}
            rows={roles}
            rowKey={(row) => row.id}
            columns={[
              {
                key: 'where',
                title: t('main:profile.column.where'),
                isRowHeader: true,
                cell: (row) => <Where row={row} />,
              },
              { key: 'role', title: t('main:profile.column.role'), cell: (row) => <RoleBadge name={row.role} /> },
              { key: 'why', title: t('main:profile.column.why'), cell: (row) => reasonText(t, row) },
            ]}
            empty={<EmptyState title={t('main:profile.empty')}>{t('main:profile.emptyHint')}</EmptyState>}
          />
        </Section>
      </Stack>
    </SignedInFrame>
  )
}

function Where({ row }: { row: RoleHere }) {
  const t = useT()
  const name = <bdi>{row.name}</bdi>
  return (
    <>
      {row.href ? <A href={row.href}>{name}</A> : name}
      <span className="block text-sm font-normal text-soft">
        {t(row.kind === 'tenant' ? 'main:profile.inTenant' : 'main:profile.inCustomer')}
      </span>
    </>
  )
}

/** In a tenant, the roles in its customers are the reason; in a customer, the one held there. */
function reasonText(t: Translate, { because, kind, name }: RoleHere): string {
  if (kind === 'tenant' && because === 'customerAdmin') return t('main:profile.because.customerAdminSomewhere')
  if (kind === 'tenant' && because === 'customerUser') return t('main:profile.because.customerUserSomewhere')
  return t(`main:profile.because.${because}`, { name })
}
