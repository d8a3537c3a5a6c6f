/** What a page asks of the services and of the store: a second console on the same store, whose calls pass through here. */
import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { request } from 'undici'
import { consoleCommand } from '../../app/commands/console-command'
import { serviceVariables } from '../../app/config.server'
import type { ServiceName } from '../../services/contracts/endpoint'
import { builtConsole, type Product } from './product'

/** One call as it went over the wire, and when, in ms. */
export interface Call {
  service: ServiceName
  method: string
  /** Path and query. */
  url: string
  headers: Record<string, string>
  body: string
  reply: string
  startedAt: number
  endedAt: number
}

export interface Recorded {
  calls: Call[]
  /** SQL of the store, in the order in which it was sent. */
  statements: string[]
}

export interface Recorder {
  /** Visits a page, twice: what it asks once its catalogues and rights are known. */
  visit(address: string, headers: Record<string, string>): Promise<Recorded>
  /** Where a service answers without passing through here. */
  portOf(service: ServiceName): number
  close(): Promise<void>
}

/** How long each reply is held back, so that calls that do not wait for each other overlap. */
const heldBackMs = 40

/** Sends the parent each statement that a request passes to the thread of the store; housekeeping has none. */
const tellStatements = `
import { AsyncLocalStorage } from 'node:async_hooks'
import { Server } from 'node:http'
import { Worker } from 'node:worker_threads'
const ofRequests = new AsyncLocalStorage()
const emit = Server.prototype.emit
Server.prototype.emit = function (name, ...rest) {
  const go = () => emit.call(this, name, ...rest)
  return name === 'request' ? ofRequests.run(true, go) : go()
}
const send = Worker.prototype.postMessage
Worker.prototype.postMessage = function (message, ...rest) {
  if (typeof message?.text === 'string' && ofRequests.getStore()) process.send?.({ statement: message.text })
  return send.call(this, message, ...rest)
}`

export async function startRecorder(product: Product, port: number): Promise<Recorder> {
  let current: Recorded = { calls: [], statements: [] }
  const servers: Server[] = []
  const env: Record<string, string> = { PORT: String(port), PUBLIC_ORIGIN: product.origin }
  for (const [service, [variable, offset]] of Object.entries(serviceVariables)) {
    const server = passOn(service as ServiceName, product.portBase + offset, (call) => current.calls.push(call))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    env[variable] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const told = `--import=data:text/javascript,${encodeURIComponent(tellStatements)}`
  const child = await product.launchBeside([told, ...consoleCommand(builtConsole)], env)
  child.on('message', (message: { statement?: string }) => {
    if (message.statement !== undefined) current.statements.push(message.statement)
  })
  const { host } = new URL(product.origin)
  return {
    portOf: (service) => product.portBase + serviceVariables[service][1],
    async visit(address, headers) {
      for (let visit = 0; visit < 2; visit += 1) {
        current = { calls: [], statements: [] }
        const answer = await request(`http://localhost:${port}${address}`, {
          headers: { ...headers, host },
          reset: true,
        })
        await answer.body.dump({ limit: 50_000_000 })
        // What was sent last, or goes on after the page, has arrived by then.
        await pause(heldBackMs * 2)
      }
      return current
    },
    async close() {
      for (const server of servers) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}

/** A server that passes each call on to a port, and tells it when it is answered. */
function passOn(service: ServiceName, port: number, tell: (call: Call) => void): Server {
  return createServer(async (incoming, outgoing) => {
    const startedAt = performance.now()
    const { method = 'GET', url = '/' } = incoming
    const body = await buffer(incoming)
    const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headers as Record<string, string>
    const passed = ask({
      host: '127.0.0.1',
      port,
      path: url,
      method,
      headers: { ...headers, 'content-length': body.length, 'accept-encoding': 'identity' },
    })
    passed.on('error', () => outgoing.destroy())
    passed.on('response', async (answer) => {
      const bytes = await buffer(answer)
      await pause(heldBackMs)
      outgoing.writeHead(answer.statusCode ?? 502, {
        'content-type': answer.headers['content-type'] ?? 'application/octet-stream',
        ...Object.fromEntries(
          ['link', 'x-total-count', 'etag'].flatMap((name) =>
            answer.headers[name] ? [[name, answer.headers[name]]] : [],
          ),
        ),
      })
      outgoing.end(bytes)
      const reply = bytes.toString()
      tell({ service, method, url, headers, body: body.toString(), reply, startedAt, endedAt: performance.now() })
    })
    passed.end(body)
  })
}

/** The longest row of calls of which each started after the one before had ended. */
export function chainOf(calls: readonly Call[]): number {
  const depths = depthsOf(calls)
  return Math.max(0, ...depths.values())
}

/** For each call, how many had to end before it, one after the other, with itself. */
export function depthsOf(calls: readonly Call[]): Map<Call, number> {
  const depths = new Map<Call, number>()
  for (const call of [...calls].sort((one, other) => one.startedAt - other.startedAt)) {
    const before = [...depths].filter(([{ endedAt }]) => endedAt <= call.startedAt).map(([, depth]) => depth)
    depths.set(call, 1 + Math.max(0, ...before))
  }
  return depths
}
