/**
 * S6. A session that ends mid-form loses nothing: whoever typed it gets the form back with everything but passwords,
 * after signing in again; anybody else is shown nothing of it; a browser nobody was signed in in gets its form back at
 * once, in a page of its own. Figure: every form there is × {idle, refused by a service, unknown browser}, 0 fields lost,
 * 0 shown to others.
 *
 * Seen to fail: with drafts found by their id alone (another person saw the form), with `withoutSecrets` letting
 * everything through (the password came back), and with `keepingForm` left out (nothing came back).
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ChangeName, capabilitiesFor } from '../../app/changes'
import { may } from '../../app/permissions'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { askedChange, changesAsked } from '../harness/every-change'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm } from '../requests/on-record'
import { isFull, tell } from './size'

let product: Console
let at: { tenantId: string; customerId: string }

beforeAll(async () => {
  product = await startTestConsole({ hasMovableClock: true })
  at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  for (const login of ['marcus', 'amelie', 'claire']) others[login] = await signedIn(login)
})
afterAll(() => product.close())
afterEach(async () => {
  product.services.world.faults.clear()
  await product.clockAhead(0)
})

const password = 'canary-password-7d1f'
const reason = 'Typed before the session ended'

/** A form as it is posted, with a password that nobody asked for. */
function typed(name: ChangeName): [string, string][] {
  return [
    ...Object.entries({ ...askedChange(name).fields, reason }),
    ['guestPassword', password],
    ['_stage', 'apply'],
    ['_key', randomUUID()],
  ]
}

/** Where the form is: of what was chosen before, where something was. */
function addressOf(name: ChangeName): string {
  const { address, fields } = askedChange(name)
  const asked = address(at)
  const chosen = Object.entries(fields).find(([field]) => /^(device|user|site)\[0\]$/.test(field))
  return chosen && !asked.includes('?') ? `${asked}?${chosen[0].slice(0, -3)}=${chosen[1]}` : asked
}

async function signedIn(login: string, language = 'en'): Promise<Visitor> {
  const visitor = await product.signedIn(login)
  visitor.setCookie('lng', language)
  return visitor
}

/** Fields of the form whose value a page does not hold. */
function lost(page: Page, name: ChangeName): string[] {
  const held = new Set(
    page.root.querySelectorAll(`${changeForm} *`).flatMap((control) => {
      const field = control.getAttribute('name')
      if (control.tagName === 'TEXTAREA') return [`${field}=${control.text.trim()}`]
      if (control.tagName === 'SELECT')
        return control
          .querySelectorAll('option[selected]')
          .map((one) => `${field}=${one.getAttribute('value') ?? one.text}`)
      if (control.tagName !== 'INPUT') return []
      const isChoice = ['checkbox', 'radio'].includes(control.getAttribute('type') ?? '')
      return isChoice && !control.hasAttribute('checked') ? [] : [`${field}=${control.getAttribute('value') ?? 'on'}`]
    }),
  )
  const plain = (field: string) => field.replace(/\[\d+\]$/, '')
  const isHeld = (field: string, value: string) =>
    [...held].some((one) => one === `${field}=${value}` || one.replace(/\[\d+\]=/, '=') === `${plain(field)}=${value}`)
  return Object.entries({ ...askedChange(name).fields, reason }).flatMap(([field, value]) =>
    value === '' || isHeld(field, value) || unshown[name]?.includes(field) ? [] : [field],
  )
}

/** What the page reads anew when it is made, asks only of several people, or does not offer as it is typed here. */
const unshown: Partial<Record<ChangeName, readonly string[]>> = {
  // A day that makes sense is told in words.
  'calendar.create': ['entries.0.type', 'entries.0.date'],
  'calendar.edit': ['entries.0.type', 'entries.0.week'],
  'device.upload': ['file'],
  'graphics.upload': ['file'],
  'adminUser.save': ['adminPassword', 'adminPasswordAgain'],
  'bacnet.save': ['increment'],
  'points.map': ['map[0].role'],
  'network.save': ['eTag'],
  'time.save': ['eTag'],
  'site.move': ['filter'],
  'user.create': ['customer'],
  // Asked of a space that has controllers.
  'space.delete': ['confirmName'],
}

/** Who fills the form in: an administrator where that is enough for all of it. */
function typist(name: ChangeName): 'amelie' | 'marcus' {
  return name !== 'tenant.edit' && capabilitiesFor(name).some((one) => may('admin', one)) ? 'amelie' : 'marcus'
}

let fields = 0
/** People who look at what is not theirs. */
const others: Record<string, Visitor> = {}

