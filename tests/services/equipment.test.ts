import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Equipment, EquipmentType } from '../../services/contracts/equipment'
import type { PointType } from '../../services/contracts/points'
import { seedId } from '../../services/kit/deterministic'
import { type Services, startTestServices } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const device = (story: number) => seedId('device', `story-${story}`)
const equipment = (name: string) => seedId('equipment', name)
const call = (line: string, body?: unknown, as = 'amelie', headers?: Record<string, string>) =>
  services.call('site', line, { as, body, headers })
const read = async (name: string): Promise<Equipment> => (await call(`GET /equipment/${equipment(name)}`)).body
const code = async (reply: ReturnType<typeof call>) => {
  const { status, body } = await reply
  return [status, body?.errorCode]
}

describe('types of equipment', () => {
  it('are twenty-two, named in both languages, their roles played by known types of points', async () => {
    const { body } = await call('GET /equipment/types')
    const types: EquipmentType[] = body
    const points: PointType[] = (await call('GET /points/types')).body
    expect(types).toHaveLength(22)
    expect(points).toHaveLength(37)
    const known = new Set(points.map(({ id }) => id))
    expect(types.flatMap(({ roles }) => roles).filter(({ pointTypeId }) => !known.has(pointTypeId))).toEqual([])
    expect(types.find(({ id }) => id === 'Air_Handling_Unit')?.ruleCodes).toHaveLength(15)
    expect(types.filter(({ hasFcuFlag }) => hasFcuFlag).map(({ id }) => id)).toEqual(['Fan_Coil_Unit'])
    const french = await call('GET /equipment/types', undefined, 'amelie', { 'accept-language': 'fr' })
    expect(french.body[0].name).toBe('Centrale de traitement d’air')
  })

  it('are shown to whoever has a role anywhere', async () => {
    expect(await code(call('GET /equipment/types', undefined, 'paul'))).toEqual([200, undefined])
    expect(await code(call('GET /equipment/types', undefined, 'nadia'))).toEqual([403, 4003])
  })
})

