/** What `npm start` says and leaves behind when it cannot start, and how it stops. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Visitor } from '../harness/visitor'

let dataDir: string
let port: number
let portBase: number

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'plantroom-start-'))
  port = 11_000 + randomInt(900)
  portBase = 10_000 + randomInt(80) * 10
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

interface Started {
  process: ChildProcess
  output(): string
  ended: Promise<number | null>
}

function start(env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, ['app/commands/start.mjs'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      PORT_BASE: String(portBase),
      DATA_DIR: dataDir,
      EVALUATION_BACNET_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  child.stdout?.on('data', (part) => (written += part))
  child.stderr?.on('data', (part) => (written += part))
  return { process: child, output: () => written, ended: once(child, 'exit').then(([code]) => code) }
}

/** What was said, without the log. */
function said(output: string): string[] {
  return output.split('\n').filter((line) => line && !line.startsWith('{'))
}

function isListening(at: number, address = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(at, address, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}

describe('what keeps it from starting is one clear line, and nothing is left running', () => {
  test('a bad variable', async () => {
    const { ended, output } = start({ PORT: 'eighty' })
    expect(await ended).toBe(78)
    expect(said(output())).toEqual(['PORT: must be a whole number from 1 to 65535'])
  })

  test('a data folder that cannot be written', async () => {
    const { ended, output } = start({ DATA_DIR: '/dev/null/data' })
    expect(await ended).not.toBe(0)
    expect(said(output())).toEqual(['DATA_DIR: cannot write to /dev/null/data (ENOTDIR)'])
  })

  test.each([
    ['trail-signing-key.pem', 'is not the file that was generated here'],
    ['secrets.json', 'is not the file that was generated here'],
    ['console.sqlite', 'is damaged'],
    ['services.sqlite', 'cannot be opened'],
  ])('%s that is something else', async (name, why) => {
    const file = join(dataDir, name)
    writeFileSync(file, 'no such thing. '.repeat(1_000))
    const { ended, output } = start()
    expect(await ended).toBe(78)
    const lines = said(output())
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(file)
    expect(lines[0]).toContain(why)
    expect(lines[0]).toContain('from a backup')
  })

  test('a store of a newer version', async () => {
    const store = new Database(join(dataDir, 'console.sqlite'))
    store.exec(
      'create table kysely_migration (name varchar(255) primary key not null, timestamp varchar(255) not null)',
    )
    store.exec("insert into kysely_migration values ('9999-from-tomorrow', '2030-01-01')")
    store.close()
    const { ended, output } = start()
    expect(await ended).toBe(78)
    expect(said(output())).toEqual([
      `${join(dataDir, 'console.sqlite')}: contains a store of a newer version (9999-from-tomorrow); start that version, or restore the previous store`,
    ])
  })

  test('a taken port', async () => {
    const other = createServer().listen(port)
    await once(other, 'listening')
    const { ended, output } = start()
    expect(await ended).not.toBe(0)
    expect(said(output())).toEqual([`PORT: ${port} is taken; stop what listens there or set PORT`])
    other.close()
    expect(await isListening(portBase + 1)).toBe(false)
  })

  test('a taken port of the services', async () => {
    const other = createServer().listen(portBase + 2, '127.0.0.1')
    await once(other, 'listening')
    const { ended, output } = start()
    expect(await ended).not.toBe(0)
    expect(said(output()).join()).toContain(String(portBase + 2))
    other.close()
    expect(await isListening(port)).toBe(false)
  })
})

/** The processes that a process started. */
function childrenOf(pid: number | undefined): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}

const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8')
const untilSaid = (started: Started, words: string) =>
  expect.poll(() => started.output(), { timeout: 60_000, interval: 50 }).toContain(words)
const statusAt = (path: string) =>
  fetch(`http://localhost:${port}${path}`, { redirect: 'manual' }).then(
    ({ status }) => status,
    () => 0,
  )

