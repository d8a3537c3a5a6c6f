/** Packages to many controllers: plan, apply, follow to success and failure, retry what failed (domain §7). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Console, startTestConsole } from '../harness/console'
import type { Page, Visitor } from '../harness/visitor'

let product: Console
let amelie: Visitor
beforeAll(async () => {
  product = await startTestConsole()
  amelie = await signedIn('amelie')
  at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
})
afterAll(() => product.close())

let at: { tenantId: string; customerId: string }
/** Somebody who reads English, whatever their profile says. */
const signedIn = async (login: string) => {
  const visitor = await product.signedIn(login)
  visitor.setCookie('lng', 'en')
  return visitor
}
const device = (key: string) => seedId('device', `montcalm-${key}`)
const formFor = (...keys: string[]) => href('newDeployment', at, { device: keys.map(device) })
const pass = (seconds: number) => product.services.world.clock.advance(seconds * 1000)
const form = 'main form[method=post]'

/** The form with one wish for one package. */
const wish = (page: Page, value: string) => {
  const select = page.root
    .querySelectorAll(`${form} select`)
    .find((one) => one.querySelectorAll('option').some((option) => option.getAttribute('value') === value))
  if (!select) throw new Error(`${value} is not offered`)
  return { [select.getAttribute('name') ?? '']: value }
}
const optionsOf = (page: Page) =>
  page.root.querySelectorAll(`${form} option`).map((option) => option.getAttribute('value'))
const plan = async (address: string, value: string, fill: Record<string, string> = {}) => {
  const page = await amelie.get(address)
  return page.submit(form, { fill: { ...wish(page, value), ...fill } })
}

