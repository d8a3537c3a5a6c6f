/** What the trail shows and hands out: filters in the address, files of it, history of a place, the operator's page. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { href } from '../../app/hrefs'
import { closeStore, openStore } from '../../app/store/store.server'
import type { CheckpointLine } from '../../app/trail/checkpoint.server'
import type { ExportHead } from '../../app/trail/export.server'
import type { TrailRecord } from '../../app/trail/record'
import { recordIntents, renewLease } from '../../app/trail/trail.server'
import { seedId } from '../../services/kit/deterministic'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import { onPostgres } from '../harness/postgres'
import { inStore } from '../harness/store'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, trailOf } from './on-record'
import { verify } from './verify'

let product: Console
let amelie: Visitor
let marcus: Visitor
let tenantId: string
let campus: { tenantId: string; customerId: string; groupId: string; siteId: string }
const apply = '_stage=apply'
const hugo = () => ({ tenantId, userId: userIdOf('hugo.lapointe@boreal.example') })
const controller = seedId('device', 'montcalm-SCI-ECYVAV-1')

beforeAll(async () => {
  product = await startTestConsole()
  amelie = await englishReader(product, 'amelie')
  marcus = await englishReader(product, 'marcus')
  tenantId = tenantIdOf(product.services.world, 'boreal')
  campus = {
    tenantId,
    customerId: customerIdOf('CUS1004'),
    groupId: seedId('group', 'Montcalm campuses'),
    siteId: siteIdOf(41),
  }
  await changeRoles('admin', '=SUM(1;2) night shift')
  await changeNetwork('10.9.9.9')
  const usha = await englishReader(product, 'usha')
  await usha.post(href('userRoles', hugo()), [['level', 'tenant']])
})
afterAll(() => product.close())

async function changeRoles(tenantRole: string, reason: string): Promise<void> {
  const form = await amelie.get(href('userRoles', hugo()))
  const plan = await form.submit(changeForm, { fill: { level: 'tenant', tenantRole } })
  await plan.submit(changeForm, { press: apply, fill: { reason } })
}

async function changeNetwork(primaryDns: string): Promise<void> {
  const form = await amelie.get(href('siteNetworkSettings', campus, { device: controller }))
  const plan = await form.submit(changeForm, {
    fill: { 'primary.primaryDns': primaryDns, 'keep.primary.primaryDns': null },
  })
  await plan.submit(changeForm, { press: apply })
}

/** Each row of the list as `what · about · outcome`, the newest first. */
function rowsOf(page: Page): string[] {
  return page.root.querySelectorAll('main tbody tr').map((row) => {
    const [, , about, outcome] = row.querySelectorAll('td')
    const words = [row.querySelector('th a'), about?.querySelector('bdi'), outcome?.querySelector('span span')]
    return words.map((one) => one?.text.trim()).join(' · ')
  })
}

/** When each row was, as it says. */
function timesOf(page: Page): string[] {
  return page.root.querySelectorAll('main tbody time').map((time) => time.querySelector('span')?.text ?? '')
}

/** The day that a zone's calendars show at a moment. */
function dayIn(timeZone: string, moment = ''): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(moment))
}

const roles = 'Change roles · Hugo Lapointe · Done'
const network = 'Save network settings · VAV SCI-01 · Done'

