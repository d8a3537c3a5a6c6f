import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { severities } from '../../services/contracts/alarm-names'
import { seedId } from '../../services/kit/deterministic'
import { reportAlarm } from '../../services/operations/alarms/alarm-records'
import {
  type AckStatus,
  acknowledge,
  ackStateOf,
  afterTransition,
  initialStatus,
} from '../../services/operations/alarms/alarm-states'
import { customerIdOf } from '../../services/seed/people'
import { noon } from '../harness/beginnings'
import { type Called, type Services, startTestServices } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const device = (key: string) => seedId('device', key)
const site = (number: number) => seedId('site', number)
const alarms = (body: unknown, as = 'amelie', headers: Record<string, string> = {}) =>
  services.call('operations', 'POST /alarms', { as, body, headers })
const inMontcalm = { 'x-customer-id': customerIdOf('CUS1004') }
const acknowledgeThem = (body: unknown, as = 'amelie') =>
  services.call('operations', 'POST /alarms/acknowledge', { as, body })
const alarmOf = async (id: string) => {
  const deviceId = services.world.store.get<{ device_id: string }>('SELECT device_id FROM alarm WHERE id = ?', id)
  const { body } = await alarms({ deviceIds: [deviceId?.device_id], pageSize: 200 })
  return body.data.find((alarm: { id: string }) => alarm.id === id)
}
const ids = ({ body }: Called): string[] => body.data.map((alarm: { id: string }) => alarm.id)
/** One of the things a test may spoil: unacknowledged ones of Montcalm, by place in the list. */
const open = async (count: number, filter: object = {}) =>
  ids(await alarms({ ackStates: ['unacknowledged'], pageSize: count, ...filter }, 'amelie', inMontcalm))

describe('the states of an alarm', () => {
  const critical = initialStatus('critical', 'highLimit')

  it('wait for the acknowledgement of the transition that was made, and of no other', () => {
    expect(critical).toEqual({ required: 7, acked: 6 })
    expect(ackStateOf(critical)).toBe('unacknowledged')
    expect(ackStateOf(initialStatus('low', 'highLimit'))).toBe('notRequired')
    const done = acknowledge(critical) as AckStatus
    expect(ackStateOf(done)).toBe('acknowledged')
    expect(ackStateOf(afterTransition(done, 'fault'))).toBe('unacknowledged')
    expect(ackStateOf(afterTransition(done, 'normal'))).toBe('unacknowledged')
    expect(ackStateOf(afterTransition(acknowledge(initialStatus('high', 'fault')) as AckStatus, 'normal'))).toBe(
      'acknowledged',
    )
  })

  it('take an acknowledgement only for transitions that ask for one', () => {
    expect(acknowledge(initialStatus('high', 'highLimit'), ['toNormal'])).toBeUndefined()
    expect(acknowledge(initialStatus('low', 'highLimit'))).toBeUndefined()
    expect(acknowledge(critical, ['toFault'])).toEqual(critical)
  })

  it('never leave a required transition acknowledged that was made after the acknowledgement', () => {
    const states = ['highLimit', 'fault', 'lowLimit', 'normal', 'offnormal'] as const
    for (const severity of severities) {
      for (let seed = 0; seed < 200; seed++) {
        let state = initialStatus(severity, 'offnormal')
        for (let step = 0; step < 6; step++) {
          const pick = (seed * 7 + step * 13 + (seed >> step)) % 6
          const next = states[pick]
          const before = state
          state = next ? afterTransition(state, next) : (acknowledge(state) ?? state)
          expect(state.required).toBe(before.required)
          if (next && next !== 'normal')
            expect(ackStateOf(state)).toBe(severity === 'low' ? 'notRequired' : 'unacknowledged')
        }
      }
    }
  })
})

