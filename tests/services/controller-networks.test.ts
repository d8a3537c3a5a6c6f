/** Networks of controllers: their settings, the search, what it adds to the tree, and what happens to the objects. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NetworkFinding } from '../../services/contracts/controller-networks'
import type { Point, PointMappings } from '../../services/contracts/points'
import { LinkError } from '../../services/link/port'
import { customerIdOf } from '../../services/seed/people'
import { answering, createNetworkLink, inventedNetwork, listedObject } from '../harness/network-link'
import { type Services, startTestServices } from '../harness/services'

const network = inventedNetwork()
const link = createNetworkLink(network)
let services: Services
let site: string
let space: string

beforeAll(async () => {
  services = await startTestServices({ links: { bacnet: link } })
})
beforeEach(async () => {
  Object.assign(network, { ...inventedNetwork(), events: network.events, configuration: network.configuration })
  const { store } = services.world
  store.transaction(() => {
    for (const table of ['networked_device', 'network_finding', 'network_search', 'controller_network'])
      store.run(`DELETE FROM ${table}`)
    store.run(`DELETE FROM device WHERE protocol = 'bacnet'`)
  })
  const row = services.world.store.get<{ site_id: string; id: string }>(
    'SELECT site_id, id FROM space WHERE customer_id = ? ORDER BY id LIMIT 1',
    customerIdOf('CUS1004'),
  )
  ;({ site_id: site = '', id: space = '' } = row ?? { site_id: '', id: '' })
})
afterAll(() => services.close())

const call = (line: string, body?: unknown, as = 'amelie') => services.call('site', line, { as, body })
const settings = {
  name: 'Plant room',
  address: '10.0.4.2',
  broadcastTo: [{ address: '10.0.4.255' }],
  lowestInstance: 100,
  highestInstance: 9_999,
}
const create = async (more: object = {}): Promise<string> => {
  const reply = await call(`POST /x/sites/${site}/controller-networks`, { ...settings, ...more })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body.data.id
}
const searched = async (id: string) => {
  expect((await call(`POST /x/controller-networks/${id}/searches`)).status).toBe(202)
  return vi.waitFor(async () => {
    const { data } = (await call(`GET /x/controller-networks/${id}/search`)).body
    expect(data.state).not.toBe('running')
    return data
  })
}
const findings = async (id: string, query = ''): Promise<NetworkFinding[]> =>
  (await call(`GET /x/controller-networks/${id}/findings?pageSize=200${query}`)).body.data
const add = (networkId: string, ...controllers: { instance: number; name?: string }[]) =>
  call(`POST /x/spaces/${space}/found-controllers`, { networkId, controllers })
const pointsOf = async (deviceId: string): Promise<Point[]> => (await call(`GET /devices/${deviceId}/points`)).body

describe('a network', () => {
  it('is named, found at its site, changed and deleted, and the link is configured with each state', async () => {
    const id = await create({ bbmd: { address: '10.9.0.1' } })
    const { body } = await call(`GET /x/sites/${site}/controller-networks`)
    expect(body).toMatchObject({
      hasLink: true,
      data: [{ id, protocol: 'bacnet', port: 47808, bbmd: { port: 47808, lifetimeSeconds: 300 }, controllers: 0 }],
    })
    const own = { address: '10.0.4.2', port: 47808 }
    const broadcastTo = [{ address: '10.0.4.255', port: 47808 }]
    await vi.waitFor(() =>
      expect(network.configuration.networks).toEqual([
        { id, own, broadcastTo, bbmd: { address: '10.9.0.1', port: 47808, lifetimeSeconds: 300 } },
      ]),
    )
    const [{ eTag }] = body.data
    const change = { ...settings, port: 47810, eTag }
    expect((await call(`PUT /x/controller-networks/${id}`, change)).body.data).toMatchObject({
      port: 47810,
      bbmd: null,
    })
    expect((await call(`PUT /x/controller-networks/${id}`, change)).body.errorCode).toBe(4009)
    await vi.waitFor(() => expect(network.configuration.networks).toMatchObject([{ own: { port: 47810 }, bbmd: null }]))
    expect((await call(`DELETE /x/controller-networks/${id}`)).status).toBe(204)
    await vi.waitFor(() => expect(network.configuration.networks).toEqual([]))
  })

  it('is refused without a named interface, without anywhere to ask, and where another one listens', async () => {
    const errorsOf = async (more: object) => {
      const { status, body } = await call(`POST /x/sites/${site}/controller-networks`, { ...settings, ...more })
      return [status, Object.keys(body.details?.errors ?? body.errors ?? {})]
    }
    for (const address of ['0.0.0.0', '', '255.255.255.255', '239.1.1.1', 'eth0', '10.0.4', '10.0.4.02'])
      expect(await errorsOf({ address }), address).toEqual([422, ['address']])
    expect(await errorsOf({ port: 0 })).toEqual([422, ['port']])
    expect(await errorsOf({ port: 65_536 })).toEqual([422, ['port']])
    expect(await errorsOf({ broadcastTo: [] })).toEqual([422, ['broadcastTo']])
    expect(await errorsOf({ lowestInstance: 10, highestInstance: 9 })).toEqual([422, ['highestInstance']])
    expect(await errorsOf({ highestInstance: 4_194_303 })).toEqual([422, ['highestInstance']])
    await create()
    expect(await errorsOf({ address: '10.0.4.3' })).toEqual([409, ['name']])
    expect(await errorsOf({ name: 'Other' })).toEqual([409, ['address']])
  })

  it('is changed by those who change the site, read by those who read it, and unknown to others', async () => {
    const id = await create()
    for (const [as, read, write] of [
      ['usha', 200, 403],
      ['paul', 404, 404],
      ['nadia', 403, 403],
    ] as const) {
      expect((await call(`GET /x/controller-networks/${id}`, undefined, as)).status, as).toBe(read)
      expect((await call(`PUT /x/controller-networks/${id}`, settings, as)).status, as).toBe(write)
      expect((await call(`POST /x/controller-networks/${id}/searches`, undefined, as)).status, as).toBe(write)
    }
  })
})

describe('a search', () => {
  it('says what is new, late, silent, refused, there twice, in the tree and missing', async () => {
    const id = await create()
    network.search = { controllers: [answering(101), answering(102)], duplicates: [], problem: null }
    await searched(id)
    expect((await add(id, { instance: 101 }, { instance: 102 })).status).toBe(201)
    network.search = {
      controllers: [
        answering(101, { answeredAfterMs: 2_500 }),
        answering(103, { state: 'silent', name: null, vendorName: null }),
        answering(104, { state: 'refused' }),
      ],
      duplicates: [{ instance: 105, addresses: ['10.0.4.5:47808', '10.0.4.6:47808'] }],
      problem: 'bbmdSilent',
    }
    const result = await searched(id)
    expect(result).toMatchObject({
      state: 'completed',
      problem: 'bbmdSilent',
      counts: { new: 2, known: 1, late: 1, silent: 1, refused: 1, duplicate: 1, missing: 1 },
    })
    expect(network.ranges.at(-1)).toEqual({ low: 100, high: 9_999 })
    expect(await findings(id)).toMatchObject([
      { instance: 101, states: ['known', 'late'], device: { name: 'AHU-101', path: expect.anything() } },
      { instance: 102, states: ['missing'], device: { name: 'AHU-102' } },
      { instance: 103, states: ['new', 'silent'], name: null, vendorName: null, device: null },
      { instance: 104, states: ['new', 'refused'] },
      { instance: 105, states: ['duplicate'], addresses: ['10.0.4.5:47808', '10.0.4.6:47808'] },
    ])
    expect((await findings(id, '&state=missing')).map(({ instance }) => instance)).toEqual([102])
    expect((await findings(id, '&search=ahu-104')).map(({ instance }) => instance)).toEqual([104])
    expect((await findings(id, '&instances=103,105')).map(({ instance }) => instance)).toEqual([103, 105])
  })

  it('is kept, and one at a time', async () => {
    const id = await create()
    let open = () => {}
    network.gate = new Promise((resolve) => {
      open = resolve
    })
    network.search = { controllers: [answering(101)], duplicates: [], problem: null }
    for (const _ of [1, 2])
      expect((await call(`POST /x/controller-networks/${id}/searches`)).body.data.state).toBe('running')
    open()
    await vi.waitFor(async () =>
      expect((await call(`GET /x/controller-networks/${id}/search`)).body.data.state).toBe('completed'),
    )
    expect(network.ranges).toHaveLength(1)
    expect(await findings(id)).toHaveLength(1)
  })

  it('that the link cannot end says so, and keeps what was found before', async () => {
    const id = await create()
    network.search = { controllers: [answering(101)], duplicates: [], problem: null }
    await searched(id)
    for (const refusal of ['unreachable', 'unsupported'] as const) {
      const gate = Promise.reject(new LinkError(refusal))
      gate.catch(() => undefined)
      network.gate = gate
      expect((await searched(id)).state).toBe(refusal)
    }
    expect(await findings(id)).toHaveLength(1)
  })

  it('pages through a thousand', async () => {
    const id = await create()
    network.search = {
      controllers: Array.from({ length: 1_000 }, (_, at) => answering(at + 100)),
      duplicates: [],
      problem: null,
    }
    await searched(id)
    const seen: number[] = []
    let token: string | null = ''
    do {
      const query: string = token && `&continuationToken=${token}`
      const { body } = await call(`GET /x/controller-networks/${id}/findings?pageSize=200${query}`)
      expect(body.totalCount).toBe(1_000)
      seen.push(...body.data.map(({ instance }: NetworkFinding) => instance))
      token = body.continuationToken
    } while (token)
    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 100))
  })
})

describe('a controller that was found', () => {
  const added = async (objects = [listedObject('analogInput', 1, 'AHU-101.SupplyAirTemp')]) => {
    const id = await create()
    network.search = { controllers: [answering(101)], duplicates: [], problem: null }
    network.objects.set(101, objects)
    await searched(id)
    const { body } = await add(id, { instance: 101, name: 'North handler' })
    const [device] = body.data
    await vi.waitFor(async () => expect(await pointsOf(device.id)).toHaveLength(objects.length))
    return { id, device }
  }

  it('is in the tree, in service, with its objects and what it said of itself', async () => {
    const { id, device } = await added()
    expect(device).toMatchObject({
      name: 'North handler',
      hostId: `bacnet:${id}:101`,
      overallStatus: { connected: true, onBoarded: true },
      link: { protocol: 'bacnet', can: ['points'] },
    })
    expect(await pointsOf(device.id)).toMatchObject([
      { name: 'AHU-101.SupplyAirTemp', presentValue: 21.5, unit: 'degC', isWritable: false },
    ])
    expect((await call(`GET /x/devices/${device.id}/link`)).body.data).toMatchObject({
      networkName: 'Plant room',
      instance: 101,
      vendorName: 'Test Controls',
      modelName: 'TC-9',
      isWritable: false,
      objectsReadAt: '2026-03-09T12:00:00.000Z',
    })
    await vi.waitFor(
      () =>
        expect(network.configuration.controllers).toMatchObject([
          { deviceId: device.id, networkId: id, instance: 101, points: [{ object_type: 'analogInput' }] },
        ]),
      5_000,
    )
  })

  it('is added once, only as it was found, and keeps its network', async () => {
    const { id, device } = await added()
    expect((await add(id, { instance: 101 })).body.errorCode).toBe(4302)
    expect((await add(id, { instance: 999 })).body.errorCode).toBe(4005)
    expect((await call(`DELETE /x/controller-networks/${id}`)).body.errorCode).toBe(4201)
    expect((await call(`DELETE /devices/${device.id}/onboarding`)).status).not.toBe(204)
    expect((await call('DELETE /devices', [device.id])).status).toBe(204)
    await vi.waitFor(() => expect(network.configuration.controllers).toEqual([]))
    expect(await findings(id)).toMatchObject([{ instance: 101, states: ['new'] }])
  })

  it('keeps the ids of renamed objects; one that it lists no more is marked, kept, and not read', async () => {
    const { device } = await added([listedObject('analogInput', 1, 'Temp'), listedObject('analogInput', 2, 'Humidity')])
    const before = await pointsOf(device.id)
    network.objects.set(101, [listedObject('analogInput', 2, 'Supply air humidity', { unit: 'pctRH' })])
    network.events?.objectsChanged(device.id)
    await vi.waitFor(async () =>
      expect((await pointsOf(device.id)).map(({ id, name, vanishedAt }) => [id, name, vanishedAt ?? null])).toEqual(
        [
          [before.find(({ name }) => name === 'Humidity')?.id, 'Supply air humidity', null],
          [before.find(({ name }) => name === 'Temp')?.id, 'Temp', '2026-03-09T12:00:00.000Z'],
        ].map((row) => row),
      ),
    )
    expect(await pointsOf(device.id)).toMatchObject([{ presentValue: 21.5 }, { presentValue: null }])
    await vi.waitFor(() => expect(network.configuration.controllers[0]?.points).toHaveLength(1), 5_000)
  })

  it('is found by its name together with that of a point, and so by its new name', async () => {
    const { device } = await added([listedObject('analogOutput', 1, 'Supply fan speed')])
    const found = async (words: string) =>
      (await call(`GET /x/search?q=${encodeURIComponent(words)}`)).body.data.map(
        ({ type, name, path }: { type: string; name: string; path: { name: string }[] }) => [
          type,
          name,
          path.at(-1)?.name,
        ],
      )
    const point = (name: string) => ['point', 'Supply fan speed', name]
    expect(await found(`${device.name} fan speed`)).toEqual([point(device.name)])
    expect(await found(device.name)).not.toContainEqual(point(device.name))
    const { eTag } = (await call(`GET /devices/${device.id}`)).body
    expect((await call(`PUT /devices/${device.id}`, { name: 'Roof unit 9', eTag })).status).toBe(200)
    expect(await found('roof unit 9 fan speed')).toEqual([point('Roof unit 9')])
  })

  it('may have no points, which is said with when that was read', async () => {
    const { device } = await added([])
    const objectsReadAt = async () => (await call(`GET /x/devices/${device.id}/link`)).body.data.objectsReadAt
    await vi.waitFor(async () => expect(await objectsReadAt()).toBe('2026-03-09T12:00:00.000Z'))
  })

  it('serves equipment by what its objects are named and measure; what is missing is said, and rules become ready', async () => {
    const { device } = await added([
      listedObject('analogInput', 1, 'AHU 101 Supply Air Temperature'),
      listedObject('analogInput', 2, 'AI-2', { displayName: 'AHU 101 Return Air Temp' }),
      listedObject('analogInput', 3, 'AHU 101 Duct Pressure', { unit: 'kPa' }),
      listedObject('analogInput', 4, 'AHU 101 Fan Speed', { unit: 'percent' }),
      listedObject('analogValue', 1, 'AHU 101 Duct Pressure Setpoint', { unit: 'kPa' }),
      listedObject('binaryInput', 1, 'AHU 101 Fan Status'),
    ])
    const [equipment] = (await call(`POST /spaces/${space}/equipment`, { name: 'AHU 101', type: 'Air_Handling_Unit' }))
      .body
    const linked = await call(`POST /equipment/devices/${device.id}/link`, { equipmentIds: [equipment.id] })
    expect(linked.status, JSON.stringify(linked.body)).toBe(200)
    const { required, optional, unmapped }: PointMappings = (
      await call('POST /points/point-mappings', { equipmentId: equipment.id })
    ).body
    expect(unmapped.map((one) => [one.pointName, one.suggestedRole, one.confidence])).toEqual([
      ['AHU 101 Duct Pressure', 'DSP', 0.9],
      ['AHU 101 Duct Pressure Setpoint', 'DSPSP', 0.9],
      ['AHU 101 Fan Speed', 'VFDSPD', 0.9],
      ['AHU 101 Fan Status', 'FANSTS', 0.9],
      ['AHU 101 Supply Air Temperature', 'SAT', 0.9],
      ['AI-2', 'RAT', 0.9],
    ])
    const before = (await call(`GET /equipment/${equipment.id}`)).body.ruleReadiness
    const missing = [...required, ...optional].filter(({ pointId }) => pointId === null)
    expect(missing.map(({ role }) => role)).toEqual(expect.arrayContaining(['SAT', 'RAT', 'MAT']))
    const points = unmapped.map(({ pointId, suggestedPointTypeId, suggestedRole }) => ({
      pointId,
      pointTypeId: suggestedPointTypeId,
      role: suggestedRole,
    }))
    expect((await call('POST /points/map-points', { equipmentId: equipment.id, points })).status).toBe(200)
    const { ruleReadiness } = (await call(`GET /equipment/${equipment.id}`)).body
    expect(ruleReadiness.total).toBe(before.total)
    expect(ruleReadiness.ready).toBeGreaterThan(before.ready)
  })

  it('lists points in groups, which say to which equipment a point belongs, until they are in none', async () => {
    const group = (name: string, description = '') => ({ name, description, subtype: '' })
    const inside = (unit: string, annotation = '') => ({
      grouping: { groups: [group('FLOOR2', 'Floor 2'), group(`B'${unit}`)], annotation },
    })
    const { device } = await added([
      listedObject('analogInput', 1, 'AI-1 Supply Air Temp', inside('AHU01')),
      listedObject('analogInput', 2, 'AI-2 Supply Air Temp', inside('AHU02')),
      listedObject('analogInput', 3, 'AI-3', inside('AHU01', 'Return air temperature')),
      listedObject('binaryInput', 1, 'Fan Status'),
    ])
    const names = ['AHU-1', 'AHU-2', 'Boiler']
    const equipment = new Map<string, string>()
    for (const name of names) {
      const [one] = (await call(`POST /spaces/${space}/equipment`, { name, type: 'Air_Handling_Unit' })).body
      equipment.set(name, one.id)
    }
    await call(`POST /equipment/devices/${device.id}/link`, { equipmentIds: [...equipment.values()] })
    const suggestions = async (name: string) => {
      const body = { equipmentId: equipment.get(name) }
      const { unmapped }: PointMappings = (await call('POST /points/point-mappings', body)).body
      return unmapped.map((one) => [one.pointName, one.suggestedRole, one.confidence])
    }
    expect(await suggestions('AHU-1')).toEqual([
      ['AI-1 Supply Air Temp', 'SAT', 0.9],
      ['AI-2 Supply Air Temp', null, 0.9],
      ['AI-3', 'RAT', 1],
      ['Fan Status', 'FANSTS', 0.8],
    ])
    expect(await suggestions('Boiler')).toEqual([
      ['AI-1 Supply Air Temp', null, 0.9],
      ['AI-2 Supply Air Temp', null, 0.9],
      ['AI-3', null, 1],
      ['Fan Status', 'FANSTS', 1],
    ])
    const groupsOf = async () => (await pointsOf(device.id)).map(({ groups }) => groups?.map(({ name }) => name))
    expect(await groupsOf()).toEqual([['FLOOR2', "B'AHU01"], ['FLOOR2', "B'AHU02"], ['FLOOR2', "B'AHU01"], undefined])
    // What is not known now stays; what is in no group any more has none.
    network.objects.set(101, [
      listedObject('analogInput', 1, 'AI-1 Supply Air Temp', { grouping: null }),
      listedObject('analogInput', 3, 'AI-3'),
    ])
    network.events?.objectsChanged(device.id)
    await vi.waitFor(async () =>
      expect((await groupsOf()).map((groups) => groups?.length)).toEqual([2, 2, undefined, undefined]),
    )
  })

  it('is found by an object that it has, which replaces the last result and calls nothing missing', async () => {
    const id = await create()
    network.search = { controllers: [answering(101), answering(102)], duplicates: [], problem: null }
    await searched(id)
    await add(id, { instance: 102 })
    const objects = [{ objectType: 'analogInput', objectInstance: 3, name: 'AHU-1 Supply Temperature' }]
    const holder = { ...answering(103), vendorId: null, objects }
    network.search = { controllers: [holder], duplicates: [], problem: null }
    const object = { objectType: 'analogInput', objectInstance: 3 }
    const search = async (body: object) => {
      const { status, body: reply } = await call(`POST /x/controller-networks/${id}/searches`, body)
      await vi.waitFor(async () =>
        expect((await call(`GET /x/controller-networks/${id}/search`)).body.data.state).not.toBe('running'),
      )
      return [status, reply.data?.object]
    }
    expect(await search({ object })).toEqual([202, object])
    expect(network.objectsAsked).toEqual([null, object])
    expect(await findings(id)).toMatchObject([{ instance: 103, states: ['new'], objects }])
    expect((await findings(id, '&search=supply')).map(({ instance }) => instance)).toEqual([103])
    const added = await add(id, { instance: 103 })
    expect(added.status, JSON.stringify(added.body)).toBe(201)
    for (const wrong of [{ name: '' }, { objectType: 'teapot', objectInstance: 1 }, { objectType: 'analogInput' }])
      expect((await search({ object: wrong }))[0]).toBe(422)
    // A link that knows no objects has searched for everything: that is no answer to the question.
    network.search = { controllers: [answering(101)], duplicates: [], problem: null }
    await search({ object: { name: 'SAT' } })
    const { data } = (await call(`GET /x/controller-networks/${id}/search`)).body
    expect([data.state, data.object]).toEqual(['unsupported', { name: 'SAT' }])
    expect((await findings(id)).map(({ instance }) => instance)).toEqual([103])
  })

  it('counts as silent if it was heard long ago, until it is heard again', async () => {
    const id = await create()
    network.search = { controllers: [answering(101)], duplicates: [], problem: null }
    await searched(id)
    services.world.clock.advance(120_000)
    const [device] = (await add(id, { instance: 101 })).body.data
    expect(device.overallStatus.connected).toBe(false)
    network.events?.up(device.id)
    expect((await call(`GET /devices/${device.id}`)).body.overallStatus.connected).toBe(true)
  })

  it('whose objects could not be read is asked again when it is heard', async () => {
    const id = await create()
    network.search = { controllers: [answering(101)], duplicates: [], problem: null }
    await searched(id)
    const [device] = (await add(id, { instance: 101 })).body.data
    network.objects.set(101, [listedObject('analogInput', 1, 'Temp')])
    network.events?.up(device.id)
    await vi.waitFor(async () => expect(await pointsOf(device.id)).toHaveLength(1))
  })
})