describe('the list', () => {
  test('shows everything, the newest first', async () => {
    const page = await amelie.get(href('trail', { tenantId }))
    expect(rowsOf(page)).toEqual(['Change roles · Hugo Lapointe · Not allowed', network, roles])
  })

  test.each<[string, Record<string, string>, string[]]>([
    ['what', { mutation: 'network.save' }, [network]],
    ['how it ended', { outcome: 'done' }, [network, roles]],
    ['whom it is about', { kind: 'device', id: controller }, [network]],
    ['a site it was below', { under: siteIdOf(41) }, [network]],
    ['another site', { under: siteIdOf(1) }, []],
    ['a customer it was below', { under: customerIdOf('CUS1004') }, [network]],
    ['words in a name', { q: 'lapointe', outcome: 'done' }, [roles]],
    ['a day before', { to: '2020-01-01' }, []],
    ['nothing, when it is no filter', { outcome: 'splendid', from: 'yesterday', before: 'x' }, ['*']],
  ])('is narrowed by %s', async (_, search, expected) => {
    const page = await amelie.get(href('trail', { tenantId }, search))
    expect(page.status).toBe(200)
    if (expected[0] === '*') expect(rowsOf(page)).toHaveLength(3)
    else expect(rowsOf(page)).toEqual(expected)
  })

  test.each([
    ['2026-12-02', '2026-12-01'],
    ['2026-12-01', '2026-12-01'],
  ])('says of days that end before they begin that nothing is searched (from %s to %s)', async (from, to) => {
    const page = await amelie.get(href('trail', { tenantId }, { from, to, outcome: 'done' }))
    expect(page.status).toBe(200)
    expect(page.text).toContain(`Unknown filter: from=${from}`)
    const input = page.root.querySelector('main form.filters [name=from]')
    expect([input?.getAttribute('aria-invalid'), input?.getAttribute('value')]).toEqual(['true', from])
    expect(page.root.querySelector('main form.filters [name=to]')?.getAttribute('value')).toBe(to)
    expect(page.root.querySelector(`#${input?.getAttribute('aria-describedby')}`)?.text).toContain(
      'The start must be before the end',
    )
    expect(page.text).not.toContain('No record matches')
    expect(rowsOf(page)).toEqual([])
    expect(rowsOf(await page.follow('Clear filters'))).toHaveLength(3)
    for (const name of ['trailCsv', 'trailExport'] as const)
      expect((await amelie.raw('GET', href(name, { tenantId }, { from, to }))).status).toBe(422)
    const inOrder = await amelie.get(href('trail', { tenantId }, { from: to, to: '2126-12-02' }))
    expect(inOrder.text).not.toContain('Unknown filter')
  })

  test.each(['after', 'before'])('goes on after a record, as new and as old addresses name it (%s)', async (word) => {
    const [, second] = (await trailOf(amelie, tenantId)).filter(({ entry }) => entry === 'intent')
    const page = await amelie.get(href('trail', { tenantId }, { [word]: second?.sequence }))
    expect(page.text).not.toContain('Unknown filter')
    expect(rowsOf(page)).toEqual([roles])
    expect(rowsOf(await page.follow('First page'))).toHaveLength(3)
    const table = await (await amelie.raw('GET', href('trailCsv', { tenantId }, { [word]: second?.sequence }))).text()
    expect(table.trim().split('\r\n')).toHaveLength(2)
    const unclear = await amelie.get(href('trail', { tenantId }, { [word]: 'made-up' }))
    expect(unclear.text).toContain(`Unknown filter: ${word}=made-up`)
  })

  test('of one person or one thing is a link away, says so, and leads back to everything', async () => {
    const all = await amelie.get(href('trail', { tenantId }, { outcome: 'done' }))
    const hers = await all.follow('Amélie Tremblay')
    expect(hers.text).toContain('Only what Amélie Tremblay did')
    expect(rowsOf(hers)).toEqual([network, roles])
    const whole = await hers.follow('Everything')
    expect(rowsOf(whole)).toHaveLength(3)
    const site = await amelie.get(href('site', campus))
    const history = await site.follow('History')
    expect(history.address).toContain(`kind=site&id=${siteIdOf(41)}`)
    expect(rowsOf(history)).toEqual([])
    expect(rowsOf(await history.follow('Include everything below it'))).toEqual([network])
  })

  test('is not handed out where it may not be, and its people see their customers only', async () => {
    const [usha, claire] = [await englishReader(product, 'usha'), await englishReader(product, 'claire')]
    expect((await usha.get(href('trail', { tenantId }))).status).toBe(403)
    const hers = await claire.get(href('trail', { tenantId }))
    expect([hers.status, rowsOf(hers)]).toEqual([200, []])
    expect(hers.text).not.toContain('Export')
    for (const name of ['trailCsv', 'trailExport'] as const)
      expect((await claire.get(href(name, { tenantId }))).status).toBe(403)
  })

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'shows times and takes days in the reader’s own zone (%s), and its address means the same to another reader',
    async (zone) => {
      const reader = await englishReader(product, 'marcus')
      await reader.get(href('profile', {}, { tz: zone }))
      const list = await reader.get(href('trail', { tenantId }, { mutation: 'network.save' }))
      const [day = ''] = timesOf(list)[0]?.split(' ') ?? []
      expect(day).toBe(dayIn(zone, list.root.querySelector('tbody time')?.getAttribute('datetime')))
      const filters = 'main form.filters'
      expect(list.root.querySelector(filters)?.text).toContain(`From (${zone.replaceAll('_', ' ')})`)
      const found = await list.submit(filters, { fill: { from: day } })
      expect(new URL(found.address, product.origin).searchParams.get('zone')).toBe(zone)
      expect(rowsOf(found)).toEqual([network])
      expect(rowsOf(await list.submit(filters, { fill: { to: day } }))).toEqual([])

      const other = await englishReader(product, 'amelie')
      const same = await other.get(found.address)
      expect([rowsOf(same), timesOf(same)]).toEqual([[network], timesOf(found)])
      const table = await (await other.raw('GET', found.address.replace('/trail?', '/trail/csv?'))).text()
      expect(table.trim().split('\r\n')).toHaveLength(2)
      expect(table).toContain('When (UTC)')
    },
  )

  test('speaks of UTC where nobody told of a zone, and takes days without a zone for days of UTC', async () => {
    const page = await amelie.get(href('trail', { tenantId }))
    expect(timesOf(page)[0]).toMatch(/ UTC$/)
    expect(page.text).toContain('Days and times on this page are those of UTC')
    amelie.setCookie('tz', 'Pacific/Kiritimati')
    const days = await amelie.get(href('trail', { tenantId }, { from: '2026-01-01' }))
    amelie.setCookie('tz', '')
    expect(days.root.querySelector('main form.filters input[name=zone]')?.getAttribute('value')).toBe('UTC')
    expect(days.root.querySelector('tbody time')?.text).toMatch(/ UTC.*your time/)
  })

  test('speaks French', async () => {
    amelie.setCookie('lng', 'fr')
    const page = await amelie.get(href('trail', { tenantId }, { kind: 'site', id: siteIdOf(41) }))
    amelie.setCookie('lng', 'en')
    expect(page.text).toContain('Registre')
    expect(page.text).toContain('Et tout ce qui se trouve au-dessous')
    expect(page.text).not.toMatch(/main[.:]/)
  })
})

