/** Faults of every place, one fault to its end, and its trends: journey 10, through the door (domain §2). */
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { faultIdOf, recordOccurrence } from '../../services/operations/faults/fault-records'
import { ruleOf } from '../../services/operations/rules/rule-catalogue'
import { readRuleEquipment } from '../../services/operations/units'
import { equipmentIdOf } from '../../services/seed/fleet-equipment'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, summaryOf, trailOf, watch } from './on-record'

let product: Console
let amelie: Visitor
let claire: Visitor
let montcalm: { tenantId: string; customerId: string }
let laurier: { tenantId: string; customerId: string }

/** Of Montcalm: resolved six days ago, and back. */
const returned = faultIdOf(equipmentIdOf('VAV DRO-04'), 'g36-vav-lowflow')
/** Of Montcalm: still there. */
const belt = faultIdOf(equipmentIdOf('AHU ART-01'), 'g36-ahu-fc1')
/** Of Montcalm: over since yesterday. */
const over = faultIdOf(equipmentIdOf('AHU GEN-01'), 'g36-ahu-fc8')

const rows = (page: Page) =>
  page.root.querySelectorAll('main .choices tbody tr').map((row) => row.structuredText.replace(/\s+/g, ' ').trim())
const rowIds = (page: Page) =>
  page.root.querySelectorAll('main .choices tbody input[name]').map((box) => box.getAttribute('value') ?? '')
const list = (search = {}) => amelie.get(href('customerFaults', montcalm, search))
const faultAt = (faultId: string) => href('fault', { ...montcalm, faultId })

beforeAll(async () => {
  product = await startTestConsole()
  ;[amelie, claire] = (await Promise.all(['amelie', 'claire'].map((login) => englishReader(product, login)))) as [
    Visitor,
    Visitor,
  ]
  const tenantId = tenantIdOf(product.services.world, 'boreal')
  montcalm = { tenantId, customerId: customerIdOf('CUS1004') }
  laurier = { tenantId, customerId: customerIdOf('CUS1001') }
})
afterAll(() => product.close())
afterEach(() => product.services.control('DELETE /services/operations/inject'))

