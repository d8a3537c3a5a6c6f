/**
 * A folder for what the files of one run share and for what each of them writes, gone with it: global setup of vitest
 * and of Playwright. It lies in memory where the machine has a place for that, because consoles write to disk before
 * they answer, thousands of times in a run; what is proved at its full size is proved on the disk.
 */
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the run keeps its address. */
export const runFolderVariable = 'TEST_RUN_FOLDER'

const memory = '/dev/shm'
/** Bytes that a run may come to need at once. */
const needed = 4 * 1024 ** 3

export default async function setup(): Promise<() => Promise<void>> {
  const folder =
    (process.env.PROVE === '1' ? null : await inMemory()) ?? (await mkdtemp(join(tmpdir(), 'plantroom-run-')))
  // Others come through it to what is theirs: a server of databases, a console under a user of its own.
  await chmod(folder, 0o711)
  process.env[runFolderVariable] = folder
  // Where everything that the run starts makes its own folders.
  process.env.TMPDIR = folder
  return () => rm(folder, { recursive: true, force: true })
}

/** A folder in memory from which programs run, as those of a release do; null where there is none. */
async function inMemory(): Promise<string | null> {
  try {
    const { bavail, bsize } = await statfs(memory)
    if (bavail * bsize < needed) return null
    const folder = await mkdtemp(join(memory, 'plantroom-run-'))
    const program = join(folder, 'runs')
    await writeFile(program, '#!/bin/sh\n', { mode: 0o700 })
    const { status } = spawnSync(program)
    await rm(status === 0 ? program : folder, { recursive: true, force: true })
    return status === 0 ? folder : null
  } catch {
    return null
  }
}