test.each(['tenant', 'customer', 'group', 'site', 'building', 'space', 'device', 'user'] as const)(
  'a %s shows its history to whoever may read the trail, and to nobody else',
  async (kind) => {
    const place = await amelie.get(href('deviceById', { tenantId, deviceId: controller }))
    const [, buildingId = '', spaceId = ''] = place.address.match(/buildings\/([^/]+)\/spaces\/([^/]+)/) ?? []
    const at = { ...campus, ...hugo(), buildingId, spaceId, deviceId: controller }
    const page = await amelie.get(href(kind, at))
    const link = page.root.querySelectorAll('a').find((one) => one.text.trim() === 'History')
    expect(link?.getAttribute('href')).toContain(`/trail?kind=${kind}&id=`)
    const usha = await englishReader(product, 'usha')
    const hers = await usha.get(href(kind, at))
    expect(hers.root.querySelectorAll('a').filter((one) => one.text.trim() === 'History')).toEqual([])
  },
)

describe('a file of the trail', () => {
  test('as a table has one line a record, with formulas made harmless', async () => {
    const answer = await amelie.raw('GET', href('trailCsv', { tenantId }, { outcome: 'done' }))
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const table = await answer.text()
    const lines = table.trim().split('\r\n')
    expect(lines[0]).toContain('Record,When (UTC),Ended (UTC),Who')
    expect(lines).toHaveLength(3)
    expect(lines[2]).toContain(`'=SUM(1;2) night shift`)
    expect(lines[1]).toContain('Primary: Primary DNS server: ')
    expect(lines[1]).toContain('→ 10.9.9.9')
  })

  test('of a part holds the matching records with their endings, and verifies record by record', async () => {
    const answer = await amelie.raw('GET', href('trailExport', { tenantId }, { mutation: 'network.save' }))
    const lines = (await answer.text()).trim().split('\n')
    const [head, intent, ending, ...more] = lines.map((line) => JSON.parse(line)) as [ExportHead, ...TrailRecord[]]
    expect(more).toEqual([])
    expect(head).toMatchObject({ type: 'trail', isWhole: false, tenantId })
    expect([intent?.entry, ending?.entry, ending?.intentSequence]).toEqual(['intent', 'outcome', intent?.sequence])
    const file = join(product.dataDir, 'part.jsonl')
    writeFileSync(file, lines.join('\n'))
    expect(await verify(product, file)).toMatchObject({
      status: 3,
      stdout: expect.stringContaining('UNSIGNED, a part of a trail'),
    })
    writeFileSync(file, lines.join('\n').replace('10.9.9.9', '10.9.9.8'))
    expect(await verify(product, file)).toMatchObject({ status: 1, stdout: expect.stringContaining('(hash)') })
  }, 30_000)
})

