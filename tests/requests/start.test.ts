/** What `npm start` says and leaves behind when it cannot start, and how it stops. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

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

function isListening(at: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(at, '127.0.0.1', () => {
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

test('it says where it is and who can sign in, and SIGTERM stops all of it within 5 s', async () => {
  const started = start()
  await new Promise<void>((resolve) => {
    started.process.stdout?.on('data', () => started.output().includes('Environment local') && resolve())
  })
  expect(started.output()).toContain(`Plantroom is at http://localhost:${port}`)
  for (const login of ['marcus', 'amelie', 'usha', 'claire', 'paul', 'nadia'])
    expect(started.output()).toContain(`  ${login}`)
  const asked = performance.now()
  started.process.kill('SIGTERM')
  expect(await started.ended).toBe(0)
  expect(performance.now() - asked).toBeLessThan(5_000)
  expect(await isListening(port)).toBe(false)
  expect(await isListening(portBase)).toBe(false)
})