describe('the list of faults', () => {
  test('has those of the customer that hold now, each with its page, and says which came back', async () => {
    const page = await list()
    expect(page.status).toBe(200)
    expect(page.text).toContain('12 faults')
    expect(rows(page)).toHaveLength(12)
    expect(rows(page).filter((row) => row.includes('Recurred'))).toEqual([expect.stringContaining('VAV DRO-04')])
    expect(page.root.querySelector(`main a[href="${faultAt(returned)}"]`)?.text).toBe('Low airflow')
    expect(rows(await amelie.get(href('customerFaults', laurier)))).toEqual(
      expect.not.arrayContaining([expect.stringContaining('VAV DRO-04')]),
    )
  })

  test('is narrowed to those that came back, to which the overview leads, also where a backend knows no such filter', async () => {
    const back = await list({ status: 'returned' })
    expect(rows(back)).toEqual([expect.stringContaining('VAV DRO-04')])
    const home = await amelie.get(href('customer', montcalm))
    const link = home.root.querySelector(`main a[href="${href('customerFaults', montcalm, { status: 'returned' })}"]`)
    expect(link?.text).toContain('1 recurred fault')
    const attention = home.root.querySelectorAll('main tbody tr').map((row) => row.structuredText)
    expect(attention.filter((row) => row.includes('Recurred'))).toEqual([expect.stringContaining('VAV DRO-04')])
    const active = await product.services.call('operations', 'POST /faults', {
      as: 'amelie',
      headers: { 'x-customer-id': montcalm.customerId },
      body: { pageSize: 200 },
    })
    await product.services.control('POST /services/operations/inject', {
      match: 'POST /faults',
      kind: 'answer',
      status: 200,
      body: JSON.stringify(active.body),
    })
    expect(rows(await list({ status: 'returned' }))).toEqual([expect.stringContaining('VAV DRO-04')])
  })

  test('is narrowed by state, severity, category, rule, type and words, in the address', async () => {
    const counts = await Promise.all(
      [
        { status: 'resolved' },
        { category: 'sensor' },
        { rule: 'g36-vav-lowflow' },
        { equipmentType: 'Fan_Coil_Unit' },
        { q: 'MED' },
        { severity: 'high' },
      ].map(async (search) => rows(await list(search)).length),
    )
    expect(counts.slice(2, 5)).toEqual([1, 2, 3])
    expect(counts[0]).toBe(0)
    expect(counts[1]).toBeLessThan(12)
  })

  test('has views that everybody is offered, each with how many it leaves, but where no call counts them', async () => {
    const tabsOf = (page: Page) =>
      page.root
        .querySelectorAll('.views li a')
        .map((link) => [link.structuredText.replace(/\s+/g, ' ').trim(), link.getAttribute('href') ?? ''] as const)
    const tabs = tabsOf(await list())
    expect(tabs.map(([words]) => words.replace(/ \d+$/, ''))).toEqual(['All', 'Recurred', 'High severity', 'Resolved'])
    for (const [words, to] of tabs) {
      const narrowed = rows(await amelie.get(to))
      expect([words, narrowed.length]).toEqual([words, Number(/\d+$/.exec(words)?.[0])])
    }
    const building = { ...montcalm, groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(41) }
    const below = await amelie.get(href('buildingFaults', { ...building, buildingId: seedId('building', '41-1') }))
    expect(tabsOf(below).map(([words]) => words)).toEqual([
      expect.stringMatching(/^All \d+$/),
      ...['Recurred', 'High severity', 'Resolved'],
    ])
  })

  test('offers each choice with how many there are, whatever else of its kind is chosen', async () => {
    const page = await list({ category: 'comfort' })
    const options = (name: string) =>
      page.root.querySelectorAll(`main .several label:has([name=${name}])`).map(({ text }) => text)
    const all = await Promise.all(
      ['energy', 'comfort', 'equipment', 'sensor'].map(async (category) => rows(await list({ category })).length),
    )
    expect(options('category').map((text) => Number(/\((\d+)\)/.exec(text)?.[1]))).toEqual(all)
    expect(options('severity').join()).toContain(
      `Medium (${rows(await list({ category: 'comfort', severity: 'medium' })).length})`,
    )
  })

  test('counts by type of equipment, each number a link to exactly those', async () => {
    const page = await list()
    const links = page.root.querySelectorAll('main a[href*="equipmentType="]')
    expect(links.length).toBeGreaterThan(2)
    for (const link of links) {
      const row = link.closest('tr')?.querySelectorAll('td')
      const count = Number(row?.[row.length - 1]?.text)
      expect(rows(await amelie.get(link.getAttribute('href') ?? ''))).toHaveLength(count)
    }
  })

  test.each(['group', 'site', 'building', 'space', 'device'] as const)(
    'stands at a %s with the faults of that place',
    async (level) => {
      const { body } = await product.services.call('operations', 'POST /faults', {
        as: 'marcus',
        body: { equipmentIds: [equipmentIdOf('VAV DRO-04')] },
      })
      const [fault] = body.data
      const node = (type: string) => fault.path.findLast((one: { type: string }) => one.type === type)?.id
      const at = {
        ...montcalm,
        groupId: node('group') ?? 'none',
        siteId: fault.siteId,
        buildingId: node('building'),
        spaceId: node('space'),
        deviceId: fault.deviceId,
      }
      const page = await amelie.get(href(`${level}Faults`, at))
      expect(page.status).toBe(200)
      const found = rows(page)
      expect(found).toEqual(expect.arrayContaining([expect.stringContaining('VAV DRO-04')]))
      expect(found.length).toBeLessThanOrEqual(12)
      if (level === 'space' || level === 'device') expect(found).toHaveLength(1)
    },
  )

  test('is a file with the same rows', async () => {
    const file = await amelie.raw('GET', href('customerFaultsCsv', montcalm, { category: 'comfort' }))
    const lines = (await file.text()).trim().split('\r\n')
    expect(file.headers.get('content-type')).toContain('text/csv')
    expect(lines).toHaveLength(rows(await list({ category: 'comfort' })).length + 1)
  })

  test('is a file that says at its end where not all of them could be looked through', async () => {
    const { body } = await product.services.call('operations', 'POST /faults', {
      as: 'marcus',
      body: { equipmentIds: [equipmentIdOf('VAV DRO-04')] },
    })
    const building = body.data[0].path.findLast((one: { type: string }) => one.type === 'building').id
    const address = href('customerFaultsCsv', montcalm, { buildingId: building })
    const whole = await (await amelie.raw('GET', address)).text()
    expect(whole).toContain('VAV DRO-04')
    expect(whole).not.toContain('may not be complete')
    await product.services.control('POST /services/operations/inject', {
      match: 'POST /faults',
      kind: 'answer',
      body: JSON.stringify({ data: [body.data[0]], totalCount: 5_000, continuationToken: 'again' }),
    })
    const lines = (await (await amelie.raw('GET', address)).text()).trim().split('\r\n')
    expect(lines.at(-1)).toBe('This list may be incomplete: not everything could be searched')
  })

  test('says in the words of the catalogue that its service is down, and stands', async () => {
    await product.services.control('POST /services/operations/inject', {
      match: 'POST /faults',
      kind: 'status',
      status: 500,
    })
    const page = await amelie.get(href('customerFaults', montcalm, { q: 'nowhere' }))
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Service is temporarily unavailable')])
    expect(page.text).toContain('Université Montcalm')
  })
})

