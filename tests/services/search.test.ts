import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { customerIdOf } from '../../services/seed/people'
import { prepareSearch } from '../../services/site'
import { type Services, startTestServices } from '../harness/services'

let services: Services
const customer = customerIdOf('CUS1004')
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

interface FoundRow {
  id: string
  type: string
  name: string
  field: string
  path: { name: string }[]
}

const search = async (q: string, rest = '') => {
  const line = `GET /x/search?customerId=${customer}&q=${encodeURIComponent(q)}${rest}`
  const { status, body } = await services.call('site', line, { as: 'amelie' })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { data: FoundRow[]; totalCount: number; isTotalCapped?: boolean; continuationToken: string | null }
}
const every = async (q: string) => {
  const found: FoundRow[] = []
  let token = ''
  do {
    const page = await search(q, `&pageSize=7${token && `&continuationToken=${token}`}`)
    found.push(...page.data)
    token = page.continuationToken ?? ''
  } while (token)
  return found
}
const one = <Row>(sql: string) => services.world.store.get<Row>(sql) as Row
const write = async (line: string, body: unknown) => {
  const reply = await services.call('site', line, { as: 'amelie', body })
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return reply.body
}
/** What the entries should be, made anew from the things themselves. */
const entries = () =>
  services.world.store.all('SELECT id, kind, customer_id, sort_name, own, above FROM search_entry ORDER BY id')

