/** What deleting a customer takes with it, read afresh (domain §9.2). */
import type { Customer } from '#contracts/tenant'
import type { Plan, PlanField } from '~/change/plan'
import { subjectOf } from '~/things/thing.server'

/** Why a customer cannot be deleted, as a message key; null where it can. */
export function whyNot({ archived, siteCount }: Customer): string | null {
  if (archived) return 'errors:catalogue.archived'
  return siteCount > 0 ? 'errors:catalogue.notEmpty' : null
}

/** The name is typed before it is done, because this cannot be undone (design §12). */
export function deletionPlan(customer: Customer): Plan {
  const because = whyNot(customer) ?? undefined
  const { name, description, customerId, siteGroupCount, projectCount } = customer
  return {
    confirm: name,
    rows: [
      {
        subject: subjectOf('customer', customer),
        effect: because ? 'skip' : 'change',
        because,
        fields: [gone('code', customerId), gone('groups', siteGroupCount), gone('projects', projectCount)].flat(),
        version: [customer.eTag, siteGroupCount, projectCount].join(' '),
        before: { name, description, customerId, siteGroups: siteGroupCount, projects: projectCount },
        after: null,
      },
    ],
  }
}

/** A line of what goes; none where there is nothing of it. */
function gone(name: string, held: string | number): PlanField[] {
  return held ? [{ name, from: String(held), to: null }] : []
}
