/** The tree as people change it: places made, edited, moved, archived and deleted, each on record (spec §2, §5, §7). */
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
let tenantId: string
let montcalm: { tenantId: string; customerId: string }
let campus: { tenantId: string; customerId: string; groupId: string; siteId: string }
let pavilion: typeof campus & { buildingId: string }

beforeAll(async () => {
  product = await startTestConsole()
  ;[amelie, usha, claire] = (await Promise.all(
    ['amelie', 'usha', 'claire'].map((login) => englishReader(product, login)),
  )) as [Visitor, Visitor, Visitor]
  tenantId = tenantIdOf(product.services.world, 'boreal')
  montcalm = { tenantId, customerId: customerIdOf('CUS1004') }
  campus = { ...montcalm, groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(41) }
  pavilion = { ...campus, buildingId: seedId('building', '41-1') }
})
afterAll(() => product.close())
afterEach(() => product.services.world.faults.clear())

/** What a form holds, by the name of each field. */
function held(page: Page, name: string): string {
  const field = page.root.querySelector(`${changeForm} [name="${name}"]`)
  const chosen = field?.querySelector('option[selected]')
  return chosen?.getAttribute('value') ?? field?.getAttribute('value') ?? field?.text ?? ''
}

const siteNow = async (siteId: string) =>
  (await product.services.call('site', `GET /sites/${siteId}`, { as: 'amelie' })).body

describe('a new site', () => {
  const typed = {
    name: 'Campus de Gaspé',
    city: 'Gaspé',
    country: 'CA',
    latitude: '48.8316',
    longitude: '-64.4869',
    size: '12,500',
    units: 'us',
    usage: 'Education',
  }

  test('is made by one post, with numbers for its numbers, and is on record', async () => {
    const seen = await watch(product, amelie)
    const form = await (await amelie.get(href('group', campus))).follow('Create site')
    expect(held(form, 'siteGroupId')).toBe(campus.groupId)
    const made = await form.submit(changeForm, { fill: typed })
    expect(made.status).toBe(200)
    expect(made.text).toContain('Campus de Gaspé was created')
    expect(made.text).toMatch(/1,161 m²/)
    const [performed] = await seen.performed()
    expect(performed).toMatchObject({ method: 'POST', path: expect.stringContaining('/sites') })
    const id = made.address.match(/sites\/([^/?]+)/)?.[1] ?? ''
    expect(await siteNow(id)).toMatchObject({
      latitude: 48.8316,
      longitude: -64.4869,
      size: 12_500,
      units: 'us',
      siteGroupId: campus.groupId,
    })
    const records = await seen.records()
    expect(records.map(({ entry, outcome }) => `${entry} ${outcome}`)).toEqual(['intent pending', 'outcome done'])
    expect(records[0]).toMatchObject({ mutation: 'site.create', before: null, after: { name: 'Campus de Gaspé' } })
    expect(JSON.stringify(records[1])).toContain(id)
  })

  test('keeps what was typed when a number is none, or when half a place is given', async () => {
    const seen = await watch(product, amelie)
    const form = await amelie.get(href('newSite', montcalm))
    const refused = await form.submit(changeForm, {
      fill: { ...typed, name: 'Gaspé 2', latitude: 'north', size: '-4' },
    })
    expect(refused.status).toBe(422)
    expect(refused.title).toMatch(/^Error:/)
    expect(refused.text).toContain('Enter a latitude from -90 to 90')
    expect(refused.text).toContain('Enter a size as a number from 0 to 1,000,000,000')
    expect(held(refused, 'latitude')).toBe('north')
    expect(held(refused, 'city')).toBe('Gaspé')
    const half = await form.submit(changeForm, { fill: { ...typed, name: 'Gaspé 2', longitude: '' } })
    expect(half.text).toContain('Enter both a latitude and a longitude')
    expect(await seen.performed()).toEqual([])
    expect(await seen.outcomes()).toEqual(['refusal refused', 'refusal refused'])
  })

  test('keeps the lines of its description, ended as browsers end them', async () => {
    const form = await amelie.get(href('newSite', montcalm))
    const made = await form.submit(changeForm, { fill: { name: 'Two lines', description: 'one\r\ntwo' } })
    expect(made.status).toBe(200)
    const id = made.address.match(/sites\/([^/?]+)/)?.[1] ?? ''
    expect((await siteNow(id)).description).toBe('one\ntwo')
  })

  test('offers no deployment before it has a controller', async () => {
    const form = await amelie.get(href('newSite', montcalm))
    const { text } = await form.submit(changeForm, { fill: { name: 'Still empty' } })
    expect(text).toContain('This site has no buildings yet')
    expect(text).not.toContain('Deploy packages')
  })

  test('with a name that is taken is told at its field by the service', async () => {
    const form = await amelie.get(href('newSite', montcalm))
    const refused = await form.submit(changeForm, { fill: { ...typed, name: 'campus montcalm' } })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('This name is already used here')
    expect(held(refused, 'name')).toBe('campus montcalm')
  })

  test('reads numbers as the language of its reader writes them', async () => {
    const french = await product.signedIn('amelie')
    const form = await french.get(`${href('newSite', montcalm)}?lng=fr`)
    expect(form.text).toContain('Créer un site')
    const made = await form.submit(changeForm, {
      fill: { name: 'Campus de Matane', latitude: '48,8467', longitude: '-67,5322', size: '1 250,5', units: 'metric' },
    })
    const id = made.address.match(/sites\/([^/?]+)/)?.[1] ?? ''
    expect(await siteNow(id)).toMatchObject({ latitude: 48.8467, size: 1250.5, siteGroupId: null })
    expect(made.address).toContain('/groups/none/')
  })

  test('is not for a user, whose try is on record, and not to be seen from elsewhere', async () => {
    expect((await usha.get(href('newSite', montcalm))).status).toBe(403)
    expect((await usha.get(href('customerSites', montcalm))).text).not.toContain('Create site')
    const seen = await watch(product, amelie)
    expect((await usha.post(href('newSite', montcalm), [['name', 'x']])).status).toBe(403)
    expect(await seen.outcomes()).toEqual(['refusal denied'])
    expect((await claire.get(href('newSite', montcalm))).status).toBe(404)
    expect((await claire.post(href('newSite', montcalm), [['name', 'x']])).status).toBe(404)
  })
})

