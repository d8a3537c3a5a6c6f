/** A controller without a simulation: what its link stored is all that trends, rules, limits and evidence have. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Awaitable } from '../../services/history/history'
import { createPostgresSamples } from '../../services/history/postgres-samples'
import { createSampleStore, type ReportedSample, type SampleStore } from '../../services/history/sample-store'
import { createSqliteSamples } from '../../services/history/sqlite-samples'
import { seedId } from '../../services/kit/deterministic'
import { newDatabase, onPostgres } from '../harness/postgres'
import { type Services, startTestServices } from '../harness/services'

let services: Services
let samples: SampleStore
let drop: () => Promise<unknown>
/** Reads that jobs wait for: on PostgreSQL they end after the job. */
const reads = new Set<Promise<unknown>>()
const handler = seedId('device', 'story-1')
const box = seedId('device', 'story-2')

beforeAll(async () => {
  services = await startTestServices()
  const engine = await openEngine()
  const { clock, log, histories, store } = services.world
  samples = createSampleStore({ engine, clock, log })
  const { between, minutes } = samples
  histories.provide('test', {
    ...samples,
    between: (ids, window) => noted(between(ids, window)),
    minutes: (ids, window) => noted(minutes(ids, window)),
  })
  for (const id of [handler, box]) {
    store.run("UPDATE device SET protocol = 'test' WHERE id = ?", id)
    store.run("UPDATE point SET behaviour = '' WHERE device_id = ?", id)
    store.run('DELETE FROM injection WHERE device_id = ?', id)
    store.run('DELETE FROM alarm_monitor WHERE device_id = ?', id)
    store.run('DELETE FROM alarm WHERE device_id = ?', id)
  }
  for (const id of [equipmentOf('AHU-1'), equipmentOf('VAV 12-04')]) {
    store.run('DELETE FROM fault WHERE equipment_id = ?', id)
    services.world.jobs.schedule('fault.readiness', clock.now(), { equipmentId: id })
  }
})
afterAll(async () => {
  await services.close()
  await samples.close()
  await drop()
})

async function openEngine() {
  if (onPostgres) {
    const database = await newDatabase()
    drop = database.drop
    return createPostgresSamples(database.url)
  }
  const folder = await mkdtemp(join(tmpdir(), 'plantroom-measured-'))
  drop = () => rm(folder, { recursive: true, force: true })
  return createSqliteSamples(folder)
}

function noted<Read>(read: Awaitable<Read>): Awaitable<Read> {
  if (read instanceof Promise) {
    reads.add(read)
    void read.finally(() => setImmediate(() => reads.delete(read)))
  }
  return read
}

/** Waits until what jobs read has been finished. */
async function settle(): Promise<void> {
  while (reads.size > 0) await new Promise(setImmediate)
}

const minute = 60_000
const now = () => services.world.clock.now()
const equipmentOf = (name: string) =>
  services.world.store.get<{ id: string }>('SELECT id FROM equipment WHERE name = ? ORDER BY id LIMIT 1', name)?.id ??
  ''
const pointOf = (equipment: string, role: string) =>
  services.world.store.get<{ id: string }>(
    'SELECT point_id AS id FROM point_mapping WHERE equipment_id = ? AND role = ?',
    equipmentOf(equipment),
    role,
  )?.id ?? ''
const call = async (service: 'site' | 'operations', line: string, body: object) => {
  const reply = await services.call(service, line, { as: 'amelie', body })
  expect([line, reply.status], JSON.stringify(reply.body)).toEqual([line, 200])
  return reply.body
}

