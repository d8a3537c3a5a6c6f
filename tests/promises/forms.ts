/** Changes of every kind, made ready to be sent: what the promises of changes are proved with. */
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm } from '../requests/on-record'

/** A form as it stands in somebody's browser, with everything filled in: only the click is missing. */
export interface Ready {
  address: string
  pairs: [string, string][]
}

export type Places = ReturnType<typeof placesOf>

export function placesOf(product: Console) {
  const tenantId = tenantIdOf(product.services.world, 'boreal')
  const montcalm = { tenantId, customerId: customerIdOf('CUS1004') }
  return {
    tenantId,
    montcalm,
    campus: { ...montcalm, groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(41) },
    person: (name: string) => ({ tenantId, userId: userIdOf(`${name}@boreal.example`) }),
    controllers: (...keys: string[]) => keys.map((key) => seedId('device', `montcalm-${key}`)),
  }
}

/** Presses the button in mind only: what it would post. */
export function ready(page: Page, fill: Record<string, string> = {}): Ready {
  const form = page.root.querySelector(changeForm)
  if (!form) throw new Error(`No form at ${page.address}: ${page.text.slice(0, 300)}`)
  const pairs = form.querySelectorAll('input, textarea, select').flatMap((field): [string, string][] => {
    const name = field.getAttribute('name') ?? ''
    const type = field.getAttribute('type') ?? 'text'
    if (!name || name in fill || name === '_stage') return []
    if (['checkbox', 'radio'].includes(type) && !field.hasAttribute('checked')) return []
    if (field.tagName === 'TEXTAREA') return [[name, field.text]]
    if (field.tagName === 'SELECT')
      return field.querySelectorAll('option[selected]').map((one) => [name, one.getAttribute('value') ?? one.text])
    return [[name, field.getAttribute('value') ?? (type === 'checkbox' ? 'on' : '')]]
  })
  return { address: page.address, pairs: [...pairs, ...Object.entries(fill), ['_stage', 'apply']] }
}

/** One click: the answer as it comes, not followed. */
export function click(by: Visitor, { address, pairs }: Ready): Promise<Response> {
  return by.raw('POST', address, { body: new URLSearchParams(pairs) })
}

/** Changes of each kind, a fresh one each time: `round` makes the values differ. */
export const kinds: Record<string, (by: Visitor, at: Places, round: number) => Promise<Ready>> = {
  'a planned change of several things': async (by, { campus, controllers }, round) => {
    const device = controllers('SCI-ECYVAV-3', 'SCI-ECYVAV-4')
    const page = await by.get(href('siteNetworkSettings', campus, { device }))
    const fill = { 'primary.primaryDns': `10.9.8.${round + 1}`, 'keep.primary.primaryDns': null }
    return ready(await page.submit(changeForm, { fill }), { reason: 'Twice' })
  },
  'a planned change in several calls': async (by, { person }) => {
    const page = await by.get(href('userRoles', person('hugo.lapointe')))
    const to = (tenantRole: string) => page.submit(changeForm, { fill: { level: 'tenant', tenantRole } })
    const plan = await to('admin')
    const isAdmin = !plan.root.querySelector('button[value=apply]')
    return ready(isAdmin ? await to('user') : plan, { reason: 'Twice' })
  },
  'a creation': async (by, { tenantId }, round) =>
    ready(await by.get(href('newCustomer', { tenantId })), { name: `Port of Sorel ${round}`, description: 'Once' }),
  'an edit': async (by, { montcalm }, round) =>
    ready(await by.get(href('customerSettings', montcalm)), { description: `Edited ${round} times` }),
}
