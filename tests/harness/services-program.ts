/** The reference services as a program of their own, which a test kills and starts again on the same store. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { build } from 'esbuild'
import { basePaths, type ServiceName } from '../../services/contracts/endpoint'
import { portOffsets } from '../../services/start'

/** Bundles programs; `outfile` is below node_modules, so that packages are found. */
export async function bundlePrograms(programs: readonly { entry: string; outfile: string }[]): Promise<void> {
  for (const { entry, outfile } of programs)
    await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', packages: 'external', outfile })
}

export interface ServicesProgram {
  /** Starts the program, and waits until it is ready. */
  run(): Promise<void>
  /** Kills it, and waits for its end. */
  kill(): Promise<void>
  /** Lets it end by itself, and waits for that. */
  stop(): Promise<void>
  /** Calls a service; an idempotency key may be given. Rejects when the program ends meanwhile. */
  call(
    service: ServiceName,
    line: string,
    options?: { body?: unknown; key?: string },
    // biome-ignore lint/suspicious/noExplicitAny: tests look at replies of every shape
  ): Promise<{ status: number; body: any }>
}

export function createServicesProgram(options: {
  program: string
  env: Record<string, string>
  portBase: number
  token: string
}): ServicesProgram {
  const { program, env, portBase, token } = options
  let child: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals) => {
    child?.kill(signal)
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  return {
    async run() {
      const started = fork(program, { env: { ...process.env, ...env }, silent: true })
      child = started
      let stderr = ''
      started.stderr?.on('data', (data) => {
        stderr += data
      })
      const ended = once(started, 'exit').then(() => Promise.reject(new Error(stderr)))
      await Promise.race([once(started, 'message'), ended])
      ended.catch(() => undefined)
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async call(service, line, { body, key } = {}) {
      const [method = 'GET', path = '/'] = line.split(' ')
      const port = portBase + portOffsets[service]
      const response = await fetch(`http://127.0.0.1:${port}${basePaths[service]}${path}`, {
        method,
        headers: {
          ...{ authorization: `Bearer ${token}`, connection: 'close' },
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      return { status: response.status, body: response.status === 204 ? null : await response.json() }
    },
  }
}