/** Sets a column of one record behind the console's back, and answers what was there. */
async function tamper(column: 'reason' | 'address', sequence: number, value: string | null): Promise<string | null> {
  return inStore(product, async (db) => {
    const at = db.selectFrom('trail').select(column).where('tenant_id', '=', tenantId).where('sequence', '=', sequence)
    const was = await at.executeTakeFirstOrThrow()
    await db
      .updateTable('trail')
      .set({ [column]: value })
      .where('tenant_id', '=', tenantId)
      .where('sequence', '=', sequence)
      .execute()
    return (was as Record<string, string | null>)[column] ?? null
  })
}

describe('a signed checkpoint', () => {
  test('is in the folder, in the log and in the export, and a trail that was cut or rewritten no longer fits it', async () => {
    await product.stop()
    const file = join(product.dataDir, 'checkpoints.jsonl')
    expect(existsSync(file)).toBe(true)
    const kept = readFileSync(file, 'utf8').trim().split('\n')
    const last = JSON.parse(kept.at(-1) ?? '') as CheckpointLine
    expect(product.log()).toContain(kept.at(-1))
    await product.start()
    const records = await trailOf(amelie, tenantId)
    expect(last).toMatchObject({ type: 'checkpoint', sequence: records.length, hash: records.at(-1)?.hash })
    const whole = await (await amelie.raw('GET', href('trailExport', { tenantId }))).text()
    expect(whole).toContain(last.signature)

    const copy = join(product.dataDir, 'trail.jsonl')
    writeFileSync(copy, whole)
    expect(await verify(product, copy)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`signed up to record ${records.length}`),
    })
    const cut = whole.split('\n').filter((line) => !line.includes(records.at(-1)?.hash ?? '-'))
    writeFileSync(copy, cut.join('\n'))
    expect(await verify(product, copy, '--checkpoints', file)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(`BROKEN at record ${records.length} (tail)`),
    })
  }, 60_000)

  test('is not made for a chain that is broken, and the log says so', async () => {
    await product.stop()
    const before = readFileSync(join(product.dataDir, 'checkpoints.jsonl'), 'utf8')
    await product.start()
    await changeRoles('user', 'Back to days')
    const sequence = (await trailOf(amelie, tenantId)).length
    const was = await tamper('reason', sequence, 'Never said')
    await product.stop()
    expect(readFileSync(join(product.dataDir, 'checkpoints.jsonl'), 'utf8')).toBe(before)
    expect(product.log()).toContain(`is broken at record ${sequence} (hash)`)
    await tamper('reason', sequence, was)
    await product.start()
  }, 60_000)

  test('is not carried on from a checkpoint that nobody signed', async () => {
    await product.stop()
    const before = readFileSync(join(product.dataDir, 'checkpoints.jsonl'), 'utf8')
    const lines = before
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as CheckpointLine)
    const last = lines.filter((line) => line.tenantId === tenantId).at(-1) as CheckpointLine
    const sign = (signature: string) =>
      inStore(product, async (db) => {
        await db.updateTable('checkpoint').set({ signature }).where('hash', '=', last.hash).execute()
      })
    await sign(Buffer.alloc(64).toString('base64'))
    await product.start()
    await changeRoles('admin', 'Night shift again')
    await product.stop()
    expect(readFileSync(join(product.dataDir, 'checkpoints.jsonl'), 'utf8')).toBe(before)
    expect(product.log()).toContain(`is broken at record ${last.sequence} (signature)`)
    await sign(last.signature)
    await product.start()
  }, 60_000)
})

