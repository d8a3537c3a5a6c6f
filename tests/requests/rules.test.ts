/** The fault rules of a customer, their switch, what they wait for, and the mapping of points: journey 14, through the door. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { href, placeParams } from '../../app/hrefs'
import { faultIdOf } from '../../services/operations/faults/fault-records'
import { equipmentIdOf } from '../../services/seed/fleet-equipment'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader, trailOf, watch } from './on-record'

let product: Console
let amelie: Visitor
let paul: Visitor
let usha: Visitor
let montcalm: { tenantId: string; customerId: string }

const lowFlow = 'g36-vav-lowflow'
const box = (name: string) => equipmentIdOf(`VAV ${name}`)
const at = (ruleId: string) => ({ ...montcalm, ruleId })
const rows = (page: Page, selector = 'main tbody tr') =>
  page.root.querySelectorAll(selector).map((row) => row.structuredText.replace(/\s+/g, ' ').trim())
const rowOf = (page: Page, text: string) => rows(page).find((row) => row.includes(text)) ?? ''
const inject = (fault: object) => product.services.control('POST /services/operations/inject', fault)
/** The field of a mapping that says which point plays a role. */
const fieldFor = (page: Page, role: string) =>
  page.root
    .querySelectorAll('main input[type=hidden]')
    .find((input) => input.getAttribute('value') === role)
    ?.getAttribute('name')
    ?.replace('.role', '.point') ?? ''
const plan = 'main .folded, main table'

const folder = await mkdtemp(join(tmpdir(), 'rules-'))
const flags = join(folder, 'flags.json')

beforeAll(async () => {
  await writeFile(flags, '{}')
  product = await startTestConsole({ env: { FEATURES_FILE: flags } })
  ;[amelie, paul, usha] = (await Promise.all(
    ['amelie', 'paul', 'usha'].map((login) => englishReader(product, login)),
  )) as [Visitor, Visitor, Visitor]
  montcalm = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
})
afterAll(async () => {
  await product.close()
  await rm(folder, { recursive: true })
})
afterEach(async () => {
  await product.services.control('DELETE /services/operations/inject')
  await product.services.control('DELETE /services/site/inject')
})

describe('the rules of a customer', () => {
  test('say on how much equipment each runs, waits and is off, the one that waits most first', async () => {
    const page = await amelie.get(href('customerRules', montcalm))
    expect(page.status).toBe(200)
    expect(rows(page, 'main .stacked-room tbody tr')).toHaveLength(25)
    expect(rows(page)[0]).toMatch(/^Low airflow VAV-LOWFLOW Medium 89 75 12 0 1 /)
    expect(rows(page)[0]).toContain('Airflow 12')
    expect(page.text).toContain('95% covered')
    const waiting = page.root.querySelector(`main a[href="${href('pointsMapping', montcalm, { rule: lowFlow })}"]`)
    expect(waiting?.text).toBe('12')
  })

  test('are narrowed by what is true of them, by severity, category and words', async () => {
    const counts = await Promise.all(
      [{ stands: 'waiting' }, { q: 'supply coil' }, { category: 'sensor', q: 'AHU' }, { stands: 'manual' }].map(
        async (search) =>
          rows(await amelie.get(href('customerRules', montcalm, search)), 'main .stacked-room tbody tr'),
      ),
    )
    expect(counts[0]).toHaveLength(3)
    expect(counts[2]?.length).toBeGreaterThan(0)
    expect(counts[3]).toHaveLength(0)
  })

  test('are a file, and the equipment of one of them, and what is missing', async () => {
    const lines = async (address: string) => (await (await amelie.raw('GET', address)).text()).trim().split('\r\n')
    expect(await lines(href('customerRulesCsv', montcalm, { stands: 'waiting' }))).toHaveLength(4)
    expect(await lines(href('ruleCsv', at(lowFlow), { status: 'waitingForPoints' }))).toHaveLength(13)
    expect((await lines(href('ruleCoverageCsv', montcalm)))[1]).toContain('FLOW')
  })

  test('are told in place of their rows when their service is down', async () => {
    await inject({ match: 'GET /x/rules', kind: 'status', status: 500 })
    const page = await amelie.get(href('customerRules', montcalm, { q: 'down' }))
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Service is temporarily unavailable')])
  })
})

