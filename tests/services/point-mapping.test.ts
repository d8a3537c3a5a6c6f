import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MappedPoint, Point, PointMappings } from '../../services/contracts/points'
import { seedId } from '../../services/kit/deterministic'
import { suggestType } from '../../services/site/points/suggestion'
import { type Services, startTestServices } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const sci = seedId('device', 'montcalm-SCI-ECYVAV-1')
const box = seedId('equipment', 'VAV SCI-01')
const call = (line: string, body?: unknown, as = 'amelie') => services.call('site', line, { as, body })
const needs = async (equipmentId = box): Promise<PointMappings> =>
  (await call('POST /points/point-mappings', { equipmentId })).body
const points = async (deviceId = sci) => {
  const list: Point[] = (await call(`GET /devices/${deviceId}/points`)).body
  return new Map(list.map((point) => [point.name.slice(point.name.indexOf('.') + 1), point.id]))
}
const codes = async (reply: ReturnType<typeof call>) => {
  const { status, body } = await reply
  return [status, body?.errorCode, body?.errors]
}

describe('what a point is', () => {
  it.each([
    ['AHU-1.SupplyAirTemp', 'number', 'degC', 'Supply_Air_Temperature_Sensor', 1],
    ['B12.supply_air_temp', 'number', 'degC', 'Supply_Air_Temperature_Sensor', 1],
    ['VAV SCI-01.SaFlow', 'number', 'L/s', 'Supply_Air_Flow_Sensor', 0.6],
    ['VAV SCI-01.SaFlowMax', 'number', 'L/s', 'Max_Cooling_Supply_Air_Flow_Setpoint_Limit', 0.7],
    ['Fan.FanStatus', 'boolean', null, 'Fan_On_Off_Status', 1],
    ['X.Qwertyuiop', 'number', 'degC', null, 0],
    ['X.SupplyAirTemp', 'boolean', null, null, 0],
  ])('is guessed from its name and unit: %s', (name, kind, unit, pointTypeId, confidence) => {
    expect(suggestType({ name, kind, unit })).toEqual({ pointTypeId, confidence })
  })
})

describe('what an object of any maker is', () => {
  it.each([
    ['AHU 1 Supply Air Temperature', 'analogInput', 'degC', '', 'Supply_Air_Temperature_Sensor', 0.9],
    ['AHU1_Discharge-Air_Temp', 'analogInput', 'degC', '', 'Supply_Air_Temperature_Sensor', 0.9],
    ['NAE/AHU-1/SUPPLY AIR TEMPERATURE SETPOINT', 'analogValue', 'degC', '', 'Supply_Air_Temperature_Setpoint', 0.9],
    ['AI-3', 'analogInput', 'ppm', 'Room 12 CO2', 'CO2_Sensor', 0.9],
    ['AHU 1 Heating Cmd', 'analogOutput', 'percent', '', 'Heating_Command', 0.9],
    // An input is seldom a command.
    ['AHU 1 Heating Cmd', 'analogInput', 'percent', '', 'Heating_Command', 0.72],
    ['AHU 1 Supply Air Temp', 'analogInput', 'kPa', '', null, 0],
    ['AI-3', 'analogInput', 'degC', 'Spare', null, 0],
  ])(
    'is guessed from name, description, unit and object: %s (%s)',
    (name, object_type, unit, display_name, id, sure) => {
      const point = { name, object_type, unit, display_name, kind: 'number' }
      expect(suggestType(point)).toEqual({ pointTypeId: id, confidence: sure })
    },
  )
})

