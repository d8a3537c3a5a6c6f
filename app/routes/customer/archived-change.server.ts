/** Archiving a customer and taking it back: the same call, one way or the other (spec §7). */
import { z } from 'zod'
import { tenant } from '#contracts/tenant'
import type { Desk, WorkDesk } from '~/change/desk'
import type { Plan } from '~/change/plan'
import { href, type Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { customerAt } from '~/screens/place/own-customer.server'

/** There is nothing to fill in. */
export const NoFields = z.object({})
export type NoFields = z.infer<typeof NoFields>

export async function archivedPlan({ read, language }: Desk<NoFields>, at: Place, archived: boolean): Promise<Plan> {
  const { customer, subject } = await customerAt(read, at)
  const t = translator(language)
  const word = (value: boolean) => t(value ? 'word.yes' : 'word.no')
  return {
    rows: [
      {
        subject,
        effect: customer.archived === archived ? 'same' : 'change',
        fields: [{ name: 'archived', from: word(customer.archived), to: word(archived) }],
        version: customer.eTag,
        before: { archived: customer.archived },
        after: { archived },
      },
    ],
  }
}

export async function carryOutArchived(
  { plan, write, changeId }: WorkDesk<NoFields>,
  at: Place,
  archived: boolean,
): Promise<string> {
  await write(tenant.updateCustomer, {
    path: { id: at.customerId },
    body: { eTag: plan.rows[0]?.version, archived },
  })
  return href('customer', at, { changed: changeId })
}