describe('a rule', () => {
  test('tells what it looks for, what may be behind it, what it reckons with and where it stands how', async () => {
    const page = await amelie.get(href('rule', at(lowFlow)))
    expect(page.text).toContain('Terminal damper or actuator stuck')
    expect(rowOf(page, 'lowFlowRatio')).toMatch(/70\s%.*10\s% to 95\s%/)
    expect(rowOf(page, 'VAV DRO-04')).toContain('Active')
    const waiting = await amelie.get(href('rule', at(lowFlow), { status: 'waitingForPoints' }))
    expect(rows(waiting).filter((row) => row.includes('VAV SCI-'))).toHaveLength(12)
    expect(rowOf(waiting, 'VAV SCI-01')).toContain('Airflow, Airflow setpoint')
    expect((await amelie.get(href('rule', at('nothing')))).status).toBe(404)
  })

  test('names the operating states in which it runs', async () => {
    for (const [ruleId, words] of [
      ['g36-ahu-fc6', 'Heating and Mechanical cooling'],
      ['g36-fcu-fc4', 'Idle'],
    ] as const) {
      const page = await amelie.get(href('rule', at(ruleId)))
      const term = page.root.querySelectorAll('main dt').find(({ text }) => text === 'Operating states')
      expect(term?.nextElementSibling?.text).toBe(words)
    }
  })

  test('is switched off with a reason, and says so on the trail; its fault is put away', async () => {
    const equipment = box('DRO-04')
    const seen = await watch(product, amelie)
    const page = await amelie.get(href('ruleSwitching', at(lowFlow), { equipment, to: 'off' }))
    expect(page.text).toContain('Suppressed')
    const refused = await page.submit(changeForm, { press: '_stage=apply' })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Enter a reason')])
    const done = await refused.submit(changeForm, {
      fill: { reason: 'The damper is being replaced' },
      press: '_stage=apply',
    })
    expect(done.address).toContain(href('rule', at(lowFlow)))
    const { body } = await product.services.call('operations', 'POST /x/faults/named', {
      as: 'marcus',
      body: { faultIds: [faultIdOf(equipment, lowFlow)] },
    })
    expect(body.data[0].status).toBe('suppressed')
    const off = await amelie.get(href('rule', at(lowFlow), { status: 'disabled' }))
    expect(rowOf(off, 'VAV DRO-04')).toContain('manual')
    const record = (await trailOf(amelie, montcalm.tenantId)).findLast(({ mutation }) => mutation === 'rule.toggle')
    expect(record).toMatchObject({ subject: { kind: 'equipment', id: equipment } })
    expect((await seen.performed()).map(({ path }) => path)).toEqual([expect.stringContaining(`/rules/${lowFlow}/`)])
  })

  test('says of itself on how much equipment it has its points, and has no column that nothing stands in', async () => {
    const headings = (page: Page) => page.root.querySelectorAll('main .stacked-room thead th').map(({ text }) => text)
    const whole = await amelie.get(href('rule', at(lowFlow)))
    expect(whole.text).toContain('This rule has its points on 77 of 89 pieces of equipment.')
    expect(whole.text).not.toContain('rules on equipment')
    const waiting = await amelie.get(href('rule', at(lowFlow), { status: 'waitingForPoints' }))
    expect(headings(waiting).join()).toMatch(/Missing points.*Switch/)
    const running = await usha.get(href('rule', at(lowFlow), { status: 'running' }))
    expect(headings(running).join()).toContain('Location')
    expect(headings(running).join()).not.toMatch(/Missing points|Switch/)
  })

  test('is switched on much equipment by one plan, which leaves out what lacks points and says which', async () => {
    const chosen = { equipment: [box('ART-01'), box('ART-02'), box('SCI-01')] }
    const form = await amelie.get(href('ruleSwitching', at('g36-vav-dmpleak'), chosen))
    const unsaid = await form.submit(changeForm)
    expect([unsaid.status, unsaid.text]).toEqual([422, expect.stringContaining('VAV ART-01')])
    const off = await unsaid.submit(changeForm, { fill: { to: 'off', reason: 'Trial' } })
    const done = await off.submit(changeForm, { press: '_stage=apply' })
    expect(done.text).toContain('3')
    const on = await amelie.get(href('ruleSwitching', at('g36-vav-dmpleak'), { ...chosen, to: 'on' }))
    expect(on.text).toContain('Missing points: Airflow, Maximum airflow')
    const again = await on.submit(changeForm, { press: '_stage=apply' })
    expect(again.status).toBe(200)
    const page = await amelie.get(href('rule', at('g36-vav-dmpleak'), { q: 'ART' }))
    expect(rowOf(page, 'VAV ART-01')).toContain('Running')
    const { body } = await product.services.call(
      'operations',
      `GET /x/rule-states?ruleId=g36-vav-dmpleak&customerId=${montcalm.customerId}&status=waitingForPoints`,
      { as: 'marcus' },
    )
    expect(body.data.find(({ equipmentId }: { equipmentId: string }) => equipmentId === box('SCI-01'))).toMatchObject({
      isManuallyToggledRule: true,
    })
  })

  test('is switched on what was shown, whatever matches later', async () => {
    const form = await amelie.get(href('ruleSwitching', at('g36-vav-dmpleak'), { all: 1, status: 'running' }))
    expect(form.root.querySelectorAll('main [type=hidden][name^=equipment]').length).toBeGreaterThan(0)
    expect(form.root.querySelectorAll('main [name=all]')).toHaveLength(0)
  })

  test('keeps the form when the service refuses, and is not switched by who may only look', async () => {
    await inject({ match: 'POST /rules/', kind: 'status', status: 503, errorCode: 5003 })
    const page = await amelie.get(href('ruleSwitching', at(lowFlow), { equipment: box('ART-03'), to: 'off' }))
    const refused = await page.submit(changeForm, { fill: { reason: 'Kept words' }, press: '_stage=apply' })
    expect([refused.status, refused.root.querySelector('[name=reason]')?.text]).toEqual([503, 'Kept words'])
    expect((await paul.get(href('ruleSwitching', at(lowFlow), { equipment: box('ART-03') }))).status).toBe(404)
  })
})

