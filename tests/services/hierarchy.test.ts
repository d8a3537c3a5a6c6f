import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf } from '../../services/seed/people'
import { isSupportedTimeZone, zoneAt } from '../../services/site/hierarchy/time-zones'
import { type Called, type Services, startTestServices } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const laurier = customerIdOf('CUS1001')
const maple = customerIdOf('CUS1002')
const call = (line: string, body?: unknown, as = 'amelie', headers?: Record<string, string>) =>
  services.call('site', line, { as, body, headers })
const told = ({ status, body }: Called) => [status, body.errorCode]
const made = async (line: string, body: unknown, as?: string) => {
  const reply = await call(line, body, as)
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body
}
const ok = async (line: string, body?: unknown, as?: string) => {
  const reply = await call(line, body, as)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}

let site: Called['body']
let building: Called['body']

describe('site groups', () => {
  it('take sites in, keep them to one customer, and let go of them when they go', async () => {
    const group = await made(`POST /customers/${laurier}/sitegroups`, {
      name: '  Trial sites ',
      siteIds: [seedId('site', 2)],
    })
    expect(group).toMatchObject({ name: 'Trial sites', description: '', siteIds: [seedId('site', 2)], siteCount: 1 })
    expect(group.eTag).toBeTruthy()

    const moved = await ok(`POST /sitegroups/sites?siteGroupId=${group.id}`, [seedId('site', 3)])
    expect(moved[0]).toMatchObject({ id: seedId('site', 3), siteGroupId: group.id })
    expect(told(await call(`POST /sitegroups/sites?siteGroupId=${group.id}`, [seedId('site', 6)]))).toEqual([422, 4203])
    const mixed = await call(`POST /sitegroups/sites?siteGroupId=${group.id}`, [seedId('site', 1), 'nobody'])
    expect(mixed.body).toMatchObject({ errorCode: 4100, errors: [{ entityId: 'nobody' }] })
    expect(mixed.body.data[0].siteGroupId).toBe(group.id)

    expect((await ok('POST /sitegroups/sites', [seedId('site', 1)]))[0].siteGroupId).toBeNull()
    expect((await call('DELETE /sitegroups/sites', [seedId('site', 3)])).status).toBe(204)
    expect((await ok(`GET /sitegroups/${group.id}`)).siteIds).toEqual([seedId('site', 2)])

    expect((await call(`DELETE /sitegroups/${group.id}`)).status).toBe(204)
    expect((await ok(`GET /sites/${seedId('site', 2)}`)).siteGroupId).toBeNull()
    expect(told(await call(`GET /sitegroups/${group.id}`))).toEqual([404, 4005])
    const quebec = (await ok(`GET /customers/${laurier}/sitegroups`))[0]
    await ok(`PUT /sitegroups/${quebec.id}`, { eTag: quebec.eTag, siteIds: [1, 2, 3].map((n) => seedId('site', n)) })
  })

  it('are saved by version, and have names of their own', async () => {
    const [group] = await ok(`GET /customers/${laurier}/sitegroups`)
    expect(told(await call(`PUT /sitegroups/${group.id}`, { name: 'X' }))).toEqual([428, 4010])
    const saved = await ok(`PUT /sitegroups/${group.id}`, { eTag: group.eTag, description: 'Bureaux' })
    expect(saved).toMatchObject({ name: group.name, description: 'Bureaux', siteIds: group.siteIds })
    const stale = await call(`PUT /sitegroups/${group.id}`, { eTag: group.eTag, name: 'X' })
    expect([...told(stale), stale.body.current.description]).toEqual([409, 4009, 'Bureaux'])
    expect(stale.body.currentETag).toBe(saved.eTag)
    const twice = await call(`POST /customers/${laurier}/sitegroups`, { name: 'quebec OFFICES' })
    expect([...told(twice), twice.body.errors]).toEqual([409, 4008, { name: 'errors.name.duplicate' }])
  })
})

