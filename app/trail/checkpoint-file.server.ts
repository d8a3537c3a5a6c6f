/**
 * `checkpoints.jsonl` in the data folder: every checkpoint this process signed, outside the store. The store is
 * compared with it, which reveals a trail that was rewritten, truncated or restored from an older copy.
 */
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { config } from '~/config.server'
import { openDataFolder } from '~/data-folder.server'
import { CheckpointLine } from './checkpoint.server'

/** File name of the checkpoints next to the store. */
export const checkpointFile = 'checkpoints.jsonl'

/** Appends a line and flushes it to disk; after an incomplete last line, as a power cut leaves, it starts a new one. */
export async function appendLine(text: string): Promise<void> {
  const file = checkpointPath()
  openDataFolder(dirname(file))
  const handle = await open(file, 'a+')
  try {
    const { size } = await handle.stat()
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1))
    await handle.appendFile(size > 0 && buffer.toString() !== '\n' ? `\n${text}` : text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The part of the file read so far: it only grows, so that the next call reads just what is new. */
interface FileIndex {
  file: number
  size: number
  newest: Map<string, CheckpointLine>
  restored: CheckpointLine[]
}

let fileIndex: FileIndex | undefined

/**
 * Returns for each tenant the line with the highest record, or a later line that records a restore; empty without a
 * file.
 */
export async function newestInFile(): Promise<ReadonlyMap<string, CheckpointLine>> {
  return (await readNewLines()).newest
}

/** Returns the lines that record a restore from a copy, oldest first. */
export async function restoresInFile(): Promise<readonly CheckpointLine[]> {
  return (await readNewLines()).restored
}

async function readNewLines(): Promise<Pick<FileIndex, 'newest' | 'restored'>> {
  const now = await stat(checkpointPath()).catch(() => null)
  if (!now) return { newest: new Map(), restored: [] }
  const isAppended = fileIndex && fileIndex.file === now.ino && fileIndex.size <= now.size
  const previous = isAppended && fileIndex ? fileIndex : { size: 0, newest: new Map(), restored: [] }
  const newest = new Map<string, CheckpointLine>(previous.newest)
  const restored: CheckpointLine[] = [...previous.restored]
  if (now.size > previous.size)
    for await (const line of checkpointsInFile(checkpointPath(), { from: previous.size, to: now.size })) {
      const before = newest.get(line.tenantId)
      if (!before || line.restored || before.sequence <= line.sequence) newest.set(line.tenantId, line)
      if (line.restored) restored.push(line)
    }
  fileIndex = { file: now.ino, size: now.size, newest, restored }
  return fileIndex
}

/**
 * Yields the checkpoints in a file, or between two offsets of it in bytes; invalid lines, such as one cut by a power
 * failure, are skipped.
 */
export async function* checkpointsInFile(
  file: string,
  { from = 0, to = Number.POSITIVE_INFINITY }: { from?: number; to?: number } = {},
): AsyncGenerator<CheckpointLine> {
  const input = createReadStream(file, { start: from, end: Math.max(from, to - 1) })
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const line = CheckpointLine.safeParse(asJson(text))
    if (line.success) yield line.data
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the path of this console's file, which may not exist yet. */
export function checkpointPath(): string {
  return join(config().dataDir, checkpointFile)
}
