import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { thin } from '../../services/history/thinning'
import { localDayOf } from '../../services/kit/local-days'
import { customerIdOf } from '../../services/seed/people'
import { noon } from '../harness/beginnings'
import { type Services, startTestServices } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const hour = 3_600_000
const call = (line: string, body?: unknown, as = 'amelie', headers: Record<string, string> = {}) =>
  services.call('operations', line, { as, body, headers })
const faults = (body: object = {}, as = 'amelie', headers: Record<string, string> = {}) =>
  call('POST /faults', body, as, headers)
const resolve = (body: object, as = 'amelie') => call('POST /faults/resolve', body, as)
const inMontcalm = { 'x-customer-id': customerIdOf('CUS1004') }
const equipment = (name: string) =>
  services.world.store.get<{ id: string }>('SELECT id FROM equipment WHERE name = ? ORDER BY id LIMIT 1', name)?.id ??
  ''
const everything = ['active', 'cleared', 'resolved', 'suppressed']
const faultOn = async (name: string, code: string) => {
  const { body } = await faults({ equipmentId: equipment(name), statuses: everything, pageSize: 50 })
  return body.data.find((fault: { faultRuleId: string }) => fault.faultRuleId === `g36-${code.toLowerCase()}`)
}

describe('the list', () => {
  it('has the stories: eighteen with six active, and twelve active in Montcalm', async () => {
    const montcalm = await faults({}, 'amelie', inMontcalm)
    expect([montcalm.status, montcalm.body.totalCount]).toEqual([200, 12])
    const lists = await Promise.all(
      ['CUS1001', 'CUS1002', 'CUS1003'].map((code) =>
        faults({ statuses: everything }, 'amelie', { 'x-customer-id': customerIdOf(code) }),
      ),
    )
    const stories = lists.flatMap(({ body }) => body.data)
    expect(stories).toHaveLength(18)
    const active = stories.filter(({ status }: { status: string }) => status === 'active')
    expect(active).toHaveLength(6)
    expect(
      active.every(({ noteCount, lastNote }: { noteCount: number; lastNote: unknown }) => noteCount > 0 && lastNote),
    ).toBe(true)
  })

  it('filters by everything it says it does, singular names included', async () => {
    const found = async (filter: object) => (await faults({ statuses: everything, ...filter })).body.totalCount
    expect(await found({ equipmentTypes: ['Fan_Coil_Unit'] })).toBe(5)
    expect(await found({ faultRuleId: 'g36-ahu-fc1' })).toBe(2)
    expect(await found({ faultRuleIds: ['g36-ahu-fc1', 'g36-ahu-fc2'] })).toBe(3)
    expect(await found({ equipmentId: equipment('AHU OR') })).toBe(4)
    expect(await found({ severities: ['low'] })).toBe(5)
    expect(await found({ severities: ['high'] })).toBe(2)
    expect(await found({ categories: ['sensor'], statuses: ['active'] })).toBe(2)
    expect(await found({ search: 'lobby' })).toBe(1)
    expect(await found({ search: 'static pressure' })).toBe(2)
    expect(await found({ to: '2026-02-01T00:00:00Z' })).toBe(8)
    expect((await faults({ sort: [{ field: 'colour' }] })).body.errors).toEqual({
      'sort.0.field': ['errors.sort.field'],
    })
    expect((await faults({ pageSize: 0 })).body.errors).toEqual({ pageSize: ['errors.alarms.pageSize'] })
  })

  it('can be ordered by every field it names', async () => {
    // What is due at this standing moment is done first, so that nothing moves between two pages.
    await services.control('POST /clock', { advanceMs: 0 })
    const fields = [
      'severity',
      'startedAt',
      'lastSeenAt',
      'durationMin',
      'occurrenceCount',
      'siteName',
      'equipmentName',
      'ruleName',
      'status',
    ]
    for (const field of fields) {
      const sort = [{ field, direction: 'desc' }]
      const whole = await faults({ statuses: everything, sort, pageSize: 100 })
      const first = await faults({ statuses: everything, sort, pageSize: 11 })
      const second = await faults({
        statuses: everything,
        sort,
        pageSize: 100,
        continuationToken: first.body.continuationToken,
      })
      expect([field, [...first.body.data, ...second.body.data]]).toEqual([field, whole.body.data])
    }
  })

  it('counts the same faults by type of equipment', async () => {
    const { body } = await call('POST /faults/equipmenttype', { statuses: ['active'] }, 'amelie', inMontcalm)
    expect(
      body.data.map(({ equipmentType, faultCount }: Record<string, unknown>) => [equipmentType, faultCount]),
    ).toEqual([
      ['Air_Handling_Unit', 5],
      ['Variable_Air_Volume_Box', 5],
      ['Fan_Coil_Unit', 2],
    ])
    expect(body.data[0]).toMatchObject({
      label: 'Air handling unit',
      equipmentCount: 12,
      faultyEquipmentCount: 5,
      bySeverity: { high: 0, medium: 5, low: 0 },
    })
  })

  it('shows each person their own', async () => {
    expect((await faults({}, 'nadia')).status).toBe(403)
    expect((await faults({}, 'paul')).body.totalCount).toBe(1)
    expect((await faults({ equipmentId: equipment('AHU OR') }, 'paul')).status).toBe(404)
  })
})