describe('the list', () => {
  it('has the stories: sixty with twelve active and seven unacknowledged, and sixty to do in Montcalm', async () => {
    const montcalm = await alarms({ ackStates: ['unacknowledged'] }, 'amelie', inMontcalm)
    expect([montcalm.status, montcalm.body.totalCount, montcalm.body.facets.severity.critical]).toEqual([200, 60, 9])
    const stories = await Promise.all(
      ['CUS1001', 'CUS1002', 'CUS1003'].map((code) => alarms({}, 'amelie', { 'x-customer-id': customerIdOf(code) })),
    )
    const sum = (pick: (body: Called['body']) => number) =>
      stories.reduce((total, { body }) => total + (pick(body) ?? 0), 0)
    expect(sum((body) => body.totalCount)).toBe(60)
    expect(sum((body) => body.facets.ackState.unacknowledged)).toBe(7)
    expect(sum((body) => body.totalCount - body.facets.eventState.normal)).toBe(12)
  })

  it('comes active first, then by severity, the newest first, and says where each alarm is', async () => {
    const { body } = await alarms({ pageSize: 200 })
    const keys = body.data.map(
      (alarm: { isActive: boolean; severity: (typeof severities)[number]; raisedAt: string }) => [
        alarm.isActive ? 0 : 1,
        severities.indexOf(alarm.severity),
        -Date.parse(alarm.raisedAt),
      ],
    )
    expect(keys).toEqual([...keys].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]))
    const silent = body.data.find((alarm: { hostId: string }) => alarm.hostId === 'ECY303-0A2001')
    expect(silent).toMatchObject({
      messageText: 'Controller does not answer',
      eventState: 'fault',
      eventType: 'deviceOffline',
      siteName: 'Tour Laurier',
      location: 'Tour Laurier / Tour principale / Toiture',
    })
  })

  it('goes on by cursor without a gap or a double, in every order', async () => {
    for (const sort of [undefined, [{ field: 'siteName' }, { field: 'raisedAt', direction: 'desc' }]]) {
      const whole = ids(await alarms({ sort, pageSize: 200 }))
      const seen: string[] = []
      let continuationToken: string | null = null
      do {
        const page: Called = await alarms({ sort, pageSize: 37, continuationToken })
        seen.push(...ids(page))
        continuationToken = page.body.continuationToken
      } while (continuationToken)
      expect(seen).toEqual(whole)
      expect(ids(await alarms({ sort, pageSize: 20, page: 3 }))).toEqual(whole.slice(40, 60))
    }
  })

  it('filters by everything it says it does, and counts what it shows', async () => {
    const { store } = services.world
    const count = (sql: string, ...values: string[]) =>
      store.get<{ n: number }>(`SELECT count(*) AS n FROM alarm WHERE ${sql}`, ...values)?.n
    const { point_id: point = '', device_id: host = '' } =
      store.get<{ point_id: string; device_id: string }>('SELECT * FROM alarm WHERE point_id IS NOT NULL LIMIT 1') ?? {}
    const checks: [object, number | undefined][] = [
      [{ pointIds: [point] }, count('point_id = ?', point)],
      [{ pointIds: [point, 'nobody'], deviceIds: [host] }, count('point_id = ?', point)],
      [{ siteIds: [site(1), site(2)] }, count('site_id IN (?,?)', site(1), site(2))],
      [{ siteGroupIds: [seedId('group', 'Montcalm campuses')] }, count('customer_id = ?', customerIdOf('CUS1004'))],
      [{ deviceIds: [device('story-2')] }, count('device_id = ?', device('story-2'))],
      [{ eventStates: ['highLimit', 'fault'] }, count(`event_state IN ('highLimit','fault')`)],
      [{ severities: ['critical'], isActive: true }, count(`severity = 'critical' AND event_state <> 'normal'`)],
      [{ priority: { min: 0, max: 63 } }, count('priority <= 63')],
      [{ from: '2026-03-08T00:00:00Z', to: '2026-03-09T00:00:00Z' }, count('raised_at >= 1772928000000')],
      [{ search: 'freeze' }, count(`message = 'freezeStat'`)],
      [{ search: 'VAV 12-04 damper' }, count(`message = 'damperStuck' AND device_id = ?`, device('story-2'))],
      [{ ackStates: [], severities: null }, count('1')],
    ]
    for (const [filter, expected] of checks) {
      const { body } = await alarms({ ...filter, pageSize: 200 })
      expect([filter, body.totalCount, body.data.length]).toEqual([filter, expected, expected])
    }
  })

  it('speaks French to those who ask for it', async () => {
    const { body } = await alarms({ search: 'antigel' }, 'amelie', { 'accept-language': 'fr-CA' })
    expect(body.data[0].messageText).toBe('Protection antigel déclenchée')
  })

  it('names what is wrong with a filter', async () => {
    const problems: [object, Record<string, string[]>][] = [
      [{ pageSize: 500 }, { pageSize: ['errors.alarms.pageSize'] }],
      [{ from: '2026-03-09T00:00:00Z', to: '2026-03-08T00:00:00Z' }, { from: ['errors.alarms.range'] }],
      [{ search: 'zone', from: '2025-01-01T00:00:00Z', to: '2026-03-08T00:00:00Z' }, { to: ['errors.alarms.span'] }],
      [{ priority: { max: 300 } }, { 'priority.max': ['errors.alarms.priority'] }],
      [{ severities: ['urgent'] }, { 'severities.0': ['errors.alarms.enum'] }],
      [{ siteIds: Array.from({ length: 501 }, (_, at) => `s${at}`) }, { siteIds: ['errors.alarms.tooManyIds'] }],
      [{ sort: [{ field: 'colour' }] }, { 'sort.0.field': ['errors.sort.field'] }],
      [{ continuationToken: 'nonsense' }, { continuationToken: 'errors.paging.token' as never }],
    ]
    for (const [filter, errors] of problems) {
      const { status, body } = await alarms(filter)
      expect([status, body.errorCode, body.errors]).toEqual([422, 4000, errors])
    }
  })

  it('shows each person their own: nothing foreign, not even by name', async () => {
    expect((await alarms({}, 'nadia')).status).toBe(403)
    const paul = await alarms({ pageSize: 200 }, 'paul')
    expect(paul.body.data.every((alarm: { customerId: string }) => alarm.customerId === customerIdOf('CUS1003'))).toBe(
      true,
    )
    expect((await alarms({ siteIds: [site(1)] }, 'paul')).status).toBe(404)
    expect((await alarms({ siteIds: ['nowhere'] }, 'amelie')).status).toBe(404)
    expect((await alarms({}, 'paul', inMontcalm)).status).toBe(403)
    const sites = await services.call('operations', 'GET /sites', { as: 'paul' })
    expect(sites.body.map(({ name }: { name: string }) => name)).toEqual(['Atelier Canut', 'Campus Saint-Rémi'])
    expect(sites.body[1]).toMatchObject({ city: 'Lyon', activeAlarmCount: 1, openFaultCount: 1 })
  })

  it('agrees with the counters of the customer and of the tree', async () => {
    const active = (await alarms({ isActive: true }, 'amelie', inMontcalm)).body.totalCount
    const { body } = await services.call('site', `GET /x/customers/${customerIdOf('CUS1004')}/overview`, {
      as: 'amelie',
    })
    expect([body.data.alarms, body.data.faults]).toEqual([active, 12])
    const one = await services.call('site', `GET /sites/${site(41)}`, { as: 'amelie' })
    expect(one.body.counts.alarms).toBe((await alarms({ isActive: true, siteIds: [site(41)] })).body.totalCount)
  })
})

