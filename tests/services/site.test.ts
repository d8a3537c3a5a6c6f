import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedId } from '../../services/kit/deterministic'
import { customerIdOf } from '../../services/seed/people'
import { type Called, type Services, startTestServices } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const montcalm = customerIdOf('CUS1004')
const laurier = customerIdOf('CUS1001')
const sainteFoy = seedId('site', 3)
const get = (path: string, as = 'amelie') => services.call('site', `GET ${path}`, { as })
const ok = async (path: string, as?: string) => {
  const reply = await get(path, as)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body
}
const types = (path: { type: string }[]) => path.map((node) => node.type)

describe('the seed', () => {
  it('holds a fleet of 120 controllers in three sites, eight buildings and sixty spaces', async () => {
    const { data } = await ok(`/x/customers/${montcalm}/overview`)
    expect(data).toMatchObject({
      siteGroups: 1,
      sites: 3,
      buildings: 8,
      spaces: 60,
      devices: 120,
      offline: 3,
      notOnboarded: 2,
      outdated: 14,
      failedSends: 1,
      failedDeployments: 1,
      openTunnels: 0,
      alarms: 46,
      faults: 12,
    })
  })

  it('has the mix of models that the stories are told about', async () => {
    const counts: Record<string, number> = {}
    for (const model of ['ECYVAV', 'ECY303', 'ECYPTU207', 'ECY600', 'ECYAPEX']) {
      counts[model] = (
        await ok(`/x/devices?customerId=${montcalm}&productId=${seedId('product', model)}&pageSize=1`)
      ).totalCount
    }
    expect(counts).toEqual({ ECYVAV: 90, ECY303: 12, ECYPTU207: 10, ECY600: 6, ECYAPEX: 2 })
  })

  it('tells each of the eight stories', async () => {
    const story = async (number: number) => ok(`/devices/${seedId('device', `story-${number}`)}`)
    expect((await story(1)).overallStatus).toMatchObject({ connected: true, onBoarded: true })
    expect((await story(3)).overallStatus.deployment).toMatchObject({
      status: 'PackageUploadInProgress',
      inProgress: true,
    })
    const ahu2 = await story(4)
    expect(ahu2.overallStatus).toMatchObject({ connected: false, onBoarded: true })
    expect(ahu2.configStatus.network).toMatchObject({ sendState: 'queued', isDirty: true })
    const outdated = await ok(`/x/devices?siteId=${sainteFoy}&packageStatus=outdated`)
    expect(outdated.data.map((device: { name: string }) => device.name)).toEqual(['Lobby FCU'])
    expect(await story(7)).toMatchObject({
      hostId: '',
      overallStatus: { connected: false, onBoarded: false },
      packages: [],
    })
    expect((await story(8)).hostId).toBe('Qnx-JVLN-0000-05AE-C01D')
  })
})

