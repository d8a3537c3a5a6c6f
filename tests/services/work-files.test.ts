/** The bytes of graphics and packages: fetched by the link that has the work, and by nobody else. */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openOutbox } from '../../services/agent/outbox'
import { createSiteAgent } from '../../services/agent/site-agent'
import { seedId } from '../../services/kit/deterministic'
import { zipOf } from '../../services/kit/zip'
import { createConnectedLink } from '../../services/link/connected-link'
import { createPartRequests, createPartServer, receiveFile } from '../../services/link/file-parts'
import type { FromLink, ToLink } from '../../services/link/messages'
import type { BuildReport, LinkEvents, PartialLink, ReadFilePart } from '../../services/link/port'
import { type Services, startTestServices } from '../harness/services'
import { createWorkLink, emptyWorkTable } from '../harness/table-work'

const device = seedId('device', 'montcalm-BIB-ECYAPEX-1')
const as = 'amelie'
const partOctets = 262_144

/** The link of the controller, at the other end of a connection; and the link of another protocol. */
const table = emptyWorkTable()
const work = createWorkLink(table)
let readPart: ReadFilePart
let foreignPart: ReadFilePart
/** A controller whose link builds its graphics. */
const built = seedId('device', 'story-1')
const builds = { versions: [] as number[], report: (_report: BuildReport) => {} }
let services: Services
let folder: string

/** Returns a link at the other end of a connection: what it fetches crosses that as messages. */
function connected(link: PartialLink, begin: (readPart: ReadFilePart, events: LinkEvents) => void): PartialLink {
  return createConnectedLink({
    log: pino({ level: 'silent' }),
    transport: {
      async start(accept) {
        const receive = (message: FromLink) => server.receive(JSON.parse(JSON.stringify(message)) as FromLink)
        const parts = createPartRequests((message) => {
          receive(message)
          return true
        })
        const server = accept({
          send(message: ToLink) {
            if ('fetched' in message) return parts.receive(message)
            if (!('request' in message)) return
            const run = link[message.request as 'deploy'] as ((...args: unknown[]) => Promise<void>) | undefined
            void run?.(...message.args).then(() => receive({ id: message.id, result: null }))
          },
        })
        begin(parts.read, {
          sendProgress: (...args: unknown[]) => receive({ event: 'sendProgress', args }),
          deploymentProgress: (...args: unknown[]) => receive({ event: 'deploymentProgress', args }),
        } as LinkEvents)
        receive({ can: [...link.can], requests: ['sendConfiguration', 'deploy'] })
      },
      stop: async () => undefined,
    },
  })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plantroom-work-files-'))
  const own = connected(work, (read, events) => {
    readPart = read
    work.events = events
  })
  const foreign = connected({ can: new Set(['gfx', 'packages']) }, (read) => {
    foreignPart = read
  })
  const builder: PartialLink = {
    can: new Set(['gfx']),
    start: async (events) => {
      builds.report = (report) => events.buildProgress(built, report)
    },
    buildQueued: (_deviceId, version) => void builds.versions.push(version),
  }
  services = await startTestServices({ links: { table: own, foreign, builder } })
  services.world.store.run(`UPDATE device SET protocol = 'table' WHERE id = ?`, device)
  services.world.store.run(`UPDATE device SET protocol = 'builder' WHERE id = ?`, built)
})
afterAll(async () => {
  await services.close()
  await rm(folder, { recursive: true, force: true })
})

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const octets = (count: number, text: string) => Buffer.alloc(count, text)
const graphics = (name: string, size: number) =>
  zipOf([
    {
      name: 'Main.xml',
      bytes: Buffer.from(
        `<?xml version="1.0"?><Project><Props><Name>${name}</Name><Version>2.3</Version></Props></Project>`,
      ),
    },
    { name: 'plan.bin', bytes: octets(size, name), stored: true },
  ])

