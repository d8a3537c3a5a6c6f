/** The form of a change of roles: a level, and the roles at it. Works without scripts. */
import { type ChangeForm, useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import { type FormReply, metaFields } from '~/change/plan'
import type { CustomerRole } from '~/domain/effective-role'
import { href } from '~/hrefs'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Radios } from '~/ui/choice-field'
import { Disclosure } from '~/ui/disclosure'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { Facts } from '~/ui/facts'
import { Select, TextInput } from '~/ui/field'
import { Filters, Form, SubmitRow } from '~/ui/form'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { ChangeSteps } from '~/ui/steps'
import { DayInput } from '~/ui/time-input'
import type { RoleChoices, RolesPageData } from './role-choices.server'
import { RoleBadge } from './shared/role-badge'

interface Props {
  data: RoleChoices
  change: ChangeForm
}

export function RolesForm({ data, reply }: { data: RolesPageData; reply: FormReply | undefined }) {
  const t = useT()
  const { mayTenant, mayCustomers } = data
  const change = useRolesForm(data, reply)
  return (
    <Stack>
      <ChangeSteps at="choose" />
      <ErrorSummary problems={change.problems} />
      <FormNotices reply={reply} />
      <PresentRoles data={data} />
      <RolesLimits data={data} />
      {mayCustomers && data.isCut && <FindCustomer data={data} />}
      <Section title={mayTenant ? undefined : t('main:user.roles.choose')}>
        <RoleInputs data={data} change={change} reason={reply?.reason} cancelHref={href('user', data.at)} />
      </Section>
    </Stack>
  )
}

/** The collapsed form on the page of the person; it posts to its own page, which also shows refusals. */
export function InlineRolesForm({ data }: { data: RoleChoices }) {
  const t = useT()
  const change = useRolesForm(data, undefined)
  return (
    <Section>
      <Disclosure title={t('main:user.page.changeRoles')}>
        <div className="mt-3 flex flex-col gap-4">
          <RolesLimits data={data} />
          <RoleInputs data={data} change={change} action={href('userRoles', data.at)} />
        </div>
      </Disclosure>
    </Section>
  )
}

function useRolesForm(data: RoleChoices, reply: FormReply | undefined): ChangeForm {
  const isOfCustomers = mayChooseCustomers(data) && data.customers.some(({ role }) => role !== null)
  return useChangeForm(reply, {
    id: 'roles',
    defaultValue: { level: isOfCustomers ? 'customer' : 'tenant', tenantRole: 'no-change' },
  })
}

interface RoleInputsProps extends Props {
  /** The address of the POST; the current page without it. */
  action?: string
  reason?: string | undefined
  cancelHref?: string
}

function RoleInputs({ data, change, action, reason, cancelHref }: RoleInputsProps) {
  const t = useT()
  return (
    <Form
      {...change.form}
      action={action}
      hidden={{ ...(data.mayTenant ? {} : { level: 'customer' }), [metaFields.reason]: reason }}
    >
      {data.mayTenant ? <LevelInput data={data} change={change} /> : <CustomerRoles data={data} change={change} />}
      <DayInput
        {...change.input('until')}
        label={t('main:user.roles.until')}
        hint={t('main:user.roles.untilHint')}
        isOptional
      />
      <SubmitRow label={t('action.review')} cancelHref={cancelHref} />
    </Form>
  )
}

/** What cannot be selected, and why. */
function RolesLimits({ data: { isLastAdmin, mayTenant, mayCustomers } }: Pick<Props, 'data'>) {
  const t = useT()
  return (
    <>
      {isLastAdmin && (
        <Notice tone="warn" quiet>
          {t('main:user.roles.lastAdmin')}
        </Notice>
      )}
      {mayTenant && !mayCustomers && <p className="max-w-prose text-soft">{t('main:user.roles.customersOff')}</p>}
    </>
  )
}

function PresentRoles({ data: { tenantName, tenantRole, customers } }: Pick<Props, 'data'>) {
  const t = useT()
  const roles = [
    ...(tenantRole ? [{ term: <bdi>{tenantName}</bdi>, value: <RoleBadge name={tenantRole} /> }] : []),
    ...customers.flatMap(({ name, role }) =>
      role ? [{ term: <bdi>{name}</bdi>, value: <RoleBadge name={role} /> }] : [],
    ),
  ]
  return (
    <Section title={t('main:user.roles.now')}>
      {roles.length > 0 ? <Facts facts={roles} /> : <RoleBadge name="no-access" />}
    </Section>
  )
}

/** A person has roles at the tenant level or at the customer level: the part with a selection counts. */
function LevelInput({ data, change }: Props) {
  const t = useT()
  const atTenant = {
    value: 'tenant',
    label: t('main:user.roles.tenantLevel'),
    hint: t('main:user.roles.tenantLevelHint'),
    more: <TenantRole data={data} change={change} />,
  }
  const atCustomers = {
    value: 'customer',
    label: t('main:user.roles.customerLevel'),
    hint: t('main:user.roles.customerLevelHint'),
    more: <CustomerRoles data={data} change={change} />,
  }
  return (
    <Radios
      {...change.input('level')}
      label={t('main:user.roles.choose')}
      hint={t('main:user.roles.chooseHint')}
      options={mayChooseCustomers(data) ? [atTenant, atCustomers] : [atTenant]}
    />
  )
}

/** Whether roles in customers may be assigned: the last administrator of the tenant keeps that role. */
function mayChooseCustomers({ mayCustomers, isLastAdmin }: RoleChoices): boolean {
  return mayCustomers && !isLastAdmin
}

function TenantRole({ data, change }: Props) {
  const t = useT()
  const all = [
    { value: 'no-change', label: t('role.no-change') },
    { value: 'user', label: t('role.user') },
    { value: 'admin', label: t('role.admin') },
    { value: 'no-access', label: t('main:user.roles.noAccess') },
  ]
  return (
    <Select
      {...change.input('tenantRole')}
      label={t('main:user.roles.tenantRole', { name: data.tenantName })}
      options={data.isLastAdmin ? all.filter(({ value }) => value === 'no-change' || value === 'admin') : all}
    />
  )
}

/** One select per customer with values `<customer id>:<role>`, so that the result does not depend on the order. */
function CustomerRoles({ data: { customers, customersAreKnown }, change }: Props) {
  const t = useT()
  if (customers.length === 0) {
    return customersAreKnown ? (
      <EmptyState title={t('main:user.roles.noCustomers')} />
    ) : (
      <Unavailable detail={t('main:user.roles.unavailable')} />
    )
  }
  const selected = new Set(change.valuesOf('customerRole'))
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
            error={change.errorOf(`customerRole[${at}]`)}
            options={choices}
            defaultValue={choices.find(({ value }) => selected.has(value))?.value}
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

function FindCustomer({ data: { at, search } }: { data: RolesPageData }) {
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