describe('the operator’s page', () => {
  const operator = (search = {}) => href('operator', {}, search)

  test('is a super-admin’s alone', async () => {
    expect((await marcus.get(operator())).status).toBe(200)
    for (const login of ['amelie', 'usha', 'nadia']) {
      const visitor = await englishReader(product, login)
      expect([login, (await visitor.get(operator())).status]).toEqual([login, 403])
    }
  })

  test('shows each chain, what signs it and where it is kept, and no secret', async () => {
    const page = await marcus.get(operator())
    const head = (await trailOf(amelie, tenantId)).at(-1)
    expect(page.text).toMatch(/Boréal Facilities \d/)
    expect(page.html).toContain(head?.hash)
    expect(page.text).toContain(product.databaseUrl ? 'PostgreSQL' : 'Embedded (SQLite)')
    const pem = readFileSync(join(product.dataDir, 'trail-signing-key.pem'), 'utf8')
    expect(page.html).not.toContain(pem.split('\n')[1])
    expect((await (await marcus.get(href('tenant', { tenantId }))).follow('Operator')).status).toBe(200)
  })

  test('walks a chain when asked, says that it is whole, or names the first record that is not', async () => {
    const whole = await marcus.get(operator({ verify: tenantId }))
    expect(whole.text).toContain('The trail of Boréal Facilities is intact.')
    const was = await tamper('address', 2, '192.0.2.1')
    const broken = await marcus.get(operator({ verify: tenantId }))
    await tamper('address', 2, was)
    expect(broken.text).toContain('The trail of Boréal Facilities is broken at record 2.')
    expect(broken.text).toContain('The record does not match its hash.')
    expect((await broken.follow('Record 2')).status).toBe(200)
    expect((await marcus.get(operator({ verify: 'nothing' }))).status).toBe(200)
  })

  test.runIf(onPostgres)('warns of a standby that may lack what was acknowledged, while it is connected', async () => {
    const warning = 'Replication to standby-laval is not synchronous.'
    expect((await marcus.get(operator())).text).not.toContain('not synchronous')
    const standby = new Client({
      connectionString: `${product.databaseUrl}&replication=true&application_name=standby-laval`,
    })
    await standby.connect()
    const { rows } = await standby.query('IDENTIFY_SYSTEM')
    const streamed = standby.query(`START_REPLICATION PHYSICAL ${rows[0].xlogpos}`).catch(() => undefined)
    const shows = async () => (await marcus.get(operator())).text
    await vi.waitFor(async () => expect(await shows()).toContain(warning), { timeout: 10_000, interval: 100 })
    await standby.end()
    await streamed
    await vi.waitFor(async () => expect(await shows()).not.toContain(warning), { timeout: 10_000, interval: 100 })
  })
})