describe('a roll-out', () => {
  let progress: Page

  test('tells for each controller what will happen, and why some are left out', async () => {
    const page = await amelie.get(formFor('ART-ECYVAV-2', 'RES-ECYPTU207-2', 'SCI-ECYVAV-6', 'BIB-ECYVAV-11'))
    expect(page.status).toBe(200)
    expect(page.text).toContain('4 controllers')
    expect(page.text).toContain('1 offline, will be skipped')
    const weather = page.root
      .querySelectorAll(`${form} tbody tr`)
      .find((row) => row.querySelector('th')?.text === 'Weather')
    expect(weather?.querySelectorAll('td').map((cell) => cell.getAttribute('data-label'))).toEqual(['Now', 'After'])
    expect(weather?.querySelector('td')?.text).toBe('Not installed on any of them')
    const review = await page.submit(form, { fill: wish(page, 'install:weather@2.1.0') })
    expect(review.status).toBe(200)
    expect(review.text).toContain(
      'Weather changes on 2 controllers of Montcalm campuses (2 sites: Campus de l’Estrie and Campus Montcalm). 2 skipped.',
    )
    expect(review.text).toMatch(/SCI-06.*Skipped ?offline/)
    expect(review.text).toMatch(/BIB-11.*Skipped ?not onboarded/)
    progress = await review.submit(form, { press: 'Deploy to 2 controllers', fill: { reason: 'Forecast points' } })
    expect(progress.address).toMatch(/\/deployments\/[0-9a-f-]{36}$/)
    expect(progress.text).toContain('Install Weather 2.1.0')
  })

  test('is followed to success and to failure, with the reason of the failure', async () => {
    pass(120)
    progress = await amelie.get(progress.address)
    expect(progress.text).toContain('1 succeeded')
    expect(progress.text).toContain('1 failed')
    expect(progress.text).toContain('MISSING_LIBRARY')
    expect(progress.text).toContain('Amélie Tremblay')
    expect(progress.text).toContain('The deployment has ended. 1 of 2 controllers failed.')
    const bar = progress.root.querySelector('main svg.segments')
    expect(bar?.getAttribute('aria-label')).toBe('2 of 2 controllers have finished')
    expect(bar?.querySelectorAll('g').map((part) => part.getAttribute('class'))).toEqual(['done', 'failed'])
  })

  test('says in French what its services say in words that are known, and any other as it came', async () => {
    amelie.setCookie('lng', 'fr')
    const french = await amelie.get(progress.address)
    expect(french.text).toContain(
      'L’installation s’est terminée avec le code MISSING_LIBRARY ; la version précédente reste.',
    )
    expect(french.text).not.toContain('The installation ended')
    const { store } = product.services.world
    const like = '%MISSING_LIBRARY%'
    const [kept] = store.all<{ id: string; message: string }>(
      'SELECT id, message FROM deployment WHERE message LIKE ? ORDER BY requested_at DESC',
      like,
    )
    store.run('UPDATE deployment SET message = ? WHERE id = ?', 'The moon stands in the way.', kept?.id ?? '')
    const unknown = await amelie.get(progress.address)
    store.run('UPDATE deployment SET message = ? WHERE id = ?', kept?.message ?? '', kept?.id ?? '')
    amelie.setCookie('lng', 'en')
    const said = unknown.root.querySelectorAll('main [lang=en]').map((one) => one.text)
    expect(said).toContain('The moon stands in the way.')
  })

  test('shows one state at a time, by its address', async () => {
    const failed = await amelie.get(`${progress.address}?status=PackageInstallationFailure`)
    expect(failed.root.querySelectorAll('main tbody tr')).toHaveLength(1)
    expect(failed.text).toContain('1 of 1')
  })

  test('is retried on the failed controllers alone, with the same package chosen', async () => {
    const review = await progress.submit(form, { press: 'Retry the failed controller' })
    expect(review.text).toMatch(/Weather changes on [A-Z]{3} [A-Z]+-02\./)
    const changed = await review.submit(form, { press: '_stage=edit' })
    expect(changed.text).toContain('1 controller')
    expect(changed.root.querySelector(`${form} option[selected][value="install:weather@2.1.0"]`)).not.toBeNull()
    const again = await review.submit(form, { press: 'Deploy to 1 controller' })
    expect(again.address).toMatch(/\/deployments\/[0-9a-f-]{36}$/)
    expect(again.address).not.toBe(progress.address)
    expect(again.html).toMatch(/<meta http-equiv="refresh" content="10; url=[^"]+auto=10"/)
    const paused = await again.follow('Pause')
    expect(paused.html).not.toContain('http-equiv="refresh"')
    expect(paused.text).toContain('Refresh every 10 seconds')
  })

  test('shows the reason that was typed, and its whole change', async () => {
    expect(progress.text).toContain('Reason Forecast points')
    const change = await progress.follow('Show change')
    expect(change.address).toMatch(/\/changes\/[0-9a-f-]{36}$/)
    expect(change.text).toContain('RES-02')
    expect(change.text).toContain('ART-02')
  })

  test('offers no retry of what has a newer deployment since that did not fail', async () => {
    const after = await amelie.get(progress.address)
    expect(after.text).toContain('1 failed')
    expect(after.text).toContain('1 of those that failed has a newer deployment since')
    expect(after.text).toContain('The controller that failed has a newer deployment that did not.')
    expect(after.text).not.toContain('Retry')
  })

  test('comes as a table file with a line for each package on each controller', async () => {
    const answer = await amelie.raw('GET', `${progress.address}/csv`)
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const lines = (await answer.text()).trim().split('\r\n')
    expect(lines[0]).toContain(
      'Controller,Host id,Location,Package,Action,From version,To version,State,Stalled,Message',
    )
    expect(lines).toHaveLength(3)
    expect(lines.filter((line) => line.includes('Installation failed'))).toHaveLength(1)
  })

  test('stands in the list of the customer and in the history of the controller', async () => {
    const list = await amelie.get(href('deployments', at))
    expect(list.text).toContain('Install Weather 2.1.0')
    const found = await amelie.get(href('deviceById', { ...at, deviceId: device('ART-ECYVAV-2') }))
    const history = await amelie.get(`${found.address}/deployments`)
    expect(history.text).toMatch(/Weather Not installed After 2\.1\.0 Installed/)
    expect(history.text).toContain('Installed')
    const wrong = history.address.replace(/buildings\/[^/]+/, `buildings/${seedId('building', 'elsewhere')}`)
    expect((await amelie.get(wrong)).address).toBe(history.address)
  })

  test('is on record, one line per controller, with its reason', async () => {
    const trail = await amelie.get(
      href('trail', at, { mutation: 'packages.deploy', kind: 'device', id: device('ART-ECYVAV-2') }),
    )
    const record = await amelie.get(trail.root.querySelector('main tbody th a')?.getAttribute('href') ?? '')
    expect(record.text).toContain('Forecast points')
    expect(record.text).toContain('2.1.0')
  })
})

