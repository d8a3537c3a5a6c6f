/** Files that come with a form: taken in from those who may, bounded, kept for the next try (domain §15, design §7). */
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, summaryOf, watch } from './on-record'

let product: Console
let amelie: Visitor
let builder: string

const spaceId = seedId('space', '41-1-1')

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  const montcalm = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const campus = { ...montcalm, groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(41) }
  builder = href('devicesBuilder', campus)
})
afterAll(() => product.close())
afterEach(() => product.services.world.faults.clear())

const csv = (text: string | Uint8Array<ArrayBuffer>, name = 'controllers.csv') =>
  new File([text], name, { type: 'text/csv' })
const choose = (page: Page, file: File, fill: Record<string, string> = {}) =>
  page.submit(changeForm, { files: { file }, fill })
const devicesHere = async (): Promise<{ name: string; hostId: string | null }[]> =>
  (await product.services.call('site', `GET /spaces/${spaceId}/devices`, { as: 'amelie' })).body
const keptFiles = (): Promise<string[]> => readdir(join(product.dataDir, 'uploads')).catch(() => [])

/** The path of the space the rows go to, as the file writes it. */
async function spacePath(): Promise<string> {
  const { body } = await product.services.call('site', `GET /spaces/${spaceId}`, { as: 'amelie' })
  const names = (body.path as { name: string; type: string }[])
    .filter(({ type }) => type === 'building' || type === 'space')
    .map(({ name }) => name)
  return [...names, body.name].join(' / ')
}