describe('search', () => {
  it('finds by name without accents or case, by host id and by address, and says which', async () => {
    const device = one<{ id: string; name: string; host_id: string; address: string }>(
      `SELECT device.id, name, host_id, controller.address FROM device JOIN controller ON device_id = device.id
       WHERE customer_id = '${customer}' AND onboarded = 1 AND controller.address IS NOT NULL LIMIT 1`,
    )
    expect((await search(device.host_id.toLowerCase())).data).toContainEqual(
      expect.objectContaining({ id: device.id, field: 'hostId' }),
    )
    expect((await every(device.address)).map(({ id }) => id)).toContain(device.id)
    const site = one<{ id: string; name: string }>(
      `SELECT id, name FROM site WHERE customer_id = '${customer}' ORDER BY sort_name LIMIT 1`,
    )
    expect((await search(site.name.toUpperCase())).data[0]).toMatchObject({ id: site.id, field: 'name' })
  })

  it('answers the same by cursor as at once, kind by kind', async () => {
    const { data, totalCount } = await search('building', '&pageSize=200')
    const found = await every('building')
    expect(found.map(({ id }) => id)).toEqual(data.map(({ id }) => id).slice(0, found.length))
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    expect(totalCount).toBe(found.length)
  })

  it('compares words of two letters too, and takes quotes and wildcards as they are', async () => {
    expect((await search('fl', '&kinds=space')).data.every(({ name }) => /fl/i.test(name))).toBe(true)
    for (const q of ['"', "'%", '%%%', '___', 'a"b"c', '* OR *', 'NEAR(a b)', '\\\\\\', '😀😀😀']) {
      expect((await search(`${q}zz`)).totalCount).toBe(0)
    }
  })

  it('finds by the path as it is printed, through spaces inside spaces, whatever stands between the words', async () => {
    const path = `'Étage 2' AND inner.name = 'Aile est' AND building.name LIKE '%Sciences'`
    const within = services.world.store.all<{ name: string }>(
      `SELECT device.name FROM device JOIN space AS inner ON inner.id = device.space_id
       JOIN space AS outer_space ON outer_space.id = inner.parent_space_id
       JOIN building ON building.id = device.building_id WHERE outer_space.name = ${path} ORDER BY device.sort_name`,
    )
    const names = within.map(({ name }) => name)
    expect(names).toContain('VAV SCI-02')
    const found = await search('Pavillon des Sciences / étage 2 / aile est', '&kinds=device')
    expect(found.data.map(({ name }) => name)).toEqual(names)
    expect((await search('etage aile')).data.length).toBeGreaterThan(0)
    for (const q of ['VAV SCI-02', 'VAV-SCI-02', 'vav_sci.02', 'vav sci-2']) {
      expect(
        (await search(q, '&kinds=device')).data.map(({ name }) => name),
        q,
      ).toEqual(['VAV SCI-02'])
    }
  })

  it('takes a number for a whole one and a short word for the beginning of one', async () => {
    const { data } = await search('VAV sciences etage 2')
    expect(data.length).toBeGreaterThan(2)
    for (const { name, path } of data)
      expect(
        path.map((above) => above.name),
        name,
      ).toContain('Étage 2')
    expect((await search('SCI 02', '&kinds=device')).data.map(({ name }) => name)).toEqual(['AHU SCI-02', 'VAV SCI-02'])
    const wings = (await search('sciences aile est', '&kinds=space&pageSize=200')).data
    expect(new Set(wings.map(({ name }) => name))).toEqual(new Set(['Aile est']))
  })

  it('finds a controller by its serial number and by its MAC address, however that is written', async () => {
    const device = one<{ id: string; serial: string; host: string }>(
      `SELECT id, properties ->> '$."$serialNumber"' AS serial, host_id AS host FROM device WHERE name = 'VAV SCI-02'`,
    )
    expect((await search(device.serial)).data).toEqual([
      expect.objectContaining({ id: device.id, field: 'serialNumber', value: device.serial }),
    ])
    const { device: told } = (await services.call('site', `GET /devices/${device.id}/onboarding`, { as: 'amelie' }))
      .body
    const mac = told.macAddress as string
    for (const q of [mac, mac.toLowerCase(), mac.replaceAll(':', '-'), mac.replaceAll(':', '')]) {
      expect((await search(q)).data, q).toEqual([
        expect.objectContaining({ id: device.id, field: 'macAddress', value: mac }),
      ])
    }
  })

  it('finds the designer project of a site and the points of controllers by their own names, with the way to them', async () => {
    const laurier = customerIdOf('CUS1001')
    const find = async (q: string, as = 'amelie') =>
      (await services.call('site', `GET /x/search?customerId=${laurier}&q=${encodeURIComponent(q)}`, { as })).body
    const project = one<{ id: string; site: string }>(
      'SELECT project_id AS id, associated_id AS site FROM designer_project',
    )
    const [found] = (await find('boreale graphics')).data
    expect(found).toMatchObject({ id: project.id, type: 'project', name: 'Place Boréale graphics', field: 'name' })
    expect(found.path.at(-1)).toMatchObject({ id: project.site, type: 'site' })
    const point = one<{ id: string; name: string; display_name: string; device_id: string }>(
      `SELECT * FROM point WHERE customer_id = '${laurier}' AND name LIKE 'VAV%.ZoneTemp' ORDER BY name LIMIT 1`,
    )
    for (const [q, field] of [
      [point.display_name, 'name'],
      [point.name, 'objectName'],
    ] as const) {
      const [row] = (await find(q)).data
      expect([q, row]).toEqual([
        q,
        expect.objectContaining({ id: point.id, type: 'point', name: point.display_name, field }),
      ])
      expect(row.path.at(-1)).toMatchObject({ id: point.device_id, type: 'device' })
    }
    // Who names what points belong to looks for that.
    const named = (await find(point.name.replace(/\..*$/, ''))).data.map(({ type }: FoundRow) => type)
    expect([named.includes('device'), named.includes('point')]).toEqual([true, false])
    expect((await find(point.name, 'paul')).errorCode).toBe(4005)
    const everywhere = await services.call('site', 'GET /x/search?q=zonetemp&kinds=point,project&pageSize=200', {
      as: 'paul',
    })
    expect(everywhere.body.data.map(({ id }: FoundRow) => id)).not.toContain(point.id)
  })

  it('stops counting where there are too many', async () => {
    const { store } = services.world
    const copies = Array.from(
      { length: 300 },
      (_, at) => `('copy-${at}', 0, 't', '${customer}', 'copy ${at}', 'copycat', '')`,
    )
    store.exec(
      `INSERT INTO search_entry (id, kind, tenant_id, customer_id, sort_name, own, above) VALUES ${copies.join(', ')}`,
    )
    expect(await search('copycat')).toMatchObject({ totalCount: 100, isTotalCapped: true })
    store.exec(`DELETE FROM search_entry WHERE id LIKE 'copy-%'`)
    expect((await search('copycat')).totalCount).toBe(0)
  })
})