describe('a fault', () => {
  test('leads to its rule and its equipment, and tells what else is wrong there at the same time', async () => {
    const alone = await amelie.get(faultAt(belt))
    expect(
      alone.root.querySelector(`main a[href="${href('rule', { ...montcalm, ruleId: 'g36-ahu-fc1' })}"]`),
    ).toBeTruthy()
    expect(alone.root.querySelector('main a[href*="/equipment/"]')).toBeTruthy()
    expect(alone.text).not.toContain('Same equipment, same time')
    const { world } = product.services
    const unit = readRuleEquipment(world, equipmentIdOf('AHU ART-01'))
    const rule = ruleOf('g36-ahu-fc13')
    if (!unit || !rule) throw new Error('The seed has no such air handler')
    const now = world.clock.now()
    recordOccurrence(world, unit, rule, { started: now - 3_600_000, detected: now, ended: null })
    const related = await amelie.get(faultAt(belt))
    expect(related.text).toContain('Same equipment, same time')
    expect(related.root.querySelector(`main a[href="${faultAt(faultIdOf(unit.id, rule.ruleId))}"]`)).toBeTruthy()
    world.store.run('DELETE FROM fault WHERE id = ?', faultIdOf(unit.id, rule.ruleId))
  })

  test('tells its diagnosis, its evidence, its trend, its occurrences and its notes', async () => {
    const page = await amelie.get(faultAt(returned))
    expect(page.status).toBe(200)
    expect(page.title).toContain('Low airflow, VAV DRO-04')
    expect(page.text).toContain('Recurred')
    expect(page.text).toMatch(/This fault was resolved by Amélie Tremblay on 20\d\d-/)
    expect(page.root.querySelectorAll('main ul.list-disc li').length).toBeGreaterThan(1)
    expect(page.root.querySelectorAll('figure.chart svg path').length).toBeGreaterThan(4)
    expect(page.text).toContain('Evidence')
    expect(page.text).toContain('Registre débloqué.')
    expect(page.text).toContain('Resolved: Fixed')
    const french = await amelie.get(`${faultAt(returned)}?lng=fr`)
    expect(french.text).toContain('Débit trop faible')
    await amelie.get(`${faultAt(returned)}?lng=en`)
  })

  test('leads through all its occurrences, and says how many notes are not shown', async () => {
    const { world } = product.services
    const [unit, rule] = [readRuleEquipment(world, equipmentIdOf('AHU GEN-01')), ruleOf('g36-ahu-fc8')]
    if (!unit || !rule) throw new Error('the seed has both')
    const years = Date.UTC(2020, 0, 1)
    const begun = Array.from({ length: 45 }, (_, at) => years + at * 86_400_000)
    for (const started of begun)
      recordOccurrence(world, unit, rule, {
        started,
        detected: started + 60_000,
        ended: started + 600_000,
        isSevere: false,
      })
    const shown = (page: Page) => {
      const table = page.root
        .querySelectorAll('main table')
        .find((one) => one.querySelector('caption')?.text === 'Occurrences')
      return table?.querySelectorAll('tbody tr time').map((time) => time.getAttribute('datetime') ?? '') ?? []
    }
    const first = await amelie.get(faultAt(over))
    const evidence = first.root.querySelectorAll('main section').find((one) => one.text.includes('Evidence'))
    const next = first.root.querySelector('main nav a[rel=next]')?.getAttribute('href') ?? ''
    const second = await amelie.get(next)
    const third = await amelie.get(second.root.querySelector('main nav a[rel=next]')?.getAttribute('href') ?? '')
    const seen = [first, second, third].flatMap(shown)
    for (const started of begun) expect(seen).toContain(new Date(started).toISOString())
    expect(third.root.querySelector('main nav a[rel=next]')).toBeNull()
    expect(third.root.querySelector(`main nav a[href="${faultAt(over)}"]`)?.text).toContain('First page')
    // Evidence is of the newest, whichever page is looked at.
    const again = second.root.querySelectorAll('main section').find((one) => one.text.includes('Evidence'))
    expect(again?.structuredText).toBe(evidence?.structuredText)
    const astray = await amelie.get(`${faultAt(over)}?after=made-up`)
    expect([astray.status, astray.text.includes('Unknown filter: after=made-up')]).toEqual([200, true])
    world.store.run('DELETE FROM fault_occurrence WHERE started_at < ?', Date.UTC(2021, 0, 1))

    await product.services.control('POST /services/operations/inject', {
      match: 'GET /faults',
      kind: 'answer',
      body: JSON.stringify({
        data: [
          {
            id: 'one',
            faultId: over,
            text: 'Vu',
            author: { id: 'x', fullName: 'X' },
            createdAt: '2026-03-09T14:05:00.000Z',
          },
        ],
        totalCount: 7,
      }),
    })
    expect((await amelie.get(faultAt(over))).text).toContain('1 of 7')
  })

  test('stands without the times and durations that a service leaves out', async () => {
    const ask = { as: 'marcus', body: { faultIds: [over] } }
    const [{ startedAt, lastSeenAt, endedAt, detectedAt, durationMin, ...fault }] = (
      await product.services.call('operations', 'POST /x/faults/named', ask)
    ).body.data
    expect([startedAt, lastSeenAt, endedAt, detectedAt, durationMin]).not.toContain(undefined)
    const occurrence = { faultId: over, operatingState: 2 }
    await product.services.control('POST /services/operations/inject', {
      match: 'POST /faults/occurrences',
      kind: 'answer',
      body: JSON.stringify({
        data: [
          { ...occurrence, id: 'without-anything' },
          { ...occurrence, id: 'without-its-beginning', endedAt },
          { ...occurrence, id: 'going-on', startedAt },
          { ...occurrence, id: 'whole', startedAt, endedAt, durationMin },
        ],
        totalCount: 4,
      }),
    })
    const page = await amelie.get(faultAt(over))
    expect(page.status).toBe(200)
    const table = page.root
      .querySelectorAll('main table')
      .find((one) => one.querySelector('caption')?.text === 'Occurrences')
    const links = table?.querySelectorAll('tbody tr').map((row) => row.querySelector('a')?.getAttribute('href') ?? null)
    expect(links).toEqual([null, null, expect.stringContaining('from='), expect.stringContaining('from=')])
    await product.services.control('POST /services/operations/inject', {
      match: 'POST /x/faults/named',
      kind: 'answer',
      body: JSON.stringify({ data: [{ ...fault, endedAt: null }] }),
    })
    expect((await amelie.get(faultAt(over))).status).toBe(200)
    for (const search of [{}, { range: '7d' }]) {
      const trends = await amelie.get(href('faultTrends', { ...montcalm, faultId: over }, search))
      expect(trends.status).toBe(200)
    }
    expect((await amelie.raw('GET', href('faultTrendsCsv', { ...montcalm, faultId: over }))).status).toBe(200)
  })

  test('is not there for another customer, nor where it never was', async () => {
    expect((await claire.get(faultAt(returned))).status).toBe(404)
    expect((await amelie.get(href('fault', { ...laurier, faultId: returned }))).status).toBe(404)
    expect((await amelie.get(faultAt(seedId('fault', 'nowhere')))).status).toBe(404)
  })

  test('takes a note, once, and keeps what was typed where it is refused', async () => {
    const seen = await watch(product, amelie)
    const empty = await (await amelie.get(faultAt(belt))).submit('main form#note', { fill: { text: '  ' } })
    expect([empty.status, summaryOf(empty)[0]?.text]).toEqual([422, 'Write a note'])
    const noted = await empty.submit('main form#note', { fill: { text: 'Belt ordered <b>today</b>' } })
    expect(noted.status).toBe(200)
    expect(noted.text).toContain('Belt ordered <b>today</b>')
    expect((await seen.performed()).map(({ method }) => method)).toEqual(['POST'])
    expect(await seen.outcomes()).toEqual(expect.arrayContaining(['intent pending', 'outcome done']))
    const [record] = (await trailOf(amelie, montcalm.tenantId)).filter(({ entry }) => entry === 'intent')
    const told = await amelie.get(href('trailRecord', { ...montcalm, sequence: String(record?.sequence) }))
    expect(told.text).toContain('Belt ordered <b>today</b>')
    expect(told.root.querySelector(`main a[href="${faultAt(belt)}"]`)).not.toBeNull()
  })
})