describe('mapping points', () => {
  const mapping = () => amelie.get(href('pointsMapping', montcalm, { rule: lowFlow, role: 'FLOW' }))

  test('begins with what is missing and what probably is it, for all like equipment', async () => {
    const page = await mapping()
    expect(page.text).toContain('12 pieces of equipment')
    expect(page.text).toContain('40% covered')
    const chosen = page.root.querySelectorAll('main select option[selected]').map((option) => option.text)
    expect(chosen.slice(0, 3)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('SaFlow · on 12'),
        expect.stringContaining('SaFlowSp · on 12'),
        expect.stringContaining('SaFlowMax · on 12'),
      ]),
    )
  })

  test('tells beside its row that a point does not fit there, and keeps the choice', async () => {
    const one = await amelie.get(href('pointsMapping', montcalm, { equipment: box('SCI-01') }))
    const flow = one.root.querySelector('main select option[selected]')?.getAttribute('value') ?? ''
    const damper = fieldFor(one, 'RHV')
    const refused = await one.submit(changeForm, { fill: { [damper]: flow } })
    expect(refused.status).toBe(422)
    const row = refused.root.querySelector(`main select[name="${damper}"]`)?.closest('td')
    expect(row?.text).toContain('The unit of this point does not fit')
    expect((await refused.submit(changeForm, { fill: { [damper]: '-leave' } })).text).toContain('5 of 5 rules ready')
  })

  test('says in the words of the catalogue what the service refuses, with the plan as it was', async () => {
    await product.services.control('POST /services/site/inject', {
      match: 'PUT /points/mapped-points',
      kind: 'status',
      status: 422,
      errorCode: 4605,
    })
    const one = await amelie.get(href('pointsMapping', montcalm, { equipment: box('SCI-01') }))
    const refused = await (await one.submit(changeForm)).submit(changeForm, { press: '_stage=apply' })
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('This mapping conflicts with another'),
    ])
    expect(refused.text).toContain('VAV SCI-01.SaFlow')
  })

  test('is done for one that is ticked alone among several, and for one that is tried again alone', async () => {
    const page = await mapping()
    const [one = '', other = ''] = page.root
      .querySelectorAll('main input[name=equipment]')
      .map((input) => input.getAttribute('value') ?? '')
    const alone = await page.submit(changeForm, { fill: { equipment: one } })
    expect(alone.text).toContain('5 of 5 rules ready')
    const both = await page.submit(changeForm, { fill: { equipment: [one, other] } })
    await product.services.control('POST /services/site/inject', {
      match: 'PUT /points/mapped-points',
      kind: 'status',
      status: 422,
      errorCode: 4605,
      times: 1,
    })
    const partly = await both.submit(changeForm, { press: '_stage=apply' })
    expect(partly.text).toMatch(/failed/)
    const rest = await partly.submit(changeForm)
    expect(rest.text).toContain('5 of 5 rules ready')
    const done = await rest.submit(changeForm, { press: '_stage=apply' })
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('100% covered')])
  })

  test('goes to those that are ticked by one plan; coverage rises, and what somebody changed meanwhile is told', async () => {
    const page = await mapping()
    const units = page.root
      .querySelectorAll('main input[name=equipment]')
      .map((input) => input.getAttribute('value') ?? '')
    expect(units.length).toBeGreaterThanOrEqual(10)
    const covered = async () =>
      Number((await amelie.get(href('ruleCoverage', montcalm))).text.match(/(\d+)% covered/)?.[1])
    const before = await covered()
    const planned = await page.submit(changeForm, { fill: { equipment: units.slice(0, 7) } })
    expect(planned.root.querySelector(plan)?.structuredText).toContain('SaFlow')
    expect(planned.text).toContain('2 of 5 rules ready')
    expect(planned.text).toContain('5 of 5 rules ready')
    const first = await product.services.call('site', `GET /equipment/${units[0]}`, { as: 'marcus' })
    await product.services.call('site', `PUT /equipment/${units[0]}`, {
      as: 'marcus',
      body: { eTag: first.body.eTag, description: 'Moved' },
    })
    const moved = await planned.submit(changeForm, { press: '_stage=apply' })
    expect(moved.status).toBe(409)
    const done = await moved.submit(changeForm, { press: '_stage=apply' })
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('100% covered')])
    const left = await amelie.get(href('customerRules', montcalm, { stands: 'waiting' }))
    expect(rowOf(left, 'Low airflow')).toMatch(new RegExp(` 89 \\d+ ${units.length - 7} \\d `))
    expect(await covered()).toBeGreaterThan(before)
  })

  test('says which rules stop where a point is taken away, and asks why', async () => {
    const equipment = box('ART-05')
    const page = await amelie.get(href('pointsMapping', montcalm, { equipment }))
    const planned = await page.submit(changeForm, { fill: { [fieldFor(page, 'FLOW')]: '-none' } })
    expect(planned.text).toContain('VAV-DMPLEAK, VAV-FLOWCAL, VAV-LOWFLOW cannot run')
    expect((await planned.submit(changeForm, { press: '_stage=apply' })).status).toBe(422)
  })
})