/** Asked of a thing that is not in a state to be shown their form, or is not there at all. */
const isShown = (name: ChangeName) =>
  ![
    'device.onboard',
    'device.refresh',
    'controllerNetwork.edit',
    'controllerNetwork.delete',
    'controllerNetwork.search',
    'siteAgent.edit',
    'siteAgent.key',
    'siteAgent.revoke',
    'siteAgent.delete',
    'device.add',
    'device.writing',
    'device.manage',
    'tunnel.close',
    'packages.goOn',
    'point.release',
    'point.endEmergency',
    'point.giveBack',
    'backup.restore',
    'backup.delete',
    'shift.removeNote',
    'view.share',
    'view.unshare',
    'user.takeRunOut',
  ].includes(name)

/** Every form in full; one of so many on every run. */
const some = (every: number) => changesAsked.filter(isShown).filter((_, place) => isFull || place % every === 0)

const languages = ['en', 'fr'] as const

describe('a form', () => {
  test.each(some(4))(
    'of %s whose session was idle too long comes back to whoever typed it, and to nobody else',
    async (name) => {
      const person = await signedIn(typist(name))
      await product.clockAhead(61 * 60_000)
      const sent = await person.raw('POST', addressOf(name), { body: new URLSearchParams(typed(name)) })
      expect(sent.status).toBe(303)
      const login = sent.headers.get('location') ?? ''
      expect(login).toMatch(/^\/login\?returnTo=.*draft/)
      await product.clockAhead(0)

      const page = await (await person.get(login)).follow('Sign in')
      expect(page.status).toBe(200)
      expect(lost(page, name)).toEqual([])
      expect(page.html).not.toContain(password)
      fields += Object.keys(askedChange(name).fields).length

      const draft = new URL(login, product.origin).searchParams.get('returnTo') ?? ''
      for (const other of ['marcus', 'amelie', 'claire'].filter((one) => one !== typist(name))) {
        const theirs = await (others[other] ?? (await signedIn(other))).get(draft)
        expect(theirs.html).not.toContain(reason)
      }
      expect((await product.visitor().get(draft)).html).not.toContain(reason)
    },
  )

  test.each(some(9))('of %s whose session a service refused comes back as well', async (name) => {
    const person = await signedIn(typist(name))
    for (const service of ['tenant', 'site', 'package', 'product', 'operations', 'device-configuration', 'designer'])
      product.services.world.faults.inject(service, { kind: 'status', status: 401 })
    const sent = await person.raw('POST', addressOf(name), { body: new URLSearchParams(typed(name)) })
    expect(sent.headers.get('location')).toMatch(/^\/login\?errorCode=401&returnTo=.*draft/)
    product.services.world.faults.clear()
    const draft = new URL(sent.headers.get('location') ?? '', product.origin).searchParams.get('returnTo') ?? ''
    const page = await (await signedIn(typist(name))).get(draft)
    expect(lost(page, name)).toEqual([])
    expect(page.html).not.toContain(password)
  })

  const inWhichLanguage = (place: number) => (isFull ? languages : [languages[place % languages.length] ?? 'en'])

  test.each(some(4).flatMap((name, place) => inWhichLanguage(place).map((language) => [name, language] as const)))(
    'of %s from a browser nobody was signed in in is handed back whole (%s)',
    async (name, language) => {
      const stranger = product.visitor()
      stranger.setCookie('lng', language)
      stranger.setCookie('plantroom', 'A'.repeat(43))
      const page = await stranger.post(addressOf(name), typed(name))
      expect(page.status).toBe(401)
      expect(page.root.querySelector('html')?.getAttribute('lang')).toBe(language)
      expect(page.text).toContain(language === 'en' ? 'You are not signed in' : 'Vous n’êtes pas connecté')
      expect(page.html).not.toContain(password)
      await stranger.signIn(typist(name))
      stranger.setCookie('lng', language)
      const form = await page.submit(changeForm)
      // A file is not handed over by a stranger, a password by nobody: the form asks for it again.
      const { fields } = askedChange(name)
      expect(form.status).toBe('file' in fields || 'adminPassword' in fields ? 422 : 200)
      expect(lost(form, name)).toEqual([])
    },
  )
})

test('no password is kept in the clear', () => {
  for (const file of readdirSync(product.dataDir, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const bytes = readFileSync(join(file.parentPath ?? product.dataDir, file.name), 'latin1')
    expect(bytes.includes(password), file.name).toBe(false)
  }
  expect(product.log()).not.toContain(password)
  tell(
    'S6',
    `${some(4).length} of ${changesAsked.length} forms, ${fields} fields, 0 lost, 0 shown to others, 0 passwords kept`,
  )
})
