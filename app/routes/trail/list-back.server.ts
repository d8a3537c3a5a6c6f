/** The list from which a change was made: with its filter where that was recorded, else unfiltered. */
import type { Reader } from '~/backend/reader.server'
import type { ChangeForm } from '~/change/change-forms.server'
import { href } from '~/hrefs'
import { filterIn } from '~/screens/list/filter'
import { cameFrom, cameFromField } from '~/things/alarm/came-from'
import { faultFields } from '~/things/fault/filter'
import { overrideFields } from '~/things/override/filter'
import type { TrailEntry } from '~/trail/find-entries.server'
import { type MenuName, mayLookAt, pageAt } from '~/views'
import { sectionOf } from './section-of'

export interface ListBack {
  view: MenuName
  href: string
}

/** Lists whose filter is in the form. */
const narrowed: readonly MenuName[] = ['alarms', 'faults', 'overrides']

/** Returns null without such a list or permission; `own` is the reader's form of the change. */
export function listBack(
  change: Pick<TrailEntry, 'tenantId' | 'customerId' | 'mutation'>,
  own: ChangeForm | null,
  made: Reader,
): ListBack | null {
  const { tenantId, customerId } = change
  const view = sectionOf(change)
  const page = (customerId && pageAt(view, 'customer')) || pageAt(view, 'tenant')
  if (view === 'trail' || !page || !mayLookAt(view, made)) return null
  const at = { tenantId, ...(customerId && { customerId }) }
  const form = customerId && narrowed.includes(view) ? own : null
  const field = (name: string) => form?.fields.find(([one]) => one === name)?.[1]
  const [, query = ''] = form?.address.split(/\?(.*)/s, 2) ?? []
  const asked = new URLSearchParams(query)
  if (view === 'alarms' && customerId) {
    const list = cameFrom(field(cameFromField), customerId)
    if (list) return { view, href: list }
  }
  if (view === 'faults' && field('all'))
    return { view, href: href(page, at, filterIn(new URLSearchParams(field('filter')), faultFields)) }
  if (view === 'overrides' && asked.has('all')) return { view, href: href(page, at, filterIn(asked, overrideFields)) }
  return { view, href: href(page, at) }
}