/** The address of a piece of equipment below the campus, and of a view of it. */
async function placeOf(equipmentId: string) {
  const { body } = await product.services.call('site', `GET /equipment/${equipmentId}`, { as: 'marcus' })
  return { ...placeParams(montcalm, body.path), equipmentId }
}

describe('the rules of one piece of equipment', () => {
  test('stand each with its state and its switch, which leads back', async () => {
    const place = await placeOf(box('SCI-04'))
    const page = await amelie.get(href('equipmentRules', place))
    expect([page.status, rows(page)]).toEqual([200, expect.any(Array)])
    expect(rows(page)).toHaveLength(5)
    expect(rowOf(page, 'VAV-LOWDAT')).toContain('Running')
    const link = page.root.querySelectorAll('main tbody a').find(({ text }) => text.startsWith('Switch off'))
    const plan = await amelie.get(link?.getAttribute('href')?.replaceAll('&amp;', '&') ?? '')
    const done = await plan.submit(changeForm, { fill: { reason: 'Noisy' }, press: '_stage=apply' })
    expect(done.address).toContain(href('equipmentRules', place))
    expect(rows(done).filter((row) => row.includes('manual'))).toHaveLength(1)
    const file = await (await amelie.raw('GET', href('equipmentRulesCsv', place, { status: 'running' }))).text()
    expect(file).not.toContain('Noisy')
  })

  test('are mapped on its own page, and not by who may only look', async () => {
    const place = await placeOf(box('SCI-15'))
    const page = await amelie.get(href('equipmentMapping', place))
    const planned = await page.submit(changeForm)
    expect(planned.text).toContain('VAV SCI-15.SaFlow')
    const done = await planned.submit(changeForm, { press: '_stage=apply' })
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('100% covered')])
    expect((await usha.get(href('equipmentMapping', place))).status).toBe(403)
  })
})