describe('the settings of a site', () => {
  test('change what was changed, and nothing else', async () => {
    const before = await siteNow(campus.siteId)
    const seen = await watch(product, amelie)
    const form = await amelie.get(href('siteSettings', campus))
    expect(held(form, 'size')).toBe('84000')
    expect(form.text).toMatch(/84,000 m².*904,168 ft²/)
    const saved = await form.submit(changeForm, { fill: { city: 'Ville de Québec', reason: 'Renamed' } })
    expect(saved.address).toContain(href('site', campus))
    expect(saved.text).toContain('Saved')
    const after = await siteNow(campus.siteId)
    expect({ ...after, eTag: '', city: '' }).toEqual({ ...before, eTag: '', city: '' })
    expect(after.city).toBe('Ville de Québec')
    const [intent] = await seen.records()
    expect(intent).toMatchObject({ reason: 'Renamed', before: { city: 'Québec' }, after: { city: 'Ville de Québec' } })
  })

  test('empty what was emptied', async () => {
    const form = await amelie.get(href('siteSettings', campus))
    await form.submit(changeForm, { fill: { latitude: '', longitude: '', size: '' } })
    expect(await siteNow(campus.siteId)).toMatchObject({ latitude: null, longitude: null, size: null })
  })

  test('saved by two at once come back with both values to choose from', async () => {
    const mine = await amelie.get(href('siteSettings', campus))
    await (await amelie.get(href('siteSettings', campus))).submit(changeForm, { fill: { postalCode: 'G1V 0A7' } })
    const conflict = await mine.submit(changeForm, { fill: { postalCode: 'G1V 0A8', state: 'Québec' } })
    expect(conflict.status).toBe(409)
    expect(conflict.text).toContain('Someone else changed this')
    expect(conflict.text).toContain('G1V 0A7')
    expect(conflict.text).toContain('G1V 0A8')
    const done = await conflict.submit(changeForm, { fill: { '_take.postalCode': 'yours' } })
    expect(done.text).toContain('Saved')
    expect(await siteNow(campus.siteId)).toMatchObject({ postalCode: 'G1V 0A8', state: 'Québec' })
  })

  test('come back as they were filled in when the service is down', async () => {
    const form = await amelie.get(href('siteSettings', campus))
    product.services.world.faults.inject('site', { match: 'PUT /sites', kind: 'status', status: 503, errorCode: 5003 })
    const refused = await form.submit(changeForm, { fill: { city: 'Lévis' } })
    expect(refused.status).toBe(503)
    expect(held(refused, 'city')).toBe('Lévis')
  })
})

