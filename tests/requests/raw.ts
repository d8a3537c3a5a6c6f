/** One request, byte for byte, over a socket of its own. */
import { connect } from 'node:net'

export interface RawAnswer {
  /** 0 when the server closed without a word. */
  status: number
  head: string
  body: string
  ms: number
}

/** Sends bytes and reads until the server closes or has answered; rejects when nothing comes for 8 s. */
export function sendRaw(port: number, bytes: string | Buffer, { end = false } = {}): Promise<RawAnswer> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(bytes)
      if (end) socket.end()
    })
    const pieces: Buffer[] = []
    const finish = () => {
      socket.destroy()
      const [head = '', ...rest] = Buffer.concat(pieces).toString('latin1').split('\r\n\r\n')
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
        head,
        body: rest.join('\r\n\r\n'),
        ms: performance.now() - started,
      })
    }
    socket.setTimeout(8_000, () => {
      socket.destroy()
      reject(new Error('no answer within 8 s'))
    })
    socket.on('data', (piece) => {
      pieces.push(piece)
      if (isWhole(Buffer.concat(pieces).toString('latin1'))) finish()
    })
    socket.on('end', finish)
    socket.on('error', finish)
  })
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  const length = /^content-length: *(\d+)/im.exec(text.slice(0, end))
  return end !== -1 && length !== null && text.length - end - 4 >= Number(length[1])
}