describe('notes', () => {
  it('are kept newest first, by who wrote them', async () => {
    const { id, noteCount } = await faultOn('AHU OR', 'ahu-fc8')
    const added = await call(`POST /faults/${id}/notes`, { text: '  Valve replaced.  ' }, 'claire')
    expect([added.status, added.body]).toMatchObject([
      201,
      { text: 'Valve replaced.', author: { fullName: 'Claire Fontaine', initials: 'CF' }, editedAt: null },
    ])
    const { body } = await call(`GET /faults/${id}/notes`)
    expect([body.totalCount, body.data[0].id]).toEqual([noteCount + 1, added.body.id])
    expect((await faultOn('AHU OR', 'ahu-fc8')).lastNote.text).toBe('Valve replaced.')
  })

  it('take no control characters, and neither does an acknowledgement', async () => {
    const { id } = await faultOn('AHU OR', 'ahu-fc8')
    for (const text of ['before\u0000after', 'bell\u0007']) {
      const note = await call(`POST /faults/${id}/notes`, { text })
      expect([note.status, note.body.errors]).toEqual([422, { text: ['errors.text.control'] }])
      const seen = await call('POST /alarms/acknowledge', { alarmIds: ['any'], comment: text })
      expect([seen.status, seen.body.errors]).toEqual([422, { comment: ['errors.text.control'] }])
    }
  })

  it('have a text, and are for those who may see the fault', async () => {
    const { id } = await faultOn('AHU OR', 'ahu-fc8')
    for (const body of [{}, { text: '   ' }, { text: 'x'.repeat(2001) }]) {
      expect((await call(`POST /faults/${id}/notes`, body)).body.errors).toEqual({ text: ['errors.notes.text'] })
    }
    expect((await call(`POST /faults/${id}/notes`, { text: 'Hello' }, 'paul')).status).toBe(404)
    expect((await call('GET /faults/nothing/notes')).status).toBe(404)
  })
})

describe('resolving', () => {
  it('is not fixed while the condition holds, and accepting it is a warning', async () => {
    const { id } = await faultOn('VAV 12-04', 'vav-lowflow')
    services.world.clock.advance(1_000)
    expect((await faultOn('VAV 12-04', 'vav-lowflow')).endedAt).toBeNull()
    const fixed = await resolve({ faultIds: [id, 'nothing'], resolution: 'fixed' })
    expect([fixed.status, fixed.body.errorCode]).toEqual([422, 4100])
    expect(fixed.body.errors.map(({ details }: { details: { type: string } }) => details.type)).toEqual([
      'stillActive',
      'notFound',
    ])
    expect((await resolve({ faultIds: [id], resolution: 'accepted' })).body.errors).toEqual({
      comment: ['errors.faults.commentRequired'],
    })
    const accepted = await resolve(
      { faultIds: [id], resolution: 'accepted', comment: 'Until the works in May.' },
      'usha',
    )
    expect(accepted.body.data[0]).toMatchObject({
      status: 'resolved',
      resolution: 'accepted',
      resolvedBy: { fullName: 'Usha Raman' },
    })
    expect(accepted.body.warnings).toEqual([{ entityId: id, details: { type: 'stillActive' } }])
    expect((await resolve({ faultIds: [id], resolution: 'fixed' })).body.errors[0].details.type).toBe('alreadyResolved')
    expect((await resolve({ faultIds: [id], resolution: 'fixed' }, 'paul')).status).toBe(404)
  })

  it('does not hold for a repair that does not hold', async () => {
    const before = await faultOn('VAV DRO-04', 'vav-lowflow')
    const done = await resolve({ faultIds: [before.id], resolution: 'fixed', comment: 'Replaced actuator' })
    expect([done.status, done.body.data[0].status]).toEqual([200, 'resolved'])
    services.world.clock.advance(10 * 60_000)
    const after = await faultOn('VAV DRO-04', 'vav-lowflow')
    expect(after).toMatchObject({ id: before.id, status: 'active', occurrenceCount: before.occurrenceCount + 1 })
    expect(after.resolvedAt).toBe(done.body.data[0].resolvedAt)
    expect(done.body.data[0].resolutionComment).toBe('Replaced actuator')
    // The fault is back, and how it was dealt with can still be read.
    const { body } = await call(`GET /faults/${before.id}/notes`)
    expect(body.data).toContainEqual(
      expect.objectContaining({ kind: 'resolution', resolution: 'fixed', text: 'Replaced actuator' }),
    )
  })
})