/** Presses the way through a plan: the form, then what it leads to with a reason. */
async function through(form: Page, { fill = {}, press }: { fill?: Record<string, string>; press: string | RegExp }) {
  const isPlan = form.root.querySelector(`${changeForm} button[value=apply]`) !== null
  const plan = isPlan ? form : await form.submit(changeForm, { fill })
  expect(plan.root.querySelectorAll(`${changeForm} button`).map((one) => one.text)).toContainEqual(
    expect.stringMatching(press),
  )
  const more = isPlan ? fill : {}
  return {
    plan,
    done: () => plan.submit(changeForm, { fill: { ...more, reason: 'Asked for' }, press: '_stage=apply' }),
  }
}

describe('a group', () => {
  test('is made, renamed and deleted; its sites stay', async () => {
    const seen = await watch(product, amelie)
    const form = await (await amelie.get(href('customer', montcalm))).follow('Create site group')
    const made = await form.submit(changeForm, { fill: { name: 'Nord', description: 'Au nord du fleuve' } })
    expect(made.text).toContain('was created')
    expect(made.text).toContain('Au nord du fleuve')
    const renamed = await (await made.follow('Edit')).submit(changeForm, { fill: { name: 'Rive nord' } })
    expect(renamed.text).toContain('Rive nord')

    const groupId = made.address.match(/groups\/([^/?]+)/)?.[1] ?? ''
    const move = await amelie.get(href('siteMoves', montcalm, { site: [siteIdOf(42)] }))
    const moved = await (await through(move, { fill: { to: groupId }, press: 'Move 1 site' })).done()
    expect(moved.text).toContain('Campus du Saguenay')

    const deletion = await (await amelie.get(href('group', { ...montcalm, groupId }))).follow('Delete')
    expect(deletion.text).toContain('1 site')
    const { plan, done } = await through(deletion, { press: 'Delete Rive nord' })
    expect(plan.text).toContain('1 site')
    const gone = await done()
    expect(gone.address).toContain(href('customer', montcalm))
    expect(gone.root.querySelector('.places')?.text).not.toContain('Rive nord')
    expect(await siteNow(siteIdOf(42))).toMatchObject({ siteGroupId: null })
    expect((await seen.records()).filter(({ entry }) => entry === 'intent').map(({ mutation }) => mutation)).toEqual([
      'group.create',
      'group.edit',
      'site.move',
      'group.delete',
    ])
  })
})