describe('the tree', () => {
  it('is walked by id, each node with its eTag, its counts and its ancestors', async () => {
    const [group] = await ok(`/customers/${montcalm}/sitegroups`)
    expect(group).toMatchObject({
      name: 'Montcalm campuses',
      siteCount: 3,
      counts: { buildings: 8, spaces: 60, devices: 120, offline: 3 },
    })
    expect((await get(`/sitegroups/${group.id}`)).headers.get('etag')).toBe(`"${group.eTag}"`)

    const [site] = await ok(`/sitegroups/${group.id}/sites`)
    expect(types(site.path)).toEqual(['group'])
    const [building] = await ok(`/sites/${site.id}/buildings`)
    expect(types(building.path)).toEqual(['group', 'site'])
    const spaces = await ok(`/buildings/${building.id}/spaces`)
    const floor = spaces.find((space: { name: string }) => space.name === 'Étage 2')
    const [wing] = await ok(`/spaces/${floor.id}/sub-spaces`)
    expect(types(wing.path)).toEqual(['group', 'site', 'building', 'space'])
    const [device] = await ok(`/spaces/${wing.id}/devices`)
    expect(types(device.path)).toEqual(['group', 'site', 'building', 'space', 'space'])
    expect(device.path.at(-1)).toMatchObject({ id: wing.id, name: 'Aile est' })
    expect(await ok(`/devices/${device.id}`)).toEqual(device)
  })

  it('leaves the group out of the path of a site in none', async () => {
    expect((await ok(`/sites/${seedId('site', 7)}`)).path).toEqual([])
  })

  it('opens level by level, groups before ungrouped sites, sub-spaces before controllers', async () => {
    const maple = customerIdOf('CUS1002')
    const level = await ok(`/x/children?type=customer&id=${maple}`)
    expect(level.data.map((node: { type: string; name: string }) => [node.type, node.name])).toEqual([
      ['group', 'Health campuses'],
      ['site', 'Peachtree Data Hall'],
    ])
    const [group] = level.data
    expect(group).toMatchObject({ hasChildren: true, counts: { devices: 2 } })
    const names = await ok(`/x/children?type=customer&id=${maple}&withoutCounts=true`)
    const { counts: _, ...uncounted } = group
    expect(names.data[0]).toEqual(uncounted)
    const [{ counts: known, ...named }] = await ok(`/customers/${maple}/sitegroups`)
    expect(known).toMatchObject({ devices: 2 })
    expect(await ok(`/customers/${maple}/sitegroups?withoutCounts=true`)).toEqual([named])
    const sites = await ok(`/x/children?type=group&id=${group.id}`)
    const buildings = await ok(`/x/children?type=site&id=${sites.data[0].id}`)
    const spaces = await ok(`/x/children?type=building&id=${buildings.data[0].id}`)
    expect(spaces.data.map((node: { name: string }) => node.name)).toEqual([
      'Basement',
      'Level 1',
      'Level 2',
      'Level 3',
      'Rooftop',
    ])
    expect(spaces.data[0]).toMatchObject({ kind: 'Basement', hasChildren: false })
  })

  it('opens several levels at once, each as by itself; one that is not there or not the caller’s leaves the others', async () => {
    const maple = customerIdOf('CUS1002')
    const [group] = (await ok(`/x/children?type=customer&id=${maple}`)).data
    const parents = [
      { type: 'customer', id: maple },
      { type: 'site', id: seedId('site', 99_999) },
      { type: 'group', id: group.id },
    ]
    const at = '/x/children/levels?withoutCounts=true&pageSize=1'
    const told = await services.call('site', `POST ${at}`, { as: 'amelie', body: { parents } })
    const alone = (type: string, id: string) => ok(`/x/children?type=${type}&id=${id}&withoutCounts=true&pageSize=1`)
    expect(told.body.data).toEqual([await alone('customer', maple), null, await alone('group', group.id)])
    const hidden = await services.call('site', `POST ${at}`, { as: 'paul', body: { parents } })
    expect(hidden.status).toBe(404)
  })

  it('has the designer project of a site after its buildings, and the points of a controller and of equipment as one node', async () => {
    const project = services.world.store.get<{ id: string; site: string }>(
      'SELECT project_id AS id, associated_id AS site FROM designer_project',
    )
    const below = await ok(`/x/children?type=site&id=${project?.site}`)
    expect(below.data.at(-1)).toMatchObject({ id: project?.id, type: 'project', hasChildren: false })
    expect(below.data.at(0).type).toBe('building')
    const served = services.world.store.get<{ device: string; equipment: string; space: string }>(
      `SELECT device_id AS device, equipment_id AS equipment, device.space_id AS space
       FROM equipment_device JOIN device ON device.id = device_id WHERE onboarded = 1 LIMIT 1`,
    )
    for (const type of ['device', 'equipment'] as const) {
      const id = served?.[type] as string
      const { data, totalCount } = await ok(`/x/children?type=${type}&id=${id}`)
      expect([data, totalCount]).toEqual([[expect.objectContaining({ id, type: 'points', name: 'Points' })], 1])
    }
    const { data } = await ok(`/x/children?type=space&id=${served?.space}`)
    expect(data.find(({ id }: { id: string }) => id === served?.device)).toMatchObject({ hasChildren: true })
  })

  it('reads every row once, whatever the page size', async () => {
    const building = (await ok(`/x/devices?customerId=${montcalm}&pageSize=1`)).data[0].buildingId
    const names: string[] = []
    let token: string | null = ''
    while (token !== null) {
      const page: Called['body'] = await ok(
        `/x/children?type=building&id=${building}&pageSize=2${token && `&continuationToken=${token}`}`,
      )
      names.push(...page.data.map((node: { name: string }) => node.name))
      token = page.continuationToken
    }
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBe((await ok(`/x/children?type=building&id=${building}`)).totalCount)
  })

  it('nests as deep as asked, up to 2,000 nodes', async () => {
    const sites = await ok(`/customers/${laurier}/sites?expand=buildings,spaces,devices`)
    const tower = sites.find((site: { name: string }) => site.name === 'Place Boréale').buildings[0]
    const level = tower.spaces.find((space: { name: string }) => space.name === 'Level 12')
    expect(level.subSpaces.find((space: { name: string }) => space.name === 'East offices').devices[0].name).toBe(
      'VAV 12-04',
    )
    expect(await get(`/customers/${laurier}/sites?expand=points`)).toMatchObject({
      status: 422,
      body: { errorCode: 4000 },
    })
  })

  it('pages the sites of a customer with a total and a link', async () => {
    const first = await get(`/customers/${montcalm}/sites?pageSize=2`)
    expect(first.body).toHaveLength(2)
    expect(first.headers.get('x-total-count')).toBe('3')
    const next = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const rest = await fetch(services.origin('site') + next, {
      headers: { authorization: `Bearer ${await services.tokenFor('amelie')}` },
    })
    expect(((await rest.json()) as { name: string }[]).map((site) => site.name)).toEqual(['Campus Montcalm'])
  })
})