describe('the rules on the clock', () => {
  it('find what is put into a controller, when it has held long enough, and let go of what is taken out', async () => {
    const name = 'AHU DRO-01'
    expect(await faultOn(name, 'ahu-fc1')).toBeUndefined()
    const { body } = await services.control('POST /devices/ECY303-1C0321/inject', { kind: 'fanBelt' })
    services.world.clock.advance(20 * 60_000)
    expect(await faultOn(name, 'ahu-fc1')).toBeUndefined()
    services.world.clock.advance(15 * 60_000)
    const found = await faultOn(name, 'ahu-fc1')
    expect(found).toMatchObject({ status: 'active', endedAt: null, occurrenceCount: 1, category: 'equipment' })
    expect(Date.parse(found.detectedAt) - Date.parse(found.startedAt)).toBe(30 * 60_000)

    await services.control(`DELETE /devices/ECY303-1C0321/inject/${body.id}`)
    services.world.clock.advance(40 * 60_000)
    const cleared = await faultOn(name, 'ahu-fc1')
    expect(cleared.status).toBe('cleared')
    expect(Date.parse(cleared.endedAt)).toBeLessThan(services.world.clock.now() - 25 * 60_000)

    const occurrences = await call(`POST /faults/occurrences/equipment/${equipment(name)}/rules/g36-ahu-fc1`, {})
    expect(occurrences.body.totalCount).toBe(1)
    expect(occurrences.body.data[0]).toMatchObject({
      faultId: found.id,
      deviationUnit: 'Pa',
      evidence: { VFDSPD: 100, FANSTS: true },
    })
    expect(occurrences.body.data[0].peakDeviation).toBeGreaterThan(80)
  })

  it('find the same after a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'plantroom-faults-'))
    const first = await startTestServices({ dataDir })
    await first.control('POST /devices/ECY303-1C0321/inject', { kind: 'fanBelt' })
    await first.close()
    const second = await startTestServices({ dataDir })
    second.world.clock.advance(40 * 60_000)
    const { body } = await second.call('operations', 'POST /faults', { as: 'amelie', body: { search: 'DRO-01' } })
    expect(body.data.map(({ faultRuleId }: { faultRuleId: string }) => faultRuleId)).toEqual(['g36-ahu-fc1'])
    await second.close()
    await rm(dataDir, { recursive: true, force: true })
  })
})

