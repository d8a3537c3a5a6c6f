/** A site from one file: every problem at once, the file back with what became of each row, the rest alone (journey 12). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, watch } from './on-record'

let product: Console
let amelie: Visitor
let usha: Visitor
let claire: Visitor
let montcalm: { tenantId: string; customerId: string }

beforeAll(async () => {
  product = await startTestConsole()
  ;[amelie, usha, claire] = (await Promise.all(
    ['amelie', 'usha', 'claire'].map((login) => englishReader(product, login)),
  )) as [Visitor, Visitor, Visitor]
  montcalm = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
})
afterAll(() => product.close())
afterEach(() => product.services.world.faults.clear())

const siteNamed = async (name: string) => {
  const { body } = await product.services.call(
    'site',
    `GET /customers/${montcalm.customerId}/sites?expand=buildings,spaces,devices`,
    { as: 'amelie' },
  )
  return body.find((site: { name: string }) => site.name === name)
}

async function review(csv: string, fill: Record<string, string> = {}, visitor = amelie): Promise<Page> {
  const form = await visitor.get(href('siteImport', montcalm))
  return form.submit(changeForm, { fill: { rows: csv, ...fill } })
}

/** The file that a link leads to, or that a form of the page is answered with; browsers for text save both. */
async function fileAt(page: Page, words: string): Promise<string> {
  const link = page.root.querySelectorAll('a').find((one) => one.text.includes(words))
  const address = link?.getAttribute('href') ?? ''
  if (!address) {
    const saved = await page.submit('main form[data-download]', { press: words })
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename="sites.csv"')
    return saved.html
  }
  expect(address).toMatch(/^\//)
  return (await amelie.raw('GET', address)).text()
}

const harbour = (name: string) =>
  [
    'Site,Building,Floor,Space,Controller,Kind of space,Use,City,Latitude,Longitude,Size,Unit of the size,Model,Host id',
    `${name},,,,,,Education,Gaspé,48.8316,-64.4869,"12,500",ft²,,`,
    `${name},North wing,,,,,Office,,,,900,,,`,
    `${name},North wing,Floor 1,,,Floor,,,,,,,,`,
    `${name},North wing,Floor 1,Laboratory / Cold room,,,,,,,,,,`,
    `${name},North wing,Floor 1,Laboratory / Cold room,VAV-1,,,,,,,,ECYVAV,`,
    `${name},North wing,,Roof,,Rooftop,,,,,,,,`,
    `${name},North wing,,Roof,RTU-1,,,,,,,,,`,
  ].join('\n')

/** The rows that a form holds. */
const held = (page: Page) => page.root.querySelector('[name=rows]')?.textContent.replaceAll('\r\n', '\n')

/** The last two cells of the row of a file that begins so. */
function answerIn(file: string, beginning: string): string[] {
  const lines = file.split('\r\n')
  const line = lines.find((one) => one.startsWith(beginning)) ?? ''
  return line.split(',').slice(-2)
}

describe('a file without problems', () => {
  test('is planned row by row, then built with everything on record', async () => {
    const seen = await watch(product, amelie)
    const plan = await review(harbour('Harbour campus'))
    expect(plan.status).toBe(200)
    expect(plan.text).toContain('8 to build')
    expect(plan.text).toContain('Controller VAV-1 Harbour campus / North wing / Floor 1 / Laboratory / Cold room')
    expect(await seen.performed()).toEqual([])
    const done = await plan.submit(changeForm, { fill: { reason: 'New campus' }, press: 'Build 8 items' })
    expect(done.text).toContain('8 of 8 done · New campus')
    const site = await siteNamed('Harbour campus')
    expect(site).toMatchObject({
      city: 'Gaspé',
      latitude: 48.8316,
      longitude: -64.4869,
      size: 12_500,
      units: 'us',
      usage: 'Education',
    })
    const [building] = site.buildings
    expect(building).toMatchObject({ name: 'North wing', usage: 'Office', size: 9_687.52 })
    const [floor, roof] = building.spaces
    expect(floor).toMatchObject({ name: 'Floor 1', kind: 'Floor', subSpaces: [{ name: 'Laboratory', kind: 'Space' }] })
    expect(floor.subSpaces[0].subSpaces[0]).toMatchObject({ name: 'Cold room', devices: [{ name: 'VAV-1' }] })
    expect(roof).toMatchObject({ name: 'Roof', kind: 'Rooftop', devices: [{ name: 'RTU-1', productId: null }] })
    const outcomes = await seen.outcomes()
    expect(outcomes).toEqual([...Array(8).fill('intent pending'), ...Array(8).fill('outcome done')])
    const [intent] = await seen.records()
    expect(intent).toMatchObject({
      mutation: 'site.build',
      before: null,
      after: { city: 'Gaspé' },
      reason: 'New campus',
    })
    const file = await fileAt(done, 'the result of each row')
    expect(answerIn(file, 'Harbour campus,North wing,,Roof,RTU-1')).toEqual(['Built', ''])
  })

  test('sent again says that everything exists, and builds nothing', async () => {
    const seen = await watch(product, amelie)
    const plan = await review(harbour('HARBOUR Campus'))
    expect(plan.text).toContain('Everything in this file already exists')
    expect(plan.text).toContain('8 already exist')
    expect(plan.root.querySelectorAll('button').map((button) => button.text)).not.toContainEqual(
      expect.stringMatching(/^Build/),
    )
    expect(await seen.performed()).toEqual([])
  })

  test('builds only what is missing, and finds a thing that somebody else built meanwhile', async () => {
    const more = `${harbour('Harbour campus')}\nHarbour campus,North wing,Floor 2,,,,,,,,,,,\nHarbour campus,South wing,,,,,,,,,,,,`
    const plan = await review(more)
    expect(plan.text).toContain('2 to build')
    const site = await siteNamed('Harbour campus')
    await product.services.call('site', `POST /sites/${site.id}/buildings`, {
      as: 'amelie',
      body: { name: 'south wing' },
    })
    const moved = await plan.submit(changeForm, { press: 'Build 2 items' })
    expect(moved.status).toBe(409)
    expect(moved.text).toContain('1 to build')
    expect(moved.text).toContain('Changed meanwhile')
    const done = await moved.submit(changeForm, { press: 'Build 1 item' })
    expect(done.text).toContain('1 of 1 done')
  })

  test('can name several sites, and a group by its name', async () => {
    const csv = 'Groupe de sites;Site\nMontcalm campuses;Isle A\n;Isle B'
    const plan = await review(csv)
    const done = await plan.submit(changeForm, { press: 'Build 2 items' })
    expect(done.text).toContain('2 of 2 done')
    expect(await siteNamed('Isle A')).toMatchObject({ siteGroupId: seedId('group', 'Montcalm campuses') })
    expect(await siteNamed('Isle B')).toMatchObject({ siteGroupId: null })
  })
})

describe('a file with problems', () => {
  const csv = [
    'Site,Building,Floor,Space,Controller,Kind of space,Use,Latitude,Longitude,Size,Unit of the size,Time zone,Site group,Model,Host id',
    'Cape campus,,,,,,Circus,95,,-4,acres,Mars/Base,Nobody,,',
    'Cape campus,East,,,,,Office,,,,,,,,',
    'Cape campus,East,Floor 1,,,Cellar,,,,,,,,,',
    'Pier campus,,,,,,,,,,,,,,',
    `Pier campus,${'x'.repeat(101)},,,,,,,,,,,,,`,
    'Pier campus,West,F,,VAV-1,,,,,,,,,ECY9999,ECYVAV-1',
    'Pier campus,West,F,,VAV-2,,,,,,,,,,ECYVAV-1',
    'Pier campus,West,F,,VAV-3,,,,,,,,,ECYVAV,nonsense',
    'Pier campus,West,F,,VAV-4,,,,,,,,,,',
    'Pier campus,West,F,,vav-4,,,,,,,,,,',
    '=cmd|x,,,,,,,,,,,,,,',
  ].join('\n')

  test('tells every one of them at once, and sends nothing', async () => {
    const seen = await watch(product, amelie)
    const plan = await review(csv)
    expect(plan.text).toContain('Nothing is built yet')
    for (const text of [
      'Use: Choose one of the options shown',
      'Latitude: Enter a latitude from -90 to 90',
      'Size: Enter a size as a number from 0 to 1,000,000,000',
      'Unit of the size: Choose one of the options shown',
      'Time zone: Choose a time zone from the list',
      'Site group: There is no site group of this name',
      'Its parent has a problem: see row 2',
      'Kind of space: Choose one of the options shown',
      'Building: This is too long',
      'Model: There is no controller model of this name',
      'Host id: A host id needs the model beside it',
      'Host id: Row 7 has the same host id',
      'Host id: This host id does not fit the controller model',
      'Controller: Row 10 is about the same item',
    ])
      expect(plan.text).toContain(text)
    expect(await seen.performed()).toEqual([])
    expect(await seen.records()).toEqual([])
    const file = await fileAt(plan, 'Download file with results and problems')
    expect(answerIn(file, 'Pier campus,West,F,,VAV-4')).toEqual(['Waits', ''])
    expect(answerIn(file, 'Pier campus,West,F,,VAV-3')[0]).toBe('Problem')
    expect(file).toContain("\r\n'=cmd|x,")
  })

  test('is put right in the file that comes back, which is sent again as it is', async () => {
    const plan = await review('Site,Building,Size\nReturn campus,,-1\nReturn campus,Hall,')
    const file = await fileAt(plan, 'Download file with results and problems')
    const again = await plan.submit('main section form', { fill: { rows: file.replace('-1', '12') } })
    expect(again.text).toContain('2 to build')
    const done = await again.submit(changeForm, { press: 'Build 2 items' })
    expect(done.text).toContain('2 of 2 done')
    expect(await siteNamed('Return campus')).toMatchObject({ size: 12, units: 'metric' })
  })

  test('offers to build the others only where there are any', async () => {
    const alone = await review('Site,Size\nLone campus,-1')
    expect(alone.text).toContain('Nothing is built yet')
    expect(alone.text).toContain('No other row is left to build.')
    expect(alone.text).not.toMatch(/build the others/i)
    const beside = await review('Site,Size\nLone campus,-1\nOther campus,1')
    expect(beside.text).toContain('or build the others without them')
    expect(beside.root.querySelectorAll('main button[name=partial]')).toHaveLength(1)
  })

  test('is built without those rows when that is asked for', async () => {
    const plan = await review(csv)
    const partial = await plan.submit(changeForm, { press: 'Build the others' })
    expect(partial.text).toContain('The rows with problems are left out')
    const done = await partial.submit(changeForm, { press: 'Build 5 items' })
    expect(done.text).toContain('5 of 5 done')
    expect(await siteNamed('Cape campus')).toBeUndefined()
    const pier = await siteNamed('Pier campus')
    expect(pier.buildings).toMatchObject([{ name: 'West', spaces: [{ name: 'F', devices: [{ name: 'VAV-4' }] }] }])
    expect(await siteNamed('=cmd|x')).toBeDefined()
    const file = await fileAt(done, 'the result of each row')
    expect(answerIn(file, 'Pier campus,West,F,,VAV-4')).toEqual(['Built', ''])
    expect(answerIn(file, 'Pier campus,West,F,,VAV-3')[0]).toBe('Problem')
  })

  test.each([
    ['', 'Choose a file, or paste its rows'],
    ['Building\nA', 'The first row has no heading “Site”'],
    [`Site${',x'.repeat(10_000)}\nA`, 'This file has 10,001 columns'],
    [`Site\n${Array.from({ length: 1_001 }, (_, at) => `A${at}`).join('\n')}`, 'This file has 1,001 rows'],
    [`Site${',x'.repeat(99)}\nA${'\n'.repeat(400_000)}`, 'This file has more than 5,000 lines'],
    [`Site\n${Array.from({ length: 21 }, (_, at) => `A${at}`).join('\n')}`, 'This file names 21 sites'],
    [`Site\n${'A'.repeat(6_000)}`, 'longer than 5,000 characters'],
    ['Site\n"A', 'A quotation mark is opened'],
    ['Site\nA\u0000B', 'characters that are not text'],
    ['Site\nGasp\uFFFD', 'This file is not UTF-8'],
    [`Site\n${'A'.repeat(400_000)}`, 'longer than 20,000 characters'],
  ])('that is none is refused with all that was typed (%#)', async (text, sentence) => {
    const refused = await review(text)
    expect(refused.status).toBe(422)
    expect(refused.title).toMatch(/^Error/)
    expect(refused.text).toContain(sentence)
    if (text.length < 300) expect(held(refused)).toContain(text)
  })
})

describe('trouble on the way', () => {
  const csv = (name: string) =>
    ['Site,Building,Floor', `${name},,`, `${name},One,`, `${name},One,F`, `${name},Two,`, `${name},Two,F`].join('\n')

  test('with one thing is told of it, what lies in it is not tried, and the rest alone is tried again', async () => {
    const plan = await review(csv('Trouble campus'))
    product.services.world.faults.inject('site', {
      match: 'POST /sites/',
      kind: 'status',
      status: 409,
      errorCode: 4008,
      times: 1,
    })
    const part = await plan.submit(changeForm, { press: 'Build 5 items' })
    expect(part.text).toContain('3 of 5 done')
    expect(part.text).toContain('Not tried')
    const file = await fileAt(part, 'the result of each row')
    expect(answerIn(file, 'Trouble campus,One,F')[0]).toBe('Not built')
    const rest = await part.submit(changeForm, { press: 'Retry 2 remaining items' })
    expect(rest.text).toContain('2 to build')
    const done = await rest.submit(changeForm, { press: 'Build 2 items' })
    expect(done.text).toContain('2 of 2 done')
    expect((await siteNamed('Trouble campus')).buildings).toMatchObject([
      { name: 'One', spaces: [{ name: 'F' }] },
      { name: 'Two', spaces: [{ name: 'F' }] },
    ])
  })
})

describe('a site as a file', () => {
  test('has the same columns, and read again says that everything exists', async () => {
    const at = { ...montcalm, groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(41) }
    const page = await amelie.get(href('site', at))
    const file = await fileAt(page, 'Download as a file')
    expect(file.split('\r\n')[0]).toContain('Site,Building,Floor,Space,Controller,Kind of space')
    const plan = await review(file)
    expect(plan.text).toContain('Everything in this file already exists')
    expect(plan.text).not.toContain('Problem')
  })
})

describe('who may not', () => {
  test('is refused, on record, and shown no way there', async () => {
    const seen = await watch(product, amelie)
    const address = href('siteImport', montcalm)
    expect((await usha.get(address)).status).toBe(403)
    expect((await usha.get(href('customerSites', montcalm))).text).not.toContain('Build from a file')
    expect((await usha.post(address, [['rows', 'Site\nA']])).status).toBe(403)
    expect((await claire.post(address, [['rows', 'Site\nA']])).status).toBe(404)
    expect(await seen.outcomes()).toEqual(['refusal denied', 'refusal denied'])
    expect(await seen.performed()).toEqual([])
  })

  test('gets nobody else’s file', async () => {
    const plan = await review('Site\nSecret campus')
    const done = await plan.submit(changeForm, { press: 'Build 1 item' })
    const file =
      done.root
        .querySelectorAll('a')
        .find((one) => one.text.includes('the result of each row'))
        ?.getAttribute('href') ?? ''
    expect((await amelie.raw('GET', file)).status).toBe(200)
    expect((await usha.raw('GET', file)).status).toBe(403)
    expect((await claire.raw('GET', file)).status).toBe(404)
    const elsewhere = file.replace(montcalm.customerId, customerIdOf('CUS1001'))
    expect((await amelie.raw('GET', elsewhere)).status).toBe(404)
  })
})

test('an archived customer takes no file', async () => {
  const { store } = product.services.world
  store.run('UPDATE customer SET archived = 1 WHERE id = ?', montcalm.customerId)
  const refused = await review('Site\nLate campus')
  store.run('UPDATE customer SET archived = 0 WHERE id = ?', montcalm.customerId)
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('The customer is archived and can only be read')
})

test('in French, with a comma in its numbers and semicolons between its cells', async () => {
  const french = await product.signedIn('amelie')
  french.setCookie('lng', 'fr')
  const csv = [
    'Site;Bâtiment;Étage;Espace;Automate;Sorte d’espace;Usage;Latitude;Longitude;Superficie;Unité de la superficie',
    'Campus de Matane;;;;;;Éducation;48,8467;-67,5322;1 250,5;Mètres carrés',
    'Campus de Matane;Aile est;;Toit;;Toit;Bureaux;;;;',
  ].join('\n')
  const plan = await review(csv, {}, french)
  expect(plan.text).not.toContain('Problème')
  expect(plan.text).toContain('3 à construire')
  const file = await fileAt(plan, 'Télécharger le fichier avec les résultats et les problèmes')
  expect(file.split('\r\n')[0]).toMatch(/;Résultat;Problème$/)
  await plan.submit(changeForm, { press: 'Construire 3 éléments' })
  expect(await siteNamed('Campus de Matane')).toMatchObject({ latitude: 48.8467, longitude: -67.5322, size: 1250.5 })
})

describe('a file that is chosen', () => {
  const choose = async (content: string | Uint8Array, fill: Record<string, string> = {}) => {
    const form = await amelie.get(href('siteImport', montcalm))
    return form.submit(changeForm, {
      files: { csv: new File([content as BlobPart], 'sites.csv', { type: 'text/csv' }) },
      fill,
    })
  }

  test.each([
    ['\n', 'Line A'],
    ['\r\n', 'Line B'],
    ['\r', 'Line C'],
  ])('is planned and built as it is, its lines ended by %j', async (end, name) => {
    const plan = await choose(`\uFEFF${['Site;Description', `${name};"one${end}two"`].join(end)}${end}`)
    expect(plan.text).toContain('1 to build')
    const done = await plan.submit(changeForm, { press: 'Build 1 item' })
    expect(done.text).toContain('1 of 1 done')
    expect((await siteNamed(name)).description).toMatch(/^one\s+two$/)
  })

  test('comes before rows that were pasted, and stays in the form that is refused', async () => {
    const refused = await choose('Building\nFrom the file', { rows: 'Site\nPasted' })
    expect(refused.status).toBe(422)
    expect(refused.root.querySelector('[name=rows]')?.textContent).toContain('From the file')
  })

  test('that is not UTF-8, or larger than 1 MB, is told so', async () => {
    const latin = await choose(Buffer.from('Site\nGasp\u00e9', 'latin1'))
    expect(latin.status).toBe(422)
    expect(latin.text).toContain('Save this file as UTF-8 text')
    const large = await choose(`Site\n${'A'.repeat(1_000_001)}`)
    expect(large.status).toBe(422)
    expect(large.text).toContain('This is too large: at most 1 MB')
    expect(large.root.querySelector('[href="#field-csv"]')).not.toBeNull()
  })

  test('of hundreds of rows and nearly 1 MB goes all the way, and its rest is tried again', async () => {
    const description = 'é'.repeat(1_000)
    const rows = Array.from(
      { length: 449 },
      (_, at) => `Wide campus,Hall ${at % 3},Floor ${at % 9},Lab,VAV ${at},"${description}"`,
    )
    const places = new Set(
      rows.flatMap((row) =>
        row
          .split(',')
          .slice(0, 4)
          .map((_, at, all) => all.slice(0, at + 1).join()),
      ),
    )
    const fitting = rows.slice(0, 450 - places.size)
    const text = ['Site,Building,Floor,Space,Controller,Description', ...fitting].join('\n')
    expect(Buffer.byteLength(text)).toBeGreaterThan(850_000)
    const plan = await choose(text)
    expect(plan.text).toContain('450 to build')
    expect(plan.text).toContain('The first 200 of 450 rows are shown')
    product.services.world.faults.inject('site', {
      match: 'POST /spaces/',
      kind: 'status',
      status: 409,
      errorCode: 4306,
      times: 2,
    })
    const part = await plan.submit(changeForm, { press: 'Build 450 items' })
    expect(part.text).toContain('448 of 450 done')
    const rest = await part.submit(changeForm, { press: 'Retry 2 remaining items' })
    expect(rest.text).toContain('2 to build')
    const done = await rest.submit(changeForm, { press: 'Build 2 items' })
    expect(done.text).toContain('2 of 2 done')
    const again = await choose(text)
    expect(again.text).toContain('450 already exist')
  }, 120_000)
})

// Seen to fail: with 256 KB for whoever is signed out (400, and nothing came back), and without the text of their file.
describe('a session that ends over a large file', () => {
  const rows = Array.from({ length: 449 }, (_, at) => `Wide campus,Hall,VAV ${at},"${'é'.repeat(500)} ${at}"`)
  const text = ['Site,Building,Controller,Description', ...rows].join('\n')

  test.each(['typed', 'chosen'])('gives its rows back after sign-in, whether they were %s', async (how) => {
    const visitor = await englishReader(product, 'amelie')
    const form = await visitor.get(href('siteImport', montcalm))
    for (const service of ['tenant', 'site'] as const)
      product.services.world.faults.inject(service, { kind: 'status', status: 401 })
    const led = await (how === 'typed'
      ? form.submit(changeForm, { fill: { rows: text } })
      : form.submit(changeForm, { files: { csv: new File([text], 'sites.csv', { type: 'text/csv' }) } }))
    product.services.world.faults.clear()
    expect(led.address).toMatch(/^\/login\?errorCode=401&returnTo=.*draft/)
    const draft = new URL(led.address, product.origin).searchParams.get('returnTo') ?? ''
    const back = await (await englishReader(product, 'amelie')).get(draft)
    expect(back.status).toBe(200)
    expect(held(back)).toBe(text)
  })
})
