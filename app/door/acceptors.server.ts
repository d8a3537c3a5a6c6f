/**
 * Accepts connections faster. Node accepts one connection per event loop iteration and listening handle (libuv 1.45
 * and later). While pages are rendered an iteration needs some ms, so that new connections would wait unnoticed in
 * the kernel instead of receiving a "busy" response. Further handles on the same socket accept theirs in the same
 * iteration.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type Server } from 'node:net'

const extraPerServer = 31
/** A handle that was sent to another process and back is a second one on the same socket; Node has no other `dup`. */
const mirror = `process.on('message', ({ of, count }, handle) => {
  for (let sent = 0; sent < count; sent += 1) process.send(of, handle)
})`
/** After this wait, ms, the console serves without them. */
const maxWaitMs = 5_000

/**
 * Adds handles to listening servers. Close the returned servers together with them: they count no requests. `backlog`
 * is the number of connections that the kernel queues for the socket; each handle sets it again, by default to 511.
 */
export async function addAcceptors(servers: readonly Server[], backlog: number): Promise<Server[]> {
  const extraHandles = await duplicateHandles(servers.map(handleOf))
  return extraHandles.map(({ of, handle }) => {
    const acceptor = createServer((socket) => servers[of]?.emit('connection', socket))
    acceptor.on('error', () => acceptor.close())
    return acceptor.listen(handle as object, backlog)
  })
}

/** Returns the listening handle, which has no public name. */
function handleOf(server: Server): unknown {
  return (server as unknown as { _handle?: unknown })._handle
}

interface ExtraHandle {
  /** Index of the original handle. */
  of: number
  handle: unknown
}

/** Uses one process for the handles of all servers: starting it is a part of the console's start time. */
function duplicateHandles(handles: readonly unknown[]): Promise<ExtraHandle[]> {
  if (process.platform === 'win32' || !handles.every(Boolean)) return Promise.resolve([])
  return new Promise((resolve) => {
    const extraHandles: ExtraHandle[] = []
    const child: ChildProcess = spawn(process.execPath, ['-e', mirror], {
      env: { NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const end = () => {
      clearTimeout(timer)
      if (child.connected) child.disconnect()
      resolve(extraHandles)
    }
    const timer = setTimeout(end, maxWaitMs)
    child.on('message', (of, handle) => {
      extraHandles.push({ of: Number(of), handle })
      if (extraHandles.length === extraPerServer * handles.length) end()
    })
    child.once('error', end)
    child.once('exit', end)
    for (const [of, handle] of handles.entries())
      child.send({ of, count: extraPerServer }, handle as never, (error) => error && end())
  })
}