// A search is cut when its first stretch takes long: here because somebody holds the table.
test.runIf(onPostgres)(
  'a search that was cut says so, and is gone on with by its button',
  async () => {
    const elsewhere = tenantIdOf(product.services.world, 'lakeshore')
    await openStore(product)
    await renewLease()
    const deed = {
      ...{ tenantId: elsewhere, customerId: null, changeId: 'many', requestId: 'many', mutation: 'user.edit' },
      actor: { id: 'one', issuer: 'one', subject: 'one', name: 'Somebody', role: 'admin' },
      ...{ reason: null, address: '', userAgent: '' },
    }
    const about = (id: string, name: string) => ({ subject: { kind: 'user', id, name }, before: null, after: null })
    await recordIntents(deed, [
      about('needle', 'The one looked for'),
      ...Array.from({ length: 5_500 }, (_, at) => about(`hay-${at}`, `Somebody else ${at}`)),
    ])
    await closeStore()

    const asked = href('trail', { tenantId: elsewhere }, { kind: 'user', id: 'needle' })
    const cut = await inStore(product, (db) =>
      db.transaction().execute(async (trx) => {
        await sql`lock table trail in access exclusive mode`.execute(trx)
        const page = marcus.get(asked)
        const waiting = sql<{ is: boolean }>`select exists (select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%from "trail" as "t"%'
          and clock_timestamp() - query_start > interval '400 ms') as is`
        const isWaiting = async () => {
          await sql`select pg_stat_clear_snapshot()`.execute(trx)
          expect((await waiting.execute(trx)).rows).toEqual([{ is: true }])
        }
        await vi.waitFor(isWaiting, { timeout: 10_000, interval: 50 })
        return { page }
      }),
    )
    const page = await cut.page
    expect(page.text).toContain('Nothing found so far.')
    expect(page.text).toContain('Older records have not been searched yet.')
    // A slow machine may need it twice: each time at least 2,000 of the 3,501 records left are looked through.
    let rest = await page.follow('Continue search')
    if (!rest.text.includes('The one looked for')) rest = await rest.follow('Continue search')
    expect(rest.text).toContain('The one looked for')
    expect(rest.text).not.toContain('Continue search')
  },
  60_000,
)

describe('what was done together', () => {
  const others = [2, 3].map((number) => seedId('device', `montcalm-SCI-ECYVAV-${number}`))
  const grouped = 'Save network settings · 2 controllers of Campus Montcalm · 2 done'
  const cellsOf = (page: Page) =>
    page.root
      .querySelectorAll('main tbody tr:first-child > *')
      .map((cell) => cell.structuredText.replace(/\s+/g, ' ').trim())

  beforeAll(async () => {
    const address = `${href('siteNetworkSettings', campus)}?${others.map((id) => `device=${id}`).join('&')}`
    const form = await amelie.get(address)
    const plan = await form.submit(changeForm, {
      fill: { 'primary.primaryDns': '10.8.8.8', 'keep.primary.primaryDns': null },
    })
    await plan.submit(changeForm, { press: apply })
  })

  test('is one row, which says what changed from what to what, and leads to all of it', async () => {
    const page = await amelie.get(href('trail', { tenantId }))
    expect(rowsOf(page).filter((row) => row.startsWith('Save network settings'))).toEqual([grouped, network])
    expect(cellsOf(page)[2]).toMatch(/^Save network settings .*Primary DNS server .* → becomes 10\.8\.8\.8$/)
    const change = await page.follow('Save network settings')
    expect(change.address).toContain('/changes/')
    expect(change.text).toContain('2 of 2')
    const table = await (await amelie.raw('GET', href('trailCsv', { tenantId }))).text()
    const records = (await trailOf(amelie, tenantId)).filter(({ entry }) => entry !== 'outcome')
    expect(table.trim().split('\r\n')).toHaveLength(1 + records.length)
  })

  test('is narrowed to the one thing whose history it is, and stands where a search found one of it', async () => {
    const history = await amelie.get(href('trail', { tenantId }, { kind: 'device', id: others[0] }))
    expect(rowsOf(history)).toEqual(['Save network settings · VAV SCI-02 · Done'])
    expect((await history.follow('Save network settings')).address).toMatch(/\/trail\/\d+$/)
    expect(rowsOf(await amelie.get(href('trail', { tenantId }, { q: 'SCI-03' })))).toEqual([grouped])
  })

  test.each([{}, { q: 'SCI-0' }])('is on one page only (%j)', async (search) => {
    const records = (await trailOf(amelie, tenantId)).filter(({ entry, mutation }) => {
      return entry === 'intent' && mutation === 'network.save'
    })
    const newest = records.at(-1)?.sequence
    expect(rowsOf(await amelie.get(href('trail', { tenantId }, { ...search, after: newest })))).not.toContain(grouped)
    expect(rowsOf(await amelie.get(href('trail', { tenantId }, { ...search, after: (newest ?? 0) + 1 })))[0]).toBe(
      grouped,
    )
  })
})
