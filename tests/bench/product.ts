/** The production build, started beside its services on either seed, for a bench to visit. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { consoleCommand, consoleEnvironment } from '../../app/commands/console-command'
import { copyLargeStore } from '../harness/large-store'
import { Visitor } from '../harness/visitor'

export type Profile = 'demo' | 'large'

export interface Product {
  profile: Profile
  origin: string
  /** The folder of the console's own files. */
  dataDir: string
  /** The first port of the services. */
  portBase: number
  console: ChildProcess
  /** The reference services. */
  backend: ChildProcess
  /** Starts a program beside it, with its settings and some of its own. */
  launchBeside(command: string[], env?: Record<string, string>): Promise<ChildProcess>
  /** Somebody signed in who accepts pages as they are written. */
  signedIn(login: string): Promise<Visitor>
  /** Makes every read of some services take so much longer, of all that pages of places ask unless said; null for as it is. */
  delayReads(milliseconds: number | null, of?: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Holds a built store of `large`, which is copied rather than changed; without it one is built, in some minutes. */
const kept = process.env.DATA_DIR_LARGE
export const builtConsole = 'build/server/index.js'
const services = ['tenant', 'site', 'package', 'product', 'device-configuration']

/** Takes `port`, and the ten after `port + 100` for the services. */
export async function startProduct(profile: Profile, port: number): Promise<Product> {
  const origin = `http://localhost:${port}`
  const portBase = port + 100
  const folder = await mkdtemp(join(tmpdir(), `plantroom-bench-${profile}-`))
  const children: ChildProcess[] = []
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    PORT_BASE: String(portBase),
    PUBLIC_ORIGIN: origin,
    DATA_DIR: folder,
    SEED: profile,
    OIDC_CLIENT_ID: 'plantroom-console',
    OIDC_CLIENT_SECRET: 'bench-client-secret-of-32-characters',
    LOG_LEVEL: 'error',
    SIM_CONTROL: '1',
    RUN_IDENTITY: '1',
  }
  async function close(): Promise<void> {
    for (const child of children) await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    if (profile === 'large' && kept) await copyLargeStore(kept, folder)
    const backend = await launch(['build/services/main.js'], environment, children)
    const launchBeside: Product['launchBeside'] = (command, env = {}) =>
      launch(command, { ...consoleEnvironment, ...environment, ...env }, children)
    const started = await launchBeside(consoleCommand(builtConsole))
    return {
      profile,
      origin,
      dataDir: folder,
      portBase,
      launchBeside,
      console: started,
      backend,
      async signedIn(login) {
        const visitor = new Visitor(origin, { 'accept-encoding': 'identity' })
        await visitor.signIn(login)
        return visitor
      },
      async delayReads(milliseconds, of = services) {
        await control(portBase, of, 'DELETE')
        if (milliseconds !== null)
          await control(portBase, of, 'POST', { match: 'GET /', kind: 'delay', delayMs: milliseconds })
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Starts a program that says when it is ready. */
export function launch(
  command: string[],
  env: NodeJS.ProcessEnv,
  children: ChildProcess[] = [],
): Promise<ChildProcess> {
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.on('message', (message: { ready?: boolean }) => message.ready && resolve(child))
    child.once('exit', (code) => reject(new Error(`${command[0]} ended with ${code}`)))
  })
}

/** Ends a program at once: what a bench leaves behind is thrown away. */
export function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

async function control(
  portBase: number,
  of: readonly string[],
  method: 'POST' | 'DELETE',
  body?: object,
): Promise<void> {
  for (const service of of) {
    const answer = await request(`http://127.0.0.1:${portBase + 8}/__sim/services/${service}/inject`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    await answer.body.dump()
    if (answer.statusCode >= 300) throw new Error(`the control plane answered ${answer.statusCode}`)
  }
}

/** User and system time of a process so far, from the kernel (10 ms ticks). */
export async function cpuMs({ pid }: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** What a process holds in memory now, and the most it held since `memoryFromNow`, or ever. */
export async function memoryMb({ pid }: ChildProcess): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { now: read('VmRSS'), most: read('VmHWM') }
}

/** The same, the most being counted from here. */
export async function memoryFromNow(child: ChildProcess): Promise<{ now: number; most: number }> {
  await writeFile(`/proc/${child.pid}/clear_refs`, '5')
  return memoryMb(child)
}