describe('one role of a piece of equipment', () => {
  const choices = (page: Page) =>
    page.root.querySelectorAll('main input[type=radio][name=point]').map((input) => ({
      value: input.getAttribute('value') ?? '',
      text: input.parentNode.structuredText.replace(/\s+/g, ' '),
    }))

  test('is given a point that other equipment of the site goes by, and rules begin to run', async () => {
    const unit = box('SCI-06')
    const place = await placeOf(unit)
    const role = 'AHUSAT'
    // What it had of its own controller is taken out first.
    const unmapping = await (await amelie.get(href('equipmentMapping', place))).follow('Unmap points…')
    const own = unmapping.root
      .querySelectorAll('main input[name=point]')
      .find((input) => input.parentNode.text.includes('AhuSupplyAirTemp'))
      ?.getAttribute('value')
    const planned = await unmapping.submit(changeForm, { fill: { point: own ?? '' } })
    expect(planned.text).toContain('VAV-VLVLEAK cannot run')
    const unsaid = await planned.submit(changeForm, { press: '_stage=apply' })
    expect([unsaid.status, unsaid.text]).toEqual([422, expect.stringContaining('Enter a reason')])
    const gone = await unsaid.submit(changeForm, { fill: { reason: 'Shared' }, press: '_stage=apply' })
    expect(gone.address).toContain(href('equipmentMapping', place))

    const points = await amelie.get(href('equipmentPoints', place))
    expect(points.root.querySelector(`main a[href="${href('roleMapping', { ...place, role })}"]`)).not.toBeNull()
    const page = await amelie.get(href('roleMapping', { ...place, role }))
    const shared = choices(page).find(({ text }) => text.includes('AHU SCI-01.SupplyAirTemp'))
    expect(shared?.text).toContain('Already used by')
    const plan = await page.submit(changeForm, { fill: { point: shared?.value ?? '' } })
    expect(plan.text).toContain('4 of 5 rules ready')
    expect(plan.text).toContain('5 of 5 rules ready')
    const seen = await watch(product, amelie)
    const done = await plan.submit(changeForm, { press: '_stage=apply' })
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('100% covered')])
    expect((await seen.performed()).map(({ method, path }) => `${method} ${path}`)).toEqual([
      expect.stringMatching(/^POST .*\/points\/map-points$/),
    ])
    expect(await seen.outcomes()).toEqual(['intent pending', 'outcome done'])
    expect((await amelie.get(href('roleMapping', { ...place, role }))).text).toContain('This role already has a point')
  })

  test('that somebody filled meanwhile is left; a point of another site or none is not taken', async () => {
    const unit = box('SCI-13')
    const place = { ...(await placeOf(unit)), role: 'FLOW' }
    const needs = (id: string) =>
      product.services.call('site', 'POST /points/point-mappings', { as: 'marcus', body: { equipmentId: id } })
    await product.services.call('site', 'DELETE /points/map-points', {
      as: 'marcus',
      body: {
        equipmentId: unit,
        pointIds: (await needs(unit)).body.required.flatMap((one: { role: string; pointId: string | null }) =>
          one.role === 'FLOW' && one.pointId ? [one.pointId] : [],
        ),
      },
    })
    const page = await amelie.get(href('roleMapping', place))
    const [first] = choices(page)
    const none = await amelie.post(href('roleMapping', place), [])
    expect([none.status, none.text]).toEqual([422, expect.stringContaining('Choose a point')])
    const { body: elsewhere } = await needs(box('12-04'))
    const far = elsewhere.required.find((one: { role: string }) => one.role === 'FLOW').pointId
    expect((await amelie.post(href('roleMapping', place), [['point', far]])).status).toBe(422)
    const plan = await page.submit(changeForm, { fill: { point: first?.value ?? '' } })
    const pointTypeId = 'Supply_Air_Flow_Sensor'
    await product.services.call('site', 'POST /points/map-points', {
      as: 'marcus',
      body: { equipmentId: unit, points: [{ pointId: first?.value, pointTypeId, role: 'FLOW' }] },
    })
    const late = await plan.submit(changeForm, { press: '_stage=apply' })
    expect([late.status, late.text]).toEqual([expect.any(Number), expect.stringContaining('it already has a point')])
    expect(late.status).toBeGreaterThanOrEqual(409)
    expect((await usha.get(href('roleMapping', place))).status).toBe(403)
    expect((await amelie.get(href('roleMapping', { ...place, role: 'NONE' }))).status).toBe(404)
  })

  test('and all of them lose their points by one call, with a result for each', async () => {
    const unit = equipmentIdOf('AHU GEN-01')
    const place = await placeOf(unit)
    const page = await amelie.get(href('equipmentUnmapping', place))
    const points = page.root.querySelectorAll('main input[name=point][checked]')
    expect(points.length).toBeGreaterThan(10)
    const planned = await page.submit(changeForm)
    const seen = await watch(product, amelie)
    const done = await planned.submit(changeForm, { fill: { reason: 'Mapped anew' }, press: '_stage=apply' })
    expect(done.status).toBe(200)
    expect((await seen.performed()).map(({ method }) => method)).toEqual(['DELETE'])
    expect(await seen.outcomes()).toHaveLength(2 * points.length)
    expect((await amelie.get(href('equipmentUnmapping', place))).text).toContain('No role has a point')
  })
})

