/** Plans a new person with their first role (spec §7, domain §16). */
import { z } from 'zod'
import { plainText } from '#contracts/plain-text'
import { type TenantUser, tenant } from '#contracts/tenant'
import { ServiceError } from '~/backend/service-error'
import type { Plan } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { config } from '~/config.server'
import { displayName } from '~/domain/current-user'
import { roleIdOf } from '~/domain/effective-role'
import { changedFields } from '~/kit/edit/edit-row'
import { LastDay } from './role-change.server'
import { isDayOver, saveRoleEnds } from './role-ends.server'
import { PersonForm, requestedPerson } from './shared/form'

const email = z
  .string({ error: 'errors:user.email' })
  .max(400)
  .overwrite(plainText)
  .refine((text) => text.length <= 254 && isAddress(text), { error: 'errors:user.email' })

/** Whether the text is a name and a domain with an inner dot. */
function isAddress(text: string): boolean {
  const dot = text.lastIndexOf('.', text.length - 2)
  return /^[^\s@]{1,64}@[^\s@]+$/.test(text) && dot > text.indexOf('@') + 1
}

export const NewPersonForm = PersonForm.extend({
  email,
  role: z.enum(['no-access', 'user', 'admin', 'customer-user', 'customer-admin'], { error: 'errors:field.choice' }),
  customer: z.string().max(200).default(''),
  until: LastDay,
})
  .refine(({ role, customer }) => !isInCustomer(role) || customer !== '', {
    path: ['customer'],
    error: 'errors:field.required',
  })
  .refine(({ role, customer }) => isInCustomer(role) || customer === '', {
    path: ['customer'],
    error: 'errors:roles.customerNothing',
  })
  .refine(({ role, until }) => role !== 'no-access' || until === undefined, {
    path: ['until'],
    error: 'errors:roles.untilNothing',
  })
export type NewPersonForm = z.infer<typeof NewPersonForm>

type CustomerRole = 'customer-user' | 'customer-admin'

function isInCustomer(role: string): role is CustomerRole {
  return role === 'customer-user' || role === 'customer-admin'
}

/** Returns one row for a person without an id. */
export async function planNewPerson(
  { form, read, features }: PlanContext<NewPersonForm>,
  { tenantId, zone }: { tenantId: string; zone: string },
): Promise<Plan> {
  const { role, until } = form
  if (until && isDayOver(until, zone)) return { rows: [], errors: { until: ['errors:roles.past'] } }
  const customer = isInCustomer(role) ? await read(tenant.getCustomer, { path: { id: form.customer } }) : null
  if (customer && (customer.tenantId !== tenantId || !features.customerUser))
    return { rows: [], errors: { customer: ['errors:field.choice'] } }
  if (customer?.archived) return { rows: [], errors: { customer: ['errors:catalogue.archived'] } }
  const values = requestedPerson(form)
  const fieldRows = [
    { name: 'email', from: null, to: form.email },
    ...changedFields({}, values),
    ...(role === 'no-access' ? [] : [{ name: 'role', from: null, to: role }]),
    ...(customer ? [{ name: 'customer', from: null, to: customer.name }] : []),
    ...(until ? [{ name: 'until', from: null, to: until }] : []),
  ]
  const name = displayName(form)
  return {
    rows: [
      {
        subject: { kind: 'user', id: `new:${form.email}`, name },
        effect: 'change',
        fields: fieldRows,
        before: null,
        after: {
          email: form.email,
          ...values,
          role,
          ...(customer ? { customer: `${customer.name} (${customer.id})` } : {}),
          ...(until ? { until } : {}),
        },
      },
    ],
  }
}

/** Returns the person of a tenant with this address; null without one, or while people cannot be read. */
export async function personByEmail(
  { read }: Pick<PlanContext<unknown>, 'read'>,
  tenantId: string,
  email: string,
): Promise<TenantUser | null> {
  const isSameEmail = (one: TenantUser) => one.email.toLowerCase() === email.toLowerCase()
  try {
    const people = await read(tenant.listUsers, { path: { id: tenantId }, query: { search: email } })
    return people.find(isSameEmail) ?? null
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

/** Stores the end of the selected role first, then assigns the role; does nothing without a role. */
export async function assignFirstRole(
  { form, write, changeId }: WorkContext<NewPersonForm>,
  { tenantId, zone, userId, subjectId }: { tenantId: string; zone: string; userId: string; subjectId: string },
): Promise<void> {
  const { role, customer: customerId, until } = form
  if (role === 'no-access') return
  if (until) {
    const place = isInCustomer(role) ? customerId : null
    await saveRoleEnds({ tenantId, zone, changeId }, [{ userId, customerId: place, role, lastDay: until }])
  }
  if (isInCustomer(role)) {
    const body = { roleInCustomer: role, userIds: [userId], customerId }
    await write(tenant.addCustomerPermissions, { path: { id: tenantId }, body }, [subjectId])
    return
  }
  const roleId = roleIdOf(role, config().roleIds)
  await write(tenant.addRole, { path: { id: tenantId, roleId }, body: [userId] }, [subjectId])
}