describe('the form', () => {
  test('asks which controllers when none are chosen, by a filter or in their list', async () => {
    const page = await amelie.get(href('newDeployment', at, { wish: ['newest:weather'] }))
    expect(page.text).toContain('Filter this customer’s controllers')
    expect(page.root.querySelector(form)).toBeNull()
    expect((await page.follow('Select them in the list instead')).address).toBe(href('customerDevices', at))
    const chosen = await page.submit('main form[method=get]', { fill: { q: 'RES', packageStatus: 'outdated' } })
    expect(chosen.text).toContain('2 controllers')
    expect(chosen.root.querySelector(`${form} option[selected][value="newest:weather"]`)).not.toBeNull()
    expect(chosen.root.querySelector('main form[method=get] input[name=q]')?.getAttribute('value')).toBe('RES')
  })

  test('says when nothing matches, and how many match when they are too many', async () => {
    const none = await amelie.get(href('newDeployment', at, { all: 1, q: 'no such controller' }))
    expect(none.text).toContain('None of the selected controllers was found')
    expect(none.root.querySelector('main form[method=get]')).not.toBeNull()
  })

  test('says what is missing, and keeps what was filled in', async () => {
    const page = await amelie.get(formFor('ART-ECYVAV-3'))
    const refused = await page.submit(form, { fill: { allowDowngrade: 'on' } })
    expect(refused.status).toBe(422)
    expect(refused.title).toMatch(/^Error:/)
    const missing = refused.root.querySelector('#error-summary a')
    expect([missing?.getAttribute('href'), missing?.text]).toEqual([
      '#field-wish',
      expect.stringContaining('Choose a version of at least one package'),
    ])
    expect(refused.root.querySelector('input[name=allowDowngrade]')?.hasAttribute('checked')).toBe(true)
  })

  test('comes back from the plan as it was', async () => {
    const review = await plan(formFor('ART-ECYVAV-3'), 'install:weather@2.0.0')
    const back = await review.submit(form, { press: '_stage=edit' })
    expect(back.root.querySelector(`${form} option[selected][value="install:weather@2.0.0"]`)).not.toBeNull()
  })

  test('offers no removal of a mandatory package and no version that none of the models supports', async () => {
    const options = optionsOf(await amelie.get(formFor('ART-ECY303-1', 'ART-ECYVAV-3')))
    expect(options).toContain('uninstall:trends')
    expect(options).not.toContain('uninstall:platform')
    expect(options).toContain('newest:weather')
  })

  test('takes all that match a filter without naming them', async () => {
    const page = await amelie.get(href('newDeployment', at, { all: 1, q: 'RES', packageStatus: 'outdated' }))
    expect(page.text).toContain('2 controllers')
    expect(page.root.querySelectorAll(`${form} input[name=device]`)).toHaveLength(0)
    const review = await page.submit(form, { fill: { update: 'on' } })
    expect(review.text).toMatch(/changes? on 2 controllers/)
    expect(review.text).toContain('Graphics engine')
  })

  test('leaves out the controllers of other customers', async () => {
    const page = await amelie.get(href('newDeployment', at, { device: [seedId('device', 'story-1')] }))
    expect(page.text).toContain('None of the selected controllers was found')
  })

  test('lowers a version only when that is allowed', async () => {
    const refused = await plan(formFor('DRO-ECYVAV-2'), 'install:trends@1.9.22977.15')
    expect(refused.text).toMatch(/Skipped ?a higher version is installed/)
    expect(refused.text).toContain('None of this can be done')
    const allowed = await plan(formFor('DRO-ECYVAV-2'), 'install:trends@1.9.22977.15', { allowDowngrade: 'on' })
    expect(allowed.text).toMatch(/Trends changes on [A-Z]+ DRO-\d+\./)
  })

  test('marks what moved between the plan and its application, and sends nothing', async () => {
    const review = await plan(formFor('GEN-ECYVAV-1', 'GEN-ECYVAV-2'), 'install:weather@2.0.0')
    const other = await plan(formFor('GEN-ECYVAV-1'), 'install:weather@2.0.0')
    await other.submit(form, { press: 'Deploy to 1 controller' })
    const moved = await review.submit(form, { press: 'Deploy to 2 controllers' })
    expect(moved.status).toBe(409)
    const [first] = moved.root.querySelectorAll(`${form} .folded > li`)
    expect(first?.text).toMatch(/Changed meanwhile.*a deployment is in progress.*GEN-01/s)
    const later = await moved.submit(form, { press: 'Deploy to 1 controller' })
    expect(later.address).toMatch(/\/deployments\/[0-9a-f-]{36}$/)
  })

  test('applied twice, is one deployment', async () => {
    const review = await plan(formFor('GEN-ECYVAV-3'), 'install:weather@2.0.0')
    const [first, second] = await Promise.all([
      review.submit(form, { press: '_stage=apply' }),
      review.submit(form, { press: '_stage=apply' }),
    ])
    const replay = await review.submit(form, { press: '_stage=apply' })
    expect(
      new Set([first, second, replay].filter(({ status }) => status === 200).map(({ address }) => address)).size,
    ).toBe(1)
    const answer = await product.services.call('site', `GET /devices/${device('GEN-ECYVAV-3')}/deployments`, {
      as: 'amelie',
    })
    expect(answer.body).toHaveLength(1)
  })
})

