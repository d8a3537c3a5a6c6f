/** What the page of a change to a whole customer shows before its plan: whom it is about and what it holds. */
import type { Reader } from '~/backend/reader.server'
import { href, type Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { holdingsOf } from './holdings.server'

const pages = {
  archive: 'customerArchiving',
  restore: 'customerRestoring',
  delete: 'customerDeletion',
} as const

/** 404 for another tenant's customer. */
export async function consequenceData(page: Reader, { at, change }: { at: Place; change: keyof typeof pages }) {
  const customer = await ownCustomer(page.read, at)
  return {
    at,
    name: customer.name,
    code: customer.customerId,
    isArchived: customer.archived,
    holds: await holdingsOf(page, customer),
    age: page.age(),
    crumbs: [{ name: translator(page.language)(`main:change.customer.${change}`), href: href(pages[change], at) }],
  }
}

export type ConsequenceData = Awaited<ReturnType<typeof consequenceData>>