describe('sites', () => {
  const sites = [siteIdOf(42), siteIdOf(43)]

  test('are moved between groups and out of groups together, and those that are there already are left alone', async () => {
    const list = await amelie.get(href('customerSites', montcalm))
    const move = await list.submit('main form:has(input[name=site])', { fill: { site: [...sites, campus.siteId] } })
    expect(move.text).toContain('Move 3 sites')
    const { plan, done } = await through(move, { fill: { to: campus.groupId }, press: 'Move 1 site' })
    expect(plan.text).toContain('Unchanged')
    const moved = await done()
    expect(moved.address).toContain(`groupId=${campus.groupId}`)
    expect(moved.text).toContain('Campus du Saguenay')

    const seen = await watch(product, amelie)
    const out = await amelie.get(href('siteMoves', montcalm, { site: sites }))
    await (await through(out, { fill: { to: 'none' }, press: 'Move 2 sites' })).done()
    expect((await seen.performed()).map(({ method, path }) => `${method} ${path.split('/').at(-2)}`)).toEqual([
      'DELETE sitegroups',
    ])
    for (const id of sites) expect(await siteNow(id)).toMatchObject({ siteGroupId: null })
  })

  test('stay where they are when the service fails, and the plan comes back to be applied again', async () => {
    const move = await amelie.get(href('siteMoves', montcalm, { site: sites }))
    const { done } = await through(move, { fill: { to: campus.groupId }, press: 'Move 2 sites' })
    product.services.world.faults.inject('site', {
      match: 'POST /sitegroups/sites',
      kind: 'status',
      status: 503,
      errorCode: 5003,
    })
    const refused = await done()
    expect(refused.status).toBe(503)
    expect(refused.root.querySelector('textarea[name=reason]')?.text).toBe('Asked for')
    for (const id of sites) expect(await siteNow(id)).toMatchObject({ siteGroupId: null })
    product.services.world.faults.clear()
    expect((await refused.submit(changeForm, { press: '_stage=apply' })).text).toContain('Saved')
    for (const id of sites) expect(await siteNow(id)).toMatchObject({ siteGroupId: campus.groupId })
  })

  test('that moved in the meantime are marked before anything is sent', async () => {
    const plan = await (await amelie.get(href('siteMoves', montcalm, { site: [siteIdOf(43)] }))).submit(changeForm, {
      fill: { to: 'none' },
    })
    await (await amelie.get(href('siteSettings', { ...campus, siteId: siteIdOf(43) }))).submit(changeForm, {
      fill: { city: 'Orford' },
    })
    const seen = await watch(product, amelie)
    const moved = await plan.submit(changeForm, { press: '_stage=apply' })
    expect(moved.status).toBe(409)
    expect(moved.text).toContain('Changed meanwhile')
    expect(await seen.performed()).toEqual([])
  })

  test('of another customer cannot be moved', async () => {
    const address = href('siteMoves', montcalm)
    expect((await amelie.get(href('siteMoves', montcalm, { site: [siteIdOf(1)] }))).status).toBe(404)
    expect(
      (
        await amelie.post(address, [
          ['site[0]', siteIdOf(1)],
          ['to', 'none'],
        ])
      ).status,
      'as one that is gone meanwhile: the choice comes back',
    ).toBe(409)
  })

  test('are found by name, address, group and country, archived ones only when asked for', async () => {
    const list = (search: Record<string, string>) => amelie.get(href('customerSites', montcalm, search))
    const rows = (page: Page) => page.root.querySelectorAll('main tbody th').map((one) => one.structuredText.trim())
    expect(rows(await list({ q: 'saguenay bleuets' }))).toEqual(['Campus du Saguenay'])
    expect((await list({ country: 'fr' })).text).toContain('No site matches')
    expect(rows(await list({ groupId: 'none', q: 'gaspe' }))).toEqual([])
    expect(rows(await list({ groupId: campus.groupId, q: 'gaspe' }))).toEqual(['Campus de Gaspé'])
    expect(rows(await list({ archived: 'true' }))).toEqual([])
    product.services.world.faults.inject('site', { match: 'GET /x/', kind: 'status', status: 404, errorCode: 4012 })
    expect(rows(await list({ q: 'gaspe' }))).toEqual(['Campus de Gaspé'])
  })

  test('lead by their numbers to as many controllers', async () => {
    const list = await amelie.get(href('customerSites', montcalm))
    const numbers = list.root.querySelectorAll('main tbody td a[href*="/devices"]')
    expect(numbers.some((link) => link.getAttribute('href')?.includes('connected=false'))).toBe(true)
    for (const link of numbers) {
      const count = Number(link.text)
      const { root } = await amelie.get(link.getAttribute('href')?.replaceAll('&amp;', '&') ?? '')
      expect([link.getAttribute('href'), root.querySelectorAll('main tbody tr').length]).toEqual([
        link.getAttribute('href'),
        Math.min(count, 50),
      ])
    }
  })

  test('as a table file keep the minus of a longitude and disarm formulas', async () => {
    const form = await amelie.get(href('newSite', montcalm))
    await form.submit(changeForm, { fill: { name: '=1+1', address: 'x;=1+1', latitude: '0', longitude: '-1.5' } })
    const file = await (await amelie.raw('GET', href('customerSitesCsv', montcalm))).text()
    const lines = file.trim().split('\r\n')
    expect(lines[0]).toMatch(/Name,Site group,Use/)
    expect(file).toContain(',-64.4869,')
    expect(file).toContain("'=1+1")
    expect(file).toContain("x;'=1+1")
  })

  test('are archived with a reason and taken back', async () => {
    const site = href('site', { ...campus, siteId: siteIdOf(43), groupId: 'none' })
    const { plan, done } = await through(await (await amelie.get(site)).follow('Archive site'), {
      press: 'Archive site',
    })
    const unreasoned = await plan.submit(changeForm, { press: '_stage=apply', fill: { confirmName: 'Annexe' } })
    expect(unreasoned.text).toContain('Enter a reason')
    const archived = await done()
    expect(archived.text).toContain('Archived')
    const list = await amelie.get(href('customerSites', montcalm, { archived: 'true' }))
    expect(list.text).toContain('Campus de l’Estrie')
    expect((await amelie.get(href('customerSites', montcalm))).text).not.toContain('Campus de l’Estrie')
    const { done: restore } = await through(await archived.follow('Restore site'), { press: 'Restore site' })
    await restore()
    expect(await siteNow(siteIdOf(43))).toMatchObject({ archived: false })
  })
})

