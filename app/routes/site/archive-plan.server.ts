/** Taking a site out of use, or back into it (spec §3 `archived`). */
import { z } from 'zod'
import { site as contract } from '#contracts/site'
import type { Desk, WorkDesk } from '~/change/desk'
import type { Plan } from '~/change/plan'
import type { ParamsFor } from '~/paths'
import { siteAt } from '~/screens/place/own-place.server'

/** Nothing is filled in: the address says what is asked. */
export const NoFields = z.object({})

/** `archived` is what the site becomes. */
export async function archivePlan(
  { read }: Desk<unknown>,
  { at, archived }: { at: ParamsFor<'site'>; archived: boolean },
): Promise<Plan> {
  const site = await siteAt(read, at)
  return {
    rows: [
      {
        subject: { kind: 'site', id: site.id, name: site.name, path: site.path },
        effect: site.archived === archived ? 'same' : 'change',
        fields: [{ name: 'archived', from: wordOf(site.archived), to: wordOf(archived) }],
        version: site.eTag,
        before: { archived: site.archived },
        after: { archived },
      },
    ],
  }
}

const wordOf = (archived: boolean) => (archived ? 'yes' : 'no')

/** Saves what the plan says. */
export async function saveArchived(
  { plan, write }: WorkDesk<unknown>,
  { at, archived }: { at: ParamsFor<'site'>; archived: boolean },
): Promise<void> {
  await write(contract.updateSite, {
    path: { id: at.siteId },
    body: { archived, eTag: plan.rows[0]?.version },
  })
}