describe('equipment', () => {
  it('of the stories is fourteen, each with all its points', async () => {
    const lists = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map(async (story) => (await call(`GET /devices/${device(story)}/equipment`)).body),
    )
    const all: Equipment[] = lists.flat()
    expect(all).toHaveLength(14)
    expect(all.every(({ ruleReadiness }) => ruleReadiness?.ready === ruleReadiness?.total)).toBe(true)
    const box = await read('VAV 12-04')
    expect(box).toMatchObject({ deviceIds: [device(2)], parentEquipmentId: equipment('AHU-1'), pointsRequired: 11 })
    expect(box.path?.map(({ name }) => name)).toEqual([
      'Québec offices',
      'Place Boréale',
      'Tower A',
      'Level 12',
      'East offices',
    ])
    expect((await read('AHU OR')).faultCount).toBeGreaterThanOrEqual(2)
    expect((await call(`GET /devices/${device(2)}`)).body.equipment).toEqual([box.id])
    expect((await call(`GET /spaces/${box.spaceId}`)).body.equipment).toMatchObject([{ id: box.id }])
  })

  it('in Montcalm has twelve like boxes with missing points', () => {
    const rows = services.world.store.all(
      `SELECT id FROM equipment WHERE type = 'Variable_Air_Volume_Box'
       AND NOT EXISTS (SELECT 1 FROM point_mapping WHERE equipment_id = id AND role = 'FLOW')`,
    )
    expect(rows).toHaveLength(12)
  })

  it('is created once or several times, all of it or nothing', async () => {
    const { spaceId } = await read('VAV 12-04')
    const one = await call(`POST /spaces/${spaceId}/equipment`, { name: ' Pump 1 ', type: 'Pump' })
    expect(one.status).toBe(201)
    expect(one.body).toMatchObject([{ name: 'Pump 1', type: 'Pump', spaceId, ruleReadiness: { ready: 0, total: 0 } }])
    const three = await call(`POST /spaces/${spaceId}/equipment`, { name: 'Fan', type: 'Exhaust_Fan', quantity: 3 })
    expect(three.body.map((made: Equipment) => made.name)).toEqual(['Fan-1', 'Fan-2', 'Fan-3'])
    const again = await call(`POST /spaces/${spaceId}/equipment`, { name: 'fan', type: 'Exhaust_Fan', quantity: 4 })
    expect([again.status, again.body.errorCode]).toEqual([409, 4008])
    expect((await call(`GET /spaces/${spaceId}`)).body.equipment).toHaveLength(5)
  })

  it('is refused for what it is not', async () => {
    const { spaceId } = await read('VAV 12-04')
    const make = (body: unknown, as?: string) => code(call(`POST /spaces/${spaceId}/equipment`, body, as))
    expect(await make({ name: 'X', type: 'Heat_Pump' })).toEqual([422, 4000])
    expect(await make({ name: '  ', type: 'Pump' })).toEqual([422, 4000])
    expect(await make({ name: 'X', type: 'Pump', quantity: 51 })).toEqual([422, 4000])
    expect(await make(undefined)).toEqual([422, 4000])
    expect(await make({ name: 'X', type: 'Pump' }, 'usha')).toEqual([403, 4003])
    expect(await make({ name: 'X', type: 'Pump' }, 'claire')).toEqual([403, 4003])
    expect(await make({ name: 'X', type: 'Pump' }, 'paul')).toEqual([404, 4005])
    expect(await code(call('POST /spaces/nowhere/equipment', { name: 'X', type: 'Pump' }))).toEqual([404, 4005])
  })

  it('changes from the version that was read', async () => {
    const before = await read('CH-1')
    const change = { eTag: before.eTag, description: 'Centrifugal.', additionalProperties: { $maker: 'Nordfroid' } }
    const changed = await call(`PUT /equipment/${before.id}`, change)
    expect(changed.body).toMatchObject({
      name: 'CH-1',
      description: 'Centrifugal.',
      additionalProperties: { $maker: 'Nordfroid' },
    })
    const stale = await call(`PUT /equipment/${before.id}`, change)
    expect([stale.status, stale.body.errorCode, stale.body.currentETag]).toEqual([409, 4009, changed.body.eTag])
    const byHeader = await call(`PUT /equipment/${before.id}`, { name: 'CH-1' }, 'amelie', { 'if-match': '"old"' })
    expect(byHeader.body.errorCode).toBe(4009)
  })

  it('is fed by others of its site, never by itself', async () => {
    const feed = (name: string, parentEquipmentId: string | null) =>
      code(call(`PUT /equipment/${equipment(name)}`, { parentEquipmentId }))
    expect(await feed('AHU-1', equipment('AHU-1'))).toEqual([409, 4205])
    expect(await feed('AHU-1', equipment('VAV 12-04'))).toEqual([409, 4205])
    expect(await feed('VAV 12-04', equipment('AHU-2'))).toEqual([422, 4207])
    expect(await feed('VAV 12-04', 'nothing')).toEqual([404, 4005])
    expect(await feed('VAV 12-04', null)).toEqual([200, undefined])
    expect(await feed('VAV 12-04', equipment('AHU-1'))).toEqual([200, undefined])
  })

  it('moves inside its site', async () => {
    const { spaceId, servesSpaceIds } = await read('AHU-1')
    const move = (to: string, as?: string) => code(call(`PUT /equipment/${equipment('AHU-1')}`, { spaceId: to }, as))
    expect(await move((await read('AHU-2')).spaceId)).toEqual([422, 4207])
    expect(await move((await read('AHU OR')).spaceId)).toEqual([422, 4203])
    expect(await move((await read('VAV 12-04')).spaceId)).toEqual([200, undefined])
    expect((await read('AHU-1')).servesSpaceIds).toEqual(servesSpaceIds)
    expect(await move(spaceId)).toEqual([200, undefined])
  })

  it('is linked to controllers of its site, each on its own', async () => {
    const link = (equipmentIds: string[], as?: string) =>
      call(`POST /equipment/devices/${device(1)}/link`, { equipmentIds }, as)
    expect(await code(link([equipment('AHU-2')]))).toEqual([422, 4207])
    const some = await link([equipment('VAV 12-04'), equipment('AHU-2'), 'nothing'])
    expect([some.status, some.body.errorCode]).toEqual([422, 4100])
    expect(some.body.errors.map((error: { details: { type: string } }) => error.details.type)).toEqual([
      'otherSite',
      'notFound',
    ])
    expect((await read('VAV 12-04')).deviceIds.toSorted()).toEqual([device(1), device(2)].toSorted())
    const unlinked = await call(`POST /equipment/devices/${device(1)}/unlink`, {
      equipmentIds: [equipment('VAV 12-04')],
    })
    expect(unlinked.body.map(({ name }: Equipment) => name)).toEqual(['AHU-1'])
    expect(await code(link([equipment('VAV 12-04')], 'usha'))).toEqual([403, 4003])
    expect(await code(link([]))).toEqual([422, 4000])
  })

  it('with mapped points is deleted only when forced', async () => {
    const { spaceId } = await read('VAV 12-04')
    const id = equipment('B-1')
    expect(await code(call(`DELETE /equipment/${id}`))).toEqual([409, 4206])
    expect(await code(call(`DELETE /equipment/${id}`, undefined, 'usha'))).toEqual([403, 4003])
    expect((await call(`DELETE /equipment/${id}?force=true`)).status).toBe(204)
    expect(await code(call(`GET /equipment/${id}`))).toEqual([404, 4005])
    expect(services.world.store.all('SELECT 1 FROM point_mapping WHERE equipment_id = ?', id)).toEqual([])
    const [made] = (await call(`POST /spaces/${spaceId}/equipment`, { name: 'Blind', type: 'Blind' })).body
    expect((await call(`DELETE /equipment/${made.id}`)).status).toBe(204)
  })

  it('of an archived customer can only be read', async () => {
    const customer = seedId('customer', 'CUS1003')
    services.world.store.run('UPDATE customer SET archived = 1 WHERE id = ?', customer)
    expect(await code(call(`PUT /equipment/${equipment('VAV A-101')}`, { name: 'X' }))).toEqual([409, 4202])
    expect(await code(call(`GET /equipment/${equipment('VAV A-101')}`))).toEqual([200, undefined])
    services.world.store.run('UPDATE customer SET archived = 0 WHERE id = ?', customer)
  })

  it('is hidden from other customers, and theirs to change for customer administrators', async () => {
    expect(await code(call(`GET /equipment/${equipment('AHU-1')}`, undefined, 'paul'))).toEqual([404, 4005])
    expect(await code(call(`GET /equipment/${equipment('AHU-1')}`, undefined, 'claire'))).toEqual([200, undefined])
    expect(await code(call(`PUT /equipment/${equipment('AHU-1')}`, { name: 'X' }, 'claire'))).toEqual([403, 4003])
    expect(await code(call(`PUT /equipment/${equipment('AHU OR')}`, { description: 'X' }, 'claire'))).toEqual([
      200,
      undefined,
    ])
    expect(await code(call(`PUT /equipment/${equipment('AHU OR')}`, { description: 'X' }, 'marcus'))).toEqual([
      200,
      undefined,
    ])
  })
})