describe('resolving', () => {
  const resolving = (search: Record<string, string | string[]>) => amelie.get(href('faultsResolving', montcalm, search))

  test('asks for a comment unless it was fixed, and for how', async () => {
    const form = await resolving({ fault: over })
    const bare = await form.submit(changeForm, {})
    expect([bare.status, summaryOf(bare)[0]?.field]).toEqual([422, 'resolution'])
    const unsaid = await form.submit(changeForm, { fill: { resolution: 'duplicate' } })
    expect(summaryOf(unsaid)).toEqual([{ text: 'Enter a comment', field: 'comment' }])
  })

  test('leaves alone what still holds and what is resolved, and says so of each', async () => {
    const fixed = await (await resolving({ fault: [belt, over] })).submit(changeForm, { fill: { resolution: 'fixed' } })
    expect(fixed.text).toContain('The condition of this fault is still present, so it is not fixed')
    expect(fixed.text).toContain('Resolve 1 fault')
    const done = await fixed.submit(changeForm, { press: '_stage=apply' })
    expect(done.status).toBe(200)
    const again = await (await resolving({ fault: over })).submit(changeForm, { fill: { resolution: 'fixed' } })
    expect(again.text).toContain('The fault is already resolved')
    expect(again.root.querySelector('main [name=_stage][value=apply]')).toBeNull()
    expect((await amelie.get(faultAt(over))).text).toMatch(/Resolved by Amélie Tremblay on .*: Fixed/)
  })

  test('goes by UTC where the form names a time zone that nobody has', async () => {
    const page = await list({ equipmentType: 'Fan_Coil_Unit', from: '2020-01-01' })
    const form = await page.submit('main form.choices', { press: 'Resolve all 2 faults…' })
    for (const zone of ['Nowhere/Land', '\u0000', '']) {
      const plan = await form.submit(changeForm, { fill: { resolution: 'accepted', comment: 'Until spring', zone } })
      expect([zone, plan.status]).toEqual([zone, 200])
      expect(plan.text).toContain('Resolve 2 faults')
    }
  })

  test('accepts what still holds with a warning, all that match at once', async () => {
    const page = await list({ equipmentType: 'Fan_Coil_Unit' })
    expect(page.root.querySelector('.bulk .all')?.text.trim()).toBe('Select all 2 matching faults')
    const form = await page.submit('main form.choices', { press: 'Resolve all 2 faults…' })
    expect(form.text).toContain('2 faults')
    const plan = await form.submit(changeForm, { fill: { resolution: 'accepted', comment: 'Until spring' } })
    expect(plan.text).toContain('Resolve 2 faults')
    expect(plan.text).toMatch(/2 faults of .* change\./)
    expect(plan.text).not.toContain('2 items')
    expect(plan.text).toContain('Until spring')
    const done = await plan.submit(changeForm, { press: '_stage=apply' })
    expect(done.address).toContain('/changes/')
    expect(done.text).toContain('2 of 2')
    expect((await done.follow('Back to the list: Faults')).address).toContain('equipmentType=Fan_Coil_Unit')
    expect(rows(await list({ equipmentType: 'Fan_Coil_Unit' }))).toHaveLength(0)
  })

  test('is planned anew where somebody else was quicker, and says of which', async () => {
    const plan = await (await resolving({ fault: [belt, returned] })).submit(changeForm, {
      fill: { resolution: 'falsePositive', comment: 'Wrong sensor' },
    })
    const { body } = await product.services.call('operations', 'POST /faults/resolve', {
      as: 'marcus',
      body: { faultIds: [returned], resolution: 'accepted', comment: 'Meanwhile' },
    })
    expect(body.totalCount).toBe(1)
    const moved = await plan.submit(changeForm, { press: '_stage=apply' })
    expect([moved.status, moved.text]).toEqual([409, expect.stringContaining('The fault is already resolved')])
  })
})

