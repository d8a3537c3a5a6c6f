/** Browsers for text say little of themselves: forms work in them all the same, and pages are asked for anew. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, fieldsOf } from './on-record'

let product: Console
let amelie: Visitor

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
})
afterAll(() => product.close())

const settings = () =>
  href(
    'siteSettings',
    {
      tenantId: tenantIdOf(product.services.world, 'boreal'),
      customerId: customerIdOf('CUS1004'),
      groupId: seedId('group', 'Montcalm campuses'),
      siteId: siteIdOf(41),
    },
    { lng: 'en' },
  )

/** As lynx sends a form of a page whose address has a query: with its cookies and nothing else. */
function post(by: Visitor, page: Page, fields: readonly (readonly [string, string])[]): Promise<Response> {
  return fetch(new URL(page.address, product.origin), {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: by.cookieHeader(), 'accept-language': 'en' },
    body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
  })
}

const without = (fields: [string, string][], name: string) => fields.filter(([one]) => one !== name)
const withField = (fields: [string, string][], name: string, value: string): [string, string][] => [
  ...without(fields, name),
  [name, value],
]

describe('a form of a browser that says nothing of where it comes from', () => {
  test('counts by its own token', async () => {
    const page = await amelie.get(settings())
    const answer = await post(amelie, page, fieldsOf(page))
    expect([200, 303, 422]).toContain(answer.status)
    expect(await answer.text()).not.toContain('did not come from Plantroom')
  })

  test('comes back as it was filled in where its token is not of this browser, and goes on from there', async () => {
    const page = await amelie.get(settings())
    const typed = withField(fieldsOf(page), 'name', 'Typed "once" <b>')
    const others = fieldsOf(await (await englishReader(product, 'amelie')).get(settings()))
    const stolen = others.find(([name]) => name === '_token')?.[1] ?? ''
    for (const fields of [
      without(typed, '_token'),
      withField(typed, '_token', 'x'),
      withField(typed, '_token', stolen),
    ]) {
      const refused = await post(amelie, page, fields)
      expect(refused.status).toBe(403)
      const html = await refused.text()
      expect(html).toContain('This form did not come from Plantroom')
      const back = [...html.matchAll(/name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
      ]) as [string, string][]
      expect(back).toContainEqual(['name', 'Typed "once" <b>'])
      expect(back).toContainEqual(['_stage', 'edit'])
      const shown = await post(amelie, page, back)
      expect(shown.status).toBe(303)
      const form = await amelie.get(shown.headers.get('location') ?? '')
      expect(form.status).toBe(200)
      expect(form.html).toContain('value="Typed &quot;once&quot; &lt;b&gt;"')
    }
  })

  test('drawn for nobody is of no use to somebody', async () => {
    const page = await amelie.get(settings())
    const stranger = await product.visitor().raw('POST', settings(), { body: new URLSearchParams({ name: 'x' }) })
    const [, token = ''] = /name="_token" value="([^"]+)"/.exec(await stranger.text()) ?? []
    expect(token).not.toBe('')
    const answer = await post(amelie, page, withField(fieldsOf(page), '_token', token))
    expect(answer.status).toBe(403)
  })

  test('is in every form of a page', async () => {
    const page = await amelie.get(settings())
    const forms = page.root.querySelectorAll('form[method=post]')
    expect(forms.length).toBeGreaterThan(1)
    for (const form of forms) expect(form.querySelector('input[name=_token]')?.getAttribute('value')).toBeTruthy()
    expect(page.root.querySelectorAll(changeForm)).not.toEqual([])
  })
})

test('pages are asked for anew, and signing in leads to the page itself', async () => {
  const visitor = product.visitor()
  const page = await visitor.signIn('amelie')
  expect(page.headers.get('pragma')).toBe('no-cache')
  expect(page.status).toBe(200)
  expect(page.passed.map((address) => address.split('?')[0])).not.toContain('/')
})