describe('the internal variables of a piece of equipment', () => {
  test('are saved in the units of whoever reads, and go back to their defaults', async () => {
    const place = await placeOf(equipmentIdOf('AHU ART-01'))
    const variables = href('equipmentVariables', place)
    const page = await amelie.get(variables)
    expect(page.text).toContain('Default 3 °C; 0.1 °C to 10 °C')
    await (await amelie.get(href('profile', {}))).submit(changeForm, { fill: { unit: 'us' } })
    const us = await product.signedIn('amelie')
    us.setCookie('lng', 'fr')
    const french = await us.get(variables)
    expect(french.text).toContain('Par défaut 5,4 °F ; de 0,18 °F à 18 °F')
    const wrong = await french.submit(changeForm, { fill: { eMAT: '40', eSAT: 'beaucoup', modeDelay: '45' } })
    expect([wrong.status, wrong.root.querySelector('[name=modeDelay]')?.getAttribute('value')]).toEqual([422, '45'])
    expect(wrong.root.querySelector('#field-eMAT-error')?.text).toContain('limites')
    expect(wrong.root.querySelector('#field-eSAT-error')?.text).toContain('Entrez un nombre')
    const seen = await watch(product, amelie)
    const saved = await wrong.submit(changeForm, { fill: { eMAT: '7,2', eSAT: '', modeDelay: '45' } })
    expect(saved.root.querySelector('[name=eMAT]')?.getAttribute('value')).toBe('7,2')
    expect(await seen.performed()).toHaveLength(1)
    const stored = await product.services.call('operations', `GET /internal-variables/equipment/${place.equipmentId}`, {
      as: 'marcus',
    })
    const value = (key: string) => stored.body.variables.find((one: { key: string }) => one.key === key).value
    expect([value('eMAT'), value('modeDelay'), value('eSAT')]).toEqual([4, 45, 1])
    await (await amelie.get(href('profile', {}))).submit(changeForm, { fill: { unit: 'metric' } })
    const back = await (await us.get(variables)).submit(changeForm, { fill: { eMAT: '' } })
    expect(back.root.querySelector('[name=eMAT]')?.getAttribute('value') ?? '').toBe('')
  })

  test('that are not posted stay as they are', async () => {
    const place = await placeOf(box('BIB-03'))
    const page = await amelie.get(href('equipmentVariables', place))
    await page.submit(changeForm, { fill: { lowFlowRatio: '60' } })
    const again = await amelie.get(href('equipmentVariables', place))
    const saved = await again.submit(changeForm, { fill: { lowFlowRatio: null, lowFlowDelay: '9' } })
    const value = (name: string) => saved.root.querySelector(`[name=${name}]`)?.getAttribute('value')
    expect([saved.status, value('lowFlowRatio'), value('lowFlowDelay')]).toEqual([200, '60', '9'])
  })

  test('are a conflict when somebody else changed the same meanwhile, and nothing typed is lost', async () => {
    const place = await placeOf(box('BIB-01'))
    const page = await amelie.get(href('equipmentVariables', place))
    const path = `internal-variables/equipment/${place.equipmentId}`
    const { body } = await product.services.call('operations', `GET /${path}`, { as: 'marcus' })
    await product.services.call('operations', `PUT /${path}`, {
      as: 'marcus',
      body: { eTag: body.eTag, variables: [{ key: 'lowFlowRatio', value: 55 }] },
    })
    const conflict = await page.submit(changeForm, { fill: { lowFlowRatio: '60', lowFlowDelay: '9' } })
    expect([conflict.status, conflict.text]).toEqual([409, expect.stringContaining('55')])
    expect(conflict.text).toContain('60')
  })

  const variablesAt = (id: string) => `internal-variables/equipment/${id}`
  const variablesOf = async (id: string) =>
    (await product.services.call('operations', `GET /${variablesAt(id)}`, { as: 'marcus' })).body
  const ownValue = async (id: string, key: string) =>
    (await variablesOf(id)).variables.find((one: { key: string }) => one.key === key).value
  const setAt = async (id: string, variables: { key: string; value: number | null }[]) =>
    product.services.call('operations', `PUT /${variablesAt(id)}`, {
      as: 'marcus',
      body: { eTag: (await variablesOf(id)).eTag, variables },
    })
  const putBack = async (mutation: string, id: string) => {
    const record = (await trailOf(amelie, montcalm.tenantId)).findLast(
      (one) => one.mutation === mutation && one.subject.id === id,
    )
    const sequence = String(record?.sequence)
    const page = await amelie.get(href('trailRecord', { tenantId: montcalm.tenantId, sequence }))
    return page.follow('Revert…')
  }

  test('are put back from the record of their change', async () => {
    const place = await placeOf(box('BIB-08'))
    await setAt(box('BIB-08'), [{ key: 'lowFlowRatio', value: 55 }])
    const page = await amelie.get(href('equipmentVariables', place))
    await page.submit(changeForm, { fill: { lowFlowRatio: '61', lowFlowDelay: '9' } })
    expect(await ownValue(box('BIB-08'), 'lowFlowRatio')).toBe(61)
    const form = await putBack('variables.save', box('BIB-08'))
    expect(form.address).toContain(href('equipmentVariables', place))
    expect(form.root.querySelector('[name=lowFlowRatio]')?.getAttribute('value')).toBe('55')
    expect((await form.submit(changeForm)).status).toBe(200)
    expect(await ownValue(box('BIB-08'), 'lowFlowRatio')).toBe(55)
    expect(await ownValue(box('BIB-08'), 'lowFlowDelay')).toBe(5)
  })

  test('are copied to like equipment by one plan: each as it was seen, a result for each, and put back one by one', async () => {
    const [from, one, other, refused] = ['BIB-04', 'BIB-05', 'BIB-06', 'BIB-07'].map(box) as [
      string,
      string,
      string,
      string,
    ]
    await setAt(from, [
      { key: 'lowFlowRatio', value: 62 },
      { key: 'lowDatDelta', value: 5 },
    ])
    const place = await placeOf(from)
    const page = await (await amelie.get(href('equipmentVariables', place))).follow('Copy to similar equipment…')
    const valuesOf = (shown: Page, selector: string) =>
      shown.root.querySelectorAll(selector).map((input) => input.getAttribute('value') ?? '')
    const listed = valuesOf(page, 'main input[type=checkbox][name=equipment]')
    expect(listed).toEqual(expect.arrayContaining([one, other, refused]))
    expect(listed).not.toContain(from)
    expect(valuesOf(page, 'main input[name=variable][checked]').sort()).toEqual(['lowDatDelta', 'lowFlowRatio'])
    const nobody = await page.submit(changeForm, { fill: { variable: ['lowFlowRatio', 'lowFlowDelay'] } })
    expect([nobody.status, nobody.text]).toEqual([
      422,
      expect.stringContaining('Choose at least one piece of equipment'),
    ])
    expect(valuesOf(nobody, 'main input[name=variable][checked]').sort()).toEqual(['lowFlowDelay', 'lowFlowRatio'])
    const planned = await nobody.submit(changeForm, { fill: { equipment: [one, other, refused] } })
    expect(planned.text).toContain('62')
    await setAt(other, [{ key: 'lowFlowRatio', value: 50 }])
    const moved = await planned.submit(changeForm, { press: '_stage=apply' })
    expect(moved.status).toBe(409)
    await inject({ match: `PUT /${variablesAt(refused)}`, kind: 'status', status: 422, errorCode: 4711 })
    const seen = await watch(product, amelie)
    const done = await moved.submit(changeForm, { press: '_stage=apply' })
    expect(done.text).toMatch(/failed/)
    expect(await seen.performed()).toHaveLength(2)
    expect([await ownValue(one, 'lowFlowRatio'), await ownValue(other, 'lowFlowRatio')]).toEqual([62, 62])
    expect([await ownValue(one, 'lowDatDelta'), await ownValue(refused, 'lowFlowRatio')]).toEqual([8, 70])
    await product.services.control('DELETE /services/operations/inject')
    const back = await putBack('variables.copy', other)
    await back.submit(changeForm)
    expect(await ownValue(other, 'lowFlowRatio')).toBe(50)
  })

  test('are copied to no other type, to nothing of another customer, and by nobody who may not change them', async () => {
    const from = box('BIB-04')
    await setAt(from, [{ key: 'lowFlowRatio', value: 62 }])
    const place = await placeOf(from)
    const copying = href('variablesCopying', place)
    const chosen = (ids: string[]): [string, string][] => [
      ['variable[0]', 'lowFlowRatio'],
      ...ids.map((id, index): [string, string] => [`equipment[${index}]`, id]),
    ]
    const mixed = await amelie.post(copying, chosen([equipmentIdOf('AHU ART-01'), box('BIB-09'), box('12-04')]))
    expect(mixed.text).toContain('it is of another type')
    expect(mixed.text).not.toContain('12-04')
    expect((await amelie.post(copying, chosen([box('12-04')]))).status).toBe(422)
    expect((await usha.get(copying)).status).toBe(403)
    expect((await paul.get(copying)).status).toBe(404)
    const many = await amelie.post(copying, chosen(Array.from({ length: 101 }, (_, index) => box(`nobody ${index}`))))
    expect([many.status, many.text]).toEqual([422, expect.stringContaining('100')])
  })

  test('are only read by who may not change them, and stand while their service is down', async () => {
    const place = await placeOf(box('BIB-02'))
    const page = await usha.get(href('equipmentVariables', place))
    expect([page.status, page.root.querySelector(changeForm)]).toEqual([200, null])
    await inject({ match: 'GET /internal-variables', kind: 'status', status: 500 })
    const down = await amelie.get(href('equipmentVariables', place, { lng: 'en' }))
    expect([down.status, down.text]).toEqual([200, expect.stringContaining('temporarily unavailable')])
  })
})

