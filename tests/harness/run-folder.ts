/** A folder for what the files of one run share, gone with it: global setup of vitest and of Playwright. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the run keeps its address. */
export const runFolderVariable = 'TEST_RUN_FOLDER'

export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'plantroom-run-'))
  process.env[runFolderVariable] = folder
  return () => rm(folder, { recursive: true, force: true })
}