describe('trends', () => {
  const trends = (name: string, rule: string, body: object, as = 'amelie') =>
    call(`POST /faults/equipment/${equipment(name)}/rules/${rule}/trends`, body, as)
  const from = '2026-03-06T12:00:00.000Z'
  const to = '2026-03-06T15:00:00.000Z'

  it('show every point of the rule, twenty minutes before and after unless said otherwise', async () => {
    const { status, body } = await trends('AHU OR', 'g36-ahu-fc8', { from, to })
    expect(status).toBe(200)
    expect([body.extendedFrom, body.extendedTo]).toEqual(['2026-03-06T11:40:00.000Z', '2026-03-06T15:20:00.000Z'])
    expect(body.series.map(({ role }: { role: string }) => role)).toEqual(['SAT', 'MAT', 'HC', 'CC', 'OADPR', 'FANSTS'])
    expect(body.series[0]).toMatchObject({
      name: 'Supply air temperature',
      unit: 'degC',
      kind: 'numeric',
      pointId: expect.any(String),
    })
    expect(body.series[0].samples).toHaveLength(220)
    expect(body.thresholds).toEqual([{ role: 'SAT-MAT', value: 3.16, unit: 'degC' }])
    expect(body.bands.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['fault', 'modeDelay', 'operatingState']),
    )
    const wide = await trends('AHU OR', 'g36-ahu-fc8', { from, to, extensionDuration: 0 })
    expect([wide.body.extendedFrom, wide.body.extendedTo]).toEqual([from, to])
  })

  it('show a threshold as it was at every moment where it moves with a point', async () => {
    const night = { from: '2026-03-06T05:00:00.000Z', to: '2026-03-06T17:00:00.000Z' }
    const { body } = await trends('VAV DRO-04', 'g36-vav-lowflow', { ...night, extensionDuration: 0 })
    const setpoint = body.series.find(({ role }: { role: string }) => role === 'FLOWSP')
    const [threshold, ...others] = body.thresholds
    expect([threshold.role, threshold.unit, others]).toEqual(['FLOW', 'L/s', []])
    expect(threshold.samples).toHaveLength(12 * 60)
    const values = threshold.samples.map(([, value]: [string, number]) => value)
    expect(new Set(values).size).toBeGreaterThan(1)
    expect(values).toContain(threshold.value)
    for (const [index, [at, value]] of threshold.samples.entries()) {
      expect(setpoint.samples[index][0]).toBe(at)
      expect(value).toBeCloseTo(0.7 * setpoint.samples[index][1], 1)
    }
    const thinned = await trends('VAV DRO-04', 'g36-vav-lowflow', { ...night, maxSamples: 100 })
    expect(thinned.body.thresholds[0].samples.length).toBeLessThanOrEqual(100)
  })

  it('of an occurrence, of the newest one, or of the last day', async () => {
    const occurrences = await call(`POST /faults/occurrences/equipment/${equipment('AHU OR')}/rules/g36-ahu-fc8`, {})
    const oldest = occurrences.body.data.at(-1)
    const one = await trends('AHU OR', 'g36-ahu-fc8', { occurrenceId: oldest.id })
    expect([one.body.from, one.body.to]).toEqual([oldest.startedAt, oldest.endedAt])
    expect((await trends('AHU OR', 'g36-ahu-fc8', {})).body.from).toBe(occurrences.body.data[0].startedAt)
    const healthy = await trends('AHU GEN-02', 'g36-ahu-fc8', {})
    expect(Date.parse(healthy.body.to) - Date.parse(healthy.body.from)).toBe(24 * hour)
    expect((await trends('AHU OR', 'g36-ahu-fc8', { occurrenceId: 'nothing' })).status).toBe(404)
  })

  it('leave a gap while the controller is silent, and nothing of the future', async () => {
    const { body } = await trends('AHU-2', 'g36-ahu-fc1', { from: '2026-03-08T18:00:00Z', to: '2026-03-12T00:00:00Z' })
    const samples: [string, number | null][] = body.series[0].samples
    expect(
      samples.filter(([at, value]) => value !== null && Date.parse(at) >= Date.parse('2026-03-08T19:00:00Z')),
    ).toEqual([])
    expect(Date.parse(samples.at(-1)?.[0] ?? '')).toBeLessThanOrEqual(services.world.clock.now())
  })

  it('thin out long windows and keep their spikes, and refuse more than 31 days', async () => {
    const long = await trends('AHU OR', 'g36-ahu-fc8', {
      from: '2026-02-20T00:00:00Z',
      to: '2026-03-05T00:00:00Z',
      maxSamples: 500,
    })
    expect(long.body.truncated).toBe(true)
    expect(long.body.series[0].samples.length).toBeLessThanOrEqual(500)
    const refused = await trends('AHU OR', 'g36-ahu-fc8', { from: '2026-01-01T00:00:00Z', to: '2026-03-05T00:00:00Z' })
    expect([refused.status, refused.body.errorCode]).toEqual([422, 4712])
    const spiky = Array.from({ length: 1000 }, (_, at) => ({ at, value: at === 617 ? 99 : Math.sin(at) }))
    const thinned = thin(spiky, { maxSamples: 100, isState: false })
    expect(thinned.length).toBeLessThanOrEqual(100)
    expect(thinned.map(({ value }) => value)).toContain(99)
  })

  it('are for equipment one may see and for rules it has', async () => {
    expect((await trends('AHU OR', 'g36-ahu-fc8', {}, 'paul')).status).toBe(404)
    expect((await trends('AHU OR', 'g36-vav-lowflow', {})).status).toBe(404)
    expect((await trends('AHU OR', 'g36-ahu-fc8', { from: to, to: from })).body.errors).toEqual({
      from: ['errors.alarms.range'],
    })
    expect((await trends('AHU OR', 'g36-ahu-fc8', { extensionDuration: 2000 })).status).toBe(422)
  })

  it('count local days from local midnight', () => {
    const day = localDayOf(noon, 'America/Toronto')
    expect([new Date(day.start).toISOString(), day.dayOfYear]).toEqual(['2026-03-09T04:00:00.000Z', 68])
    expect(new Date(localDayOf(Date.parse('2026-01-01T02:00:00Z'), 'America/Toronto').start).toISOString()).toBe(
      '2025-12-31T05:00:00.000Z',
    )
  })
})