describe('a long plan', () => {
  test('says in short what happens, names those that are different first, and comes whole as a table file', async () => {
    const review = await plan(href('newDeployment', at, { all: 1 }), 'newest:modbus', { first: '2' })
    const [, waiting] = /2 go first, (\d+) wait/.exec(review.text)?.map(Number) ?? []
    const groups = review.root.querySelectorAll(`${form} .folded > li`)
    expect(groups.length).toBeLessThanOrEqual(9)
    const last = groups.find(({ text }) => /Modbus.*2 controllers/s.test(text) && !text.includes('Waits'))
    expect(last?.querySelectorAll('tbody tr')).toHaveLength(2)
    const held = groups.filter(({ text }) => text.includes('Waits until the first ones succeed'))
    expect(held[0]?.text).toMatch(/\d+ controllers/)
    expect(groups.every((group) => !group.querySelector('details')?.hasAttribute('open'))).toBe(true)
    const link = review.root.querySelectorAll('main a').find((one) => one.text === 'Download plan as CSV')
    const answer = await amelie.raw('GET', link?.getAttribute('href') ?? '')
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const lines = (await answer.text()).trim().split('\r\n')
    expect(lines.length).toBeGreaterThan(100)
    expect(lines.filter((line) => line.includes('Changes'))).toHaveLength(2)
    expect(lines.filter((line) => line.includes('Waits until the first ones succeed'))).toHaveLength(waiting ?? -1)
  })

  test('shows what moved meanwhile first', async () => {
    const address = href('newDeployment', at, { all: 1 })
    const review = await plan(address, 'newest:modbus')
    const other = await plan(formFor('SCI-ECYVAV-9'), 'newest:modbus')
    await other.submit(form, { press: '_stage=apply' })
    const moved = await review.submit(form, { press: '_stage=apply' })
    expect(moved.status).toBe(409)
    expect(moved.root.querySelector(`${form} .folded > li`)?.text).toMatch(/Changed meanwhile.*SCI-09/s)
  })
})