describe('sites', () => {
  it('are added with the time zone of their coordinates', async () => {
    site = await made(`POST /customers/${maple}/sites`, {
      name: 'Clinique du Port',
      city: 'Halifax',
      country: 'CA',
      latitude: 44.6,
      longitude: -63.6,
      size: 1200,
      units: 'metric',
      usage: 'Healthcare',
      siteGroupId: '',
    })
    expect(site).toMatchObject({
      customerId: maple,
      siteGroupId: null,
      archived: false,
      timeZone: 'America/Halifax',
      size: 1200,
      counts: { buildings: 0, spaces: 0, devices: 0 },
      path: [],
    })
  })

  it('keep what a save leaves out, and empty what it sends as null', async () => {
    site = await ok(`PUT /sites/${site.id}`, { ...site, description: 'Urgences', timeZone: 'America/Moncton' })
    expect(site).toMatchObject({ name: 'Clinique du Port', description: 'Urgences', timeZone: 'America/Moncton' })
    site = await ok(`PUT /sites/${site.id}`, { eTag: site.eTag, size: null, archived: true })
    expect(site).toMatchObject({ size: null, archived: true, latitude: 44.6 })
    expect(told(await call(`PUT /sites/${site.id}`, { name: 'X' }))).toEqual([428, 4010])
    expect(
      (await call(`PUT /sites/${site.id}`, { city: 'Halifax' }, 'amelie', { 'if-match': `"${site.eTag}"` })).status,
    ).toBe(200)
    site = await ok(`GET /sites/${site.id}`)
  })

  it.each([
    [{ latitude: 91, longitude: 0 }, 'latitude', 'errors.field.tooLarge'],
    [{ latitude: null }, 'latitude', 'errors.site.coordinates'],
    [{ latitude: '45' }, 'latitude', 'errors.field.type'],
    [{ size: -1 }, 'size', 'errors.field.tooSmall'],
    [{ usage: 'Casino' }, 'usage', 'errors.field.choice'],
    [{ units: 'cubits' }, 'units', 'errors.field.choice'],
    [{ timeZone: 'Europe/Atlantis' }, 'timeZone', 'errors.time.zone'],
    [{ name: '   ' }, 'name', 'errors.field.required'],
    [{ name: 'a\u0007b' }, 'name', 'errors.text.control'],
  ])('refuse %j', async (change, field, key) => {
    const reply = await call(`PUT /sites/${site.id}`, { eTag: site.eTag, ...change })
    expect(told(reply)).toEqual([422, 4000])
    expect([reply.body.errors[field]].flat()).toContain(key)
  })

  it('join groups of their own customer only', async () => {
    const quebec = (await ok(`GET /customers/${laurier}/sitegroups`))[0]
    expect(told(await call(`PUT /sites/${site.id}`, { eTag: site.eTag, siteGroupId: quebec.id }))).toEqual([422, 4203])
  })
})

describe('buildings and spaces', () => {
  it('are added below, counted above, and carry their ancestors', async () => {
    building = await made(`POST /sites/${site.id}/buildings`, { name: 'Pavillon A', usage: 'Healthcare', size: 900 })
    const floor = await made(`POST /buildings/${building.id}/spaces`, { name: 'Étage 1', kind: 'Floor' })
    const room = await made(`POST /buildings/${building.id}/spaces`, { name: 'Salle 101', parentSpaceId: floor.id })
    expect(room).toMatchObject({ kind: 'Space', usage: 'Unassigned', parentSpaceId: floor.id })
    expect(room.path.map((node: { name: string }) => node.name)).toEqual(['Clinique du Port', 'Pavillon A', 'Étage 1'])
    expect((await ok(`GET /sites/${site.id}`)).counts).toMatchObject({ buildings: 1, spaces: 2, devices: 0 })
    expect((await ok(`GET /spaces/${floor.id}`)).counts).toMatchObject({ spaces: 1 })

    const saved = await ok(`PUT /buildings/${building.id}`, { name: 'Pavillon B', eTag: building.eTag })
    expect(saved).toMatchObject({ name: 'Pavillon B', size: 900 })
    expect(told(await call(`PUT /buildings/${building.id}`, { name: 'C', eTag: building.eTag }))).toEqual([409, 4009])
    expect((await ok(`GET /spaces/${room.id}`)).path[1].name).toBe('Pavillon B')
    expect(told(await call(`POST /buildings/${building.id}/spaces`, { name: 'etage 1' }))).toEqual([409, 4008])
    expect(told(await call(`POST /buildings/${building.id}/spaces`, { name: 'Y', kind: 'Cellar' }))).toEqual([
      422, 4000,
    ])
  })

  it('never contain themselves and never nest deeper than eight levels', async () => {
    let parentSpaceId: string | undefined
    const chain: string[] = []
    for (let level = 1; level <= 8; level += 1) {
      const space: Called['body'] = await made(`POST /buildings/${building.id}/spaces`, {
        name: `Niveau ${level}`,
        parentSpaceId,
      })
      parentSpaceId = space.id
      chain.push(space.id)
    }
    const deeper = await call(`POST /buildings/${building.id}/spaces`, { name: 'Niveau 9', parentSpaceId })
    expect(told(deeper)).toEqual([409, 4205])
    expect(told(await call(`PUT /spaces/${chain[0]}`, { parentSpaceId: chain[4] }))).toEqual([409, 4205])
    expect(told(await call(`PUT /spaces/${chain[2]}`, { parentSpaceId: chain[2] }))).toEqual([409, 4205])
    const aside = await made(`POST /buildings/${building.id}/spaces`, { name: 'Annexe' })
    expect(told(await call(`PUT /spaces/${chain[0]}`, { parentSpaceId: aside.id }))).toEqual([409, 4205])
    expect((await ok(`PUT /spaces/${chain[1]}`, { parentSpaceId: null })).parentSpaceId).toBeNull()
    expect((await ok(`PUT /spaces/${chain[1]}`, { parentSpaceId: aside.id })).path.at(-1).name).toBe('Annexe')
    const tower = (await ok(`GET /buildings/${seedId('building', '1-1')}/spaces`))[0]
    expect(told(await call(`PUT /spaces/${aside.id}`, { parentSpaceId: tower.id }))).toEqual([422, 4000])
  })
})