describe('acknowledging', () => {
  it('takes forty at once with one comment, and the same again changes nothing', async () => {
    const chosen = await open(40)
    const first = await acknowledgeThem({ alarmIds: chosen, comment: 'On it' })
    expect([first.status, first.body.totalCount]).toEqual([200, 40])
    expect(first.body.data[0]).toMatchObject({
      ackState: 'acknowledged',
      acknowledgedBy: { fullName: 'Amélie Tremblay' },
      acknowledgedAt: new Date(noon).toISOString(),
    })
    const again = await acknowledgeThem({ alarmIds: chosen, comment: 'Me too' }, 'usha')
    expect(again.body.data).toEqual(first.body.data)
    expect((await alarmOf(chosen[0] ?? '')).ackComment).toBe('On it')
    expect((await alarms({ ackStates: ['unacknowledged'] }, 'amelie', inMontcalm)).body.totalCount).toBe(20)
  })

  it('names the alarms that failed and takes the others', async () => {
    const [good = '', changed = ''] = await open(2)
    const [slight = ''] = ids(await alarms({ ackStates: ['notRequired'], pageSize: 1 }))
    const { eTag, deviceId } = await alarmOf(changed)
    const row = services.world.store.get<{ message: 'freezeStat'; point_id: string; point_name: string }>(
      'SELECT message, point_id, point_name FROM alarm WHERE id = ?',
      changed,
    )
    const point = row?.point_id
      ? { id: row.point_id, name: row.point_name, objectType: 'analogInput', objectInstance: 1 }
      : undefined
    if (row) reportAlarm(services.world, { deviceId, kind: row.message, into: 'lifeSafetyAlarm', point })
    const { status, body } = await acknowledgeThem({
      alarmIds: [good, changed, slight, 'nothing'],
      eTags: { [changed]: eTag },
    })
    expect([status, body.errorCode, body.data.map(({ id }: { id: string }) => id)]).toEqual([422, 4100, [good]])
    expect(
      body.errors.map((entry: { entityId: string; details: { type: string } }) => [entry.entityId, entry.details.type]),
    ).toEqual([
      [changed, 'staleEvent'],
      [slight, 'notAckable'],
      ['nothing', 'notFound'],
    ])
    expect((await alarmOf(good)).ackState).toBe('acknowledged')
  })

  it('is told when the controller refuses', async () => {
    const [id = ''] = await open(1)
    const { hostId } = await alarmOf(id)
    const { body } = await services.control(`POST /devices/${hostId}/inject`, { kind: 'partialWrite' })
    expect((await acknowledgeThem({ alarmIds: [id] })).body.errors[0].details.type).toBe('deviceRejected')
    await services.control(`DELETE /devices/${hostId}/inject/${body.id}`)
    expect((await acknowledgeThem({ alarmIds: [id] })).status).toBe(200)
  })

  it('is for those who may see them, and not in what is archived', async () => {
    const [id = ''] = await open(1)
    expect((await acknowledgeThem({ alarmIds: [id] }, 'paul')).status).toBe(404)
    expect((await acknowledgeThem({ alarmIds: [id] }, 'nadia')).status).toBe(403)
    expect((await acknowledgeThem({ alarmIds: [] })).status).toBe(422)
    expect((await acknowledgeThem({ alarmIds: [id], comment: 'x'.repeat(501) })).body.errors).toEqual({
      comment: ['errors.alarms.comment'],
    })
    services.world.store.run('UPDATE customer SET archived = 1 WHERE id = ?', customerIdOf('CUS1004'))
    const refused = await acknowledgeThem({ alarmIds: [id] })
    expect([refused.body.errorCode, refused.body.errors[0].details.errorCode]).toEqual([4100, 4202])
    services.world.store.run('UPDATE customer SET archived = 0 WHERE id = ?', customerIdOf('CUS1004'))
    expect((await acknowledgeThem({ alarmIds: [id] }, 'usha')).status).toBe(200)
  })
})