describe('beginning with a few', () => {
  const ofSite = href.bind(null, 'newDeployment')
  const begin = async (filter: Record<string, string>, value: string, fill: Record<string, string>) => {
    const review = await plan(ofSite(at, { all: 1, ...filter }), value, fill)
    return { review, page: await review.submit(form, { press: '_stage=apply' }) }
  }
  const tell = (page: Page) => page.text.replace(/\s+/g, ' ')

  test('sends to one of each model in turn, and holds the others until somebody goes on', async () => {
    const { review, page } = await begin({ q: 'MED' }, 'install:weather@2.0.0', { first: '3' })
    expect(review.text).toMatch(/3 go first, \d+ wait/)
    expect(review.text).toContain('Waits until the first ones succeed')
    expect(tell(page)).toMatch(/\d+ controllers wait for these/)
    expect(page.root.querySelector('main form')).toBeNull()
    const held = Number(/(\d+) controllers wait/.exec(tell(page))?.[1])

    pass(180)
    const well = await amelie.get(page.address)
    expect(tell(well)).toContain(`${held} controllers are ready to follow`)
    const again = await (await signedIn('marcus')).get(page.address)
    expect(tell(again)).toContain(`Continue with the other ${held}`)
    const rest = await well.submit(form, { press: `Continue with the other ${held}` })
    expect(rest.text).toContain(`Weather changes on ${held} controllers`)
    const gone = await rest.submit(form, { press: `Deploy to ${held} controllers` })
    expect(gone.address).toMatch(/\/deployments\/[0-9a-f-]{36}$/)
    expect(gone.address).not.toBe(page.address)

    const after = await amelie.get(page.address)
    expect(tell(after)).toContain(`The other ${held} continued, started by Amélie Tremblay`)
    expect((await after.follow('Show their deployment')).address).toBe(gone.address)
  })

  test('holds the others while too many failed; going on anyway needs a reason, and is on record', async () => {
    // Weather 2.1.0 cannot be installed on this model.
    const { page } = await begin({ q: 'FCU' }, 'install:weather@2.1.0', {
      first: '2',
      mostFailed: '49',
      mostFailedUnit: 'percent',
    })
    pass(180)
    const held = await amelie.get(page.address)
    expect(tell(held)).toContain('2 of the first 2 controllers failed. Retry those that failed')
    expect(tell(held)).toContain('At most 49 % may fail.')
    const anyway = await held.follow('Continue anyway…')
    const bare = await anyway.submit(form)
    expect(bare.text).toContain('Enter a reason to continue anyway')
    const refused = await bare.submit(form, { press: '_stage=apply' })
    expect(refused.status).toBe(422)
    const gone = await refused.submit(form, { press: '_stage=apply', fill: { reason: 'They are to be replaced' } })
    expect(gone.address).toMatch(/\/deployments\/[0-9a-f-]{36}$/)
    const trail = await amelie.get(href('trail', at, { mutation: 'packages.goOn', outcome: 'done' }))
    const record = await amelie.get(trail.root.querySelector('main tbody th a')?.getAttribute('href') ?? '')
    expect(record.text).toContain('They are to be replaced')
  })

  test('lets the others follow once those that failed were retried', async () => {
    const { page } = await begin({ q: 'AHU' }, 'install:weather@2.0.0', { first: '1' })
    const operationId = page.address.split('/').at(-1)
    const { body } = await product.services.call(
      'site',
      `GET /x/deployments?customerId=${at.customerId}&operationId=${operationId}`,
      { as: 'amelie' },
    )
    const { hostId } = body.data[0].device
    const failing = await product.services.control(`POST /devices/${hostId}/inject`, {
      kind: 'failInstall',
      params: { package: 'weather' },
    })
    pass(180)
    const held = await amelie.get(page.address)
    expect(tell(held)).toContain('1 of the first 1 controller failed. Retry it')
    await product.services.control(`DELETE /devices/${hostId}/inject/${failing.body.id}`)
    const review = await held.submit(form, { press: 'Retry the failed controller' })
    await review.submit(form, { press: '_stage=apply' })
    expect(tell(await amelie.get(page.address))).toMatch(/controllers wait for these/)
    pass(180)
    expect(tell(await amelie.get(page.address))).toMatch(/controllers are ready to follow/)
  })

  test('goes on with nothing while the first are in progress, whatever is posted', async () => {
    const { page } = await begin({ q: 'DRO' }, 'install:weather@2.0.0', { first: '1' })
    const posted = await amelie.post(`${page.address}/rest`, [['_stage', 'plan']])
    expect(posted.text).toContain('the first ones are still in progress')
    expect(posted.root.querySelector('button[value=apply]')).toBeNull()
  })

  test('is refused to somebody who may not deploy, and that is on record', async () => {
    const usha = await signedIn('usha')
    const list = await usha.get(href('deployments', at))
    const operation = list.root.querySelector('main tbody th a')?.getAttribute('href') ?? ''
    expect((await usha.get(`${operation}/rest`)).status).toBe(403)
    expect((await usha.post(`${operation}/rest`, [['_stage', 'apply']])).status).toBe(403)
    const trail = await amelie.get(href('trail', at, { mutation: 'packages.goOn', outcome: 'denied' }))
    expect(trail.text).toContain('Not allowed')
  })

  test('takes no more than it can, and keeps what was filled in', async () => {
    const refused = await plan(ofSite(at, { all: 1, q: 'SCI' }), 'install:weather@2.0.0', {
      first: '500',
      mostFailed: 'x',
    })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('This number is too large')
    expect(refused.root.querySelector('input[name=first]')?.getAttribute('value')).toBe('500')
    expect(refused.root.querySelector('input[name=mostFailed]')?.getAttribute('value')).toBe('x')
  })
})