describe('a flag that is off', () => {
  afterEach(() => writeFile(flags, '{}'))

  test.each([
    [
      'faultRules',
      [
        'customerRules',
        'ruleCoverage',
        'rule',
        'ruleSwitching',
        'customerRulesCsv',
        'ruleCsv',
        'equipmentRules',
        'equipmentVariables',
        'variablesCopying',
      ] as const,
    ],
    [
      'equipment',
      [
        'pointsMapping',
        'equipmentRules',
        'equipmentMapping',
        'roleMapping',
        'equipmentUnmapping',
        'equipmentVariables',
        'variablesCopying',
      ] as const,
    ],
  ])('takes away its pages and every word that leads to them: %s', async (flag, names) => {
    const whole = await placeOf(box('BIB-03'))
    await writeFile(flags, JSON.stringify({ [flag]: false }))
    const place = { ...at(lowFlow), ...whole, role: 'FLOW' }
    for (const name of names) expect([name, (await amelie.get(href(name, place))).status]).toEqual([name, 404])
    const home = await amelie.get(href('customer', montcalm))
    expect(home.root.querySelector(`a[href="${href('customerRules', montcalm)}"]`) === null).toBe(flag === 'faultRules')
    if (flag === 'equipment')
      expect((await amelie.get(href('customerRules', montcalm))).html).not.toContain(href('pointsMapping', montcalm))
  })

  test('takes away its words from the filter of the trail: faults and their rules', async () => {
    const offered = async () => {
      const page = await amelie.get(href('trail', montcalm))
      return page.root.querySelectorAll('main form.filters .several input').map((box) => box.getAttribute('value'))
    }
    expect(await offered()).toEqual(expect.arrayContaining(['fault.resolve', 'rule.toggle', 'points.map', 'fault']))
    await writeFile(flags, '{"faults":false,"faultRules":false,"equipment":false}')
    const left = await offered()
    for (const gone of [
      'fault.resolve',
      'fault.note',
      'rule.toggle',
      'variables.save',
      'points.map',
      'fault',
      'equipment',
    ])
      expect(left).not.toContain(gone)
    expect((await amelie.get(href('customerFaults', montcalm))).status).toBe(404)
  })

  test('takes away the rules of fan coils, in the list, in its numbers and by their address', async () => {
    await writeFile(flags, '{"fanCoilUnitRules":false}')
    const page = await amelie.get(href('customerRules', montcalm))
    expect(rows(page)).toHaveLength(20)
    expect(page.text).not.toContain('FCU-')
    expect((await amelie.get(href('rule', at('g36-fcu-fc1')))).status).toBe(404)
    expect((await amelie.get(href('ruleSwitching', at('g36-fcu-fc1')))).status).toBe(404)
  })
})

