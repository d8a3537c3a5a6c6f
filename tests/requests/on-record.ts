/** What tests of changes look at: what the services performed, and what the trail says of it. */

import { href } from '../../app/hrefs'
import type { TrailRecord } from '../../app/trail/record'
import type { JournalEntry } from '../../services/kit/journal'
import { tenantIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'

/** The one form that changes something on a page. */
export const changeForm = 'main form[method=post]'

/** Somebody who reads English, whatever their profile says. */
export async function englishReader(product: Console, login: string): Promise<Visitor> {
  const visitor = await product.signedIn(login)
  visitor.setCookie('lng', 'en')
  return visitor
}

/** Gathers what happens from the moment it is made: writes the services performed, records the trail got. */
export async function watch(product: Console, reader: Visitor, tenant = 'boreal') {
  const tenantId = tenantIdOf(product.services.world, tenant)
  const performedBefore = (await performed(product)).at(-1)?.seq ?? 0
  const recordsBefore = (await trailOf(reader, tenantId)).length
  return {
    performed: () => performed(product, performedBefore),
    records: async () => (await trailOf(reader, tenantId)).slice(recordsBefore),
    /** Every record as `entry outcome`, the oldest first. */
    async outcomes() {
      return (await this.records()).map(({ entry, outcome }) => `${entry} ${outcome}`)
    },
  }
}

export async function performed(product: Console, since = 0): Promise<(JournalEntry & { seq: number })[]> {
  return (await product.services.control(`GET /journal?since=${since}`)).body
}

/** A tenant's whole trail, as its export writes it. */
export async function trailOf(reader: Visitor, tenantId: string): Promise<TrailRecord[]> {
  const answer = await reader.raw('GET', href('trailExport', { tenantId }))
  if (answer.status !== 200) throw new Error(`The trail was not exported: ${answer.status}`)
  const lines = (await answer.text()).split('\n').filter(Boolean)
  return lines.flatMap((line) => {
    const read = JSON.parse(line) as TrailRecord | { type: string }
    return 'type' in read ? [] : [read]
  })
}

/** What the fields and ticked boxes of a form would post, as pairs: to post it twice, or altered. */
export function fieldsOf(page: Page, selector = changeForm): [string, string][] {
  const form = page.root.querySelector(selector)
  if (!form) throw new Error(`No form ${selector} at ${page.address}: ${page.text.slice(0, 300)}`)
  return form.querySelectorAll('input, textarea').flatMap((field): [string, string][] => {
    const type = field.getAttribute('type') ?? 'text'
    if (['checkbox', 'radio'].includes(type) && !field.hasAttribute('checked')) return []
    const value =
      field.tagName === 'TEXTAREA'
        ? field.textContent
        : (field.getAttribute('value') ?? (type === 'checkbox' ? 'on' : ''))
    return [[field.getAttribute('name') ?? '', value]]
  })
}

/** The links of the error summary that lead to a field which is there. */
export function summaryOf(page: Page): { text: string; field: string }[] {
  return page.root.querySelectorAll('#error-summary a').map((link) => {
    const id = (link.getAttribute('href') ?? '').slice(1)
    const field = page.root.querySelectorAll('[id]').find((one) => one.getAttribute('id') === id)
    if (!field) throw new Error(`${link.text} leads to nothing: #${id}`)
    return { text: link.text.trim(), field: field.getAttribute('name') ?? id.replace(/^field-/, '') }
  })
}
