import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AnyEndpoint } from '../../services/contracts/endpoint'
import { equipmentCalls } from '../../services/contracts/equipment'
import type { Point } from '../../services/contracts/points'
import { pointCalls } from '../../services/contracts/points'
import { seedId } from '../../services/kit/deterministic'
import { type Services, startTestServices } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const vav = seedId('device', 'story-2')
const box = seedId('equipment', 'VAV 12-04')

/** Bodies that look right until one looks closer. */
const bodies = (pointId: string): unknown[] => [
  undefined,
  '{"name":',
  'null',
  [],
  {},
  { name: 7, type: [], quantity: '3', description: {}, additionalProperties: 'x', servesSpaceIds: 'x' },
  { name: 'x'.repeat(200), type: 'Pump', parentEquipmentId: '\u0000', spaceId: '../..', eTag: 5 },
  { name: '\u0007', type: 'constructor', servesSpaceIds: ['__proto__'], parentEquipmentId: box },
  { equipmentId: box, mappings: [{ role: 'constructor', pointTypeId: 'toString', pointId }], points: null },
  {
    equipmentId: box,
    points: [{ role: '__proto__', pointTypeId: '__proto__', pointId }],
    pointIds: [pointId, pointId],
  },
  {
    equipmentId: box,
    equipmentIds: [box, box, '%', "'; --"],
    pointIds: ["'", '"'],
    deviceIds: [''],
    pointTypeIds: [1],
  },
  {
    equipmentId: '\ud800',
    equipmentIds: ['\ud800'],
    deviceId: '\ud800',
    subscriptionId: '\ud800',
    pointIds: ['\ud800'],
  },
  { pointValue: Number.MAX_VALUE, subscriptionId: 'x', deviceId: vav, duration: 1e300 },
  { pointValue: '\u0000', subscriptionId: [], deviceId: {}, duration: 'soon' },
  { deviceId: vav, pointIds: [pointId, pointId, ''], subscriptionId: null, leaseSec: 1e9 },
]

it('is answered with what is wrong, and nothing is done by half', async () => {
  const points: Point[] = (await services.call('site', `GET /devices/${vav}/points`, { as: 'amelie' })).body
  const pointId = points.find(({ isWritable }) => isWritable)?.id ?? ''
  const ids: Record<string, string> = { devices: vav, points: pointId, equipment: box, spaces: 'nowhere' }
  const failures: unknown[] = []
  for (const declared of Object.values({ ...equipmentCalls, ...pointCalls }) as AnyEndpoint[]) {
    if (declared.method === 'DELETE' && declared.path.startsWith('/equipment')) continue
    const path = declared.path
      .replace('/devices/{id}', `/devices/${vav}`)
      .replace('{subscriptionId}', "'; --")
      .replace(/^\/(\w+)\/\{id\}/, (_, kind: string) => `/${kind}/${ids[kind] ?? 'nothing'}`)
    for (const query of [
      '',
      '?pageSize=-1',
      '?cursor=x&waitMs=1e9',
      '?continuationToken=e30&force=maybe&olderThan=%00',
    ]) {
      for (const body of declared.method === 'GET' ? [undefined] : bodies(pointId)) {
        const reply = await services.call('site', `${declared.method} ${path}${query}`, { as: 'amelie', body })
        const told = reply.status < 400 || typeof reply.body?.errorCode === 'number'
        if (reply.status >= 500 || !told) failures.push([declared.line, query, body, reply.status, reply.body])
      }
    }
  }
  expect(failures).toEqual([])
  const mapped = await services.call('site', `GET /equipment/${box}`, { as: 'amelie' })
  expect(mapped.body).toMatchObject({ name: 'VAV 12-04', pointsMapped: expect.any(Number) })
})
