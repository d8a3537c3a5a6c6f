/**
 * T2. One moment, one value, as far as alarms and faults speak of it: what the rules and the limits say at any moment
 * is what the points showed up to then, on every controller that is reached, also where the cause is elsewhere. Nothing
 * is of the future, what is over stays as it was, and what goes on over midnight is one.
 *
 * Seen to fail: with evidence from the whole day, with the units looked at whose own points were touched and no
 * others, and with days looked at one by one.
 */
import { afterEach, expect, test, vi } from 'vitest'
import type { Alarm } from '../../services/contracts/alarms'
import type { Fault, FaultOccurrence, Trends } from '../../services/contracts/faults'
import type { Point } from '../../services/contracts/points'
import type { ScheduleDocument } from '../../services/contracts/schedules'
import { type Services, startTestServices } from '../harness/services'
import { isFull, tell } from './size'

const minute = 60_000
const hour = 60 * minute

let services: Services
afterEach(() => services.close())

const call = async (service: 'site' | 'operations', line: string, body?: unknown) => {
  const reply = await services.call(service, line, { as: 'amelie', body })
  expect([line, reply.status], JSON.stringify(reply.body)).toEqual([line, 200])
  return reply.body
}
const now = () => services.world.clock.now()
const until = (moment: string) => services.world.clock.advance(Date.parse(moment) - now())
const equipment = (name: string) =>
  services.world.store.get<{ id: string; device: string }>(
    `SELECT id, device_id AS device FROM equipment JOIN equipment_device ON equipment_id = id WHERE name = ?`,
    name,
  ) ?? { id: '', device: '' }
const faultsOn = async (name: string, more: object = {}): Promise<Fault[]> =>
  (await call('operations', 'POST /faults', { equipmentId: equipment(name).id, pageSize: 50, ...more })).data
const activeAlarms = async (name: string): Promise<Alarm[]> =>
  (await call('operations', 'POST /alarms', { deviceIds: [equipment(name).device], isActive: true })).data
const occurrencesOf = async (fault: Fault): Promise<FaultOccurrence[]> =>
  (await call('operations', `POST /faults/occurrences/equipment/${fault.equipmentId}/rules/${fault.faultRuleId}`, {}))
    .data
const trendOf = (fault: Fault, from: string | number, to: number): Promise<Trends> =>
  call('operations', `POST /faults/equipment/${fault.equipmentId}/rules/${fault.faultRuleId}/trends`, {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    extensionDuration: 0,
    maxSamples: 10_000,
  })
