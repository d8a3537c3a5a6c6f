/** What deleting a customer takes with it, read afresh (domain §9.2). */
import { z } from 'zod'
import type { Customer } from '#contracts/tenant'
import type { Desk } from '~/change/desk'
import type { Plan, PlanField } from '~/change/plan'
import { subjectOf } from '~/things/thing.server'

/** The name is typed once more, because this cannot be undone (design §12). */
export const DeletionForm = z.object({ confirmName: z.string().max(200) })
export type DeletionForm = z.infer<typeof DeletionForm>

/** Why a customer cannot be deleted, as a message key; null where it can. */
export function whyNot({ archived, siteCount }: Customer): string | null {
  if (archived) return 'errors:catalogue.archived'
  return siteCount > 0 ? 'errors:catalogue.notEmpty' : null
}

export function deletionPlan(customer: Customer, { form }: Pick<Desk<DeletionForm>, 'form'>): Plan {
  const because = whyNot(customer) ?? undefined
  const isConfirmed = form.confirmName.trim() === customer.name.trim()
  const { name, description, customerId, siteGroupCount, projectCount } = customer
  return {
    errors: because || isConfirmed ? {} : { confirmName: ['errors:field.confirmName'] },
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