describe('resolving while there is trouble', () => {
  const plan = async (ids: string[], comment: string) => {
    const form = await amelie.get(href('faultsResolving', montcalm, { fault: ids }))
    return form.submit(changeForm, { fill: { resolution: 'accepted', comment } })
  }
  const inject = (fault: object) => product.services.control('POST /services/operations/inject', fault)
  const commentIn = (page: Page) => page.root.querySelector('main [name=comment]')?.getAttribute('value')

  test('by somebody who may not is a page that is not there, on record, and nothing is sent', async () => {
    const paul = await englishReader(product, 'paul')
    const seen = await watch(product, amelie)
    const posted = await paul.post(href('faultsResolving', montcalm), [
      ['fault[0]', belt],
      ['resolution', 'accepted'],
      ['comment', 'x'],
      ['_stage', 'apply'],
      ['_key', 'x'],
    ])
    expect(posted.status).toBe(404)
    expect(await seen.performed()).toEqual([])
    expect(await seen.outcomes()).toEqual(['refusal denied'])
  })

  test('a 500 is told in the words of the catalogue, what was typed stays, and it is done once', async () => {
    const planned = await plan([belt], 'Until the belt is there')
    await inject({ match: 'POST /faults/resolve', kind: 'status', status: 500, errorCode: 5003, times: 1 })
    const refused = await planned.submit(changeForm, { press: '_stage=apply' })
    expect(refused.text).toContain('Service is temporarily unavailable')
    expect(commentIn(refused)).toBe('Until the belt is there')
    const done = await refused.submit(changeForm, { press: '_stage=apply' })
    expect(done.status).toBe(200)
    const seen = await watch(product, amelie)
    await refused.submit(changeForm, { press: '_stage=apply' })
    expect(await seen.performed()).toEqual([])
  })

  test('some that are refused are told by themselves, and the rest can be tried again', async () => {
    const [one = '', other = ''] = rowIds(await list({ status: 'active' })).filter((id) => id !== belt)
    const planned = await plan([one, other], 'Both')
    const entity = {
      entityId: one,
      message: 'no',
      key: 'errors.catalogue.faultActive',
      details: { type: 'faultActive' },
    }
    const body = JSON.stringify({ errorCode: 4100, message: 'x', errors: [entity], data: [] })
    await inject({ match: 'POST /faults/resolve', kind: 'answer', status: 422, body, times: 1 })
    const result = await planned.submit(changeForm, { press: '_stage=apply' })
    expect(result.text).toContain('1 of 2 done')
    expect((await result.submit('main form[method=post]')).text).toContain('Resolve 1 fault')
  })
})