describe('the points of an equipment', () => {
  it('are told with what is missing and what could serve', async () => {
    const { required, unmapped } = await needs()
    expect(required.filter(({ pointId }) => pointId === null).map(({ role }) => role)).toEqual([
      'FLOW',
      'FLOWSP',
      'FLOWMAX',
    ])
    expect(unmapped.map(({ pointName, suggestedRole }) => [pointName, suggestedRole])).toEqual([
      ['VAV SCI-01.SaFlow', 'FLOW'],
      ['VAV SCI-01.SaFlowMax', 'FLOWMAX'],
      ['VAV SCI-01.SaFlowSp', 'FLOWSP'],
    ])
    const [catalog] = (await call(`GET /devices/${sci}/catalogs`)).body
    expect(catalog).toMatchObject({ source: 'bacnet', pointCount: 16 })
    expect(catalog.entries.filter((entry: { mappedPointId: unknown }) => entry.mappedPointId === null)).toHaveLength(3)
  })

  it('are mapped each on its own, and rules become ready', async () => {
    const own = await points()
    const flow = { pointId: own.get('SaFlow'), pointTypeId: 'Supply_Air_Flow_Sensor', role: 'FLOW' }
    const wrong = { pointId: own.get('ZoneTemp'), pointTypeId: 'Supply_Air_Flow_Setpoint', role: 'FLOWSP' }
    const unknown = { pointId: 'nothing', pointTypeId: 'Supply_Air_Flow_Setpoint', role: 'FLOWSP' }
    const some = await call('POST /points/map-points', { equipmentId: box, points: [flow, wrong, unknown] })
    expect([some.status, some.body.errorCode]).toEqual([422, 4100])
    expect(some.body.errors.map((error: { details: { type: string } }) => error.details.type)).toEqual([
      'mapping',
      'notFound',
    ])
    expect(some.body.data).toMatchObject([{ pointId: flow.pointId, role: 'FLOW' }])
    expect((await call(`GET /equipment/${box}`)).body.ruleReadiness).toEqual({ ready: 2, total: 5 })

    const rest = await call('POST /points/map-points', {
      equipmentId: box,
      points: [
        { pointId: own.get('SaFlowSp'), pointTypeId: 'Supply_Air_Flow_Setpoint', role: 'FLOWSP' },
        { pointId: own.get('SaFlowMax'), pointTypeId: 'Max_Cooling_Supply_Air_Flow_Setpoint_Limit', role: 'FLOWMAX' },
      ],
    })
    expect(rest.status).toBe(200)
    expect(rest.body).toHaveLength(16)
    expect(rest.body.find(({ role }: MappedPoint) => role === 'FLOW')).toMatchObject({
      pointName: 'VAV SCI-01.SaFlow',
      mappedBy: { fullName: 'Amélie Tremblay' },
      mappedAt: '2026-03-09T12:00:00.000Z',
    })
    expect((await call(`GET /equipment/${box}`)).body.ruleReadiness).toEqual({ ready: 5, total: 5 })
  })

  it('are refused one by one with what is wrong', async () => {
    const own = await points()
    const map = (point: unknown) => codes(call('POST /points/map-points', { equipmentId: box, points: [point] }))
    const pointId = own.get('SaFlow')
    const flow = 'Supply_Air_Flow_Sensor'
    expect(await map({ pointId, pointTypeId: flow, role: 'NOPE' })).toEqual([
      422,
      4605,
      { role: 'errors.mapping.role' },
    ])
    expect(await map({ pointId, pointTypeId: 'CO2_Sensor', role: 'FLOW' })).toEqual([
      422,
      4605,
      { pointTypeId: 'errors.mapping.type' },
    ])
    expect(await map({ pointId: own.get('ZoneTemp'), pointTypeId: flow, role: 'FLOW' })).toEqual([
      422,
      4605,
      { pointId: 'errors.mapping.unit' },
    ])
    expect(await map({ pointId: own.get('SaFlowMax'), pointTypeId: flow, role: 'FLOW' })).toEqual([
      422,
      4605,
      { role: 'errors.mapping.conflict' },
    ])
    const elsewhere = (await points(seedId('device', 'montcalm-GEN-ECYVAV-1'))).get('Airflow')
    expect((await map({ pointId: elsewhere, pointTypeId: flow, role: 'FLOW' })).slice(0, 2)).toEqual([422, 4207])
    expect((await map({ pointId, pointTypeId: flow, role: 'FLOW' }))[0]).toBe(200)
  })

  it('are set in one go, from the version that was read, all or none', async () => {
    const own = await points()
    const { eTag } = await needs()
    const set = (mappings: unknown[], tag: string | undefined = eTag) =>
      call('PUT /points/mapped-points', { equipmentId: box, eTag: tag, mappings })
    const clear = { role: 'FLOW', pointTypeId: 'Supply_Air_Flow_Sensor', pointId: null }
    const bad = { role: 'FLOWSP', pointTypeId: 'Supply_Air_Flow_Setpoint', pointId: own.get('ZoneTemp') }
    expect(await codes(set([clear, bad]))).toEqual([422, 4605, { 'mappings.1.pointId': 'errors.mapping.unit' }])
    expect((await needs()).required.find(({ role }) => role === 'FLOW')?.pointId).toBe(own.get('SaFlow'))
    const done = await set([clear])
    expect(done.status).toBe(200)
    expect(done.body).toHaveLength(15)
    expect((await codes(set([clear]))).slice(0, 2)).toEqual([409, 4009])
    const next = done.headers.get('etag')?.replaceAll('"', '')
    expect((await set([{ ...clear, pointId: own.get('SaFlow') }], next)).body).toHaveLength(16)
  })

  it('are taken out of their roles', async () => {
    const own = await points()
    const pointIds = [own.get('SaFlow'), own.get('SaFlowSp'), own.get('SaFlowMax')]
    const gone = await call('DELETE /points/map-points', { equipmentId: box, pointIds })
    expect(gone.body).toHaveLength(13)
    expect((await codes(call('DELETE /points/map-points', { equipmentId: box, pointIds }))).slice(0, 2)).toEqual([
      422, 4100,
    ])
  })

  it('may serve several equipment', async () => {
    const other = seedId('equipment', 'VAV SCI-02')
    const pointId = (await points()).get('SaFlow')
    const mapping = { pointId, pointTypeId: 'Supply_Air_Flow_Sensor', role: 'FLOW' }
    for (const equipmentId of [box, other]) {
      expect((await call('POST /points/map-points', { equipmentId, points: [mapping] })).status).toBe(200)
    }
    const { body } = await call('POST /points/mapped-points', { deviceIds: [sci], pointTypeIds: [mapping.pointTypeId] })
    expect(body.map(({ equipmentId }: MappedPoint) => equipmentId).toSorted()).toEqual([box, other].toSorted())
  })

  it('are for administrators to map and for whoever is inside to see', async () => {
    const body = { equipmentId: box, pointIds: ['x'] }
    expect((await codes(call('DELETE /points/map-points', body, 'usha'))).slice(0, 2)).toEqual([403, 4003])
    expect((await codes(call('DELETE /points/map-points', body, 'paul'))).slice(0, 2)).toEqual([404, 4005])
    expect((await codes(call('POST /points/point-mappings', { equipmentId: box }, 'usha')))[0]).toBe(200)
    expect((await codes(call('POST /points/point-mappings', { equipmentId: box }, 'paul'))).slice(0, 2)).toEqual([
      404, 4005,
    ])
    expect((await codes(call('POST /points/mapped-points', { equipmentIds: [box] }, 'paul')))[0]).toBe(404)
    const mine: MappedPoint[] = (await call('POST /points/mapped-points', {}, 'paul')).body
    expect(new Set(mine.map(({ deviceId }) => deviceId))).toEqual(new Set([seedId('device', 'story-8')]))
    expect((await codes(call('POST /points/mapped-points', {}, 'nadia'))).slice(0, 2)).toEqual([403, 4003])
  })
})

it('no point of a controller is mapped while its licence is exceeded', async () => {
  const { hostId } = (await call(`GET /devices/${sci}`)).body
  const { body } = await services.control(`POST /devices/${hostId}/inject`, { kind: 'licenceExceeded' })
  const [pointId] = (await points()).values()
  const point = { role: 'FLOW', pointTypeId: 'Supply_Air_Flow_Sensor', pointId }
  const map = () => codes(call('POST /points/map-points', { equipmentId: box, points: [point] }))
  expect((await map()).slice(0, 2)).toEqual([422, 4305])
  expect((await call(`GET /devices/${sci}/onboarding`)).body.licenses[0].state).toBe('exceeded')
  await services.control(`DELETE /devices/${hostId}/inject/${body.id}`)
  expect((await map())[1]).not.toBe(4305)
})
