/** The list from which a change was made: with its filter where that was recorded, else unfiltered. */
import type { Reader } from '~/backend/reader.server'
import type { StoredChangeForm } from '~/change/change-forms.server'
import { returnList, returnListField } from '~/features/alarm/shared/return-list'
import { faultFields } from '~/features/fault/shared/filter'
import { overrideFields } from '~/features/override/shared/filter'
import { href } from '~/hrefs'
import { parseFilter } from '~/kit/list/filter'
import type { TrailEntry } from '~/trail/find-entries.server'
import { type MenuName, mayOpen, pageAt } from '~/views'
import { menuEntryOf } from './menu-entry-of'

export interface OriginList {
  view: MenuName
  href: string
}

/** Lists whose filter is in the form. */
const listsInForm: readonly MenuName[] = ['alarms', 'faults', 'overrides']

/** Returns null without such a list or permission; `own` is the reader's form of the change. */
export function originList(
  change: Pick<TrailEntry, 'tenantId' | 'customerId' | 'mutation'>,
  own: StoredChangeForm | null,
  reader: Reader,
): OriginList | null {
  const { tenantId, customerId } = change
  const view = menuEntryOf(change)
  const page = (customerId && pageAt(view, 'customer')) || pageAt(view, 'tenant')
  if (view === 'trail' || !page || !mayOpen(view, reader)) return null
  const at = { tenantId, ...(customerId && { customerId }) }
  const form = customerId && listsInForm.includes(view) ? own : null
  const field = (name: string) => form?.fields.find(([one]) => one === name)?.[1]
  const [, query = ''] = form?.address.split(/\?(.*)/s, 2) ?? []
  const formQuery = new URLSearchParams(query)
  if (view === 'alarms' && customerId) {
    const list = returnList(field(returnListField), customerId)
    if (list) return { view, href: list }
  }
  if (view === 'faults' && field('all'))
    return { view, href: href(page, at, parseFilter(new URLSearchParams(field('filter')), faultFields)) }
  if (view === 'overrides' && formQuery.has('all'))
    return { view, href: href(page, at, parseFilter(formQuery, overrideFields)) }
  return { view, href: href(page, at) }
}