/** Reports values by role for some minutes; all of them are lost with null. */
async function pass(minutes: number, equipment: string, values: Record<string, ReportedSample['value']> | null) {
  const roles = services.world.store
    .all<{ role: string }>('SELECT role FROM point_mapping WHERE equipment_id = ?', equipmentOf(equipment))
    .map(({ role }) => role)
  for (let passed = 0; passed < minutes; passed++) {
    const reported = Object.entries(values ?? Object.fromEntries(roles.map((role) => [role, null])))
    samples.record(
      reported.map(([role, value]) => ({
        pointId: pointOf(equipment, role),
        at: now(),
        value,
        quality: value === null ? 'lost' : 'good',
        isState: typeof value !== 'number' || role === 'OS',
      })),
    )
    services.world.clock.advance(minute)
    await settle()
  }
}

const faultsOf = async (equipment: string) =>
  (
    await call('operations', 'POST /faults', {
      equipmentId: equipmentOf(equipment),
      statuses: ['active', 'cleared', 'resolved', 'suppressed'],
    })
  ).data
const slow = { VFDSPD: 100, DSP: 120, DSPSP: 250, FANSTS: true, OS: 1, OCC: true }

describe('a measured air handler', () => {
  it('has a trend of what was stored, with its gaps', async () => {
    const begin = now()
    await pass(3, 'AHU-1', { SAT: 18.5 })
    await pass(2, 'AHU-1', { SAT: null })
    await pass(2, 'AHU-1', { SAT: 19 })
    const { series } = await call('site', 'POST /x/trends', {
      pointIds: [pointOf('AHU-1', 'SAT')],
      from: new Date(begin).toISOString(),
      to: new Date(now() + 60 * minute).toISOString(),
      maxSamples: 1000,
    })
    const values = series[0].samples.map(([at, value]: [string, number]) => [(Date.parse(at) - begin) / minute, value])
    expect(values).toEqual([
      [0, 18.5],
      [1, 18.5],
      [2, 18.5],
      [3, null],
      [4, null],
      [5, 19],
      [6, 19],
      [7, 19],
    ])
  })

  it('has a fault once the rule has seen it for long enough, with the evidence of what was measured', async () => {
    expect(await faultsOf('AHU-1')).toEqual([])
    await pass(75, 'AHU-1', slow)
    await pass(10, 'AHU-1', { ...slow, DSP: 100 })
    const [fault] = await faultsOf('AHU-1')
    expect(fault).toMatchObject({ faultRuleId: 'g36-ahu-fc1', status: 'active', endedAt: null })
    const { data } = await call(
      'operations',
      `POST /faults/occurrences/equipment/${equipmentOf('AHU-1')}/rules/g36-ahu-fc1`,
      {},
    )
    expect(data[0]).toMatchObject({ operatingState: 1, evidence: { DSP: 100, DSPSP: 250, VFDSPD: 100, FANSTS: true } })
  })

  it('keeps its fault while nothing is heard, and ends it when it is heard to be well', async () => {
    await pass(60, 'AHU-1', null)
    expect((await faultsOf('AHU-1'))[0]).toMatchObject({ status: 'active', endedAt: null })
    await pass(45, 'AHU-1', { ...slow, DSP: 248, VFDSPD: 60 })
    const [fault] = await faultsOf('AHU-1')
    expect([fault.endedAt === null, Date.parse(fault.endedAt) > now() - 50 * minute]).toEqual([false, true])
  })
})

describe('a measured box', () => {
  it('has an alarm beyond its limit while people are there, and not in what was lost', async () => {
    const active = async () =>
      (await call('operations', 'POST /alarms', { deviceIds: [box], isActive: true })).data.map(
        ({ eventState, presentValue }: Record<string, unknown>) => [eventState, presentValue],
      )
    await pass(70, 'VAV 12-04', { ZAT: 22, OCC: true })
    expect(await active()).toEqual([])
    await pass(5, 'VAV 12-04', { ZAT: 29, OCC: true })
    expect(await active()).toEqual([['highLimit', 29]])
    await pass(10, 'VAV 12-04', { ZAT: null, OCC: null })
    expect(await active()).toEqual([['highLimit', 29]])
    await pass(5, 'VAV 12-04', { ZAT: 22, OCC: true })
    expect(await active()).toEqual([])
  })
})
