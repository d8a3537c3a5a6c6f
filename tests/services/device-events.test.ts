/** Alarms that a controller reports itself: raised, repeated, returned, acknowledged here, there, and while away. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedId } from '../../services/kit/deterministic'
import type { DeviceEvent, EventRef, LinkEvents } from '../../services/link/port'
import { LinkError } from '../../services/link/port'
import { allowWriting, type Services, startTestServices } from '../harness/services'

const deviceId = seedId('device', 'story-2')
let services: Services
let controller: LinkEvents
let acknowledged: EventRef[] = []
let isSilent = false
/** Is called before the controller answers an acknowledgement. */
let onAcknowledge = () => {}

beforeAll(async () => {
  services = await startTestServices({
    links: {
      test: {
        can: new Set(['points', 'events']),
        async start(events) {
          controller = events
        },
        async acknowledge(event) {
          if (isSilent) throw new LinkError('unreachable')
          acknowledged.push(event)
          onAcknowledge()
        },
      },
    },
  })
})
afterAll(() => services.close())
beforeEach(async () => {
  await services.reset()
  const { store } = services.world
  store.run("UPDATE device SET protocol = 'test', onboarded = 1, offline_since = NULL WHERE id = ?", deviceId)
  store.run('DELETE FROM alarm WHERE device_id = ?', deviceId)
  store.run('DELETE FROM alarm_monitor WHERE device_id = ?', deviceId)
  allowWriting(services, deviceId)
  acknowledged = []
  isSilent = false
  onAcknowledge = () => {}
})

const pointId = () =>
  services.world.store.get<{ id: string }>(
    "SELECT id FROM point WHERE device_id = ? AND kind = 'number' ORDER BY object_instance LIMIT 1",
    deviceId,
  )?.id ?? ''