// A backend that lacks a call is believed for a minute: this comes last.
test('a backend without the calls for many is asked equipment by equipment', async () => {
  for (const match of ['GET /x/rules', 'GET /x/rule-states']) await inject({ match, kind: 'status', status: 404 })
  const page = await amelie.get(href('customerRules', montcalm))
  expect([page.status, rowOf(page, 'Leaking damper')]).toEqual([200, expect.stringContaining('Maximum airflow 2')])
  const waiting = await amelie.get(href('rule', at(lowFlow), { status: 'waitingForPoints' }))
  expect(rows(waiting).filter((row) => row.includes('VAV SCI-'))).toHaveLength(2)
  const off = await amelie.get(
    href('ruleSwitching', at(lowFlow), { equipment: [box('ART-08'), box('ART-09')], to: 'off' }),
  )
  const seen = await watch(product, amelie)
  await off.submit(changeForm, { fill: { reason: 'One by one' }, press: '_stage=apply' })
  expect((await seen.performed()).map(({ path }) => path)).toEqual([
    expect.stringContaining(box('ART-08')),
    expect.stringContaining(box('ART-09')),
  ])
})

test('and where there is more equipment than is asked for, what is told says that it may not be whole', async () => {
  for (const match of ['GET /x/rules', 'GET /x/rule-states']) await inject({ match, kind: 'status', status: 404 })
  const { store } = product.services.world
  const columns = store
    .all<{ name: string }>(`SELECT name FROM pragma_table_info('equipment')`)
    .map(({ name }) => name)
    .filter((name) => name !== 'id')
    .join(', ')
  store.run(
    `INSERT INTO equipment (id, ${columns})
     SELECT printf('c0000000-0000-4000-8000-%012d', value), ${columns} FROM equipment,
       (WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < 200) SELECT value FROM number)
     WHERE id = ?`,
    box('ART-01'),
  )
  store.run(
    `INSERT INTO equipment_device (equipment_id, device_id)
     SELECT equipment.id, device_id FROM equipment, equipment_device
     WHERE equipment.id LIKE 'c0000000-%' AND equipment_id = ?`,
    box('ART-01'),
  )
  for (const address of [
    href('customerRules', montcalm),
    href('ruleCoverage', montcalm),
    href('rule', at(lowFlow), { status: 'running' }),
  ]) {
    const page = await amelie.get(address)
    expect([address, page.status, page.text]).toEqual([
      address,
      200,
      expect.stringContaining('These numbers may not be complete'),
    ])
    expect(page.root.querySelectorAll('main a[href*="all=1"]')).toEqual([])
  }
  const all = await amelie.get(href('ruleSwitching', at(lowFlow), { all: 1, status: 'running', to: 'off' }))
  expect(all.root.querySelector('main [name=_stage][value=apply]')).toBeNull()
  store.run(`DELETE FROM equipment WHERE id LIKE 'c0000000-%'`)
})
