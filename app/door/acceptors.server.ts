/**
 * More hands at the port. Node takes one new connection a turn of its event loop from each listening handle (libuv 1.45
 * and later). While pages are drawn a turn takes some ms, so that newcomers would wait unseen in the kernel instead of
 * being told that the console is busy. Further handles on the same socket take theirs in the same turn.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type Server } from 'node:net'

const further = 15
/** A handle that went to another process and came back is a second one on the same socket; Node has no other `dup`. */
const mirror = `process.on('message', ({ of, count }, handle) => {
  for (let sent = 0; sent < count; sent += 1) process.send(of, handle)
})`
/** Without them the console serves all the same. */
const longestWait = 5_000

/** Lets servers that listen take more of what arrives. They are closed with them: what is returned counts no requests. */
export async function moreAcceptors(servers: readonly Server[]): Promise<Server[]> {
  const mirrored = await mirroredBy(servers.map(handleOf))
  return mirrored.map(({ of, handle }) => {
    const acceptor = createServer((socket) => servers[of]?.emit('connection', socket))
    acceptor.on('error', () => acceptor.close())
    return acceptor.listen(handle)
  })
}

/** The listening handle itself, which has no public name. */
function handleOf(server: Server): unknown {
  return (server as unknown as { _handle?: unknown })._handle
}

interface Mirrored {
  /** Which of the handles it is one more of. */
  of: number
  handle: unknown
}

/** One process for the handles of all servers: starting it is a part of what a console takes to start. */
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