describe('on the clock', () => {
  const offlineOf = async (hostId: string) => {
    const { body } = await alarms({ search: hostId, isActive: null, pageSize: 50 })
    return body.data.find((alarm: { eventType: string }) => alarm.eventType === 'deviceOffline')
  }

  it('a controller that falls silent is told of after ninety seconds, returns, and comes back under its id', async () => {
    const hostId = 'ECYVAV-1C0402'
    const { body } = await services.control(`POST /devices/${hostId}/inject`, { kind: 'offline' })
    services.world.clock.advance(80_000)
    expect(await offlineOf(hostId)).toBeUndefined()
    services.world.clock.advance(20_000)
    const told = await offlineOf(hostId)
    expect(told).toMatchObject({ isActive: true, severity: 'high', ackState: 'unacknowledged', occurrenceCount: 1 })
    await services.control(`DELETE /devices/${hostId}/inject/${body.id}`)
    services.world.clock.advance(1_000)
    expect(await offlineOf(hostId)).toMatchObject({ id: told.id, isActive: false, ackState: 'unacknowledged' })
    await services.control(`POST /devices/${hostId}/inject`, { kind: 'offline', durationSec: 600 })
    services.world.clock.advance(100_000)
    expect(await offlineOf(hostId)).toMatchObject({ id: told.id, isActive: true, occurrenceCount: 2 })

    const occurrences = await services.call('operations', `POST /alarms/${told.id}/occurrences`, {
      as: 'usha',
      body: {},
    })
    expect([occurrences.status, occurrences.body.totalCount]).toEqual([200, 2])
    expect(occurrences.body.data.map(({ sequence }: { sequence: number }) => sequence)).toEqual([2, 1])
    expect(occurrences.body.data[1].transitions).toMatchObject([
      { from: 'normal', to: 'fault' },
      { from: 'fault', to: 'normal' },
    ])
    expect(
      (await services.call('operations', `POST /alarms/${told.id}/occurrences`, { as: 'paul', body: {} })).status,
    ).toBe(404)
  })

  it('a day after it returned, the same is a new alarm', async () => {
    const before = await offlineOf('ECYVAV-1C0402')
    services.world.clock.advance(600_000)
    expect((await offlineOf('ECYVAV-1C0402')).isActive).toBe(false)
    services.world.clock.advance(25 * 3_600_000)
    await services.control('POST /devices/ECYVAV-1C0402/inject', { kind: 'offline' })
    services.world.clock.advance(100_000)
    const { body } = await alarms({ search: 'ECYVAV-1C0402', isActive: true })
    expect(body.data.map(({ id }: { id: string }) => id)).not.toContain(before.id)
    expect(body.data[0]).toMatchObject({ eventType: 'deviceOffline', occurrenceCount: 1 })
  })

  it('watched points leave their limits and return, by limit, deadband and delay', async () => {
    const transitions = () =>
      services.world.store.get<{ n: number; back: number }>(
        `SELECT count(*) AS n, sum(normal_at IS NOT NULL) AS back FROM alarm_occurrence WHERE raised_at > ?`,
        noon + 60_000,
      )
    services.world.clock.advance(12 * 3_600_000)
    const { n = 0, back = 0 } = transitions() ?? {}
    expect(n).toBeGreaterThan(4)
    expect(back).toBeGreaterThan(2)
  })

  it('a flood from one controller becomes one alarm', async () => {
    const flood = await services.control('POST /devices/ECYVAV-1C0403/inject', {
      kind: 'alarmFlood',
      params: { perMin: 500 },
    })
    services.world.clock.advance(180_000)
    const { body } = await alarms({ search: 'ECYVAV-1C0403', isActive: true, pageSize: 200 })
    expect(body.data.filter((alarm: { eventType: string }) => alarm.eventType === 'deviceFlood')).toHaveLength(1)
    await services.control(`DELETE /devices/ECYVAV-1C0403/inject/${flood.body.id}`)
    services.world.clock.advance(60_000)
    const after = await alarms({ search: 'ECYVAV-1C0403', eventStates: ['offnormal'] })
    expect(after.body.data.some((alarm: { eventType: string }) => alarm.eventType === 'deviceFlood')).toBe(false)
  })

  it('goes on after a restart where it was', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'plantroom-alarms-'))
    const first = await startTestServices({ dataDir })
    await first.control('POST /devices/ECYVAV-1C0402/inject', { kind: 'offline' })
    await first.close()
    const second = await startTestServices({ dataDir })
    second.world.clock.advance(120_000)
    const { body } = await second.call('operations', 'POST /alarms', {
      as: 'amelie',
      body: { search: 'ECYVAV-1C0402', isActive: true },
    })
    expect(body.data[0]).toMatchObject({ eventType: 'deviceOffline' })
    await second.close()
    await rm(dataDir, { recursive: true, force: true })
  })
})
