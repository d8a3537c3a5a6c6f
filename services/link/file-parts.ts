/**
 * The bytes of files, fetched part by part by the link that has work with them: the side of the services, which serves
 * one part at a time, and that of the link.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, stat, truncate } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import type { Connection, FetchedMessage, FetchMessage, ToLink } from './messages'
import { LinkError, type ReadFilePart, type WorkFile } from './port'

/** Most parts that a link has requested and not received; any more are refused. */
const maxWaiting = 4
/** How long a link waits for a part. */
const partMs = 30_000

const FetchRequest = z.object({
  fetch: z.number().int(),
  deviceId: z.string().max(200),
  file: z.object({ workId: z.string().max(200), sha256: z.string().regex(/^[\da-f]{64}$/) }),
  offset: z.number().int().min(0),
})

/** Returns the function that serves what the link at the other end of a connection fetches. */
export function createPartServer(
  readPart: ReadFilePart | undefined,
): (message: unknown, connection: Connection<ToLink>) => Promise<void> {
  let waiting = 0
  let before: Promise<unknown> = Promise.resolve()
  return async (message, connection) => {
    const { fetch, deviceId, file, offset } = FetchRequest.parse(message)
    const refuse = (answer: string) => connection.send({ fetched: fetch, refusal: answer })
    if (!readPart) return refuse('notRequested')
    // One that does not read what it fetched gets no more.
    if (waiting >= maxWaiting || (connection.isFull?.() ?? false)) return refuse('busy')
    waiting += 1
    const own = before.then(() => readPart(deviceId, file, offset))
    before = own.catch(() => undefined)
    try {
      connection.send({ fetched: fetch, ...(await own) })
    } catch (error) {
      refuse(error instanceof LinkError ? (error.answer ?? 'noBytes') : 'noBytes')
    } finally {
      waiting -= 1
    }
  }
}

export interface PartRequests {
  read: ReadFilePart
  receive(message: FetchedMessage): void
  /** Notifies of the end of the connection. */
  end(): void
}

/** Returns the requests of a link for parts; `send` sends one, or returns false while there is no connection. */
export function createPartRequests(send: (message: FetchMessage) => boolean): PartRequests {
  let last = 0
  const pending = new Map<number, { resolve(message: FetchedMessage): void; reject(error: LinkError): void }>()
  return {
    async read(deviceId, file, offset) {
      const id = ++last
      let timer: NodeJS.Timeout | undefined
      try {
        const message = await new Promise<FetchedMessage>((resolve, reject) => {
          pending.set(id, { resolve, reject })
          timer = setTimeout(() => reject(new LinkError('unreachable')), partMs)
          if (!send({ fetch: id, deviceId, file, offset })) reject(new LinkError('unreachable'))
        })
        if ('refusal' in message) throw new LinkError('refused', message.refusal)
        return { content: message.content }
      } finally {
        clearTimeout(timer)
        pending.delete(id)
      }
    },
    receive: (message) => pending.get(message.fetched)?.resolve(message),
    end() {
      for (const { reject } of pending.values()) reject(new LinkError('unreachable'))
    },
  }
}

/** A file to fetch, and where a link keeps it. */
export interface FileToReceive {
  deviceId: string
  file: WorkFile & { size: number }
  /** What is there already is of an earlier attempt, which this one continues. */
  path: string
}

/**
 * Fetches a file, from where an earlier attempt ended. Rejects as `damaged` and deletes it when it is not the file that
 * was named; any other failure leaves what has arrived.
 */
export async function receiveFile(readPart: ReadFilePart, { deviceId, file, path }: FileToReceive): Promise<void> {
  const { workId, sha256, size } = file
  const handle = await open(path, 'a', 0o600)
  try {
    let offset = (await stat(path)).size
    if (offset > size) {
      await truncate(path)
      offset = 0
    }
    while (offset < size) {
      const octets = Buffer.from((await readPart(deviceId, { workId, sha256 }, offset)).content, 'base64')
      if (octets.length === 0) break
      await handle.appendFile(octets)
      offset += octets.length
    }
  } finally {
    await handle.close()
  }
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  if (hash.digest('hex') === sha256) return
  await rm(path)
  throw new LinkError('refused', 'damaged')
}
