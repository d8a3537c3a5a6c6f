/** Creates a person of a tenant with their first role (spec §7, domain §9.2, §16). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { readerFor } from '~/backend/reader.server'
import type { ChangeForm } from '~/change/change-form'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { capabilitiesFor } from '~/changes'
import { readableDomain } from '~/features/tenant/shared/readable-domain.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { EditSection } from '~/kit/edit/edit-section'
import { FieldInput } from '~/kit/edit/inputs'
import { Fieldset } from '~/ui/choice-field'
import { TextInput } from '~/ui/field'
import type { PageHandle } from '~/ui/handle'
import { PageHeader } from '~/ui/page'
import { DayInput } from '~/ui/time-input'
import { ownTimeZone } from '~/ui/time-zone.server'
import { assignFirstRole, NewPersonForm, personByEmail, planNewPerson } from './new-person.server'
import { newPersonFields } from './shared/fields'
import { personBody } from './shared/form'
import { PersonInputs } from './shared/inputs'

export const handle = { title: (_, t) => t('main:user.new.title'), menu: 'users' } satisfies PageHandle<typeof loader>

/** The page size of the service. */
const maxOffered = 200

export async function loader(args: LoaderFunctionArgs) {
  const at = address('newUser', args.params)
  const { read, panel, features, language } = await readerFor(args, { capability: capabilitiesFor('user.create') })
  const [{ name, domains }, customers] = await Promise.all([
    read(tenant.getTenant, { path: { id: at.tenantId } }),
    panel(tenant.listCustomers, { path: { id: at.tenantId }, query: { pageSize: maxOffered } }),
  ])
  const t = translator(language)
  const offered = features.customerUser && customers.ok ? customers.value : []
  return {
    at,
    tenantName: name,
    domains: (domains ?? []).map(readableDomain),
    customers: offered.map((customer) => ({ value: customer.id, label: customer.name })),
    /** Whether there may be further customers. */
    isCut: offered.length === maxOffered,
    language,
    formKey: newKey(),
    crumbs: [
      { name: t('main:view.users'), href: href('users', at) },
      { name: t('main:user.new.title'), href: href('newUser', at) },
    ],
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('newUser', args.params)
  const where = { tenantId: at.tenantId, zone: ownTimeZone(args.request) ?? 'UTC' }
  return mutate(args, {
    name: 'user.create',
    about: { kind: 'tenant', id: at.tenantId, name: at.tenantId },
    options: { isDirect: true },
    form: NewPersonForm,
    plan: (context) => planNewPerson(context, where),
    async work(context) {
      const { form, plan, write, setSubjectId, setOutcome, changeId } = context
      const subject = plan.rows[0]?.subject
      if (!subject) return undefined
      const { email, role: _, customer: __, until: ___, ...person } = form
      const reply = await write(
        tenant.createUser,
        { path: { id: at.tenantId }, body: { ...personBody(person), email } },
        [subject.id],
      )
      const userId = reply.id ?? (await personByEmail(context, at.tenantId, email))?.id
      if (userId === undefined) {
        if (form.role !== 'no-access') setOutcome(subject.id, 'failed', { because: 'notFoundAgain' })
        return href('users', at, { changed: changeId })
      }
      setSubjectId(subject.id, { ...subject, id: userId })
      await assignFirstRole(context, { ...where, userId, subjectId: subject.id })
      return href('user', { ...at, userId }, { changed: changeId })
    },
  })
}

export default function NewPerson() {
  const t = useT()
  const { at, tenantName, domains, language, formKey } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        name={t('main:user.new.title')}
        status={<span className="text-soft">{t('main:user.new.intro', { name: tenantName })}</span>}
      />
      <EditSection
        id="person"
        fields={newPersonFields}
        initial={{ language, unit: 'metric', role: 'no-access' }}
        formKey={formKey}
        submit={t('main:user.new.submit')}
        cancelHref={href('users', at)}
      >
        {(form) => (
          <>
            <TextInput
              type="email"
              label={t('main:user.form.email')}
              hint={domains.length > 0 ? t('main:user.new.domains', { domains: domains.join(', ') }) : undefined}
              {...form.input('email')}
              maxLength={254}
              autoComplete="off"
              isRequired
            />
            <PersonInputs form={form} />
            <FirstRole form={form} />
          </>
        )}
      </EditSection>
    </>
  )
}

function FirstRole({ form }: { form: ChangeForm }) {
  const t = useT()
  const { tenantName, customers, isCut } = useLoaderData<typeof loader>()
  const inCustomers = customers.length > 0 ? (['customer-user', 'customer-admin'] as const) : []
  const roles = ['no-access', 'user', 'admin', ...inCustomers] as const
  return (
    <Fieldset legend={t('main:user.new.role')} hint={t('main:user.new.roleHint', { name: tenantName })}>
      {isCut && <p className="mb-2 text-sm text-soft">{t('main:user.new.customersCut', { most: customers.length })}</p>}
      <div className="grid max-w-4xl gap-4 sm:grid-cols-2">
        <FieldInput
          name="role"
          field={newPersonFields.role}
          form={form}
          offered={roles.map((role) => ({ value: role, label: t(`role.${role}`) }))}
        />
        {customers.length > 0 && (
          <FieldInput name="customer" field={newPersonFields.customer} form={form} offered={customers} />
        )}
        <DayInput
          {...form.input('until')}
          label={t('main:user.roles.until')}
          hint={t('main:user.roles.untilHint')}
          isOptional
        />
      </div>
    </Fieldset>
  )
}
