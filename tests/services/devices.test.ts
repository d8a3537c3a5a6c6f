import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiError } from '../../services/kit/api-error'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf } from '../../services/seed/people'
import { readAssets } from '../../services/site/devices/asset-file'
import { type Called, type Services, startTestServices } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const laurier = customerIdOf('CUS1001')
const lobby = seedId('site', 3)
const vav = seedId('device', 'story-2')
const call = (line: string, body?: unknown, as = 'amelie') => services.call('site', line, { as, body })
const told = ({ status, body }: Called) => [status, body.errorCode]
const ok = async (line: string, body?: unknown, as?: string) => {
  const reply = await call(line, body, as)
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return reply.body
}
const spaceOf = async (device: string) => (await ok(`GET /devices/${device}`)).spaceId

describe('new controllers', () => {
  it('are named one after the other and wait for onboarding', async () => {
    const spaceId = await spaceOf(vav)
    const before = (await ok(`GET /x/customers/${laurier}/overview`)).data
    const made = await ok(`POST /spaces/${spaceId}/devices`, {
      device: { name: 'VAV', productId: 'ECYVAV', additionalProperties: { $asset: 'A-17' } },
      quantity: 3,
    })
    expect(made.map((device: { name: string }) => device.name)).toEqual(['VAV', 'VAV-2', 'VAV-3'])
    expect(made[0]).toMatchObject({
      productId: seedId('product', 'ECYVAV'),
      hostId: '',
      packages: [],
      spaceId,
      overallStatus: { connected: false, onBoarded: false },
      configStatus: { network: { sendState: 'notSet', isDirty: true } },
    })
    expect(made[0].additionalProperties).toMatchObject({ $asset: 'A-17' })
    expect(made[0].additionalProperties.$activationCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(made[0].path.at(-1).id).toBe(spaceId)
    const [more] = await ok(`POST /spaces/${spaceId}/devices`, { device: { name: 'vav' } })
    expect([more.name, more.productId]).toEqual(['vav-4', null])
    const after = (await ok(`GET /x/customers/${laurier}/overview`)).data
    expect([after.devices - before.devices, after.notOnboarded - before.notOnboarded]).toEqual([4, 4])
    expect((await ok(`GET /x/devices?spaceId=${spaceId}&search=vav-2`)).totalCount).toBe(1)

    const network = await services.call('device-configuration', `GET /devices/${made[0].id}/network`, { as: 'amelie' })
    expect(network.body.primary ?? network.body.value?.primary).toMatchObject({ enabled: true })
  })

  it('are listed without what no row shows, where that is not asked for', async () => {
    const [whole, brief] = await Promise.all([
      ok(`GET /x/devices?siteId=${lobby}`),
      ok(`GET /x/devices?siteId=${lobby}&withoutDetails=true`),
    ])
    const [{ description, spaceServed: _, equipment, additionalProperties, configStatus, ...shown }] = whole.data
    expect([description, equipment, additionalProperties, configStatus]).not.toContain(undefined)
    expect(brief).toEqual({ ...whole, data: [{ ...shown, description: '' }] })
  })

  it('are counted by several filters in one answer as their lists count them, each within reach', async () => {
    const filters = [{ connected: 'false', onboarded: true }, { siteId: lobby }, { work: 'sendFailed' }]
    const { data } = await ok('POST /x/devices/counts', { filters })
    const lists = await Promise.all(
      filters.map((filter) => ok(`GET /x/devices?${new URLSearchParams(filter as never)}&pageSize=1`)),
    )
    expect(data).toEqual(lists.map(({ totalCount }) => ({ totalCount })))
    expect(data[0].totalCount).toBeGreaterThan(0)
    const hidden = await services.call('site', 'POST /x/devices/counts', { as: 'paul', body: { filters } })
    expect(hidden.status).toBe(404)
  })

  it.each([
    [{ device: { name: 'X' }, quantity: 0 }, 4000, 'quantity'],
    [{ device: { name: 'X' }, quantity: 101 }, 4000, 'quantity'],
    [{ device: {} }, 4000, 'device.name'],
    [{}, 4000, 'device'],
    [{ device: { name: 'X', productId: 'ECYNONE' } }, 4000, 'productId'],
    [{ device: { name: 'X', productId: 'ECYVAV', hostId: 'ECYVAV-0B0001' }, quantity: 2 }, 4000, 'quantity'],
    [{ device: { name: 'X', productId: 'ECYVAV', hostId: 'ECY303-0B0001' } }, 4301, 'hostId'],
    [{ device: { name: 'X', productId: 'ECYVAV', hostId: 'ECYVAV-0A1002' } }, 4302, 'hostId'],
    [{ device: { name: 'X', additionalProperties: { '<b>': 1 } } }, 4000, 'device.additionalProperties.<b>'],
  ])('refuse %j', async (body, code, field) => {
    const reply = await call(`POST /spaces/${await spaceOf(vav)}/devices`, body)
    expect(reply.body.errorCode).toBe(code)
    expect(Object.keys(reply.body.errors)).toContain(field)
  })
})

describe('a controller', () => {
  it('is saved by version, with its properties as a whole', async () => {
    const device = await ok(`GET /devices/${vav}`)
    expect(told(await call(`PUT /devices/${vav}`, { name: 'X' }))).toEqual([428, 4010])
    const saved = await ok(`PUT /devices/${vav}`, {
      ...device,
      description: 'Au-dessus des bureaux',
      additionalProperties: { ...device.additionalProperties, $balanced: '2026-03-01' },
    })
    expect(saved).toMatchObject({ name: device.name, hostId: device.hostId, packages: device.packages })
    expect(saved.additionalProperties).toMatchObject({ $balanced: '2026-03-01' })
    const stale = await call(`PUT /devices/${vav}`, { eTag: device.eTag, name: 'Y' })
    expect([...told(stale), stale.body.current.description]).toEqual([409, 4009, 'Au-dessus des bureaux'])
    const emptied = await ok(`PUT /devices/${vav}`, { eTag: saved.eTag, additionalProperties: {}, spaceServed: null })
    expect([emptied.additionalProperties, emptied.spaceServed]).toEqual([{}, null])
    expect(told(await call(`PUT /devices/${vav}`, { eTag: emptied.eTag, productId: 'ECY303' }))).toEqual([409, 4306])
  })

  it('moves inside its site, and nowhere else', async () => {
    const device = await ok(`GET /devices/${vav}`)
    const spaces = await ok(`GET /buildings/${device.buildingId}/spaces`)
    const target = spaces.find((space: { name: string }) => space.name === 'Mezzanine')
    const moved = await ok(`PUT /devices/${vav}`, { eTag: device.eTag, spaceId: target.id })
    expect([moved.spaceId, moved.path.at(-1).name]).toEqual([target.id, 'Mezzanine'])
    const elsewhere = await spaceOf(seedId('device', 'story-4'))
    const foreign = await spaceOf(seedId('device', 'story-6'))
    expect(told(await call(`PUT /devices/${vav}`, { eTag: moved.eTag, spaceId: elsewhere }))).toEqual([422, 4000])
    expect(told(await call(`PUT /devices/${vav}`, { eTag: moved.eTag, spaceId: foreign }))).toEqual([422, 4203])
    expect(told(await call(`PUT /devices/${vav}`, { eTag: moved.eTag, spaceId: 'none' }))).toEqual([404, 4005])
  })

  it('is removed with everything known of it, unless it is deploying', async () => {
    const [one, two] = await ok(`POST /spaces/${await spaceOf(vav)}/devices`, { device: { name: 'Gone' }, quantity: 2 })
    const mixed = await call('DELETE /devices', [one.id, seedId('device', 'story-3'), 'nobody'])
    expect(mixed.body).toMatchObject({
      errorCode: 4100,
      errors: [
        { entityId: seedId('device', 'story-3'), details: { errorCode: 4306 } },
        { entityId: 'nobody', details: { errorCode: 4005 } },
      ],
    })
    expect(told(await call(`GET /devices/${one.id}`))).toEqual([404, 4005])
    expect(told(await call('DELETE /devices', [two.id], 'usha'))).toEqual([403, 4003])
    expect(told(await call('DELETE /devices', [two.id], 'paul'))).toEqual([404, 4005])
    expect((await call('DELETE /devices', { deviceIds: [two.id] })).status).toBe(204)
    expect(services.world.store.all('SELECT 1 FROM controller WHERE device_id = ?', two.id)).toEqual([])
  })
})

describe('the asset builder', () => {
  const upload = async (
    name: string,
    content: string | Blob,
    { as = 'amelie', siteId = lobby }: { as?: string; siteId?: string | null } = {},
  ) => {
    const form = new FormData()
    if (siteId) form.set('siteId', siteId)
    form.set('file', content instanceof Blob ? content : new Blob([content]), name)
    const response = await fetch(`${services.origin('site')}/site/api/v1/devices/assets/builder`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${await services.tokenFor(as)}` },
      body: form,
    })
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) } as Called
  }

  it('adds the controllers of a spreadsheet', async () => {
    const reply = await upload(
      'fleet.csv',
      '\uFEFFName;Model;Space path;Host ID;$Tag\r\nFCU 1;ECYPTU207;Galerie / Étage 1 / Hall;ECYPTU207-0C0001;"a;""b"""\r\nFCU 2;ECYPTU207;Carré Sainte-Foy / Galerie / etage 1;;\r\n',
    )
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    expect(reply.body.map((device: Called['body']) => [device.name, device.hostId, device.path.at(-1).name])).toEqual([
      ['FCU 1', 'ECYPTU207-0C0001', 'Hall'],
      ['FCU 2', '', 'Étage 1'],
    ])
    expect(reply.body[0].additionalProperties.$Tag).toBe('a;"b"')
    const journal = (await services.control('GET /journal?since=0')).body.at(-1)
    expect(journal.entityIds).toEqual(reply.body.map((device: { id: string }) => device.id))
  })

  it('adds all of a file or none of it, and names each row that is wrong', async () => {
    const count = async () => (await ok(`GET /x/devices?siteId=${lobby}&pageSize=1`)).totalCount
    const before = await count()
    const rows = [
      { name: 'FCU 3', productId: 'ECYPTU207', space: 'Galerie / Étage 1', $floor: '1' },
      { name: 'FCU 4', productId: 'ECYNONE', space: 'Galerie / Étage 1' },
      { name: 'FCU 5', space: 'Galerie / Étage 99' },
      { name: 'FCU 3', space: 'Galerie / Étage 1' },
      { space: 'Galerie / Étage 1' },
      { name: 'FCU 6', productId: 'ECYVAV', hostId: 'ECYVAV-0A1002', space: 'Galerie / Étage 1' },
      'nonsense',
    ]
    const reply = await upload('fleet.json', JSON.stringify(rows))
    expect(told(reply)).toEqual([422, 4100])
    expect(reply.body.errors.map((one: Called['body']) => [one.entityId, one.key, one.details.field])).toEqual([
      ['2', 'errors.device.product', 'productId'],
      ['3', 'errors.assets.space', 'space'],
      ['4', 'errors.name.duplicate', 'name'],
      ['5', 'errors.field.required', 'name'],
      ['6', 'errors.onboarding.hostIdTaken', 'hostId'],
      ['7', 'errors.field.required', 'name'],
    ])
    expect([reply.body.data, await count()]).toEqual([[], before])
  })

  it.each([
    ['fleet.xlsx', 'name\nA', 'errors.assets.extension'],
    ['fleet.csv', 'name,space\n', 'errors.assets.empty'],
    ['fleet.csv', 'colour\nred', 'errors.assets.format'],
    ['fleet.csv', 'name\n"never closed', 'errors.assets.format'],
    ['fleet.json', '{', 'errors.assets.format'],
    ['fleet.json', '7', 'errors.assets.format'],
    ['fleet.csv', `name\n${'a\n'.repeat(1001)}`, 'errors.assets.tooManyRows'],
  ])('refuses %s: %.20s', async (name, content, key) => {
    const reply = await upload(name, content)
    expect([...told(reply), reply.body.errors.file]).toEqual([422, 4000, key])
  })

  it('refuses what is not text, not a form or not allowed', async () => {
    const binary = await upload('fleet.csv', new Blob([new Uint8Array([0xff, 0xfe, 0x00])]))
    expect(binary.body.errors.file).toBe('errors.assets.encoding')
    expect(told(await call('PUT /devices/assets/builder', { siteId: lobby }))).toEqual([415, 4006])
    expect(told(await upload('fleet.csv', 'name\nA', { siteId: null }))).toEqual([422, 4000])
    expect(told(await upload('fleet.csv', 'name\nA', { as: 'usha' }))).toEqual([403, 4003])
    expect(told(await upload('fleet.csv', 'name\nA', { as: 'paul' }))).toEqual([404, 4005])
    const token = await services.tokenFor('amelie')
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const reply = await fetch(`${services.origin('site')}/site/api/v1/devices/assets/builder`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        body: '--x\r\nnonsense',
      })
      expect(reply.status).toBe(400)
    }
    const form = new FormData()
    form.set('name', 'X')
    const elsewhere = await fetch(`${services.origin('site')}/site/api/v1/sites/${lobby}/buildings`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    expect(elsewhere.status).toBe(415)
  })

  it('reads files as spreadsheets write them, and as far as they can be used', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plantroom-assets-'))
    const read = async (text: string | Uint8Array, name = 'a.csv') => {
      const path = join(folder, name)
      await writeFile(path, text)
      return readAssets({ path, name, size: text.length, sha256: '' })
    }
    const key = (text: string | Uint8Array, name?: string) =>
      read(text, name).catch((error) => (error as ApiError).details.errors?.file)
    const quoted = await read(
      '\ufeffName;Space path;$zone\r\n"VAV;\n1";B / 1;"He said ""now"""\r\n\r\n;;\r\nVAV-2;;\r\n',
    )
    expect(quoted.map(({ number, name, space, properties }) => ({ number, name, space, properties }))).toEqual([
      { number: 2, name: 'VAV;\n1', space: 'B / 1', properties: { $zone: 'He said "now"' } },
      { number: 5, name: 'VAV-2', space: undefined, properties: {} },
    ])
    expect(await key('name\n"never closed')).toBe('errors.assets.format')
    expect(await key(`name\n${'x'.repeat(200_000)}`)).toBe('errors.assets.longRow')
    expect(await key(Buffer.from([0x6e, 0xff]))).toBe('errors.assets.encoding')
    expect(await key(`name\n${'a\n'.repeat(3_000_000)}`)).toBe('errors.assets.tooManyRows')
    expect(await key(' '.repeat(5_000_001), 'a.json')).toBe('errors.assets.jsonSize')
    expect(await key(Buffer.from([0xff]), 'a.json')).toBe('errors.assets.encoding')
    await rm(folder, { recursive: true })
  })
})

describe('tests of availability', () => {
  const ids = ['story-1', 'story-2', 'story-4', 'story-7', 'story-8'].map((key) => seedId('device', key))

  it('say of each controller whether it answers, and of unknown ones that they are unknown', async () => {
    const onboarding = await ok('POST /devices/onboarding/test-availability', { deviceIds: [...ids, 'nobody'] })
    const at = '2026-03-09T12:00:00.000Z'
    expect(onboarding.map((one: Called['body']) => one.deviceOnboardingAvailability)).toEqual([
      { available: true, timestamp: at },
      { available: true, timestamp: at },
      { available: false, timestamp: at, reason: 'offline' },
      { available: true, timestamp: at },
      { available: true, timestamp: at },
      { available: false, timestamp: at, reason: 'unknown' },
    ])
    const tunneling = await ok('POST /devices/remote-tunneling/test-availability', { deviceIds: [...ids, 'nobody'] })
    expect(
      tunneling.map((one: Called['body']) => [
        one.deviceRemoteTunnelingAvailability.isConnected,
        one.deviceRemoteTunnelingAvailability.reason,
      ]),
    ).toEqual([
      [true, undefined],
      [false, 'licence'],
      [false, 'offline'],
      [false, 'notOnboarded'],
      [true, undefined],
      [false, 'unknown'],
    ])
  })

  it('may be asked by everybody with a role, about their own', async () => {
    const body = { deviceIds: [vav] }
    const asked = await ok('POST /devices/onboarding/test-availability', body, 'usha')
    expect(asked[0].deviceOnboardingAvailability.available).toBe(true)
    const foreign = await ok('POST /devices/onboarding/test-availability', body, 'paul')
    expect(foreign[0].deviceOnboardingAvailability.reason).toBe('unknown')
    expect(told(await call('POST /devices/onboarding/test-availability', body, 'nadia'))).toEqual([403, 4003])
    expect(told(await call('POST /devices/onboarding/test-availability', { deviceIds: [] }))).toEqual([422, 4000])
  })

  it('and a fresh state comes a few seconds after it was asked for', async () => {
    const reply = await call('POST /devices/sync-state', { deviceIds: [vav] }, 'usha')
    expect([reply.status, reply.body]).toEqual([
      202,
      [{ deviceId: vav, syncState: 'queued', requestedAt: '2026-03-09T12:00:00.000Z' }],
    ])
    services.world.store.run('UPDATE device SET packages_total = 0 WHERE id = ?', vav)
    await services.control('POST /clock', { advanceMs: 5_000 })
    const row = services.world.store.get<{ n: number }>('SELECT packages_total AS n FROM device WHERE id = ?', vav)
    expect(row?.n).toBeGreaterThan(0)
    expect(told(await call('POST /devices/sync-state', { deviceIds: ['nobody'] }))).toEqual([404, 4005])
  })
})

describe('search', () => {
  const find = async (q: string, more = '', as?: string) =>
    ok(`GET /x/search?customerId=${laurier}&q=${encodeURIComponent(q)}${more}`, undefined, as)
  const first = ({ data }: Called['body']) => [data[0]?.type, data[0]?.name, data[0]?.field, data[0]?.value]

  it('says what was found and which field matched', async () => {
    expect(first(await find('place boréale'))).toEqual(['site', 'Place Boréale', 'name', 'Place Boréale'])
    expect(first(await find('boreale'))).toEqual(['site', 'Place Boréale', 'name', 'Place Boréale'])
    expect(first(await find('0A1002'))).toEqual(['device', 'VAV 12-04', 'hostId', 'ECYVAV-0A1002'])
    expect(first(await find('erables-rouges'))).toMatchObject([
      'site',
      'Place Boréale',
      'address',
      expect.stringContaining('Érables'),
    ])
    expect(first(await find('10.1.1.24', '&kinds=device'))).toEqual(['device', 'VAV 12-04', 'address', '10.1.1.24'])
    expect(first(await find('AHU-1'))).toEqual(['device', 'AHU-1 Controller', 'name', 'AHU-1 Controller'])
    const below = await find('tower controller')
    expect(first(below)).toMatchObject(['device', expect.any(String), 'path', expect.stringContaining('Tower A')])
    expect(below.data[0].path.map((node: { type: string }) => node.type)).toContain('building')
  })

  it('keeps to kinds, pages by cursor, and treats signs as signs', async () => {
    expect((await find('level', '&kinds=space')).data.every((one: Called['body']) => one.type === 'space')).toBe(true)
    const all = await find('level')
    const names: string[] = []
    let token: string | null = ''
    while (token !== null) {
      const page: Called['body'] = await find('level', `&pageSize=3${token && `&continuationToken=${token}`}`)
      names.push(...page.data.map((one: { id: string }) => one.id))
      token = page.continuationToken
    }
    expect([new Set(names).size, names.length]).toEqual([all.totalCount, all.totalCount])
    expect((await find('%%')).totalCount).toBe(0)
    expect(told(await call(`GET /x/search?customerId=${laurier}&q=a`))).toEqual([422, 4000])
    expect(told(await call(`GET /x/search?customerId=${laurier}&q=ab&kinds=castle`))).toEqual([422, 4000])
  })

  it('finds nothing of others', async () => {
    expect(told(await call(`GET /x/search?customerId=${laurier}&q=tower`, undefined, 'paul'))).toEqual([404, 4005])
    const own = await ok('GET /x/search?q=campus', undefined, 'paul')
    expect(own.data.map((one: { name: string }) => one.name)).toContain('Campus Saint-Rémi')
    expect(own.data.map((one: { name: string }) => one.name)).not.toContain('Campus Montcalm')
  })
})
