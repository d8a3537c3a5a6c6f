/**
 * More hands at the port. Node takes one new connection a turn of its event loop from each listening handle (libuv 1.45
 * and later). While pages are drawn a turn takes some ms, so that newcomers would wait unseen in the kernel instead of
 * being told that the console is busy. Further handles on the same socket take theirs in the same turn.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type Server } from 'node:net'

const further = 15
/** A handle that went to another process and came back is a second one on the same socket; Node has no other `dup`. */
const mirror = `process.on('message', (count, handle) => { for (let sent = 0; sent < count; sent += 1) process.send(sent, handle) })`
/** Without them the console serves all the same. */
const longestWait = 5_000

/** Lets a server that listens take more of what arrives. They are closed with it: what is returned counts no requests. */
export async function moreAcceptors(server: Server): Promise<Server[]> {
  const handles = await mirrored(handleOf(server))
  const acceptors = handles.map(() => createServer((socket) => server.emit('connection', socket)))
  for (const [place, acceptor] of acceptors.entries()) {
    acceptor.on('error', () => acceptor.close())
    acceptor.listen(handles[place])
  }
  return acceptors
}

/** The listening handle itself, which has no public name. */
function handleOf(server: Server): unknown {
  return (server as unknown as { _handle?: unknown })._handle
}

function mirrored(handle: unknown): Promise<unknown[]> {
  if (!handle || process.platform === 'win32') return Promise.resolve([])
  return new Promise((resolve) => {
    const handles: unknown[] = []
    const child: ChildProcess = spawn(process.execPath, ['-e', mirror], {
      env: { NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const end = () => {
      clearTimeout(late)
      if (child.connected) child.disconnect()
      resolve(handles)
    }
    const late = setTimeout(end, longestWait)
    child.on('message', (_sent, one) => {
      handles.push(one)
      if (handles.length === further) end()
    })
    child.once('error', end)
    child.once('exit', end)
    child.send(further, handle as never, (error) => error && end())
  })
}