describe('the trends of a fault', () => {
  test('are of the window in the address, with earlier and later, in both units, with a file', async () => {
    const address = href('faultTrends', { ...montcalm, faultId: returned }, { range: '1d' })
    const page = await amelie.get(address)
    expect(page.status).toBe(200)
    expect(page.root.querySelector('.ranges [aria-current]')?.text).toBe('24 h')
    expect(page.text).toContain('site time')
    expect(page.text).toMatch(/L\/s/)
    const earlier = page.root
      .querySelectorAll('.ranges a')
      .find(({ text }) => text === 'Earlier')
      ?.getAttribute('href')
    expect((await amelie.get(earlier ?? '')).root.querySelectorAll('figure.chart').length).toBeGreaterThan(0)
    const csv = page.root.querySelector('figure a[href*="csv"]')?.getAttribute('href') ?? ''
    const file = await (await amelie.raw('GET', csv)).text()
    expect(file.split('\r\n')[0]).toContain('Airflow (L/s)')
    expect(file.split('\r\n').length).toBeGreaterThan(100)
    const longest = await amelie.get(href('faultTrends', { ...montcalm, faultId: returned }, { range: '30d' }))
    expect(longest.text).not.toContain('31 days')
    expect(longest.root.querySelectorAll('figure.chart').length).toBeGreaterThan(0)
  })

  test('are a file of every sample of every point, however long the window', async () => {
    const search = { from: '2026-02-27T00:00:00.000Z', to: '2026-03-06T00:00:00.000Z' }
    const page = await amelie.get(href('faultTrends', { ...montcalm, faultId: over }, search))
    expect(page.text).toContain('The file has every stored sample')
    const csv = page.root.querySelector('figure a[href*="csv"]')?.getAttribute('href') ?? ''
    const [head = '', ...lines] = (await (await amelie.raw('GET', csv)).text()).trim().split('\r\n')
    expect(lines).toHaveLength(7 * 1_440)
    expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(lines.length)
    const columns = head.split(',')
    expect(columns).toHaveLength(9)
    expect(columns.at(-1)).toMatch(/ − .* \(°C\)$/)
    expect(lines.filter((line) => /,(?:On|Off),/.test(line))).toHaveLength(lines.length)
    const short = await amelie.get(href('faultTrends', { ...montcalm, faultId: over }, { range: '1d' }))
    expect(short.text).not.toContain('The file has every stored sample')
  })

  test('weigh what a page without charts weighs', async () => {
    const page = await amelie.get(href('faultTrends', { ...montcalm, faultId: over }, { range: '7d' }))
    const charts = page.root.querySelectorAll('figure.chart')
    expect(charts.length).toBeGreaterThan(1)
    const bytes = gzipSync(charts.map((chart) => chart.outerHTML).join('')).length
    expect(bytes / charts.length).toBeLessThan(8_000)
    expect(page.root.querySelectorAll('script[type=module]')).toEqual([])
  })

  test('say where they cannot be read that their service is down, and the rest of the page stands', async () => {
    await product.services.control('POST /services/operations/inject', {
      match: `POST /faults/equipment`,
      kind: 'status',
      status: 500,
    })
    const page = await amelie.get(faultAt(over))
    expect(page.status).toBe(200)
    expect(page.text).toContain('Service is temporarily unavailable')
    expect(page.text).toContain('Possible causes')
  })
})

