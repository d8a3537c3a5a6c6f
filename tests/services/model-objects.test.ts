/** The objects of a model whose controllers all have the same, as their link lists them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedId } from '../../services/kit/deterministic'
import type { ModelObject } from '../../services/link/port'
import { type Called, type Services, startTestServices } from '../harness/services'

const device = seedId('device', 'montcalm-BIB-ECYAPEX-1')
const simulated = seedId('device', 'montcalm-DRO-ECYAPEX-1')
const model = 'TABLE-1'
const productId = seedId('product', model)

const object = (name: string, objectInstance: number): ModelObject => ({
  ...{ objectType: 'analogValue', objectInstance, name, displayName: `The ${name}`, kind: 'number', unit: 'degC' },
  ...{ precision: 1, min: null, max: 40, states: null, covIncrement: 0.1, isWritable: true },
  ...{ relinquishDefault: 20, behaviour: name },
})

let dataDir: string
let services: Services
const requests: (readonly string[])[] = []

const start = async (objects: readonly ModelObject[]) => {
  services = await startTestServices({
    dataDir,
    links: {
      table: {
        can: new Set(['points', 'modelObjects']),
        async modelObjects(models) {
          requests.push(models)
          return new Map([
            [model, objects],
            ['ECYAPEX', objects],
          ])
        },
      },
    },
  })
}
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'plantroom-model-objects-'))
  const before = await startTestServices({ dataDir })
  const { store } = before.world
  const body = store.get<{ body: string }>(`SELECT body FROM product WHERE model_type = 'ECYVAV'`)?.body ?? ''
  const product = { ...JSON.parse(body), id: productId, model: { type: model, name: model } }
  store.run('INSERT INTO product (id, model_type, body) VALUES (?,?,?)', productId, model, JSON.stringify(product))
  store.run('DELETE FROM point WHERE device_id = ?', device)
  store.run(
    `UPDATE device SET protocol = 'table', model_type = ?, product_id = ? WHERE id = ?`,
    ...[model, productId, device],
  )
  await before.close()
  await start([object('Temp', 1), object('TempSp', 2)])
})
afterAll(async () => {
  await services.close()
  await rm(dataDir, { recursive: true, force: true })
})

const read = async (line: string) => (await services.call('site', line, { as: 'amelie' })).body
const namesOf = async (id: string) =>
  (await read(`GET /devices/${id}/points`)).map((one: Called['body']) => [one.name, one.displayName])
const rows = () =>
  services.world.store.get<{ n: number }>('SELECT count(*) AS n FROM point WHERE device_id = ?', device)?.n
const used = async () => (await read(`GET /devices/${device}/onboarding`)).licenses[0].usedPoints

it('are the points of a controller once somebody looks, and count for its licence before', async () => {
  expect(requests.at(-1)).toContain(model)
  expect([rows(), await used()]).toEqual([0, 2])
  const { name, siteId } = await read(`GET /devices/${device}`)
  const listed = async () =>
    (await read(`GET /x/licences?siteId=${siteId}&pageSize=200`)).data.find(
      (one: Called['body']) => one.device.id === device,
    )
  expect((await listed()).licence).toMatchObject({ usedPoints: 2, state: 'valid' })
  expect(rows()).toBe(0)
  expect(await namesOf(device)).toEqual([
    [`${name}.Temp`, `${name} The Temp`],
    [`${name}.TempSp`, `${name} The TempSp`],
  ])
  expect([rows(), await used()]).toEqual([2, 2])
  expect((await listed()).licence).toMatchObject({ usedPoints: 2, state: 'valid' })
})

it('are those of the link that listed the model first, and of its controllers only', async () => {
  services.world.store.run('DELETE FROM point WHERE device_id = ?', simulated)
  services.world.store.run(`UPDATE device SET protocol = 'table' WHERE id = ?`, simulated)
  expect(await namesOf(simulated)).toEqual([])
  services.world.store.run(`UPDATE device SET protocol = 'simulated' WHERE id = ?`, simulated)
  const { name } = await read(`GET /devices/${simulated}`)
  expect((await namesOf(simulated)).map(([one]: [string]) => one)).toEqual(
    ['OutsideAirTemp', 'Occupied', 'Power'].map((one) => `${name}.${one}`).sort(),
  )
})

it('are listed again at a start, and stay known when the store is emptied', async () => {
  await services.close()
  await start([object('Temp', 1), object('TempSp', 2), object('More', 3)])
  services.world.store.run('DELETE FROM point WHERE device_id = ?', device)
  expect(await used()).toBe(3)
  await services.control('POST /reset', {})
  expect((await namesOf(simulated)).length).toBe(3)
})