const pointsOf = (name: string): Promise<Point[]> => call('site', `GET /devices/${equipment(name).device}/points`)
const pointOf = async (name: string, object: string) => {
  const found = (await pointsOf(name)).find((point) => point.name === `${name}.${object}`)
  if (!found) throw new Error(`No point ${name}.${object}`)
  return found
}
const write = async (name: string, object: string, verb: 'override' | 'auto', pointValue?: unknown) => {
  const { id } = await pointOf(name, object)
  const deviceId = equipment(name).device
  const { subscriptionId } = await call('site', 'PUT /points/subscribe', { deviceId, pointIds: [id] })
  await call('site', `PUT /points/${id}/${verb}`, { deviceId, subscriptionId, pointValue })
}
/** Every stated moment anywhere in an answer. */
const momentsIn = (answer: unknown): number[] =>
  [...JSON.stringify(answer).matchAll(/"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g)].map(([, moment = '']) => Date.parse(moment))

/** What is not so at this moment of the active faults: of the future, or not in the trend. */
async function untrueOf(fault: Fault): Promise<string[]> {
  const untrue: string[] = []
  const [newest] = await occurrencesOf(fault)
  const say = (text: string) =>
    untrue.push(`${new Date(now()).toISOString()} ${fault.equipmentName} ${fault.ruleName}: ${text}`)
  if (!newest) return [`${fault.equipmentName}: no occurrence`]
  for (const moment of momentsIn([fault, newest])) if (moment > now()) say(`says ${new Date(moment).toISOString()}`)

  const end = newest.endedAt ? Date.parse(newest.endedAt) : now() + 1
  const trend = await trendOf(fault, newest.startedAt, end)
  const heard = trend.series.filter(({ samples }) => samples.some(([, value]) => value !== null))
  for (const { samples } of heard) if (Date.parse(samples.at(-1)?.[0] ?? '') > now()) say('a trend of the future')
  for (const { from, to } of trend.bands) if (Math.max(Date.parse(from), Date.parse(to)) > now()) say('a band')
  if (heard.length > 0) {
    const seen = newest.evidence ?? {}
    const minutes = heard.flatMap(({ samples }) => samples.map(([at]) => at))
    const fits = minutes.some((at) =>
      heard.every(({ role, samples }) => {
        // A state holds until its next sample.
        const shown = samples.findLast(([when]) => when <= at)?.[1]
        return seen[role] === undefined || seen[role] === shown
      }),
    )
    if (!(fits && Object.keys(seen).length > 0)) say(`evidence ${JSON.stringify(seen)} is in no minute of the trend`)
  }
  if (newest.endedAt) return untrue
  const live = new Map((await call('site', `GET /devices/${fault.deviceId}/points`)).map((one: Point) => [one.id, one]))
  for (const { pointId, role, samples } of heard) {
    const shown = (live.get(pointId ?? '') as Point | undefined)?.presentValue
    if (shown !== undefined && samples.at(-1)?.[1] !== shown)
      say(`${role} ${samples.at(-1)?.[1]} in the trend, ${shown} live`)
  }
  return untrue
}

/** The same of every active fault, and how many there are. */
async function untrueNow(): Promise<{ untrue: string[]; looks: number }> {
  const faults: Fault[] = (await call('operations', 'POST /faults', { pageSize: 200 })).data
  const lasting = faults.filter(({ detectedAt }) => Date.parse(detectedAt ?? '') > now() - 30 * hour)
  const all = await Promise.all(lasting.map(untrueOf))
  return { untrue: all.flat(), looks: lasting.length }
}

test('evidence is of the time up to now, in the trend, and stays as it is when its occurrence is over', async () => {
  services = await startTestServices()
  let looks = 0
  const deviations = new Map<string, number>()
  const moments = Array.from({ length: isFull ? 48 : 4 }, (_, at) => (isFull ? at * 20 : at * 180))
  for (const after of moments) {
    until(new Date(Date.parse('2026-03-09T12:20:00Z') + after * minute).toISOString())
    const seen = await untrueNow()
    expect(seen.untrue).toEqual([])
    looks += seen.looks
    const [newest] = await occurrencesOf((await faultsOn('AHU ART-01'))[0] as Fault)
    const deviation = newest?.peakDeviation ?? 0
    expect(deviation).toBeGreaterThanOrEqual(deviations.get(newest?.id ?? '') ?? 0)
    deviations.set(newest?.id ?? '', deviation)
  }
  tell('T2', `${looks} looks at active faults through a day, none of the future or unlike its trend`)

  // It is over in the evening, and what is changed afterwards leaves it alone.
  until('2026-03-10T03:00:00Z')
  const [fault] = await faultsOn('AHU ART-01')
  const before = await occurrencesOf(fault as Fault)
  expect(before[0]?.endedAt).not.toBeNull()
  const { body: variables } = await services.call(
    'operations',
    `GET /internal-variables/equipment/${fault?.equipmentId}`,
    { as: 'amelie' },
  )
  await call('operations', `PUT /internal-variables/equipment/${fault?.equipmentId}`, {
    eTag: variables.eTag,
    variables: [{ key: 'eDSP', value: 60 }],
  })
  until('2026-03-10T08:00:00Z')
  expect(await occurrencesOf(fault as Fault)).toEqual(before)
})

test('a handler that starves its boxes, or heats them through, is seen on each of them', async () => {
  services = await startTestServices()
  const boxes = services.world.store
    .all<{ name: string }>(
      `SELECT name FROM equipment WHERE parent_equipment_id = ? ORDER BY name`,
      equipment('AHU DRO-01').id,
    )
    .map(({ name }) => name)
  expect(boxes).toHaveLength(11)
  const starved = async () => {
    const found: string[] = []
    for (const name of boxes)
      if ((await faultsOn(name)).some((fault) => fault.faultRuleId === 'g36-vav-lowflow' && !fault.endedAt))
        found.push(name)
    return found
  }
  // Nine in Montréal, everybody is in.
  until('2026-03-09T13:00:00Z')
  expect(await starved()).toEqual([])
  await write('AHU DRO-01', 'DuctPressureSp', 'override', 50)
  services.world.clock.advance(90 * minute)
  expect(await starved()).toEqual(boxes)
  expect((await untrueNow()).untrue).toEqual([])

  // A box that it does not feed any more is not starved.
  const move = async (name: string, parentEquipmentId: string | null) => {
    const { eTag } = await call('site', `GET /equipment/${equipment(name).id}`)
    await call('site', `PUT /equipment/${equipment(name).id}`, { eTag, parentEquipmentId })
  }
  await move('VAV DRO-05', null)
  services.world.clock.advance(40 * minute)
  expect(await starved()).toEqual(boxes.filter((name) => name !== 'VAV DRO-05'))
  await move('VAV DRO-05', equipment('AHU DRO-01').id)
  await write('AHU DRO-01', 'DuctPressureSp', 'auto')
  services.world.clock.advance(10 * minute)
  expect(await starved()).toEqual([])

  // Full heating makes the zones too warm; they are back the day after it is given back.
  const hot = async () => {
    const found: string[] = []
    for (const name of boxes)
      if ((await activeAlarms(name)).some(({ messageText }) => messageText === 'Zone temperature above high limit'))
        found.push(name)
    return found
  }
  const before = await hot()
  await write('AHU DRO-01', 'HeatingCmd', 'override', 100)
  services.world.clock.advance(4 * hour)
  expect(await hot()).toEqual(boxes)
  for (const name of boxes) {
    const { presentValue } = await pointOf(name, 'ZoneTemp')
    expect([name, Number(presentValue) > 26]).toEqual([name, true])
  }
  await write('AHU DRO-01', 'HeatingCmd', 'auto')
  services.world.clock.advance(24 * hour)
  expect(await hot()).toEqual(before.filter((name) => boxes.includes(name)))
})

test('what a schedule commands is looked at as what a hand holds', async () => {
  services = await startTestServices()
  const name = 'VAV GEN-07'
  const { id, device } = equipment(name)
  until('2026-03-09T13:00:00Z')
  const shut = await pointOf(name, 'DamperCmd')
  const { body: document } = await services.call('operations', `GET /schedules/${device}`, { as: 'amelie' })
  const always = Array.from({ length: 7 }, () => [{ start: '00:00', end: '24:00', value: 5 }])
  const saved = await services.call('operations', `PUT /schedules/${device}`, {
    as: 'amelie',
    body: {
      ...(document as ScheduleDocument),
      calendars: [],
      schedules: [
        {
          key: 'shut',
          name: 'Shut',
          valueType: 'number',
          scheduleDefault: 5,
          priorityForWriting: 15,
          weeklySchedule: always,
          exceptionSchedule: [],
          listOfObjectPropertyReferences: [{ pointId: shut.id, objectType: 'analogOutput', objectInstance: 1 }],
        },
      ],
    },
  })
  expect([saved.status, saved.body]).toMatchObject([200, {}])
  services.world.clock.advance(40 * minute)
  // What the answer of the controller changes is evaluated once that has arrived.
  await vi.waitFor(async () => {
    const { body } = await services.call('operations', `GET /schedules/${device}`, { as: 'amelie' })
    expect(body.syncState).toBe('inSync')
  })
  services.world.clock.advance(1_000)
  expect((await pointOf(name, 'DamperCmd')).presentValue).toBe(5)
  const [fault] = await faultsOn(name)
  expect([fault?.faultRuleId, fault?.equipmentId, fault?.endedAt]).toEqual(['g36-vav-lowflow', id, null])
  expect(await untrueOf(fault as Fault)).toEqual([])
})

test('what goes on over midnight is one occurrence, and one alarm', async () => {
  services = await startTestServices()
  // A sensor that reads air while the fan is off shows it from evening to morning.
  await services.control('POST /devices/ECYVAV-1C0302/inject', { kind: 'flowSensorBias' })
  // Heated through, with people in all night, a zone is too warm all night.
  await write('AHU GEN-01', 'Occupied', 'override', true)
  await write('AHU GEN-01', 'HeatingCmd', 'override', 100)
  until('2026-03-11T16:00:00Z')
  const [fault] = await faultsOn('VAV DRO-02')
  expect(fault?.faultRuleId).toBe('g36-vav-flowcal')
  const nights = (await occurrencesOf(fault as Fault)).map(({ startedAt, endedAt }) => [
    startedAt.slice(0, 10),
    endedAt?.slice(0, 10),
    Math.round((Date.parse(endedAt ?? '') - Date.parse(startedAt)) / hour) > 6,
  ])
  expect(nights.slice(0, 2)).toEqual([
    ['2026-03-11', '2026-03-11', true],
    ['2026-03-10', '2026-03-10', true],
  ])
  const [alarm] = (await activeAlarms('VAV GEN-08')).filter(({ eventState }) => eventState === 'highLimit')
  expect([alarm?.occurrenceCount, (alarm?.raisedAt ?? '').slice(0, 10)]).toEqual([1, '2026-03-09'])
})

/** Both changes, from the evening before: an hour is left out, or lived twice. */
test.each([
  ['an hour is left out', '2026-03-07', '2026-03-08'],
  ['an hour is lived twice', '2026-10-31', '2026-11-01'],
])('the same is true on the day on which %s', async (_, eve, day) => {
  services = await startTestServices({ env: { SEED_EPOCH: eve }, start: Date.parse(`${eve}T21:00:00Z`) })
  await services.control('POST /devices/ECYVAV-1C0302/inject', { kind: 'flowSensorBias' })
  let looks = 0
  const most = ['04:30', '05:10', '06:10', '06:50', '07:10', '07:50', '08:10', '15:00', '19:00']
  for (const at of isFull ? most : ['06:10', '07:10', '19:00']) {
    until(`${day}T${at}:00Z`)
    const seen = await untrueNow()
    expect(seen.untrue).toEqual([])
    looks += seen.looks
  }
  tell('T2', `${looks} looks at active faults on ${day}, none of the future or unlike its trend`)
  const [night] = await occurrencesOf((await faultsOn('VAV DRO-02'))[0] as Fault)
  const lasted = (Date.parse(night?.endedAt ?? '') - Date.parse(night?.startedAt ?? '')) / hour
  expect(night?.startedAt.slice(0, 10)).toBe(eve)
  expect(lasted).toBeGreaterThan(6)
})