describe('finding controllers', () => {
  const find = async (query: string, as?: string) => ok(`/x/devices?customerId=${montcalm}&pageSize=200&${query}`, as)

  it.each([
    ['connected=false', 5],
    ['connected=false&onboarded=true', 3],
    ['onboarded=false', 2],
    ['packageStatus=outdated', 14],
    ['packageStatus=upToDate', 104],
    ['search=vav%20sci', 17],
    ['search=%C3%89cyVAV-1C01', 17],
    ['search=1C020B', 1],
    ['platform=IP', 120],
    ['platform=Niagara', 0],
    ['package=trends&version=1.9.22977.15', 3],
  ])('%s finds %i', async (query, count) => {
    const found = await find(query)
    expect([found.totalCount, found.data.length]).toEqual([count, count])
  })

  it('sorts either way by name, host id and model, and pages by cursor', async () => {
    const names = (await find('sort=name')).data.map((device: { name: string }) => device.name)
    expect((await find('sort=-name')).data.map((device: { name: string }) => device.name)).toEqual([...names].reverse())
    const first = await ok(`/x/devices?customerId=${montcalm}&sort=-hostId&pageSize=70`)
    const second = await ok(
      `/x/devices?customerId=${montcalm}&sort=-hostId&pageSize=70&continuationToken=${first.continuationToken}`,
    )
    const all = [...first.data, ...second.data].map((device: { hostId: string }) => device.hostId)
    expect(all).toHaveLength(120)
    expect(all).toEqual([...all].sort().reverse())
    expect(second.continuationToken).toBeNull()
    expect(await get(`/x/devices?customerId=${montcalm}&sort=weight`)).toMatchObject({
      status: 422,
      body: { errors: { sort: 'errors.sort.field' } },
    })
  })

  it('has the twenty of one subnet under one building', async () => {
    const { data } = await find('search=sci-&sort=hostId')
    expect(data).toHaveLength(20)
    expect(new Set(data.map((device: { buildingId: string }) => device.buildingId)).size).toBe(1)
    expect((await ok(`/x/devices?buildingId=${data[0].buildingId}`)).totalCount).toBe(20)
    expect((await ok(`/x/devices?spaceId=${data[0].spaceId}`)).totalCount).toBeGreaterThan(0)
  })

  it('without a place finds what the caller may see, and nothing else', async () => {
    expect((await ok('/x/devices', 'paul')).data.map((device: { name: string }) => device.name)).toEqual([
      'Campus Supervisor',
    ])
    expect((await ok('/x/devices?pageSize=1', 'amelie')).totalCount).toBe(128)
  })
})

describe('configuration states', () => {
  it('names what is saved, sent and failed of each controller', async () => {
    const { data, totalCount } = await ok(`/x/configuration-states?customerId=${montcalm}&pageSize=200`)
    expect(totalCount).toBe(120)
    const dirty = data.filter((row: { states: Record<string, { isDirty: boolean; sendState: string }> }) =>
      Object.values(row.states).some((state) => state.isDirty && state.sendState !== 'notSet'),
    )
    expect(dirty).toHaveLength(5)
    expect(
      dirty
        .flatMap((row: { states: Record<string, { sendState: string }> }) => Object.values(row.states))
        .filter((state: { sendState: string }) => state.sendState === 'failed'),
    ).toHaveLength(1)
  })
})