describe('trouble', () => {
  const inject = (match: string, status: number, errorCode?: number) =>
    product.services.control('POST /services/site/inject', { match, kind: 'status', status, errorCode })
  const heal = () => product.services.control('DELETE /services/site/inject')

  test('of the service at the last step keeps the plan and sends it once only', async () => {
    const review = await plan(formFor('GEN-ECYVAV-5'), 'install:weather@2.0.0')
    await inject('POST /devices/deployments', 503, 5003)
    const refused = await review.submit(form, { press: '_stage=apply', fill: { reason: 'kept' } })
    await heal()
    expect(refused.status).toBeGreaterThanOrEqual(500)
    expect(refused.root.querySelector('textarea[name=reason]')?.text).toContain('kept')
  })

  test('that only the service knows of, such as a licence, is told on the plan', async () => {
    const review = await plan(formFor('ART-ECYPTU207-1'), 'newest:mqtt')
    const refused = await review.submit(form, { press: '_stage=apply' })
    expect(refused.status).toBe(422)
    expect(refused.text).toMatch(/FCU ART-01: The licence of this controller does not include this/)
  })

  test('of one controller leaves the others going, with the way to their deployment and to the rest', async () => {
    const hostId = async (key: string) =>
      (await product.services.call('site', `GET /devices/${device(key)}`, { as: 'amelie' })).body.hostId
    const refusing = await hostId('GEN-ECYVAV-7')
    const review = await plan(formFor('GEN-ECYVAV-7', 'GEN-ECYVAV-8'), 'newest:modbus')
    const { body } = await product.services.control(`POST /devices/${refusing}/inject`, { kind: 'partialWrite' })
    const change = await review.submit(form, { press: '_stage=apply', fill: { reason: 'kept' } })
    await product.services.control(`DELETE /devices/${refusing}/inject/${body.id}`)
    expect(change.address).toMatch(/\/changes\/[0-9a-f-]{36}$/)
    expect(change.text).toContain('1 of 2 done')
    const going = change.root
      .querySelectorAll('main a')
      .find((one) => /\/deployments\/[0-9a-f-]{36}$/.test(one.getAttribute('href') ?? ''))
    expect((await amelie.get(going?.getAttribute('href') ?? '')).text).toContain('VAV GEN-08')
    const rest = await change.submit(form)
    expect(rest.text).toMatch(/Modbus changes on VAV GEN-07\./)
    const done = await rest.submit(form, { press: '_stage=apply' })
    expect(done.address).toMatch(/\/deployments\/[0-9a-f-]{36}$/)
  })

  test.each([
    [503, 5003],
    [404, 4004],
    [409, 4009],
  ])('%d %s of the last step keeps the plan and the reason', async (status, errorCode) => {
    const review = await plan(formFor('GEN-ECYVAV-9'), 'newest:modbus')
    await product.services.control('POST /services/site/inject', {
      match: 'POST /devices/deployments',
      kind: 'status',
      status,
      ...(errorCode && { errorCode }),
    })
    const refused = await review.submit(form, { press: '_stage=apply', fill: { reason: 'Typed once' } })
    await heal()
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.text).toContain('Typed once')
  })

  test('a session that ends at the last step leads to sign-in', async () => {
    const marcus = await signedIn('marcus')
    const page = await marcus.get(formFor('GEN-ECYVAV-9'))
    const review = await page.submit(form, { fill: wish(page, 'newest:modbus') })
    await inject('POST /devices/deployments', 401)
    const out = await review.submit(form, { press: '_stage=apply', fill: { reason: 'Typed once' } })
    await heal()
    expect(out.address).toMatch(/errorCode=401|\/login/)
  })

  test('a deployment whose controllers were all deleted leads to its record', async () => {
    const review = await plan(formFor('ART-ECYVAV-3'), 'install:weather@2.1.0')
    const { address } = await review.submit(form, { press: 'Deploy to 1 controller', fill: { reason: 'Forecast' } })
    const operationId = address.split('/').at(-1) ?? ''
    const { store } = product.services.world
    expect(store.run('DELETE FROM deployment WHERE operation_id = ?', operationId)).toBe(1)
    const gone = await amelie.get(address)
    expect(gone.status).toBe(200)
    expect(gone.text).toContain('None of its controllers exists any more')
    const record = await gone.follow('See in the audit trail what was started')
    expect(record.text).toContain('Forecast')
  })

  test('an unknown deployment is not there', async () => {
    expect((await amelie.get(href('deployment', { ...at, operationId: seedId('operation', 'none') }))).status).toBe(404)
  })
})

