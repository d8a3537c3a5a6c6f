/**
 * Accepts connections faster. Node accepts one connection per event loop iteration and listening handle (libuv 1.45
 * and later). While pages are rendered an iteration needs some ms, so that new connections would wait unnoticed in
 * the kernel instead of receiving a "busy" response. Further handles on the same socket accept theirs in the same
 * iteration.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type Server } from 'node:net'

const further = 15
/** A handle that was sent to another process and back is a second one on the same socket; Node has no other `dup`. */
const mirror = `process.on('message', ({ of, count }, handle) => {
  for (let sent = 0; sent < count; sent += 1) process.send(of, handle)
})`
/** After this wait, ms, the console serves without them. */
const longestWait = 5_000

/** Adds handles to listening servers. Close the returned servers together with them: they count no requests. */
export async function moreAcceptors(servers: readonly Server[]): Promise<Server[]> {
  const mirrored = await mirroredBy(servers.map(handleOf))
  return mirrored.map(({ of, handle }) => {
    const acceptor = createServer((socket) => servers[of]?.emit('connection', socket))
    acceptor.on('error', () => acceptor.close())
    return acceptor.listen(handle)
  })
}

/** Returns the listening handle, which has no public name. */
function handleOf(server: Server): unknown {
  return (server as unknown as { _handle?: unknown })._handle
}

interface Mirrored {
  /** Index of the original handle. */
  of: number
  handle: unknown
}

/** Uses one process for the handles of all servers: starting it is a part of the console's start time. */
function mirroredBy(handles: readonly unknown[]): Promise<Mirrored[]> {
  if (process.platform === 'win32' || !handles.every(Boolean)) return Promise.resolve([])
  return new Promise((resolve) => {
    const mirrored: Mirrored[] = []
    const child: ChildProcess = spawn(process.execPath, ['-e', mirror], {
      env: { NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const end = () => {
      clearTimeout(late)
      if (child.connected) child.disconnect()
      resolve(mirrored)
    }
    const late = setTimeout(end, longestWait)
    child.on('message', (of, handle) => {
      mirrored.push({ of: Number(of), handle })
      if (mirrored.length === further * handles.length) end()
    })
    child.once('error', end)
    child.once('exit', end)
    for (const [of, handle] of handles.entries())
      child.send({ of, count: further }, handle as never, (error) => error && end())
  })
}