describe('configuration by its state', () => {
  const kinds = ['network', 'time', 'bacnet', 'gfx', 'users']
  const states = ['dirty', 'failed', 'waiting', 'running', 'notSet']

  it('lists exactly those that the summary counts, of a customer and of a site', async () => {
    const site = seedId('site', 2)
    for (const place of [`customerId=${montcalm}`, `customerId=${montcalm}&siteId=${site}`]) {
      const { data } = await ok(`/x/configuration-summary?${place}`)
      for (const kind of kinds)
        for (const state of states) {
          const listed = await ok(`/x/configuration-states?${place}&kind=${kind}&state=${state}&pageSize=200`)
          expect([kind, state, listed.totalCount]).toEqual([kind, state, data.kinds[kind]?.[state] ?? 0])
          expect(listed.data).toHaveLength(listed.totalCount)
        }
    }
  })

  it('adds up from site to customer, those with most to do first', async () => {
    const { data } = await ok(`/x/configuration-summary?customerId=${montcalm}`)
    const openOf = (counts: Record<string, Record<string, number>>) =>
      Object.values(counts).reduce(
        (sum, { notSet: _, ...open }) => sum + Object.values(open).reduce((a, b) => a + b, 0),
        0,
      )
    const bySite = data.sites.map((one: { kinds: Record<string, Record<string, number>> }) => openOf(one.kinds))
    expect(bySite).toEqual([...bySite].sort((a, b) => b - a))
    expect(bySite.reduce((a: number, b: number) => a + b, 0)).toBe(openOf(data.kinds))
    expect(data.sitesCount).toBe(data.sites.length)
  })

  it('walks what succeeded in the order of names, and asks for a customer', async () => {
    const first = await ok(`/x/configuration-states?customerId=${montcalm}&kind=network&state=succeed&pageSize=7`)
    const rest = await ok(
      `/x/configuration-states?customerId=${montcalm}&kind=network&state=succeed&pageSize=200&continuationToken=${encodeURIComponent(first.continuationToken)}`,
    )
    const all = [...first.data, ...rest.data]
    expect(all).toHaveLength(first.totalCount)
    expect(all.every((row) => row.states.network.sendState === 'succeed' && !row.states.network.isDirty)).toBe(true)
    expect((await get('/x/configuration-states?kind=network&state=dirty', 'marcus')).status).toBe(422)
    expect((await get(`/x/configuration-summary?customerId=${montcalm}`, 'paul')).status).toBe(404)
  })
})

describe('rights', () => {
  it('answers the same for what is foreign and for what is not there', async () => {
    const foreign = await get(`/sites/${seedId('site', 1)}`, 'paul')
    const missing = await get(`/sites/${seedId('site', 999)}`, 'paul')
    expect([foreign.status, foreign.body.errorCode]).toEqual([404, 4005])
    expect({ ...foreign.body, traceId: '' }).toEqual({ ...missing.body, traceId: '' })
    expect((await get(`/x/devices?customerId=${montcalm}`, 'paul')).status).toBe(404)
  })

  it('lets super-admins read everywhere and people without a role nothing', async () => {
    expect((await get(`/sites/${seedId('site', 1)}`, 'marcus')).status).toBe(200)
    expect((await get(`/sites/${seedId('site', 1)}`, 'nadia')).status).toBe(403)
    expect((await services.call('package', 'GET /packages', { as: 'nadia' })).status).toBe(403)
  })
})

describe('the catalogues', () => {
  it('answer twelve packages of three versions and twenty models', async () => {
    const packages = await services.call('package', 'GET /packages', { as: 'claire' })
    expect(packages.body).toHaveLength(36)
    const one = await services.call('package', `GET /packages/${encodeURIComponent('weather@2.1.0')}`, { as: 'claire' })
    expect(one.body).toMatchObject({ name: 'weather', version: '2.1.0', mandatory: false })
    const models = await services.call('product', 'GET /controllers', { as: 'claire' })
    expect(models.body).toHaveLength(20)
    expect(
      (await services.call('product', `GET /controllers/${seedId('product', 'NIAGARA')}`, { as: 'claire' })).body
        .platform,
    ).toBe('Niagara')
  })
})
