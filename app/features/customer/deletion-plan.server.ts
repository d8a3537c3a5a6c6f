/** The plan of deleting a customer (domain §9.2). */
import type { Customer } from '#contracts/tenant'
import type { Plan, PlanField } from '~/change/plan'
import { translator } from '~/i18n/i18n.server'
import type { PlanningContext } from '~/kit/confirmation/confirmation.server'
import { entitySubject } from '~/kit/edit/thing.server'

/** Returns the message key of why the customer cannot be deleted; null when it can. */
export function customerDeletionBlocker({ archived, siteCount }: Customer): string | null {
  if (archived) return 'errors:catalogue.archived'
  return siteCount > 0 ? 'errors:catalogue.notEmpty' : null
}

/** Returns the plan. The name has to be typed, because the deletion cannot be undone (design §12). */
export function deletionPlan(customer: Customer, { language }: PlanningContext<unknown>): Plan {
  const t = translator(language)
  const because = customerDeletionBlocker(customer) ?? undefined
  const { name, description, customerId, siteGroupCount, projectCount } = customer
  return {
    confirm: name,
    rows: [
      {
        subject: entitySubject('customer', customer),
        effect: because ? 'skip' : 'change',
        because,
        fields: [
          removedField('code', t('main:tenant.column.code'), customerId),
          removedField('groups', t('main:customer.holds.groups'), siteGroupCount),
          removedField('projects', t('main:customer.holds.projects'), projectCount),
        ].flat(),
        version: [customer.eTag, siteGroupCount, projectCount].join(' '),
        before: { name, description, customerId, siteGroups: siteGroupCount, projects: projectCount },
        after: null,
      },
    ],
  }
}

/** Returns a plan line for a removed value; none when it is empty or 0. */
function removedField(name: string, label: string, value: string | number): PlanField[] {
  return value ? [{ name, label, from: String(value), to: null }] : []
}