describe('the list of deployments', () => {
  const inject = (match: string, status: number) =>
    product.services.control('POST /services/site/inject', { match, kind: 'status', status })
  const heal = () => product.services.control('DELETE /services/site/inject')
  let operationId = ''
  const rowOf = (page: Page) =>
    page.root
      .querySelectorAll('main tbody tr')
      .filter((row) => row.querySelector(`a[href*="${operationId}"]`))
      .map((row) => row.structuredText.replace(/\s+/g, ' ').trim())

  test('has one row a deployment with its totals, though it fills more than a page', async () => {
    pass(900)
    const { call } = product.services
    const reached = `customerId=${at.customerId}&connected=true&onboarded=true&pageSize=200`
    const found = await call('site', `GET /x/devices?${reached}`, { as: 'amelie' })
    const versionOn = (id: string) => (id === device('RES-ECYPTU207-2') ? '2.1.0' : '2.0.0')
    const operations = found.body.data.map(({ id }: { id: string }) => ({
      deviceId: id,
      type: 'Install',
      packageName: 'weather',
      packageKey: `weather@${versionOn(id)}`,
      version: versionOn(id),
    }))
    const body = { operations, allowDowngrade: true }
    const answer = (await call('site', 'POST /devices/deployments', { as: 'amelie', body })).body
    operationId = answer.data[0].operationId
    pass(900)
    const asked = `customerId=${at.customerId}&operationId=${operationId}&pageSize=200`
    const whole = await call('site', `GET /x/deployments?${asked}`, { as: 'amelie' })
    const { data, totalCount: total } = whole.body
    const ended = (status: string) => data.filter((one: { status: string }) => one.status === status).length
    expect(total).toBeGreaterThan(50)
    expect(ended('PackageInstallationFailure')).toBeGreaterThan(0)
    const page = await amelie.get(href('deployments', at))
    const [installed, failures] = [ended('PackageInstallationSuccess'), ended('PackageInstallationFailure')]
    expect(rowOf(page)).toEqual([
      expect.stringContaining(`${total} controllers ${installed} Installed ${failures} Installation failed`),
    ])
    expect(page.text).not.toContain('or more')
    const failed = await amelie.get(href('deployments', at, { status: 'PackageInstallationFailure' }))
    expect(rowOf(failed)).toEqual(rowOf(page))
  })

  test('leads to its page, where those that failed stand first and the others by name over all pages', async () => {
    const first = await amelie.get(href('deployment', { ...at, operationId }))
    const second = await first.follow('Next page')
    const rows = [first, second].flatMap((page) =>
      page.root.querySelectorAll('main tbody tr').map((row) => ({
        name: row.querySelector('th a')?.text ?? '',
        isFailed: row.text.includes('Installation failed'),
      })),
    )
    expect(rows.length).toBe(100)
    expect(rows[0]?.isFailed).toBe(true)
    expect(rows.findLastIndex(({ isFailed }) => isFailed)).toBe(rows.filter(({ isFailed }) => isFailed).length - 1)
    const names = rows.filter(({ isFailed }) => !isFailed).map(({ name }) => name)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })))
  })

  test('is the same where the backend lists deployments controller by controller, and says what that leaves out', async () => {
    const whole = await amelie.get(href('deployments', at))
    await inject('GET /x/deployments/operations', 404)
    const folded = await amelie.get(href('deployments', at))
    const failed = await amelie.get(href('deployments', at, { status: 'PackageInstallationFailure' }))
    await heal()
    expect(rowOf(folded)).toEqual(rowOf(whole))
    expect(rowOf(failed)).toEqual(rowOf(whole))
    expect(folded.root.querySelectorAll('main tbody tr').length).toBe(
      whole.root.querySelectorAll('main tbody tr').length,
    )
    expect(whole.text).not.toContain('controller by controller')
  })
})