describe('removal', () => {
  it('asks before it takes along what is inside', async () => {
    const spaces = await ok(`GET /buildings/${building.id}/spaces`)
    const floor = spaces.find((space: { name: string }) => space.name === 'Étage 1')
    expect(told(await call(`DELETE /spaces/${floor.id}`))).toEqual([409, 4201])
    expect((await call(`DELETE /spaces/${floor.id}?force=true`)).status).toBe(204)
    expect(told(await call(`DELETE /buildings/${building.id}`))).toEqual([409, 4201])
    expect(told(await call(`DELETE /sites/${site.id}`))).toEqual([409, 4201])
    expect((await call(`DELETE /buildings/${building.id}?force=true`)).status).toBe(204)
    expect((await call(`DELETE /sites/${site.id}`)).status).toBe(204)
    expect(told(await call(`GET /sites/${site.id}`))).toEqual([404, 4005])
  })

  it('takes a whole site of controllers along, in every service', async () => {
    const before = (await ok(`GET /x/customers/${customerIdOf('CUS1004')}/overview`)).data
    expect((await call(`DELETE /sites/${seedId('site', 43)}?force=true`)).status).toBe(204)
    const after = (await ok(`GET /x/customers/${customerIdOf('CUS1004')}/overview`)).data
    expect([before.devices - after.devices, after.sites, after.buildings]).toEqual([28, 2, 6])
    const { store } = services.world
    const tables = store.all<{ name: string }>(
      `SELECT t.name FROM sqlite_master t JOIN pragma_table_info(t.name) c ON c.name = 'device_id' WHERE t.type = 'table'`,
    )
    const left = tables.filter(({ name }) =>
      store.get(
        `SELECT 1 FROM ${name} WHERE device_id IS NOT NULL AND device_id NOT IN (SELECT id FROM device) LIMIT 1`,
      ),
    )
    expect(left).toEqual([])
    expect(store.all('PRAGMA foreign_key_check')).toEqual([])
    expect((await services.control('POST /clock', { advanceMs: 3_600_000 })).status).toBe(200)
    expect(store.all('SELECT kind FROM job WHERE attempts > 0')).toEqual([])
  })
})

describe('rights', () => {
  it('let customer admins change their own customers, and tell outsiders nothing', async () => {
    const own = await made(`POST /customers/${maple}/sites`, { name: 'Claire’s' }, 'claire')
    expect((await call(`DELETE /sites/${own.id}`, undefined, 'claire')).status).toBe(204)
    const body = { name: 'Nope' }
    expect(told(await call(`POST /customers/${laurier}/sites`, body, 'claire'))).toEqual([403, 4003])
    expect(told(await call(`POST /customers/${maple}/sites`, body, 'usha'))).toEqual([403, 4003])
    expect(told(await call(`POST /customers/${maple}/sites`, body, 'paul'))).toEqual([404, 4005])
    expect(told(await call(`POST /customers/${maple}/sites`, body, 'nadia'))).toEqual([403, 4003])
    expect(told(await call(`DELETE /sites/${seedId('site', 4)}?force=true`, undefined, 'paul'))).toEqual([404, 4005])
    expect((await made(`POST /customers/${maple}/sites`, { name: 'Marcus’' }, 'marcus')).timeZone).toBe('UTC')
  })

  it('end where a customer is archived', async () => {
    services.world.store.run('UPDATE customer SET archived = 1 WHERE id = ?', maple)
    expect(told(await call(`POST /customers/${maple}/sites`, { name: 'Late' }))).toEqual([409, 4202])
    expect(told(await call(`DELETE /sites/${seedId('site', 4)}?force=true`))).toEqual([409, 4202])
    expect((await call(`GET /sites/${seedId('site', 4)}`)).status).toBe(200)
    services.world.store.run('UPDATE customer SET archived = 0 WHERE id = ?', maple)
  })
})

describe('time zones', () => {
  it.each([
    [{ latitude: 45.5017, longitude: -73.5673, country: 'CA' }, 'America/Toronto'],
    [{ latitude: 49.2827, longitude: -123.1207 }, 'America/Vancouver'],
    [{ latitude: 45.764, longitude: 4.8357 }, 'Europe/Paris'],
    [{ latitude: 33.749, longitude: -84.388, country: 'US' }, 'America/New_York'],
    [{ country: 'FR' }, 'Europe/Paris'],
    [{}, 'UTC'],
  ])('of %j is %s', (place, zone) => {
    expect(zoneAt(place)).toBe(zone)
    expect(isSupportedTimeZone(zone)).toBe(true)
  })
})
