/** BACnet settings: ranges, ports, and instances that no two controllers of a customer share (domain §5.6). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BacnetValue, bacnetErrors } from '../../services/contracts/bacnet-value'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { type Services, startTestServices } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const montcalm = (key: string) => deviceIdOf(`montcalm-${key}`)
const call = (line: string, body?: unknown, as = 'amelie') => services.call('device-configuration', line, { as, body })
const bacnetOf = async (id: string) => (await call(`GET /devices/${id}/bacnet`)).body
const save = (deviceIds: string[], value: object, more: object = {}) =>
  call('POST /devices/bacnet', { eTag: null, deviceIds, value, ...more })
const errorsOf = async (deviceIds: string[], value: object, more: object = {}) => {
  const { status, body } = await save(deviceIds, value, more)
  return [status, body.errorCode, body.errors]
}

describe('the BACnet settings of a controller', () => {
  it('come with the ports of its model and an instance of its own', async () => {
    const vav = await bacnetOf(montcalm('ART-ECYVAV-2'))
    expect(vav).toMatchObject({
      general: { controllerName: expect.stringMatching(/^ECYVAV-/), apduTimeoutMs: 3000, vendorId: 555 },
      routing: { enabled: false },
      ip: { enabled: true, networkNumber: 1, udpPort: 47_808, foreignDevice: { ttlSec: 300 } },
      mstp: [],
      supportedPorts: [],
    })
    const plant = await bacnetOf(deviceIdOf('story-3'))
    expect([plant.supportedPorts, plant.modbusPorts]).toEqual([['onboard', 'module1', 'module2'], ['module2']])
    expect(plant.mstp).toMatchObject([{ port: 'onboard', baudRate: 38_400 }, { port: 'module1' }, { port: 'module2' }])
    expect(plant.general.deviceInstance).not.toBe(vav.general.deviceInstance)
  })

  it('are saved field by field, sent, and kept when nothing changes', async () => {
    const id = montcalm('DRO-ECY303-1')
    const before = await bacnetOf(id)
    const change = { general: { location: 'Toiture' }, mstp: [{ port: 'onboard', enabled: true, macAddress: 4 }] }
    const { body } = await save([id], change, { eTag: before.eTag })
    expect(body.data[0]).toMatchObject({
      general: { ...before.general, location: 'Toiture' },
      mstp: [{ ...before.mstp[0], enabled: true, macAddress: 4 }],
    })
    expect((await save([id], change)).body.data[0].eTag).toBe(body.data[0].eTag)
    expect((await save([id], change, { eTag: before.eTag })).body.errorCode).toBe(4009)
    await call('POST /devices/configuration/send', { deviceIds: [id], configurationTypes: ['bacnet'] })
    services.world.clock.advance(10_000)
    expect((await call(`GET /devices/${id}/info`)).body.bacnet).toMatchObject({ sendState: 'succeed', isDirty: false })
  })

  it('take back what was read, read-only fields and all', async () => {
    const id = montcalm('DRO-ECYVAV-2')
    const before = await bacnetOf(id)
    const { status, body } = await save([id], before, { eTag: before.eTag })
    expect([status, body.data?.[0]]).toEqual([200, before])
  })

  it('give many controllers one instance each', async () => {
    const ids = ['DRO-ECYVAV-7', 'DRO-ECYVAV-8', 'DRO-ECYVAV-9'].map(montcalm)
    const many = await errorsOf(ids, { general: { deviceInstance: 7 } })
    expect(many).toEqual([422, 4502, { 'value.general.deviceInstance': 'errors.bacnet.deviceInstanceDuplicate' }])
    const { status } = await save(ids, { general: { description: 'Aile est' } }, { startInstance: 500, increment: 10 })
    expect(status).toBe(200)
    const after = await Promise.all(ids.map(bacnetOf))
    expect(after.map(({ general }) => [general.deviceInstance, general.description])).toEqual([
      [500, 'Aile est'],
      [510, 'Aile est'],
      [520, 'Aile est'],
    ])
    const other = montcalm('DRO-ECYVAV-10')
    expect(await errorsOf([other], { general: { deviceInstance: 510 } })).toEqual([
      422,
      4502,
      { 'value.general.deviceInstance': 'errors.bacnet.deviceInstanceDuplicate' },
    ])
    const factory = (await bacnetOf(montcalm('SCI-ECYVAV-1'))).general.deviceInstance
    expect((await errorsOf([other], { general: { deviceInstance: factory } }))[1]).toBe(4502)
    const elsewhere = (await bacnetOf(deviceIdOf('story-1'))).general.deviceInstance
    expect((await errorsOf([other], { general: { deviceInstance: elsewhere } }))[0]).toBe(200)
    expect(await errorsOf(ids, {}, { startInstance: 4_194_301 })).toEqual([
      422,
      4502,
      { startInstance: 'errors.bacnet.deviceInstance' },
    ])
    const some = await save([other, ids[0] ?? ''], {}, { startInstance: 510, increment: 10 })
    expect(some.body.errors).toMatchObject(
      [
        { entityId: other, key: 'errors.bacnet.deviceInstanceDuplicate', details: { type: 'bacnet', errorCode: 4502 } },
        { entityId: ids[0], details: { errorCode: 4502 } },
      ].slice(0, some.body.errors.length),
    )
  })

  it('refuse ports that are not there, taken by Modbus, or a network number twice', async () => {
    const [vav, plant] = [montcalm('ART-ECYVAV-2'), deviceIdOf('story-3')]
    expect(await errorsOf([vav], { mstp: [{ port: 'onboard', enabled: true }] })).toEqual([
      422,
      4502,
      { 'value.mstp.0.port': 'errors.bacnet.unsupportedPort' },
    ])
    expect(await errorsOf([plant], { mstp: [{ port: 'module2', enabled: true }] })).toEqual([
      422,
      4502,
      { 'value.mstp.0.enabled': 'errors.bacnet.portInUse' },
    ])
    expect(await errorsOf([plant], { mstp: [{ port: 'onboard', enabled: true, networkNumber: 1 }] })).toEqual([
      422,
      4502,
      { 'value.mstp.0.networkNumber': 'errors.bacnet.networkNumberDuplicate' },
    ])
  })

  it('allow one broadcast manager on a network, and one name on a site', async () => {
    const [first, second] = [montcalm('BIB-ECY303-1'), montcalm('BIB-ECY600-1')]
    const table = [{ ip: '10.41.2.10', mask: '255.255.255.0', port: 47_808 }]
    expect((await errorsOf([first], { ip: { bbmd: { enabled: true, table } } }))[0]).toBe(200)
    expect(await errorsOf([second], { ip: { bbmd: { enabled: true } } })).toEqual([
      422,
      4502,
      { 'value.ip.bbmd.enabled': 'errors.bacnet.bbmdDuplicate' },
    ])
    const { controllerName } = (await bacnetOf(first)).general
    expect(await errorsOf([second], { general: { controllerName } })).toEqual([
      422,
      4502,
      { 'value.general.controllerName': 'errors.name.duplicate' },
    ])
  })

  it('meet another device with the same instance only when they are sent', async () => {
    const id = montcalm('GEN-ECYVAV-1')
    const { hostId } = (await services.call('site', `GET /devices/${id}`, { as: 'amelie' })).body
    await services.control(`POST /devices/${hostId}/inject`, { kind: 'duplicateInstance' })
    await call('POST /devices/configuration/send', { deviceIds: [id], configurationTypes: ['bacnet'] })
    services.world.clock.advance(10_000)
    const log = (await call(`GET /devices/${id}/bacnet/send/logs`)).body
    expect(log.at(-1)).toMatchObject({ level: 'error', code: 'DUPLICATE_INSTANCE', step: 'apply' })
  })
})

describe('the ranges', () => {
  const wrong: [BacnetValue, string, string][] = [
    [{ general: { deviceInstance: 4_194_303 } }, 'general.deviceInstance', 'deviceInstance'],
    [{ ip: { networkNumber: 0 } }, 'ip.networkNumber', 'networkNumber'],
    [{ ip: { udpPort: 80 } }, 'ip.udpPort', 'udpPort'],
    [{ ip: { bbmd: { enabled: true }, foreignDevice: { enabled: true } } }, 'ip.foreignDevice.enabled', 'bbmdAndFd'],
    [{ ip: { bbmd: { table: [{ ip: '10.0.0.1', mask: '255.0.255.0', port: 1 }] } } }, 'ip.bbmd.table.0', 'bbmdEntry'],
    [{ ip: { foreignDevice: { ttlSec: 29 } } }, 'ip.foreignDevice.ttlSec', 'ttl'],
    [{ mstp: [{ port: 'onboard', macAddress: 128 }] }, 'mstp.0.macAddress', 'mac'],
    [{ mstp: [{ port: 'onboard', baudRate: 14_400 }] }, 'mstp.0.baudRate', 'baud'],
    [{ mstp: [{ port: 'onboard', macAddress: 10, maxMaster: 9 }] }, 'mstp.0.maxMaster', 'maxMaster'],
    [{ mstp: [{ port: 'onboard', maxInfoFrames: 0 }] }, 'mstp.0.maxInfoFrames', 'maxInfoFrames'],
  ]
  it.each(wrong)('refuse %o', (value, field, rule) => {
    expect(bacnetErrors(value)[field]).toBe(`errors.bacnet.${rule}`)
  })

  it('hold their own limits', () => {
    expect(
      bacnetErrors({
        general: { controllerName: 'x'.repeat(64), deviceInstance: 0, apduTimeoutMs: 500, apduRetries: 10 },
        ip: { networkNumber: 65_534, udpPort: 65_535, foreignDevice: { ttlSec: 65_535 } },
        mstp: [{ port: 'module1', macAddress: 127, maxMaster: 127, baudRate: 115_200, maxInfoFrames: 255 }],
      }),
    ).toEqual({})
  })
})
