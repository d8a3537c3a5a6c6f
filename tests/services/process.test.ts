import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '../harness/ports'
import { startTestServices } from '../harness/services'

/** Below node_modules, so that its packages are found, and out of the way of a build. */
const program = 'node_modules/.cache/test-services/main.js'
const started: ChildProcess[] = []
let folder: string
const other = () => join(folder, 'other')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plantroom-process-'))
  // What programs find there; that they fill an empty folder is met where `npm start` is.
  for (const dataDir of [folder, other()]) await (await startTestServices({ dataDir })).close()
  await build({
    entryPoints: ['services/main.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile: program,
  })
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Ended {
  code: number | null
  stderr: string
}

function run(env: Record<string, string>) {
  const child = fork(program, {
    env: { ...process.env, DATA_DIR: folder, LOG_LEVEL: 'error', ...env },
    silent: true,
  })
  started.push(child)
  let stderr = ''
  child.stderr?.on('data', (data) => {
    stderr += data
  })
  const ended = once(child, 'exit').then(([code]): Ended => ({ code: code as number | null, stderr }))
  const ready = once(child, 'message').then(([message]) => message as unknown)
  return { child, ready, ended }
}

const lines = (text: string) => text.trim().split('\n')

describe('the program', () => {
  it('says when it is ready, and ends at once on SIGTERM and when its parent is gone', async () => {
    const env = { PORT_BASE: String(await freePorts()) }
    const first = run(env)
    expect(await first.ready).toEqual({ ready: true })
    const told = Date.now()
    first.child.kill('SIGTERM')
    expect((await first.ended).code).toBe(0)
    expect(Date.now() - told).toBeLessThan(3_000)

    const second = run(env)
    await second.ready
    second.child.disconnect()
    expect((await second.ended).code).toBe(0)
  })

  it('says in one line what keeps it from starting, and starts nothing', async () => {
    const base = await freePorts()
    const running = run({ PORT_BASE: String(base) })
    await running.ready
    const taken = await run({ PORT_BASE: String(base), DATA_DIR: other() }).ended
    expect([taken.code, lines(taken.stderr)]).toEqual([1, [expect.stringContaining('is already taken')]])

    const bad = await run({ PORT_BASE: 'x' }).ended
    expect([bad.code, lines(bad.stderr)]).toEqual([78, [expect.stringContaining('PORT_BASE')]])

    const exposed = await run({ PORT_BASE: String(base), PUBLIC_ORIGIN: 'https://plantroom.example' }).ended
    expect([exposed.code, lines(exposed.stderr)]).toEqual([78, [expect.stringContaining('EVALUATION_ON_NETWORK')]])

    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const unwritable = await run({ PORT_BASE: String(await freePorts()), DATA_DIR: file }).ended
    expect([unwritable.code, lines(unwritable.stderr)]).toEqual([1, [expect.stringContaining('cannot be written')]])
  })
})

describe('a restart', () => {
  it('signs nobody out and forgets no write and no job', async () => {
    const dataDir = join(folder, 'kept')
    const env = { PUBLIC_ORIGIN: 'http://localhost:3999' }
    const before = await startTestServices({ dataDir, env })
    const tokens = await before.signIn('amelie')
    before.world.jobs.schedule('test.later', before.world.clock.now() + 60_000, 'kept')
    before.world.store.run('UPDATE tenant SET name = ? WHERE code = ?', 'Renamed', 'boreal')
    await before.close()

    const after = await startTestServices({ dataDir, env })
    const done: unknown[] = []
    after.world.jobs.on('test.later', (payload) => void done.push(payload))
    const { client } = after.settings
    const refreshed = await fetch(`${after.origin('identity')}/identity/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token,
        client_id: client.id,
        client_secret: client.secret,
      }),
    })
    expect(refreshed.status).toBe(200)
    const info = await after.call('tenant', 'GET /users/info', { token: tokens.access_token })
    expect(info.body.tenants).toMatchObject([{ name: 'Renamed' }])
    await after.control('POST /clock', { advanceMs: 60_000 })
    expect(done).toEqual(['kept'])
    await after.close()
  })
})