describe('once it runs', () => {
  /** What the first start seeded, for the next one. */
  const seeded = join(tmpdir(), `plantroom-start-${process.pid}.sqlite`)
  afterAll(() => rm(seeded, { force: true }))

  test('it says where it is and who can sign in, listens on loopback only, keeps its folder to itself, starts again what ended, and SIGTERM stops all of it within 5 s', async () => {
    chmodSync(dataDir, 0o755)
    writeFileSync(join(dataDir, 'identity.sqlite'), '', { mode: 0o644 })
    const started = start()
    await untilSaid(started, 'Environment local')
    expect(started.output()).toContain(`Plantroom is at http://localhost:${port}`)
    for (const login of ['marcus', 'amelie', 'usha', 'claire', 'paul', 'nadia'])
      expect(started.output()).toContain(`  ${login}`)
    const outside = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    for (const { address } of outside.filter(({ internal, family }) => !internal && family === 'IPv4'))
      for (const at of [port, portBase, portBase + 1]) expect(await isListening(at, address)).toBe(false)
    expect(await isListening(port)).toBe(true)

    const open = [
      dataDir,
      ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).map((name) => join(dataDir, name)),
    ]
    expect(open.length).toBeGreaterThan(5)
    expect(open.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([])

    const child = childrenOf(started.process.pid).find((pid) => commandOf(pid).includes('build/server/index.js'))
    process.kill(child ?? 0, 'SIGKILL')
    await untilSaid(started, 'The console exited (SIGKILL); restarting in 1 s')
    await expect.poll(() => statusAt('/login'), { timeout: 30_000 }).toBe(200)
    const asked = performance.now()
    started.process.kill('SIGTERM')
    expect(await started.ended).toBe(0)
    expect(performance.now() - asked).toBeLessThan(5_000)
    expect(await isListening(port)).toBe(false)
    expect(await isListening(portBase)).toBe(false)
    copyFileSync(join(dataDir, 'services.sqlite'), seeded)
  })

  test('at a stop it answers what was asked, with the services as long as the console needs them', async () => {
    if (existsSync(seeded)) copyFileSync(seeded, join(dataDir, 'services.sqlite'))
    const started = start({ SIM_CONTROL: '1', DRAIN_SECONDS: '20' })
    await untilSaid(started, 'Environment local')
    const amelie = new Visitor(`http://localhost:${port}`)
    await amelie.signIn('amelie')
    const simulator = `http://127.0.0.1:${portBase + 8}/__sim`
    await fetch(`${simulator}/services/tenant/inject`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ match: 'PUT /tenants', kind: 'delay', delayMs: 5_500, after: true }),
    })
    const journal = async () => (await fetch(`${simulator}/journal?since=0`)).json()
    const before = await journal()
    const profile = await amelie.get('/profile')
    // Where it leads to afterwards is gone by then.
    const saving = profile.submit('main form[method=post]', { fill: { firstName: 'Anne' } }).catch(() => null)
    await expect.poll(journal, { timeout: 20_000 }).not.toEqual(before)
    started.process.kill('SIGTERM')
    await saving
    expect(await started.ended).toBe(0)
    const lines = started.output().split('\n')
    const logged = lines.filter((line) => line.startsWith('{')).join('\n')
    const secrets = [amelie.cookie('plantroom') ?? '', JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))]
    for (const secret of secrets.flatMap((one) => (typeof one === 'string' ? one : (Object.values(one) as string[]))))
      expect(logged).not.toContain(secret)
    expect(logged).not.toMatch(/eyJ[\w-]{8,}\.eyJ|Bearer |password=|"cookie"|code=/)
    expect(logged).not.toContain('amelie')
    expect(lines.find((line) => line.includes('"POST"') && line.includes('"/profile"'))).toMatch(
      /"person":"[0-9a-f]{16}"/,
    )
    const posts = lines.filter((line) => line.includes('"POST"') && line.includes('"/profile"'))
    expect(posts).toEqual([expect.stringContaining('"status":303')])
  })
})