describe('equipment below a place', () => {
  const find = async (query: string, as = 'amelie') => (await call(`GET /x/equipment?${query}`, undefined, as)).body

  it('is found by place, type, words, what is missing and what is wrong, in pages', async () => {
    const linked = await find(`deviceId=${device(2)}`)
    expect(linked.data.map(({ name }: Equipment) => name)).toEqual(['VAV 12-04'])
    const all = await find(`siteId=${linked.data[0].siteId}&pageSize=2`)
    const next = await find(`siteId=${linked.data[0].siteId}&pageSize=2&continuationToken=${all.continuationToken}`)
    const ids = [...all.data, ...next.data].map(({ id }: Equipment) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const chillers = await find(`siteId=${linked.data[0].siteId}&type=Chiller`)
    expect(chillers.data.every(({ type }: Equipment) => type === 'Chiller')).toBe(true)
    const named = await find(`siteId=${linked.data[0].siteId}&search=12-04`)
    expect(named.data.map(({ name }: Equipment) => name)).toContain('VAV 12-04')
    const { id, siteId, path = [] }: Equipment = linked.data[0]
    const [space = '', site = ''] = ['space', 'site'].map((type) => path.findLast((node) => node.type === type)?.name)
    for (const words of ['12-04', space, site, `12-04 ${space} ${site}`, 'variable', 'boîte à volume', '04 12']) {
      const { data } = await find(`siteId=${siteId}&pageSize=200&search=${encodeURIComponent(words)}`)
      expect(
        data.map((one: Equipment) => one.id),
        words,
      ).toContain(id)
    }
    expect((await find(`siteId=${siteId}&search=nowhere`)).totalCount).toBe(0)
    expect((await find(`siteId=${siteId}&search=12-04%20nowhere`)).totalCount).toBe(0)
    for (const wish of ['readiness=missing', 'readiness=ready', 'hasFaults=true', 'hasAlarms=false', 'sort=-type'])
      expect(await code(call(`GET /x/equipment?siteId=${linked.data[0].siteId}&${wish}`))).toEqual([200, undefined])
    expect(await code(call(`GET /x/equipment?siteId=${linked.data[0].siteId}&sort=colour`))).toEqual([422, 4000])
  })

  it('is listed as its mappings are, however they begin and end', async () => {
    const { id, siteId } = await read('VAV 12-04')
    const readyIds = async (readiness: string) =>
      (await find(`siteId=${siteId}&readiness=${readiness}&pageSize=200`)).data.map((one: Equipment) => one.id)
    const needs = async (equipmentId: string) =>
      (await call('POST /points/point-mappings', { equipmentId })).body.required
    for (const { id: equipmentId } of (await find(`siteId=${siteId}&pageSize=200`)).data) {
      const isReady = (await needs(equipmentId)).every(({ pointId }: { pointId: string | null }) => pointId !== null)
      expect(await readyIds(isReady ? 'ready' : 'missing')).toContain(equipmentId)
      expect(await readyIds(isReady ? 'missing' : 'ready')).not.toContain(equipmentId)
    }
    const [{ role, pointTypeId, pointId }] = await needs(id)
    const change = (line: string, points: object) => call(line, { equipmentId: id, ...points })
    await change('DELETE /points/map-points', { pointIds: [pointId] })
    expect(await readyIds('missing')).toContain(id)
    await change('POST /points/map-points', { points: [{ pointId, pointTypeId, role }] })
    expect(await readyIds('missing')).not.toContain(id)
    services.world.store.run('DELETE FROM point WHERE id = ?', pointId)
    expect(await readyIds('missing')).toContain(id)
  })

  it('is the last of the level of its space in the tree, and is found by its name with the way to it', async () => {
    const { id, spaceId, type, path = [] } = await read('VAV 12-04')
    const { data } = (await call(`GET /x/children?type=space&id=${spaceId}`)).body
    expect(data.at(-1)).toMatchObject({ id, type: 'equipment', name: 'VAV 12-04', kind: type, hasChildren: true })
    const ranks = data.map((node: { type: string }) => ['space', 'device', 'equipment'].indexOf(node.type))
    expect(ranks).toEqual([...ranks].sort())
    const found = (await call('GET /x/search?q=VAV%2012-04&kinds=equipment')).body
    expect(found.data[0]).toMatchObject({ id, type: 'equipment', field: 'name', path })
    const any = (await call('GET /x/search?q=VAV%2012-04')).body
    expect(any.data.map((one: { type: string }) => one.type)).toEqual(expect.arrayContaining(['device', 'equipment']))
    const foreign = (await call('GET /x/search?q=VAV%2012-04&kinds=equipment', undefined, 'paul')).body
    expect(foreign.data.map((one: { id: string }) => one.id)).not.toContain(id)
  })

  it('is hidden from other customers', async () => {
    const { data } = await find(`deviceId=${device(2)}`)
    expect(await code(call(`GET /x/equipment?siteId=${data[0].siteId}`, undefined, 'paul'))).toEqual([404, 4005])
  })
})