describe('a file of controllers', () => {
  test('adds every row of it in one post, and the trail says which file it was', async () => {
    const seen = await watch(product, amelie)
    const path = await spacePath()
    const text = `name,model,space,hostId,$zone\nUP-1,ECYVAV,${path},,North\nUP-2,ECYVAV,${path},,South\n`
    const done = await choose(await amelie.get(builder), csv(text), { reason: 'Second floor' })
    expect(done.status).toBe(200)
    expect(done.text).toContain('UP-1')
    expect((await devicesHere()).map(({ name }) => name)).toEqual(expect.arrayContaining(['UP-1', 'UP-2']))
    const records = await seen.records()
    expect(records.map(({ entry, outcome }) => `${entry} ${outcome}`)).toEqual(['intent pending', 'outcome done'])
    expect(records[0]).toMatchObject({
      mutation: 'device.upload',
      reason: 'Second floor',
      subject: { kind: 'site', id: siteIdOf(41) },
      after: { file: 'controllers.csv', size: String(Buffer.byteLength(text)) },
    })
    expect(records[1]?.detail).toMatchObject({ created: 2 })
    expect(await keptFiles()).toEqual([])
  })

  test('is told row by row where it cannot be used, adds nothing, and is sent again without being chosen again', async () => {
    const path = await spacePath()
    const before = (await devicesHere()).length
    const text = `name,model,space\nUP-3,ECYVAV,${path}\n,ECYVAV,${path}\nUP-4,NO-SUCH,${path}\nUP-5,ECYVAV,Nowhere / At all\n`
    const refused = await choose(await amelie.get(builder), csv(text, 'trois.csv'), { reason: 'Typed once' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('3 rows cannot be used. Nothing was added.')
    expect(refused.text).toMatch(/Row 3 name:.*Row 4 \w+:.*Row 5 space: There is no such building or space/)
    expect(refused.root.querySelector('textarea')?.text).toBe('Typed once')
    expect(refused.text).toContain('trois.csv')
    const again = await refused.submit(changeForm)
    expect(again.text).toContain('3 rows cannot be used')
    expect((await devicesHere()).length).toBe(before)
    expect(await keptFiles()).toHaveLength(1)
  })

  test('sent twice at once adds its rows once, and both answers lead to the same place', async () => {
    const page = await amelie.get(builder)
    const path = await spacePath()
    const file = csv(`name,model,space\nTWICE-1,ECYVAV,${path}\n`)
    const both = await Promise.all([choose(page, file), choose(page, file)])
    expect(both[0].address).toBe(both[1].address)
    expect((await devicesHere()).filter(({ name }) => name.startsWith('TWICE-'))).toHaveLength(1)
  })

  test('that was kept is sent once, however often its form is sent', async () => {
    const path = await spacePath()
    const name = 'ONCE-1'
    product.services.world.faults.inject('site', {
      match: 'PUT /devices/assets/builder',
      kind: 'status',
      status: 503,
      errorCode: 5003,
    })
    const down = await choose(await amelie.get(builder), csv(`name,space\n${name},${path}\n`))
    product.services.world.faults.clear()
    const first = await down.submit(changeForm)
    const again = await down.submit(changeForm)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.address).toBe(first.address)
    expect((await devicesHere()).filter((device) => device.name === name)).toHaveLength(1)
  })

  test('whose sender goes away in the middle leaves nothing behind', async () => {
    const arriving = async () => (await keptFiles()).filter((name) => name.endsWith('.part')).length
    const head =
      '--b\r\ncontent-disposition: form-data; name="file"; filename="cut.csv"\r\n\r\nname,space\n' +
      'a,b\n'.repeat(50_000)
    const { port } = new URL(product.origin)
    const socket = connect(Number(port), '127.0.0.1')
    const headers = {
      host: new URL(product.origin).host,
      origin: product.origin,
      'sec-fetch-site': 'same-origin',
      cookie: amelie.cookieHeader(),
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': '9000000',
    }
    const lines = Object.entries(headers).map((line) => line.join(': '))
    socket.write(`POST ${builder} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${head}`)
    await expect.poll(arriving).toBe(1)
    socket.destroy()
    await expect.poll(arriving, { timeout: 10_000 }).toBe(0)
  })

  test('waits, with everything typed, while the service is down', async () => {
    const path = await spacePath()
    product.services.world.faults.inject('site', {
      match: 'PUT /devices/assets/builder',
      kind: 'status',
      status: 503,
      errorCode: 5003,
    })
    const down = await choose(await amelie.get(builder), csv(`name,space\nLATER-1,${path}\n`), { reason: 'Soon' })
    product.services.world.faults.clear()
    expect(down.status).toBe(503)
    const done = await down.submit(changeForm)
    expect(done.status).toBe(200)
    expect((await devicesHere()).map(({ name }) => name)).toContain('LATER-1')
  })
})

describe('a file that cannot be used', () => {
  const told = (page: Page) => summaryOf(page).map(({ text, field }) => `${field}: ${text}`)

  test.each([
    ['nothing chosen', new File([], ''), 'file: Choose a file'],
    ['of another kind', csv('MZ\u0000', 'setup.exe'), 'file: Choose a .csv or a .json file'],
    ['not UTF-8', csv(new Uint8Array([0x6e, 0xff, 0xfe, 0x0a])), 'file: Save this file as UTF-8'],
    ['empty', csv(''), 'file: This file needs a row of column names with a name among them, or a list of controllers'],
    ['only titles', csv('name,space\n'), 'file: There are no controllers in this file'],
    ['too many rows', csv(`name,space\n${'a,b\n'.repeat(1_001)}`), 'file: Use at most 1,000 rows'],
    [
      'a row without end',
      csv(`name\n${'x'.repeat(5_000_000)}`),
      'file: A row of this file is longer than 100,000 characters',
    ],
    [
      'an archive by another name',
      csv('PK\u0003\u0004\u0014', 'bomb.csv'),
      'file: This file needs a row of column names with a name among them, or a list of controllers',
    ],
    [
      'a name that climbs',
      csv('name,space\n', '../../../etc/passwd.csv'),
      'file: There are no controllers in this file',
    ],
  ])('%s: says so, keeps the reason', async (_, file, problem) => {
    const page = await choose(await amelie.get(builder), file, { reason: 'Kept' })
    expect(page.status).toBe(422)
    expect(told(page)).toEqual([problem])
    expect(page.root.querySelector('textarea')?.text).toBe('Kept')
  })

  test('without end is refused once it is too large, and nothing of it is kept', async () => {
    const before = await keptFiles()
    const boundary = 'x-boundary'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="reason"\r\n\r\nKept\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="big.csv"\r\ncontent-type: text/csv\r\n\r\n`
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
      pull(controller) {
        sent += 65_536
        if (sent > 400 * 1024 * 1024) controller.close()
        else controller.enqueue(new Uint8Array(65_536).fill(97))
      },
    })
    // As a browser keeps its connection, so that the answer comes while it still sends.
    const answer = await amelie.raw('POST', builder, {
      body,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, connection: 'keep-alive' },
    })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(html).toContain('Choose a file of at most 200 MB')
    expect(html).toContain('Kept')
    expect(sent).toBeLessThan(300 * 1024 * 1024)
    expect((await keptFiles()).filter((name) => !before.includes(name))).toEqual([])
  })

  test('is said in French, too', async () => {
    const french = await product.signedIn('amelie')
    const page = await choose(await french.get(builder), csv('x', 'plan.pdf'))
    expect(page.root.getAttribute('lang') ?? page.html).toContain('fr')
    expect(told(page)).toEqual(['file: Choisissez un fichier .csv ou .json'])
  })
})

describe('who may not', () => {
  test('is refused and recorded without the file being kept', async () => {
    const usha = await englishReader(product, 'usha')
    const seen = await watch(product, amelie)
    const page = await usha.post(builder, [['reason', 'x']], [['file', csv('name,space\n')]])
    expect(page.status).toBe(403)
    expect(await seen.outcomes()).toEqual(['refusal denied'])
    expect((await usha.get(builder)).status).toBe(403)
  })

  test('a form with a file is let in nowhere else', async () => {
    const page = await amelie.post(
      builder.replace('/devices/builder', '/settings'),
      [['name', 'x']],
      [['file', csv('x')]],
    )
    expect(page.status).toBe(415)
  })

  test('a session that ended gets its form back after sign-in, and is asked for the file again', async () => {
    const visitor = await englishReader(product, 'amelie')
    const page = await visitor.get(builder)
    product.services.world.faults.inject('site', { kind: 'status', status: 401 })
    const led = await choose(page, csv('name,space\n'), { reason: 'Do not lose me' })
    expect(led.address).toMatch(/^\/login\?errorCode=401&returnTo=.*draft/)
    product.services.world.faults.clear()
    const draft = new URL(led.address, product.origin).searchParams.get('returnTo') ?? ''
    const back = await (await product.signedIn('amelie')).get(draft)
    expect(back.root.querySelector('textarea')?.text).toBe('Do not lose me')
  })

  test.each(['', '--', 'multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=b'])(
    'a post of type "%s" that is no such form is a refusal, not an error',
    async (type) => {
      const answer = await amelie.raw('POST', builder, { body: '--c\r\nnonsense', headers: { 'content-type': type } })
      expect([400, 415]).toContain(answer.status)
    },
  )

  test('somebody who is not signed in sends a file to nobody, whatever they call it', async () => {
    const stranger = product.visitor()
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      start: (controller) =>
        controller.enqueue(
          new TextEncoder().encode('--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'),
        ),
      pull(controller) {
        sent += 65_536
        if (sent > 100 * 1024 * 1024) controller.close()
        else controller.enqueue(new Uint8Array(65_536).fill(97))
      },
    })
    const headers = { 'content-type': 'Multipart/Form-Data; boundary=b' }
    const answer = await stranger.raw('POST', builder, { body, headers })
    expect([302, 303, 401]).toContain(answer.status)
    expect(await keptFiles()).not.toContainEqual(expect.stringMatching(/part$/))
  })

  test('names that every object has, thousands of fields and a cut off body are refused', async () => {
    const part = (name: string, value = 'x') =>
      `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const bodies = [
      `${part('__proto__[x]')}--b--`,
      `${part('a').repeat(2_001)}--b--`,
      part('a'),
      `${part('a', 'x'.repeat(3 * 1024 * 1024))}--b--`,
    ]
    for (const body of bodies) {
      const answer = await amelie.raw('POST', builder, {
        body,
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      })
      expect(answer.status).toBe(400)
      await answer.arrayBuffer()
    }
  })
})

describe('what one person keeps', () => {
  const text = 'name,model,space\nUP,ECYVAV,Nowhere\n'
  const keptIn = async (siteId: string) => {
    const page = await amelie.get(builder)
    const address = builder.replace(siteIdOf(41), siteId)
    const body = new FormData()
    for (const input of page.root.querySelectorAll(`${changeForm} input[type=hidden]`))
      body.append(input.getAttribute('name') ?? '', input.getAttribute('value') ?? '')
    body.append('file', csv(text))
    return amelie.raw('POST', address, { body })
  }

  test('is four files in all, whatever their forms are about', async () => {
    for (const number of [41, 42, 43, 1, 2, 3]) expect((await keptIn(siteIdOf(number))).status).toBeLessThan(500)
    expect((await keptFiles()).length).toBeLessThanOrEqual(4)
  })

  test('is nothing where the form is about a place that is not there', async () => {
    const before = await keptFiles()
    for (let number = 0; number < 3; number += 1) expect((await keptIn(`made-up-${number}`)).status).toBe(409)
    expect((await keptFiles()).filter((name) => !before.includes(name))).toEqual([])
  })
})