describe('more operations than one call takes', () => {
  test('go in several calls, and each controller is told how its own ended', async () => {
    const wishes = [
      ...['platform@1.18.23046.211', 'gfx@2.3.22874.660', 'bacnet@4.1.22601.310', 'modbus@1.5.23302.9'],
      ...['weather@2.0.0', 'designer-viewer@5.2.23906.12', 'mqtt@1.2.23915.3'],
    ].map((one) => `install:${one}`)
    const gone = ['schedules', 'alarms', 'trends', 'remote-tunneling'].map((one) => `uninstall:${one}`)
    const page = await amelie.get(href('newDeployment', at, { all: 1, wish: [...wishes, ...gone] }))
    const review = await page.submit(form, { fill: { allowDowngrade: 'on' } })
    const change = await review.submit(form, { press: '_stage=apply' })
    expect(change.address).toMatch(/\/changes\/[0-9a-f-]{36}$/)
    const [, done, all] = change.text.match(/(\d+) of (\d+) done/)?.map(Number) ?? []
    expect(Number(all)).toBeGreaterThan(100)
    const refused = change.root
      .querySelectorAll('main .folded > li')
      .filter(({ text }) => text.includes('The licence of'))
    expect(refused.flatMap((group) => group.querySelectorAll('tbody tr'))).toHaveLength(Number(all) - Number(done))
  })
})

describe('who may', () => {
  test('a user reads deployments and may not start one; the refusal is on record', async () => {
    const usha = await signedIn('usha')
    const list = await usha.get(href('deployments', at))
    expect(list.status).toBe(200)
    expect(list.text).not.toContain('Deploy packages')
    expect((await usha.get(formFor('GEN-ECYVAV-6'))).status).toBe(403)
    const posted = await usha.post(formFor('GEN-ECYVAV-6'), [
      ['device', device('GEN-ECYVAV-6')],
      ['wish[0]', 'install:weather@2.0.0'],
      ['_stage', 'apply'],
    ])
    expect(posted.status).toBe(403)
    const trail = await amelie.get(href('trail', at, { mutation: 'packages.deploy', outcome: 'denied' }))
    expect(trail.text).toContain('Not allowed')
  })

  test('somebody of another customer finds nothing', async () => {
    const claire = await signedIn('claire')
    expect((await claire.get(href('deployments', at))).status).toBe(404)
    expect((await claire.get(formFor('GEN-ECYVAV-6'))).status).toBe(404)
  })
})

// Last: what a backend lacks is believed for a minute.
test('a backend that cannot list deployments across controllers says so', async () => {
  const fault = { match: 'GET /x/deployments', kind: 'status', status: 404 }
  await product.services.control('POST /services/site/inject', fault)
  const list = await amelie.get(href('deployments', at))
  await product.services.control('DELETE /services/site/inject')
  expect(list.status).toBe(200)
  expect(list.text).toContain('cannot list deployments across controllers')
})
