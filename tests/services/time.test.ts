/** Time settings: saving, sending, what the clock of a controller says (domain §5.7). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offsetAt, parseLocalTime, savingAt } from '../../services/device-configuration/zones'
import { deviceIdOf } from '../../services/seed/fleet-write'
import { type Services, startTestServices, stopWatching } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
  stopWatching(services)
})
afterAll(() => services.close())

const montcalm = (key: string) => deviceIdOf(`montcalm-${key}`)
const call = (line: string, body?: unknown, as = 'amelie') => services.call('device-configuration', line, { as, body })
const timeOf = async (id: string) => (await call(`GET /devices/${id}/time`)).body
const infoOf = async (id: string) => (await call(`GET /devices/${id}/info`)).body.time
const save = (deviceIds: string[], value: object, more: object = {}) =>
  call('POST /devices/time', { eTag: null, deviceIds, value, ...more })
const send = (id: string) => call('POST /devices/configuration/send', { deviceIds: [id], configurationTypes: ['time'] })
const pass = (seconds: number) => services.world.clock.advance(seconds * 1000)

describe('the time of a controller', () => {
  it('is that of its site until something else is saved', async () => {
    expect(await timeOf(deviceIdOf('story-1'))).toMatchObject({
      timeZone: 'America/Toronto',
      autoTime: true,
      ntpServers: ['0.pool.ntp.org'],
      dateTime: null,
      currentDeviceTime: '2026-03-09T08:00:00-04:00',
      offsetSec: -14_400,
      dstActive: true,
      nextDstTransition: '2026-11-01T06:00:00.000Z',
      lastNtpSync: '2026-03-09T12:00:00.000Z',
    })
  })

  it('is told of many at once, without those that are not there', async () => {
    const ids = [montcalm('ART-ECYVAV-3'), montcalm('ART-ECYVAV-4')]
    const told = await call('POST /x/devices/time', { deviceIds: [...ids, 'nowhere'] })
    expect(told.body.data).toEqual(await Promise.all(ids.map(timeOf)))
    expect((await call('POST /x/devices/time', { deviceIds: ['nowhere'] })).body.errorCode).toBe(4005)
    const network = await call('POST /x/devices/network', { deviceIds: ids })
    expect(network.body.data.map((one: { deviceId: string }) => one.deviceId)).toEqual(ids)
    const named = await services.call('site', 'POST /x/devices/named', { as: 'amelie', body: { deviceIds: ids } })
    const alone = await services.call('site', `GET /devices/${ids[0]}`, { as: 'amelie' })
    expect(named.body.data.find((one: { id: string }) => one.id === ids[0])).toMatchObject(alone.body)
  })

  it('is saved field by field, and runs on the controller once it is sent', async () => {
    const id = montcalm('ART-ECYVAV-2')
    const before = await timeOf(id)
    const saved = await save([id], { timeZone: 'Europe/Paris' }, { eTag: before.eTag })
    expect([saved.status, saved.body.data[0].timeZone, saved.body.data[0].ntpServers]).toEqual([
      200,
      'Europe/Paris',
      before.ntpServers,
    ])
    expect(saved.body.data[0].eTag).not.toBe(before.eTag)
    expect((await timeOf(id)).currentDeviceTime).toBe('2026-03-09T08:00:00-04:00')
    expect(await infoOf(id)).toMatchObject({ sendState: 'succeed', isDirty: true })
    expect((await send(id)).status).toBe(202)
    pass(10)
    expect(await infoOf(id)).toMatchObject({ sendState: 'succeed', isDirty: false })
    expect((await timeOf(id)).currentDeviceTime).toBe('2026-03-09T13:00:10+01:00')
    const stale = await save([id], { timeZone: 'UTC' }, { eTag: before.eTag })
    expect([stale.status, stale.body.errorCode, stale.body.current.timeZone]).toEqual([409, 4009, 'Europe/Paris'])
    expect((await save([id], { timeZone: 'Europe/Paris' })).body.data[0].eTag).toBe(saved.body.data[0].eTag)
  })

  it('set by hand is kept by the clock of the controller, which goes wrong by itself', async () => {
    const id = montcalm('ART-ECYVAV-3')
    await save([id], { autoTime: false, dateTime: '2026-03-09T10:30:00' })
    await send(id)
    pass(10)
    const first = await timeOf(id)
    expect(first.currentDeviceTime).toMatch(/^2026-03-09T10:30:0\d-04:00$/)
    expect(first.lastNtpSync).toBeNull()
    pass(5 * 86_400)
    const later = Date.parse((await timeOf(id)).currentDeviceTime) - Date.parse(first.currentDeviceTime)
    expect(later - 5 * 86_400_000).toBe(1000)
  })

  it('is refused by rule, in the field that is wrong', async () => {
    const id = montcalm('ART-ECYVAV-4')
    const errorsOf = async (value: object) => {
      const { status, body } = await save([id], value)
      return [status, body.errorCode, body.errors]
    }
    const refused = (field: string, key: string) => [422, 4508, { [`value.${field}`]: `errors.time.${key}` }]
    expect(await errorsOf({ timeZone: 'Mars/Phobos' })).toEqual(refused('timeZone', 'zone'))
    expect(await errorsOf({ ntpServers: ['time.example', '-bad-.example'] })).toEqual(refused('ntpServers', 'ntp'))
    expect(await errorsOf({ ntpServers: ['10.0.0.999'] })).toEqual(refused('ntpServers', 'ntp'))
    expect(await errorsOf({ ntpServers: ['a', 'b', 'c', 'd', 'e'] })).toEqual(refused('ntpServers', 'ntp'))
    expect(await errorsOf({ ntpServers: [] })).toEqual(refused('ntpServers', 'ntpRequired'))
    expect(await errorsOf({ autoTime: false, dateTime: '2026-02-30T10:00' })).toEqual(refused('dateTime', 'dateTime'))
    expect(await errorsOf({ autoTime: false, dateTime: '1999-12-31T10:00' })).toEqual(refused('dateTime', 'dateTime'))
    expect(await errorsOf({ dateTime: '2026-03-09T10:00' })).toEqual(refused('dateTime', 'manualWithAuto'))
    expect(await errorsOf({ autoTime: 'yes' })).toEqual([422, 4000, { 'value.autoTime': ['errors.field.type'] }])
  })

  it('of many controllers is saved one by one', async () => {
    const [fresh, moved] = [montcalm('ART-ECYVAV-5'), montcalm('ART-ECYVAV-6')]
    const { status, body } = await save(
      [fresh, moved, montcalm('nobody')],
      { timeZone: 'UTC' },
      { eTags: { [moved]: 'old' } },
    )
    expect([status, body.errorCode]).toEqual([422, 4100])
    expect(body.errors).toMatchObject([
      { entityId: moved, key: 'errors.stale', details: { type: 'stale', errorCode: 4009 } },
      { entityId: montcalm('nobody'), details: { type: 'notFound', errorCode: 4005 } },
    ])
    expect(body.data.map((entry: { deviceId: string }) => entry.deviceId)).toEqual([fresh])
  })

  it('is for those who may', async () => {
    const id = montcalm('ART-ECYVAV-4')
    const by = async (login: string, line: string, body?: unknown) => (await call(line, body, login)).status
    const change = { eTag: null, deviceIds: [id], value: { timeZone: 'UTC' } }
    expect(await by('usha', `GET /devices/${id}/time`)).toBe(200)
    expect(await by('usha', `GET /devices/${id}/time/send/logs`)).toBe(403)
    expect(await by('usha', 'POST /devices/time', change)).toBe(403)
    expect(await by('paul', 'POST /devices/time', change)).toBe(404)
    expect(await by('nadia', 'GET /time/timezones')).toBe(403)
  })

  it('has a log that reads as text too', async () => {
    const id = montcalm('ART-ECYVAV-2')
    const log = await services.call('device-configuration', `GET /devices/${id}/time/send/logs`, {
      as: 'amelie',
      headers: { accept: 'text/plain' },
    })
    expect(log.headers.get('content-type')).toContain('text/plain')
    expect(log.body).toMatch(/INFO confirm SUCCEEDED The time settings were applied and confirmed\.\n$/)
  })
})

describe('time zones', () => {
  it('are listed with their offsets, in the caller’s language', async () => {
    const { body, headers } = await services.call('device-configuration', 'GET /time/timezones', {
      as: 'usha',
      headers: { 'accept-language': 'fr-CA' },
    })
    expect(headers.get('x-time-zone-data')).toBe(process.versions.tz)
    expect(body.length).toBeGreaterThan(400)
    expect(body.find((zone: { id: string }) => zone.id === 'America/Toronto')).toEqual({
      id: 'America/Toronto',
      label: 'Toronto (heure de l’Est nord-américain)',
      offset: '-05:00',
      dstOffset: '-04:00',
      observesDst: true,
    })
    expect(body.find((zone: { id: string }) => zone.id === 'UTC')).toMatchObject({
      offset: '+00:00',
      observesDst: false,
    })
  })

  it('change their clocks at the second', () => {
    const before = Date.parse('2026-03-08T06:59:59.000Z')
    expect([offsetAt('America/Toronto', before), offsetAt('America/Toronto', before + 1000)]).toEqual([
      -18_000, -14_400,
    ])
    expect(savingAt('America/Toronto', before - 86_400_000)).toEqual({
      dstActive: false,
      nextTransition: before + 1000,
    })
    expect(savingAt('Asia/Tokyo', before)).toEqual({ dstActive: false, nextTransition: null })
    expect(parseLocalTime('2026-07-01T12:00:00', 'Europe/Paris')).toBe(Date.parse('2026-07-01T10:00:00Z'))
    expect(parseLocalTime('2026-01-01T12:00:00', 'America/Toronto')).toBe(Date.parse('2026-01-01T17:00:00Z'))
  })
})