async function upload(name: string, bytes: Buffer, deviceId = device): Promise<void> {
  const form = new FormData()
  form.append('deviceIds', deviceId)
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const response = await fetch(`${services.origin('device-configuration')}/deviceconfiguration/api/v1/devices/gfx`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${await services.tokenFor(as)}`, connection: 'close' },
    body: form,
  })
  expect(response.status, await response.text()).toBe(200)
}
const configuration = (line: string, body?: unknown) => services.call('device-configuration', line, { as, body })
const site = (line: string, body?: unknown) => services.call('site', line, { as, body })

async function isBuilt(): Promise<void> {
  services.world.clock.advance(20_000)
  const state = async () => (await configuration(`GET /devices/${device}/gfx`)).body.processState
  await vi.waitFor(async () => expect(await state()).toBe('completed'), 10_000)
}

interface SentGraphics {
  id: string
  content: { name: string; size: number; sha256: string }
}

/** Uploads graphics, waits for their build, and sends them; returns the send as the link has it. */
async function sendGraphics(name: string, bytes: Buffer): Promise<SentGraphics> {
  const before = table.sends.length
  await upload(name, bytes)
  await isBuilt()
  const { status, body } = await configuration('POST /devices/configuration/send', {
    deviceIds: [device],
    configurationTypes: ['gfx'],
  })
  expect([status, body.errors]).toEqual([202, undefined])
  await vi.waitFor(() => expect(table.sends).toHaveLength(before + 1), 10_000)
  return table.sends.at(-1) as unknown as SentGraphics
}
const end = (sendId: string) => work.events?.sendProgress(device, { sendId, is: 'succeeded' })
const refusal = (answer: string) => ({ refusal: 'refused', answer })

describe('graphics', () => {
  it('are fetched in parts by the link that sends them, go on where they broke off, and are those that were saved', async () => {
    const bytes = graphics('Hall', 600_000)
    const { id, content } = await sendGraphics('hall.gfx', bytes)
    expect(content).toEqual({ name: 'hall.gfx', size: bytes.length, sha256: hashOf(bytes) })
    const path = join(folder, 'hall.gfx')
    const offsets: number[] = []
    /** Ends after a part, as a line that breaks does. */
    const breaking: ReadFilePart = async (deviceId, file, offset) => {
      offsets.push(offset)
      if (offsets.length === 2) throw new Error('The line broke')
      return readPart(deviceId, file, offset)
    }
    const file = { deviceId: device, file: { workId: id, ...content }, path }
    await expect(receiveFile(breaking, file)).rejects.toThrow('The line broke')
    expect(readFileSync(path).equals(bytes.subarray(0, partOctets))).toBe(true)
    await receiveFile(breaking, file)
    expect(offsets).toEqual([0, partOctets, partOctets, 2 * partOctets])
    expect(hashOf(readFileSync(path))).toBe(content.sha256)
    end(id)
  })

  it('that are replaced while they are sent are still fetched as they were', async () => {
    const bytes = graphics('Lobby', 5_000)
    const { id, content } = await sendGraphics('lobby.gfx', bytes)
    await upload('other.gfx', graphics('Other', 6_000))
    await isBuilt()
    const path = join(folder, 'lobby.gfx')
    await receiveFile(readPart, { deviceId: device, file: { workId: id, ...content }, path })
    expect(hashOf(readFileSync(path))).toBe(hashOf(bytes))
    end(id)
  })

  it('that arrive damaged are deleted, and are no success', async () => {
    const { id, content } = await sendGraphics('damaged.gfx', graphics('Damaged', 5_000))
    const path = join(folder, 'damaged.gfx')
    writeFileSync(path, 'x')
    const file = { deviceId: device, file: { workId: id, ...content }, path }
    await expect(receiveFile(readPart, file)).rejects.toMatchObject(refusal('damaged'))
    expect(existsSync(path)).toBe(false)
    appendFileSync(path, Buffer.alloc(content.size + 5))
    await receiveFile(readPart, file)
    expect(hashOf(readFileSync(path))).toBe(content.sha256)
    // What the services no longer have is no file either.
    const stored = join(services.settings.dataDir, 'gfx', `${content.sha256}.gfx`)
    truncateSync(stored)
    await rm(path)
    await expect(receiveFile(readPart, file)).rejects.toMatchObject(refusal('damaged'))
    await rm(stored)
    await expect(receiveFile(readPart, file)).rejects.toMatchObject(refusal('noBytes'))
    end(id)
  })

  it('are refused to another link, for another controller or other work, by another hash, and once they are sent', async () => {
    const { id, content } = await sendGraphics('secret.gfx', graphics('Secret', 5_000))
    const { sha256 } = content
    const other = seedId('device', 'story-2')
    for (const request of [
      () => foreignPart(device, { workId: id, sha256 }, 0),
      () => readPart(other, { workId: id, sha256 }, 0),
      () => readPart(device, { workId: 'gfx.1', sha256 }, 0),
      () => readPart(device, { workId: 'time.1', sha256 }, 0),
      () => readPart(device, { workId: id, sha256: hashOf(Buffer.from('other')) }, 0),
    ])
      await expect(request()).rejects.toMatchObject(refusal('notRequested'))
    expect((await readPart(device, { workId: id, sha256 }, 0)).content).not.toBe('')
    expect(await readPart(device, { workId: id, sha256 }, content.size)).toEqual({ content: '' })
    end(id)
    await expect(readPart(device, { workId: id, sha256 }, 0)).rejects.toMatchObject(refusal('notRequested'))
  })
})

describe('a build', () => {
  const stateOf = async (id: string) => (await configuration(`GET /devices/${id}/gfx`)).body.processState

  it('is over at once where the link builds none', async () => {
    await upload('plain.gfx', graphics('Plain', 5_000))
    expect(await stateOf(device)).toBe('completed')
  })

  it('moves as the link reports, once and forward only, and is that of the newest file', async () => {
    const codes = async () =>
      (await configuration(`GET /devices/${built}/gfx/build/log`)).body.map(({ code }: { code: string }) => code)
    await upload('one.gfx', graphics('One', 5_000), built)
    expect([await stateOf(built), builds.versions.length]).toEqual(['initiated', 1])
    const [version = 0] = builds.versions
    const before = (await codes()).length
    for (const is of ['queued', 'queued'] as const) builds.report({ version, is })
    builds.report({ version: version - 1, is: 'completed' })
    expect(await stateOf(built)).toBe('queued')
    builds.report({ version, is: 'started' })
    builds.report({ version, is: 'queued' })
    builds.report({ version, is: 'line', step: 'compile', message: 'The pages were compiled.' })
    expect(await stateOf(built)).toBe('inProgress')
    for (const is of ['completed', 'completed', 'started'] as const) builds.report({ version, is })
    builds.report({ version, is: 'failed', step: 'package', message: 'Too late.' })
    expect(await stateOf(built)).toBe('completed')
    expect((await codes()).slice(before)).toEqual(['QUEUED', 'STEP_DONE', 'COMPLETED'])
    await upload('two.gfx', graphics('Two', 5_000), built)
    builds.report({ version: builds.versions[1] ?? 0, is: 'failed', step: 'compile', message: 'It has no pages.' })
    expect([await stateOf(built), (await codes()).at(-1)]).toEqual(['failed', 'BUILD_FAILED'])
  })
})

describe('packages', () => {
  const deploy = async (packageName: string) => {
    const before = table.deployments.length
    const operations = [{ type: 'Install', deviceId: device, packageName }]
    const { status, body } = await site('POST /devices/deployments', { operations })
    expect([status, body.errors]).toEqual([202, undefined])
    await vi.waitFor(() => expect(table.deployments).toHaveLength(before + 1), 10_000)
    return table.deployments.at(-1) as (typeof table.deployments)[number]
  }
  const fail = (deploymentId: string) =>
    work.events?.deploymentProgress(device, { deploymentId, position: 0, status: 'PackageUploadFailure' })

  it('have the files that the services have, which the link fetches by their hash', async () => {
    const bytes = octets(1_500_000, 'weather')
    const sha256 = hashOf(bytes)
    const packages = join(services.settings.dataDir, 'packages')
    mkdirSync(packages)
    writeFileSync(join(packages, `${sha256}.dcar`), bytes)
    const files = [
      { architecture: 'ARM', url: 'https://packages.example/arm' },
      { architecture: 'AArch64', url: 'https://packages.example/a', size: bytes.length, sha256 },
      { architecture: 'AMD64', url: 'https://packages.example/b', size: 9, sha256: hashOf(Buffer.from('elsewhere')) },
      { architecture: 'MULTIPLE', url: 'https://packages.example/c', size: 9, sha256: '../../services' },
    ]
    services.world.store.run(
      `UPDATE package SET body = json_set(body, '$.files', json(?)) WHERE name = 'weather'`,
      JSON.stringify(files),
    )
    const { id, operations } = await deploy('weather')
    expect(operations.map((one) => one.files)).toEqual([[{ architecture: 'AArch64', size: bytes.length, sha256 }]])
    const path = join(folder, 'weather.dcar')
    await receiveFile(readPart, { deviceId: device, file: { workId: id, size: bytes.length, sha256 }, path })
    expect(hashOf(readFileSync(path))).toBe(hashOf(bytes))
    await expect(foreignPart(device, { workId: id, sha256 }, 0)).rejects.toMatchObject(refusal('notRequested'))
    await rm(join(packages, `${sha256}.dcar`))
    await expect(readPart(device, { workId: id, sha256 }, 0)).rejects.toMatchObject(refusal('notRequested'))
    fail(id)
  })

  it('without files here have none, and are refused', async () => {
    const { id, operations } = await deploy('mqtt')
    expect(operations.map((one) => one.files)).toEqual([[]])
    const sha256 = hashOf(Buffer.from('mqtt'))
    await expect(readPart(device, { workId: id, sha256 }, 0)).rejects.toMatchObject(refusal('notRequested'))
    fail(id)
  })
})

describe('a link that fetches too much', () => {
  const request = (fetch: number) => ({
    ...{ fetch, deviceId: device, file: { workId: 'gfx.1', sha256: '0'.repeat(64) }, offset: 0 },
  })

  it('has four parts at most on their way, one after the other, and none while it reads nothing', async () => {
    const release: (() => void)[] = []
    const serve = createPartServer(async () => {
      await new Promise<void>((resolve) => release.push(resolve))
      return { content: 'AA==' }
    })
    const sent: unknown[] = []
    let isFull = false
    const connection = { send: (message: unknown) => void sent.push(message), isFull: () => isFull }
    const served = [1, 2, 3, 4, 5].map((fetch) => serve(request(fetch), connection))
    expect(sent).toEqual([{ fetched: 5, refusal: 'busy' }])
    for (let at = 0; at < 4; at += 1) {
      await vi.waitFor(() => expect(release).toHaveLength(at + 1))
      release[at]?.()
    }
    await Promise.all(served)
    expect(sent.slice(1)).toEqual([1, 2, 3, 4].map((fetched) => ({ fetched, content: 'AA==' })))
    isFull = true
    await serve(request(6), connection)
    expect(sent.at(-1)).toEqual({ fetched: 6, refusal: 'busy' })
    await expect(serve({ ...request(7), offset: -1 }, connection)).rejects.toThrow()
    await expect(serve({ ...request(8), file: { workId: 'x', sha256: '../../key' } }, connection)).rejects.toThrow()
  })

  it('of an agent is answered over its line, and hears that it broke', async () => {
    let read: ReadFilePart | undefined
    const link: PartialLink = {
      can: new Set(['gfx']),
      start: async (_events, own) => {
        read = own
      },
    }
    const outbox = openOutbox(join(folder, 'outbox'), { log: () => undefined })
    const agent = createSiteAgent({ link, outbox, version: '1' })
    await agent.start()
    const { file } = request(1)
    await expect(read?.(device, file, 0)).rejects.toMatchObject({ refusal: 'unreachable' })
    const sent: unknown[] = []
    agent.begin({ send: (message) => void sent.push(message) })
    agent.receive({ welcome: { last: 0 } })
    const part = read?.(device, file, 5)
    expect(sent.at(-1)).toEqual({ fetch: 2, deviceId: device, file, offset: 5 })
    agent.receive({ fetched: 2, content: 'AA==' })
    expect(await part).toEqual({ content: 'AA==' })
    const lost = read?.(device, file, 6)
    agent.end()
    await expect(lost).rejects.toMatchObject({ refusal: 'unreachable' })
    await agent.stop()
  })

  it('hears that there is no line', async () => {
    const parts = createPartRequests(() => false)
    await expect(parts.read(device, request(1).file, 0)).rejects.toMatchObject({ refusal: 'unreachable' })
    const waiting = createPartRequests(() => true)
    const read = waiting.read(device, request(1).file, 0)
    waiting.end()
    await expect(read).rejects.toMatchObject({ refusal: 'unreachable' })
  })
})
