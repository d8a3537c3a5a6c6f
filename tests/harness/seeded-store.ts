/**
 * The demonstration as it is right after its seed, with what that left due done: made once in a run for each moment at
 * which several files begin, copied by everybody who begins there.
 */
import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createClock } from '../../services/kit/clock'
import type { ServiceSettings } from '../../services/kit/settings'
import type { World } from '../../services/kit/world'
import { emptyStore } from '../../services/seed'
import { seedOwnClient } from '../../services/seed/people'
import { startServices } from '../../services/start'
import { isShared } from './beginnings'
import { runFolderVariable } from './run-folder'

const file = 'services.sqlite'

/** Where the stages of one run keep it for each other, when they are told. */
const seedFolderVariable = 'TEST_SEED_FOLDER'
/** How often whoever waits for another one's seed looks for it, ms. */
const lookEvery = 50

/** Whether somebody has been in a folder before. */
export const isFilled = (folder: string): boolean => existsSync(join(folder, file))

interface Seeded {
  settings: ServiceSettings
  /** The moment of the seed. */
  at: number
}

/**
 * Lays it into an empty folder, where several begin at that moment and the run has a place to keep it; otherwise who
 * starts there seeds it. Gives the file that it was copied from.
 */
export async function copySeeded({ settings, at }: Seeded): Promise<string | null> {
  const epoch = new Date(settings.seedEpoch ?? at).toISOString().slice(0, 10)
  const folder = process.env[seedFolderVariable] ?? process.env[runFolderVariable]
  if (!folder || !isShared(at, epoch)) return null
  const kept = join(folder, `seeded-${at}`)
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 })
  const [from, to] = [join(kept, file), join(settings.dataDir, file)]
  if (await isCopied(from, to)) return from
  await mkdir(kept, { recursive: true })
  while (!(await isCopied(from, to))) await makeOrWait({ settings, at }, kept)
  return from
}

/** What a reset of the control plane leaves, row by row from the file, which takes a twentieth of the time of a seed. */
export function restoreSeeded(world: World, from: string): void {
  const { store, jobs, clock } = world
  // Nobody writes to it any more, so that resets in several processes need not wait for each other.
  store.run('ATTACH ? AS seeded', `${pathToFileURL(from).href}?immutable=1`)
  emptyStore(world, (tables) => {
    for (const table of tables) {
      const columns = store
        .all<{ name: string }>('SELECT name FROM pragma_table_info(?)', table)
        .map(({ name }) => `"${name}"`)
        .join()
      store.exec(`INSERT INTO main."${table}" (${columns}) SELECT ${columns} FROM seeded."${table}"`)
    }
    store.exec(`INSERT INTO search_index (search_index) VALUES ('rebuild')`)
  })
  store.exec('DETACH seeded')
  seedOwnClient(world)
  // The clock may have moved on since.
  jobs.runDue(clock.now())
}

async function isCopied(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** One makes it, the others wait; where it cannot be made, each says so for itself. */
async function makeOrWait(seeded: Seeded, kept: string): Promise<void> {
  const begun = join(kept, 'seeding')
  if (await isBegun(begun)) {
    await setTimeout(lookEvery)
    return
  }
  try {
    await makeSeeded(seeded, kept)
  } finally {
    await rm(begun, { recursive: true })
  }
}

/** Whether somebody else makes it, who said so by this folder; from now on nobody else begins. */
async function isBegun(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
    return false
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return true
    throw error
  }
}

/** With what the seed left due done, which takes longer than the rest of a start. */
async function makeSeeded({ settings, at }: Seeded, kept: string): Promise<void> {
  const dataDir = await mkdtemp(join(kept, 'seed-'))
  const { world, close } = await startServices({
    settings: { ...settings, dataDir },
    clock: createClock({ start: at, rate: 0 }),
  })
  world.jobs.runDue(at)
  world.store.get('PRAGMA wal_checkpoint(TRUNCATE)')
  await close()
  // A file of its own: this process may still hold the one that it wrote, and could not attach it at another place.
  await copyFile(join(dataDir, file), join(dataDir, 'copy'))
  await rename(join(dataDir, 'copy'), join(kept, file))
  await rm(dataDir, { recursive: true, force: true })
}
