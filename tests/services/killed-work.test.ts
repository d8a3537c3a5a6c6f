/**
 * Sends, deployments, onboardings and tunnels that are with a link while the services are killed: each ends once, and
 * what the services say is what the controllers did.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import Database from 'libsql'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { seedId } from '../../services/kit/deterministic'
import type { JournalLine, WorkMoment } from '../harness/journal-link-program'
import { freePorts } from '../harness/ports'
import { signInAt, startTestServices } from '../harness/services'
import { bundlePrograms, createServicesProgram, type ServicesProgram } from '../harness/services-program'

const isFull = process.env.PROVE === '1'
const cache = 'node_modules/.cache/test-killed-work'
const programs = { link: `${cache}/link.mjs`, services: `${cache}/services.mjs` }
/** Where the services are killed: everything waits there. */
const moments: readonly WorkMoment[] = isFull ? ['requested', 'begun', 'done', 'next'] : ['requested', 'done']
/** Milliseconds from the requests to the kill. */
const times = isFull ? fc.sample(fc.integer({ min: 0, max: 600 }), { numRuns: 40, seed: 6 }) : []
const rounds = moments.length + times.length

const deployed = seedId('device', 'montcalm-BIB-ECYAPEX-1')
/** The file of a package that is installed. */
const packageFile = Buffer.alloc(3_000_000, 'weather')
const packageHash = createHash('sha256').update(packageFile).digest('hex')
let sent: string
let folder: string
let services: ServicesProgram
/** Controllers that are unpacked, one for each round. */
const unpacked: { id: string; label: { hostId: string; activationCode: string } }[] = []

const journalFile = () => join(folder, 'journal')
const journal = (): JournalLine[] =>
  existsSync(journalFile())
    ? readFileSync(journalFile(), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as JournalLine)
    : []
