/** The form of a change of roles: a level, and what is wanted at it. Whole without scripts. */
import type { ChangeReply } from '~/audit/plan'
import { ProblemNotice } from '~/audit/plan-form'
import type { CustomerRole } from '~/domain/effective-role'
import { href } from '~/hrefs'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Radios } from '~/ui/choice-field'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { Facts } from '~/ui/facts'
import { Select, TextInput } from '~/ui/field'
import { Filters, Form, SubmitRow } from '~/ui/form'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { problemOf } from '~/ui/problems'
import { RoleBadge } from './role-badge'
import type { RolesPageData } from './roles'

interface Props {
  data: RolesPageData
  reply: Extract<ChangeReply, { stage: 'form' }> | undefined
}

export function RolesForm({ data, reply }: Props) {
  const t = useT()
  const { mayTenant, mayCustomers } = data
  return (
    <Stack>
      <ErrorSummary problems={reply?.errors} />
      {reply && <ProblemNotice problem={reply.problem} />}
      <RolesNow data={data} />
      {data.isLastAdmin && (
        <Notice tone="warn" quiet>
          {t('main:user.roles.lastAdmin')}
        </Notice>
      )}
      {mayTenant && !mayCustomers && <p className="max-w-prose text-soft">{t('main:user.roles.customersOff')}</p>}
      {mayCustomers && data.isCut && <FindCustomer data={data} />}
      <Section title={mayTenant ? undefined : t('main:user.roles.choose')}>
        <Form hidden={mayTenant ? {} : { level: 'customer' }}>
          {mayTenant ? <Level data={data} reply={reply} /> : <CustomerRoles data={data} reply={reply} />}
          <SubmitRow label={t('action.review')} cancelHref={href('user', data.at)} />
        </Form>
      </Section>
    </Stack>
  )
}

function RolesNow({ data: { tenantName, tenantRole, customers } }: Pick<Props, 'data'>) {
  const t = useT()
  const held = [
    ...(tenantRole ? [{ term: <bdi>{tenantName}</bdi>, value: <RoleBadge name={tenantRole} /> }] : []),
    ...customers.flatMap(({ name, role }) =>
      role ? [{ term: <bdi>{name}</bdi>, value: <RoleBadge name={role} /> }] : [],
    ),
  ]
  return (
    <Section title={t('main:user.roles.now')}>
      {held.length > 0 ? <Facts facts={held} /> : <RoleBadge name="no-access" />}
    </Section>
  )
}

/** A person is of the tenant level or of the customer level; the fields of the level not chosen are not looked at. */
function Level({ data, reply }: Props) {
  const t = useT()
  const { customers, mayCustomers, isLastAdmin } = data
  const chosen = reply?.fields.find(([name]) => name === 'level')?.[1]
  const isOfCustomers = customers.some(({ role }) => role !== null)
  const atTenant = {
    value: 'tenant',
    label: t('main:user.roles.tenantLevel'),
    hint: t('main:user.roles.tenantLevelHint'),
    more: <TenantRole data={data} reply={reply} />,
  }
  const atCustomers = {
    value: 'customer',
    label: t('main:user.roles.customerLevel'),
    hint: t('main:user.roles.customerLevelHint'),
    more: <CustomerRoles data={data} reply={reply} />,
  }
  const options = mayCustomers && !isLastAdmin ? [atTenant, atCustomers] : [atTenant]
  return (
    <Radios
      name="level"
      label={t('main:user.roles.choose')}
      hint={t('main:user.roles.chooseHint')}
      error={problemOf(reply?.errors, 'level')}
      defaultValue={chosen ?? (isOfCustomers && options.length > 1 ? 'customer' : 'tenant')}
      options={options}
    />
  )
}

function TenantRole({ data, reply }: Props) {
  const t = useT()
  const all = [
    { value: 'no-change', label: t('role.no-change') },
    { value: 'user', label: t('role.user') },
    { value: 'admin', label: t('role.admin') },
    { value: 'no-access', label: t('main:user.roles.noAccess') },
  ]
  return (
    <Select
      name="tenantRole"
      label={t('main:user.roles.tenantRole', { name: data.tenantName })}
      error={problemOf(reply?.errors, 'tenantRole')}
      defaultValue={reply?.fields.find(([name]) => name === 'tenantRole')?.[1] ?? 'no-change'}
      options={data.isLastAdmin ? all.filter(({ value }) => value === 'no-change' || value === 'admin') : all}
    />
  )
}

/** One choice a customer. Each posts `<customer id>:<role>`, so that what was chosen does not depend on the order. */
function CustomerRoles({ data: { customers, customersAreKnown }, reply }: Props) {
  const t = useT()
  if (customers.length === 0) {
    return customersAreKnown ? (
      <EmptyState title={t('main:user.roles.noCustomers')} />
    ) : (
      <Unavailable detail={t('main:user.roles.unavailable')} />
    )
  }
  const chosen = new Set(reply?.fields.flatMap(([name, value]) => (name.startsWith('customerRole') ? [value] : [])))
  return (
    <fieldset className="grid w-[44rem] max-w-full gap-x-6 gap-y-3 sm:grid-cols-2">
      <legend className="sr-only">{t('main:user.roles.customersCaption')}</legend>
      {customers.map(({ id, name, code, role }, at) => {
        const choices = choicesFor(t, role).map((choice) => ({ value: `${id}:${choice.role}`, label: choice.label }))
        const now = t('main:user.roles.nowIs', { role: role ? t(`role.${role}`) : t('main:user.roles.none') })
        return (
          <Select
            key={id}
            name={`customerRole[${at}]`}
            label={<bdi>{name}</bdi>}
            hint={code ? `${code} · ${now}` : now}
            error={problemOf(reply?.errors, `customerRole[${at}]`)}
            options={choices}
            defaultValue={choices.find(({ value }) => chosen.has(value))?.value}
          />
        )
      })}
    </fieldset>
  )
}

function choicesFor(t: Translate, role: CustomerRole | null): { role: string; label: string }[] {
  return [
    { role: 'no-change', label: t('role.no-change') },
    { role: 'customer-user', label: t('role.customer-user') },
    { role: 'customer-admin', label: t('role.customer-admin') },
    ...(role ? [{ role: 'remove', label: t('main:user.roles.remove') }] : []),
  ]
}

function FindCustomer({ data: { at, search } }: Pick<Props, 'data'>) {
  const t = useT()
  return (
    <Filters clearHref={search ? href('userRoles', at) : undefined}>
      <TextInput
        name="q"
        type="search"
        label={t('main:user.roles.findCustomer')}
        hint={t('main:user.roles.findHint')}
        defaultValue={search}
      />
    </Filters>
  )
}