describe('what things are found by', () => {
  beforeEach(() => services.reset())

  it('follows a name down to the controllers below', async () => {
    const site = one<{ id: string }>(`SELECT site_id AS id FROM device WHERE customer_id = '${customer}' LIMIT 1`)
    const current = (await services.call('site', `GET /sites/${site.id}`, { as: 'amelie' })).body
    await write(`PUT /sites/${site.id}`, { ...current, name: 'Quincaillerie Xylophône' })
    const found = await every('xylophone')
    expect(new Set(found.map(({ type }) => type))).toEqual(new Set(['site', 'building', 'space', 'device']))
  })

  it('forgets what is deleted, and finds what is new', async () => {
    const space = one<{ id: string }>(`SELECT space_id AS id FROM device WHERE customer_id = '${customer}' LIMIT 1`)
    const [made] = await write(`POST /spaces/${space.id}/devices`, { device: { name: 'Zeppelin' }, quantity: 1 })
    expect((await search('zeppelin')).data.map(({ id }) => id)).toEqual([made.id])
    await write('DELETE /devices', [made.id])
    expect((await search('zeppelin')).data).toEqual([])
  })

  it('forgets the project of a site with the site, and the points of a controller with the controller', async () => {
    const { store } = services.world
    const count = (kind: number) => one<{ n: number }>(`SELECT count(*) AS n FROM search_entry WHERE kind = ${kind}`).n
    const [project, point] = [6, 7]
    const { device_id: device } = one<{ device_id: string }>('SELECT device_id FROM point LIMIT 1')
    const own = store.all('SELECT id FROM point WHERE device_id = ?', device).length
    const before = count(point)
    await write('DELETE /devices', [device])
    expect(count(point)).toBe(before - own)
    const projects = store.all<{ id: string; site: string }>(
      'SELECT project_id AS id, associated_id AS site FROM designer_project',
    )
    expect(count(project)).toBe(3)
    expect(projects).toHaveLength(3)
    const [first] = projects
    await write(`DELETE /sites/${first?.site}?force=true`, undefined)
    expect(count(project)).toBe(2)
    const left = 'SELECT project_id AS id FROM designer_project UNION SELECT project_id FROM designer_file'
    expect(store.all<{ id: string }>(left).map(({ id }) => id)).toEqual(
      projects
        .slice(1)
        .map(({ id }) => id)
        .sort(),
    )
  })

  it('has projects and points in a store that is older than their words', async () => {
    const { store } = services.world
    const kept = entries()
    store.exec('DROP TRIGGER searched_device_below')
    for (const table of ['designer_project', 'point']) {
      for (const what of ['made', 'changed', 'gone']) store.exec(`DROP TRIGGER searched_${table}_${what}`)
      store.exec(`ALTER TABLE ${table} DROP COLUMN words`)
    }
    store.exec('ALTER TABLE point DROP COLUMN own_words')
    store.exec('DELETE FROM search_entry WHERE kind IN (6, 7)')
    prepareSearch(store)
    expect(entries()).toEqual(kept)
  })

  it('is made again in a store that is older than the words of names', async () => {
    const { store } = services.world
    const kept = entries()
    const triggers = store.all<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'searched_%'`,
    )
    for (const { name } of triggers) store.exec(`DROP TRIGGER ${name}`)
    store.exec('DROP INDEX equipment_by_customer_words')
    for (const table of ['site_group', 'site', 'building', 'space', 'equipment']) {
      store.exec(`ALTER TABLE ${table} DROP COLUMN words`)
    }
    store.exec(`UPDATE search_entry SET own = sort_name; UPDATE device SET search_text = 'old'`)
    store.exec('CREATE TRIGGER searched_device_made AFTER INSERT ON device BEGIN SELECT 1; END')
    prepareSearch(store)
    expect(entries()).toEqual(kept)
    expect((await search('VAV-SCI-02', '&kinds=device')).data.map(({ name }) => name)).toEqual(['VAV SCI-02'])
  })

  it('is what a fresh index would say, after moves and renames', async () => {
    const { store } = services.world
    store.exec(`UPDATE space SET words = 'renamed' WHERE id = (SELECT space_id FROM device LIMIT 1)`)
    store.exec(`UPDATE device SET space_id = (SELECT id FROM space WHERE words = 'renamed') WHERE name LIKE 'VAV%'`)
    store.exec(`UPDATE space SET parent_space_id = NULL WHERE name = 'Aile est'`)
    store.exec(`UPDATE space SET words = 'floor two' WHERE name = 'Étage 2'`)
    store.exec(`UPDATE site SET site_group_id = NULL WHERE id = (SELECT site_id FROM device LIMIT 1)`)
    store.exec(`UPDATE site_group SET words = 'another group'`)
    store.exec(`UPDATE controller SET address = '192.0.2.77' WHERE device_id = (SELECT id FROM device LIMIT 1)`)
    const kept = entries()
    store.exec('DELETE FROM search_entry')
    for (const table of ['site_group', 'site', 'building', 'space', 'device', 'equipment']) {
      store.exec(`UPDATE ${table} SET sort_name = sort_name`)
    }
    store.exec('UPDATE designer_project SET name = name; UPDATE point SET name = name')
    expect(entries()).toEqual(kept)
    expect(() => store.exec(`INSERT INTO search_index (search_index) VALUES ('integrity-check')`)).not.toThrow()
  })
})