describe('buildings and spaces', () => {
  let building: Page

  test('are made inside each other, in the unit of the site', async () => {
    const us = { tenantId, customerId: customerIdOf('CUS1001'), groupId: 'none', siteId: siteIdOf(1) }
    const site = await amelie.get(href('site', us))
    building = await (await site.follow('Create building')).submit(changeForm, {
      fill: { name: 'Annexe', size: '1000', units: 'metric', usage: 'Office' },
    })
    expect(building.text).toContain('was created')
    expect(building.text).toMatch(/1,000 m²/)
    const floor = await (await building.follow('Create space')).submit(changeForm, {
      fill: { name: 'Étage 1', kind: 'Floor', usage: 'Office' },
    })
    const room = await (await floor.follow('Create space inside')).submit(changeForm, { fill: { name: 'Salle 101' } })
    expect(room.root.querySelector('nav[aria-label="Where you are"]')?.structuredText).toMatch(/Étage 1/)
    const edit = await room.follow('Edit')
    expect(held(edit, 'parentSpaceId')).toBe(floor.address.match(/spaces\/([^/?]+)/)?.[1])
    const saved = await edit.submit(changeForm, { fill: { name: 'Salle 102', parentSpaceId: '' } })
    expect(saved.text).toContain('Salle 102')
    building = await amelie.get(building.address)
    expect(building.text).toContain('Salle 102')
  })

  test('cannot be put inside themselves', async () => {
    const space = { ...pavilion, spaceId: seedId('space', '41-1-2') }
    const inner = (await product.services.call('site', `GET /spaces/${space.spaceId}/sub-spaces`, { as: 'amelie' }))
      .body
    const form = await amelie.get(href('spaceSettings', space))
    const offered = form.root
      .querySelectorAll('select[name=parentSpaceId] option')
      .map((one) => one.getAttribute('value'))
    expect(offered).not.toContain(inner[0].id)
    expect(offered).not.toContain(space.spaceId)
    const refused = await form.submit(changeForm, { fill: { parentSpaceId: inner[0].id } })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('This would put the space inside itself')
  })

  test('with controllers in them are deleted only once their name was typed', async () => {
    const page = await amelie.get(href('spaceDeletion', { ...pavilion, spaceId: seedId('space', '41-1-1') }))
    expect(page.text).toMatch(/for good: ?6 controllers/)
    const refused = await page.submit(changeForm, { fill: { reason: 'Rebuilt' }, press: 'Delete Étage 1' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Type the name exactly as it is shown')
    const space = await building.follow('Salle 102')
    expect((await space.follow('Delete')).root.querySelector('main [name=confirmName]')).toBeNull()
  })

  test('are deleted with all that is in them, after the name was typed and a reason given', async () => {
    const page = await building.follow('Delete')
    expect(page.text).toContain('2 spaces')
    const wrong = await page.submit(changeForm, { fill: { confirmName: 'annex' } })
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('Type the name exactly as it is shown')
    const seen = await watch(product, amelie)
    expect(page.text).toMatch(/Reason \(required\)/)
    const { plan, done } = await through(wrong, { fill: { confirmName: 'Annexe' }, press: 'Delete Annexe' })
    expect((await plan.submit(changeForm, { press: '_stage=apply' })).text).toContain('Enter a reason')
    expect((await done()).text).toContain('Saved')
    expect((await amelie.get(building.address)).status).toBe(404)
    expect((await seen.performed()).map(({ method }) => method)).toEqual(['DELETE'])
    const intent = (await seen.records()).find(({ entry }) => entry === 'intent')
    expect(intent).toMatchObject({ mutation: 'building.delete', reason: 'Asked for', after: null })
    expect(intent?.before).toMatchObject({ name: 'Annexe', spaces: 2 })
  })

  test('tell what a site holds before it is deleted', async () => {
    const page = await amelie.get(href('siteDeletion', campus))
    expect(page.text).toMatch(/4 buildings.*spaces.*64 controllers/)
  })
})

describe('the spaces of a building', () => {
  const edit = () => amelie.get(href('spacesEditing', pavilion))
  const named = (page: Page, name: string) =>
    page.root
      .querySelectorAll(`${changeForm} input`)
      .find((one) => one.getAttribute('value') === name)
      ?.getAttribute('name') ?? ''

  test('are edited in one go; only what was written changes', async () => {
    const form = await edit()
    const first = named(form, 'Étage 1')
    const second = named(form, 'Aile est')
    const seen = await watch(product, amelie)
    const { plan, done } = await through(form, {
      fill: { [first]: 'Étage A', [second.replace('.name', '.kind')]: 'Mezzanine' },
      press: 'Save 2 spaces',
    })
    expect(plan.text).toMatch(/Étage 1.*Étage A/)
    expect(plan.text).toMatch(/Kind.*Space.*Mezzanine/)
    expect(plan.text).not.toContain('Toiture')
    expect((await done()).text).toContain('Étage A')
    expect((await seen.performed()).map(({ method }) => method)).toEqual(['PUT', 'PUT'])
    expect(new Set((await seen.records()).map(({ changeId }) => changeId)).size).toBe(1)
  })

  test('that somebody else changed keep that change, and say so where both did', async () => {
    const form = await edit()
    const name = named(form, 'Étage 3')
    const other = await edit()
    await (
      await through(other, {
        fill: { [named(other, 'Étage 3')]: 'Étage C', [name.replace('.name', '.usage')]: 'Office' },
        press: 'Save 1 space',
      })
    ).done()
    const plan = await form.submit(changeForm, { fill: { [name]: 'Étage D' } })
    expect(plan.text).toMatch(/Étage C.*Étage D.*Someone changed this in the meantime/)
    expect(plan.text).not.toContain('Office')
  })

  test('are saved one by one: a name that is taken stops only its own', async () => {
    const form = await edit()
    const done = await (
      await through(form, {
        fill: { [named(form, 'Sous-sol')]: 'Toiture', [named(form, 'Mezzanine')]: 'Entresol' },
        press: 'Save 2 spaces',
      })
    ).done()
    expect(done.text).toContain('1 of 2 done')
    expect(done.text).toContain('already used')
  })

  test('come back with every row when one is wrong', async () => {
    const form = await edit()
    const refused = await form.submit(changeForm, { fill: { [named(form, 'Toiture')]: '' } })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Enter a name for this space')
    expect(refused.root.querySelectorAll('main tbody tr')).toHaveLength(
      form.root.querySelectorAll('main tbody tr').length,
    )
  })
})

test('the pages of changes read in French', async () => {
  const french = await product.signedIn('amelie')
  for (const [address, words] of [
    [href('siteSettings', campus), 'Superficie'],
    [href('siteDeletion', campus), 'Ceci ne peut pas être annulé'],
    [href('customerSites', montcalm), 'Placer dans un groupe'],
    [href('spacesEditing', pavilion), 'Modifier les espaces'],
  ] as const)
    expect((await french.get(`${address}?lng=fr`)).text).toContain(words)
})

test('a form marks the fewer of its fields, those that must be filled in or those that need not be', async () => {
  const marked = (page: Page) =>
    page.root
      .querySelectorAll(`${changeForm} label`)
      .map((one) => one.structuredText.replace(/\s+/g, ' ').trim())
      .filter((label) => /\((required|optional)\)$/.test(label))
  const site = await amelie.get(href('newSite', campus))
  expect(marked(site)).toEqual(['Name (required)'])
  expect(site.text).toContain('Fields are optional unless marked required.')
  const space = await amelie.get(href('newSpace', pavilion))
  expect(marked(space)).toEqual(['Reason (optional)'])
  expect(space.text).not.toContain('unless marked required')
})