const hold = (moment: WorkMoment) => writeFileSync(`${journalFile()}.hold`, moment)
const letGo = () => rmSync(`${journalFile()}.hold`, { force: true })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plantroom-killed-work-'))
  const dataDir = join(folder, 'data')
  await bundlePrograms([
    { entry: 'tests/harness/journal-link-program.ts', outfile: programs.link },
    { entry: 'services/main.ts', outfile: programs.services },
  ])
  const portBase = await freePorts()
  const seedEnv = {
    PORT_BASE: String(portBase),
    PUBLIC_ORIGIN: `http://localhost:${portBase + 9}`,
    DATA_DIR: dataDir,
    SEED_EPOCH: new Date().toISOString().slice(0, 10),
    LOG_LEVEL: 'error',
  }
  // Seeded at the time at which the program goes on, so that nothing falls due meanwhile.
  const seeded = await startTestServices({ dataDir, start: Date.now(), env: seedEnv })
  const { store } = seeded.world
  const site = (line: string, body?: unknown) => seeded.call('site', line, { as: 'amelie', body })
  const { spaceId } = (await site(`GET /devices/${deployed}`)).body
  sent = store.get<{ id: string }>(
    `SELECT other.id FROM device AS other JOIN device AS one ON one.id = ? AND other.customer_id = one.customer_id
     WHERE other.id <> one.id AND other.onboarded = 1 AND other.offline_since IS NULL AND other.protocol = 'simulated'
       AND other.deployment_in_progress = 0 ORDER BY other.id LIMIT 1`,
    deployed,
  )?.id as string
  for (let round = 0; round < rounds; round += 1) {
    const { body } = await site(`POST /spaces/${spaceId}/devices`, { device: { name: 'Box', productId: 'ECYSTATR' } })
    const hostId = `ECYSTATR-0F${String(round).padStart(4, '0')}`
    const { $activationCode: activationCode } = body[0].additionalProperties
    unpacked.push({ id: body[0].id, label: { hostId, activationCode } })
  }
  mkdirSync(join(dataDir, 'packages'))
  writeFileSync(join(dataDir, 'packages', `${packageHash}.dcar`), packageFile)
  store.run(
    `UPDATE package SET body = json_insert(body, '$.files[#]', json(?)) WHERE name = 'weather'`,
    JSON.stringify({ architecture: 'MULTIPLE', url: '', size: packageFile.length, sha256: packageHash }),
  )
  store.run(
    `UPDATE device SET protocol = 'table' WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify([deployed, sent, ...unpacked.map(({ id }) => id)]),
  )
  const provider = seeded.origin('identity')
  const { access_token: token } = await signInAt({
    ...{ settings: seeded.settings, login: 'amelie', scope: undefined, provider },
  })
  await seeded.close()
  const linkEnv = { LINK_PROGRAMS: `table=${programs.link}`, LINK_JOURNAL: journalFile() }
  const pauses: Record<string, string> = isFull ? { LINK_PAUSE_MS: '40' } : {}
  services = createServicesProgram({
    ...{ program: programs.services, portBase, token },
    env: { ...seedEnv, ...linkEnv, ...pauses },
  })
  await services.run()
})
afterAll(async () => {
  await services?.kill()
  await rm(folder, { recursive: true, force: true })
})

/** Returns rows of the store as another process sees them. */
function rows<Row>(sql: string, ...values: unknown[]): Row[] {
  const database = new Database(join(folder, 'data', 'services.sqlite'), { readonly: true })
  try {
    return database.prepare(sql).all(...values) as Row[]
  } finally {
    database.close()
  }
}

/** Requests everything, each with a key of the round: what is requested again is the same request. */
async function requestAll(round: number): Promise<string> {
  const key = (name: string) => `killed-${name}-${round}`
  const { id, label } = unpacked[round] as (typeof unpacked)[number]
  const type = round % 2 === 0 ? 'Install' : 'Uninstall'
  const operations = ['weather', 'designer-viewer'].map((packageName) => ({ type, deviceId: deployed, packageName }))
  const [sends, deployments, onboarding] = await Promise.all([
    services.call('device-configuration', 'POST /devices/configuration/send', {
      key: key('send'),
      body: { deviceIds: [sent], configurationTypes: ['time', 'bacnet'] },
    }),
    services.call('site', 'POST /devices/deployments', { key: key('deployment'), body: { operations } }),
    services.call('site', `POST /devices/${id}/onboard`, { key: key('onboarding'), body: label }),
  ])
  expect([sends.status, sends.body.errors]).toEqual([202, undefined])
  expect([deployments.status, deployments.body.errors]).toEqual([202, undefined])
  expect([onboarding.status, onboarding.body.errorCode]).toEqual([202, undefined])
  return deployments.body.data[0].id
}

const configuration = async (line: string) => (await services.call('device-configuration', line)).body
const site = async (line: string) => (await services.call('site', line)).body

/** Returns the codes of the last send of a type, in their order. */
async function lastSend(type: string): Promise<string[]> {
  const lines: { code: string; attempt: number }[] = await configuration(`GET /devices/${sent}/${type}/send/logs`)
  return lines.filter(({ attempt }) => attempt === lines.at(-1)?.attempt).map(({ code }) => code)
}

/** Waits until everything is over, and compares what the services say with the journal. */
async function endsOnce(round: number, deploymentId: string, before: number): Promise<void> {
  const { id } = unpacked[round] as (typeof unpacked)[number]
  await vi.waitFor(
    async () => {
      const { time, bacnet } = await configuration(`GET /devices/${sent}/info`)
      const { status: onboarding } = await site(`GET /devices/${id}/onboarding`)
      const deployments = await site(`GET /devices/${deployed}/deployments`)
      const deployment = deployments.find((one: { id: string }) => one.id === deploymentId)
      expect([time.sendState, bacnet.sendState, deployment.status, onboarding]).toEqual([
        ...['succeed', 'succeed', 'PackageInstallationSuccess', 'onboarded'],
      ])
    },
    { timeout: 60_000, interval: 50 },
  )
  const done = journal()
    .slice(before)
    .flatMap((line) => (line.is === 'done' ? [`${line.deviceId} ${line.work}`] : []))
  const attempts = rows<{ type: string; attempt: number }>(
    `SELECT type, attempt FROM configuration_state WHERE device_id = ? AND type IN ('time', 'bacnet')`,
    sent,
  )
  const [onboarding] = rows<{ requested_at: number }>('SELECT requested_at FROM onboarding WHERE device_id = ?', id)
  const steps = ['validate', 'claim', 'identity', 'firstConnection', 'inventory', 'licence', 'packages']
  expect(done.sort()).toEqual(
    [
      ...attempts.map(({ type, attempt }) => `${sent} ${type}.${attempt}`),
      ...[0, 1].map((position) => `${deployed} ${deploymentId}/${position}`),
      ...steps.map((step) => `${id} onboarding.${onboarding?.requested_at}/${step}`),
    ].sort(),
  )
  for (const type of ['time', 'bacnet']) expect(await lastSend(type)).toEqual(['QUEUED', 'PICKED_UP', 'SUCCEEDED'])
  const { packages } = await site(`GET /devices/${deployed}`)
  const installed = packages.filter(({ name }: { name: string }) => ['weather', 'designer-viewer'].includes(name))
  expect(installed).toHaveLength(round % 2 === 0 ? 2 : 0)
  if (round % 2 === 0)
    expect(readFileSync(`${journalFile()}.${deploymentId}.${packageHash}`).equals(packageFile)).toBe(true)
  const { steps: recorded, device } = await site(`GET /devices/${id}/onboarding`)
  expect(recorded.map((one: { status: string }) => one.status)).toEqual(steps.map(() => 'done'))
  expect(device.serialNumber).toBe('SN-JOURNAL')
  expect(rows('SELECT 1 FROM controller_work')).toEqual([])
  const jobs = `SELECT kind FROM job WHERE kind IN ('send.expire', 'work.request')
    AND json_extract(payload, '$.deviceId') IN (?,?,?)`
  await vi.waitFor(() => expect(rows(jobs, sent, deployed, id)).toEqual([]), 10_000)
}

describe('a kill of the services ends no work twice and loses none', () => {
  it.each(moments.map((moment, round) => ({ moment, round })))('$moment', async ({ moment, round }) => {
    const before = journal().length
    hold(moment)
    const deploymentId = await requestAll(round)
    const waiting = () =>
      new Set(
        journal()
          .slice(before)
          .flatMap((line) => (line.is === 'waits' ? line.deviceId : [])),
      )
    // A send has one part: what is next for its controller is another.
    const count = moment === 'next' ? 2 : 3
    await vi.waitFor(() => expect(waiting().size).toBe(count), { timeout: 60_000, interval: 10 })
    await services.kill()
    letGo()
    await services.run()
    expect(await requestAll(round)).toBe(deploymentId)
    await endsOnce(round, deploymentId, before)
  })

  it.skipIf(times.length === 0)('at any moment', async () => {
    for (const [at, ms] of times.entries()) {
      const round = moments.length + at
      const before = journal().length
      const lost = requestAll(round).catch(() => undefined)
      await setTimeout(ms)
      await services.kill()
      await lost
      await services.run()
      await endsOnce(round, await requestAll(round), before)
    }
    console.log(`PROMISE KILLS: ${rounds} kills during sends, deployments and onboardings, 0 lost, 0 done twice`)
  })
})

describe('a kill of the services', () => {
  let round = 0
  beforeEach(() => {
    round += 1
  })
  /** Requests a tunnel; the same one in a test. */
  const open = () =>
    services.call('site', `POST /devices/${deployed}/tunnels`, {
      ...{ key: `killed-tunnel-${round}`, body: { service: 'ssh', deleteAfterMin: 10 } },
    })
  const tunnels = (): Promise<{ tunnelId: string; status: string }[]> => site(`GET /devices/${deployed}/tunnels`)
  const linesOf = (work: string) => journal().flatMap((line) => (line.work === work ? [line.is] : []))
  const waiting = (moment: WorkMoment) =>
    vi.waitFor(() => expect(journal().at(-1)).toMatchObject({ is: 'waits', deviceId: deployed, moment }), 10_000)
  const endsAs = (status: string) =>
    vi.waitFor(async () => expect((await tunnels())[0]?.status).toBe(status), { timeout: 20_000, interval: 50 })

  it('opens a tunnel that its link has not answered, with its address under the same key', async () => {
    hold('requested')
    const lost = open().catch(() => undefined)
    await waiting('requested')
    const [row] = rows<{ id: string }>(`SELECT id FROM tunnel WHERE status = 'requested'`)
    await services.kill()
    await lost
    letGo()
    await services.run()
    await vi.waitFor(async () => expect((await open()).status).toBe(201), { timeout: 20_000, interval: 50 })
    const { body } = await open()
    expect([body.tunnelId, body.url]).toEqual([row?.id, expect.stringMatching('^https://tunnels.journal/')])
    await endsAs('open')
    expect(linesOf(body.tunnelId).filter((is) => is === 'done')).toHaveLength(1)
    expect(await tunnels()).toHaveLength(1)
    expect((await services.call('site', `DELETE ${path(body.tunnelId)}`)).status).toBe(204)
    await endsAs('closed')
  })

  it('ends a tunnel that its controller had begun to open, there too', async () => {
    hold('begun')
    const { status, body } = await open()
    expect(status).toBe(201)
    await waiting('begun')
    await endsAs('opening')
    await services.kill()
    letGo()
    await services.run()
    await endsAs('failed')
    await vi.waitFor(() => expect(linesOf(body.tunnelId)).toContain('aborted'), 10_000)
    expect(await open()).toEqual({ status: 201, body })
    expect(await tunnels()).toHaveLength(2)
  })

  it('tells, where they end by themselves, that a tunnel which its link has not answered has failed', async () => {
    hold('requested')
    expect(await open()).toMatchObject({ status: 202, body: { pending: true } })
    await services.stop()
    letGo()
    await services.run()
    expect(await open()).toMatchObject({ status: 409, body: { errorCode: 4303 } })
    expect((await tunnels()).map(({ status }) => status)).toEqual(['failed', 'failed', 'closed'])
  }, 20_000)

  const path = (tunnelId: string) => `/devices/${deployed}/tunnels/${encodeURIComponent(tunnelId)}`
})
