/** A line between two ends of TCP that a test can cut and mend again. */
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './ports'

export interface LineCutter {
  port: number
  /** Ends every connection, and accepts none until it is mended. */
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** Opens a line on a port of its own to `port`, both on 127.0.0.1. */
export async function openLineCutter(port: number): Promise<LineCutter> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  const own = await freePort()
  await new Promise<void>((resolve) => server.listen(own, '127.0.0.1', resolve))
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: own,
    cut,
    mend() {
      isCut = false
    },
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