test('the gallery draws every chart in evaluation mode, of one fault at a time', async () => {
  const page = await amelie.get(href('chartGallery', montcalm))
  const tabs = page.root.querySelectorAll('.tabs a').map((link) => link.getAttribute('href') ?? '')
  expect(tabs).toHaveLength(3)
  const pages = await Promise.all(tabs.map((tab) => amelie.get(tab)))
  expect(new Set(pages.map(({ root }) => root.querySelector('main h2')?.text)).size).toBe(3)
  const charts = pages.map(({ root }) => root.querySelectorAll('figure.chart').length)
  expect(charts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(4)
  for (const { status, root } of pages) {
    expect(status).toBe(200)
    expect(root.querySelectorAll('svg.spark')).toHaveLength(1)
    const files = root.querySelectorAll('figure a[href*="csv"]').map((link) => link.getAttribute('href') ?? '')
    expect(files.filter((file) => file.includes('chart=trend')).length).toBeGreaterThan(0)
    for (const file of files) expect((await amelie.raw('GET', file)).status).toBe(200)
  }
})

/** What is wrong in Montcalm on purpose, with the cause that the rule's diagnosis has to name in either language. */
const causes: [equipment: string, rule: string, en: string, fr: string][] = [
  ['VAV DRO-04', 'g36-vav-lowflow', 'Terminal damper or actuator stuck', 'Volet terminal ou servomoteur bloqué'],
  ['AHU ART-01', 'g36-ahu-fc1', 'Mechanical problem with fan (belt', 'Problème mécanique du ventilateur (courroie'],
  ['VAV MED-02', 'g36-vav-flowcal', 'Airflow sensor out of calibration', 'Capteur de débit déréglé'],
  ['VAV REC-03', 'g36-vav-vlvleak', 'Reheat valve leaking', 'Vanne de réchauffage fuyarde'],
  ['AHU MED-01', 'g36-ahu-fc2', 'MAT sensor error', 'Erreur de la sonde de température de mélange'],
  ['AHU REC-02', 'g36-ahu-fc12', 'SAT sensor error', 'Erreur de la sonde de température de soufflage'],
  ['AHU GEN-01', 'g36-ahu-fc8', 'Heating coil valve leaking', 'Vanne de batterie chaude fuyarde'],
  ['AHU BIB-01', 'g36-ahu-fc6', 'stuck economizer damper', 'Volet économiseur fuyard ou bloqué'],
  ['VAV ART-05', 'g36-vav-dmpleak', 'Damper leaking', 'Volet fuyard'],
  ['VAV RES-07', 'g36-vav-lowdat', 'hot water unavailable', 'Eau chaude trop froide ou non disponible'],
  ['FCU RES-02', 'g36-fcu-fc5', 'Heating coil valve leaking', 'Vanne de batterie chaude fuyarde'],
  ['FCU MED-01', 'g36-fcu-fc3', 'chilled water unavailable', 'Eau glacée trop chaude ou non disponible'],
]

test.each(causes)(
  'what is wrong with %s is told by %s, with its cause, in both languages',
  async (unit, rule, en, fr) => {
    const address = faultAt(faultIdOf(equipmentIdOf(unit), rule))
    const diagnosis = async (lng: string) => {
      const page = await amelie.get(`${address}?lng=${lng}`)
      expect(page.title).toContain(unit)
      return page.root.querySelectorAll('main ul.list-disc li').map(({ text }) => text)
    }
    expect(await diagnosis('fr')).toContainEqual(expect.stringContaining(fr))
    expect(await diagnosis('en')).toContainEqual(expect.stringContaining(en))
  },
)

test('one moment has one value: in an alarm, its point, the trends of the point, and the fault that is found with it', async () => {
  const { world } = product.services
  const deviceId = deviceIdOf('montcalm-SCI-ECY303-1')
  const host = world.store.get<{ host_id: string }>('SELECT host_id FROM device WHERE id = ?', deviceId)?.host_id
  await product.services.control(`POST /devices/${host}/inject`, { kind: 'satBias', params: { value: -12 } })
  world.clock.advance(3 * 3_600_000)
  const factOf = (page: Page, term: string) =>
    page.root
      .querySelectorAll('main dl > div')
      .find((one) => one.querySelector('dt')?.text === term)
      ?.querySelector('dd')
  const file = async (page: Page, column: RegExp) => {
    const csv = page.root.querySelector('figure a[href*="csv"]')?.getAttribute('href') ?? ''
    const [head = '', ...lines] = (await (await amelie.raw('GET', csv)).text()).trim().split('\r\n')
    const at = head.split(',').findIndex((title) => column.test(title))
    return new Map(lines.map((line) => line.split(',')).map((cells) => [cells[1]?.slice(0, 16), Number(cells[at])]))
  }

  const alarms = await amelie.get(href('customerAlarms', montcalm, { q: 'AHU SCI-01', kind: 'lowLimit' }))
  const alarm = await alarms.follow('Supply air temperature below low limit')
  const said = factOf(alarm, 'Value')?.text ?? ''
  const raised = factOf(alarm, 'Since')?.querySelector('time')?.getAttribute('datetime') ?? ''
  const point = await alarm.follow('AHU SCI-01 Température de soufflage')
  expect(point.address).toContain('/points/')
  expect(point.root.querySelector(`main a[href="${alarm.address.split('?')[0]}"]`)).not.toBeNull()

  const now = world.clock.now()
  const window = `from=${new Date(now - 4 * 3_600_000).toISOString()}&to=${new Date(now).toISOString()}`
  const inMain = (page: Page, words: string) =>
    page.root
      .querySelectorAll('main a')
      .find((link) => link.text.trim() === words)
      ?.getAttribute('href') ?? ''
  const trends = inMain(point, 'Trends')
  const ofPoint = await file(await amelie.get(`${trends}&${window}`), /Température de soufflage/)
  const equipment = await point.follow('AHU SCI-01')
  const faults = await amelie.get(inMain(equipment, 'Faults'))
  const fault = await faults.follow('Supply air too cold in heating')
  const ofFault = await file(
    await amelie.get(`${fault.address.split('?')[0]}/trends?${window}`),
    /^Supply air temperature \(/,
  )
  expect(ofPoint.get(raised.slice(0, 16))).toBeCloseTo(Number.parseFloat(said), 1)
  expect(ofFault.get(raised.slice(0, 16))).toBe(ofPoint.get(raised.slice(0, 16)))
  const last = [...ofPoint.keys()].at(-1)
  expect(ofFault.get(last)).toBe(ofPoint.get(last))
  expect(Number.parseFloat(point.root.querySelector('main .present-value')?.text ?? '')).toBeCloseTo(
    ofPoint.get(last) ?? Number.NaN,
    1,
  )
})