const event = (details: Partial<DeviceEvent> = {}): DeviceEvent => ({
  ...{ objectType: 'analogInput', objectInstance: 1, pointId: pointId(), objectName: 'ZN-T' },
  ...{ eventType: 'outOfRange', into: 'highLimit', stamp: '2026-03-09T11:59:58', priority: 100 },
  ...{ controllerTime: Date.parse('2026-03-09T11:59:58Z'), notificationClass: 7, text: null, presentValue: 27.5 },
  limit: { kind: 'high', value: 26, deadband: 0.5 },
  ...{ isAckRequired: true, acknowledged: null },
  ...details,
})
const list = async () => {
  const { status, body } = await services.call('operations', 'POST /alarms', {
    as: 'amelie',
    body: { deviceIds: [deviceId] },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const acknowledge = async (alarmIds: string[], comment = 'seen') =>
  (await services.call('operations', 'POST /alarms/acknowledge', { as: 'amelie', body: { alarmIds, comment } })).body
const returned = () => event({ into: 'normal', stamp: '2026-03-09T12:10:00', presentValue: 24 })

describe('a transition', () => {
  it('is an alarm in words, with value, limit, deadband, class and the time of the controller', async () => {
    controller.transition(deviceId, event())
    expect(await list()).toMatchObject([
      {
        ...{ pointId: pointId(), eventType: 'outOfRange', eventState: 'highLimit', priority: 100, severity: 'high' },
        ...{ messageText: 'Value above high limit', presentValue: 27.5, notificationClass: 7 },
        limit: { kind: 'high', value: 26, deadband: 0.5 },
        ...{ controllerTime: '2026-03-09T11:59:58.000Z', ackState: 'unacknowledged' },
        ackRequired: { toOffnormal: true, toFault: false, toNormal: false },
      },
    ])
  })

  it('has the text of the controller, by which it is found', async () => {
    controller.transition(deviceId, event({ text: 'Salle 12 : surchauffe' }))
    const found = async (search: string) =>
      (await services.call('operations', 'POST /alarms', { as: 'amelie', body: { deviceIds: [deviceId], search } }))
        .body.data
    expect(await found('surchauffe')).toMatchObject([{ messageText: 'Salle 12 : surchauffe' }])
    expect(await found('inondation')).toEqual([])
  })

  it('counts once, however often it is heard, and its return ends it', async () => {
    controller.transition(deviceId, event())
    controller.transition(deviceId, event())
    controller.transition(deviceId, returned())
    controller.transition(deviceId, event())
    const [alarm, ...others] = await list()
    expect(others).toEqual([])
    expect(alarm).toMatchObject({ isActive: false, occurrenceCount: 1, messageText: 'Value above high limit' })
  })

  it('without a time stamp counts when the state changes', async () => {
    controller.transition(deviceId, event({ stamp: '' }))
    controller.transition(deviceId, event({ stamp: '' }))
    controller.transition(deviceId, { ...returned(), stamp: '' })
    controller.transition(deviceId, event({ stamp: '' }))
    expect(await list()).toMatchObject([{ isActive: true, occurrenceCount: 2 }])
  })

  it('of another object of the same controller is another alarm, of which no point need be known', async () => {
    controller.transition(deviceId, event())
    controller.transition(
      deviceId,
      event({ objectType: 'loop', objectInstance: 3, pointId: null, objectName: 'LOOP-3' }),
    )
    const alarms = await list()
    expect(
      alarms.map(({ objectType, pointName }: { objectType: string; pointName: string }) => [objectType, pointName]),
    ).toContainEqual(['loop', 'LOOP-3'])
    expect(alarms).toHaveLength(2)
  })

  it('that the controller does not want acknowledged waits for nobody', async () => {
    controller.transition(deviceId, event({ isAckRequired: false }))
    expect(await list()).toMatchObject([{ isActive: true, ackState: 'notRequired' }])
  })

  it('of a controller of another link is ignored', async () => {
    services.world.store.run("UPDATE device SET protocol = 'simulated' WHERE id = ?", deviceId)
    controller.transition(deviceId, event())
    expect(await list()).toEqual([])
  })
})

describe('an acknowledgement', () => {
  it('here goes to the controller with the name of the person and the stamp of each transition that waits', async () => {
    controller.transition(deviceId, event())
    controller.transition(deviceId, returned())
    const [alarm] = await list()
    expect(await acknowledge([alarm.id])).toMatchObject({ data: [{ id: alarm.id, ackState: 'acknowledged' }] })
    expect(acknowledged).toEqual([
      {
        ...{ alarmId: alarm.id, deviceId, pointId: pointId(), by: 'Amélie Tremblay' },
        pending: [
          { objectType: 'analogInput', objectInstance: 1, into: 'highLimit', stamp: '2026-03-09T11:59:58' },
          { objectType: 'analogInput', objectInstance: 1, into: 'normal', stamp: '2026-03-09T12:10:00' },
        ],
      },
    ])
    expect(await list()).toMatchObject([{ ackState: 'acknowledged', acknowledgedBy: { fullName: 'Amélie Tremblay' } }])
  })

  it('keeps the name and the note of the person when the controller notifies of it before it answers', async () => {
    controller.transition(deviceId, event())
    onAcknowledge = () =>
      controller.acknowledged(deviceId, { objectType: 'analogInput', objectInstance: 1 }, ['toOffnormal'])
    const [alarm] = await list()
    await acknowledge([alarm.id], 'Belt changed')
    expect(await list()).toMatchObject([
      { ackState: 'acknowledged', ackComment: 'Belt changed', acknowledgedBy: { fullName: 'Amélie Tremblay' } },
    ])
  })

  it('that the controller does not answer is not recorded', async () => {
    controller.transition(deviceId, event())
    const [alarm] = await list()
    isSilent = true
    expect(await acknowledge([alarm.id])).toMatchObject({
      errorCode: 4100,
      data: [],
      errors: [{ entityId: alarm.id, key: 'errors.deviceOffline' }],
    })
    expect(await list()).toMatchObject([{ ackState: 'unacknowledged' }])
  })

  it('of a controller that is only read stays here', async () => {
    services.world.store.run('DELETE FROM device_writing')
    controller.transition(deviceId, event())
    const [alarm] = await list()
    isSilent = true
    expect(await acknowledge([alarm.id])).toMatchObject({ data: [{ id: alarm.id, ackState: 'acknowledged' }] })
    expect(acknowledged).toEqual([])
  })

  it('there is seen here, without a name', async () => {
    controller.transition(deviceId, event())
    controller.acknowledged(deviceId, { objectType: 'analogInput', objectInstance: 1 }, ['toOffnormal'])
    expect(await list()).toMatchObject([{ ackState: 'acknowledged', acknowledgedBy: null }])
  })
})

describe('after a silence', () => {
  it('a summary that was older than a notification is put right by the next one', async () => {
    controller.transition(deviceId, event())
    controller.eventSummary(deviceId, [])
    expect(await list()).toMatchObject([{ isActive: false }])
    controller.eventSummary(deviceId, [event({ acknowledged: none })])
    expect(await list()).toMatchObject([{ isActive: true, eventState: 'highLimit' }])
  })

  const none = { toOffnormal: false, toFault: true, toNormal: true }

  it('what is known is not doubled, what is new is raised, what is over has ended and waits for nobody', async () => {
    controller.transition(deviceId, event())
    controller.transition(deviceId, event({ objectInstance: 2, pointId: null, stamp: 'two' }))
    controller.eventSummary(deviceId, [
      event({ acknowledged: none }),
      event({ objectInstance: 3, pointId: null, objectName: 'ZN-T 3', stamp: 'three', acknowledged: none }),
    ])
    const alarms = await list()
    const states = alarms.map(({ objectInstance, isActive, ackState, occurrenceCount }: Record<string, unknown>) => [
      ...[objectInstance, isActive, ackState, occurrenceCount],
    ])
    expect(states.sort()).toEqual([
      [1, true, 'unacknowledged', 1],
      [2, false, 'acknowledged', 1],
      [3, true, 'unacknowledged', 1],
    ])
  })

  it('an alarm that came and went meanwhile is there to acknowledge, and is acknowledged when it was so there', async () => {
    const gone = { ...returned(), acknowledged: { toOffnormal: false, toFault: true, toNormal: true } }
    controller.eventSummary(deviceId, [event(), gone])
    expect(await list()).toMatchObject([{ isActive: false, ackState: 'unacknowledged' }])
    controller.eventSummary(deviceId, [event(), { ...gone, acknowledged: { ...none, toOffnormal: true } }])
    expect(await list()).toMatchObject([{ isActive: false, ackState: 'acknowledged', occurrenceCount: 1 }])
  })
})
