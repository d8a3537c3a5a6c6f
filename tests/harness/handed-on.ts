/**
 * A console that a file of tests is done with serves the next file of the same process: it is warm by then, and what
 * it has served before must not matter to anybody. What a file could leave behind is taken away: the services are others
 * on the same ports, and the store is emptied. Who stopped a console, moved its clock, or had a hand in its store has it
 * to themselves. At full size (`PROVE=1`) each file has one of its own.
 */
import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import type { ServiceFault } from '../../services/kit/faults'
import type { Services } from './services'

export interface Handed {
  process: ChildProcess
  port: number
  portBase: number
  dataDir: string
  /** Where what it writes goes at the time. */
  ear: { hear: (part: Buffer) => void }
}

const isOn = process.env.PROVE !== '1'
/** What waits for the next file, and from when on it may be had. */
const kept: { handed: Handed; from: number }[] = []
/** More are not kept: each holds some memory. */
const mostKept = 4

/** How long a console believes what it heard of values and points, ms. */
const shortRest = 12_000
/** How long it goes on without a call that it was told not to be there, ms; a service in trouble is asked again before that. */
const longRest = 61_000
/** How long it goes by a walk that it made for want of an extension, ms. */
const walkRest = 301_000

/** One that has rested, if there is one. */
export function takeKept(): Handed | null {
  const found = kept.findIndex(({ from }) => from <= Date.now())
  return found < 0 ? null : (kept.splice(found, 1)[0]?.handed ?? null)
}

/** Keeps a console for the next file, once it rested so many milliseconds. */
export function keep(handed: Handed, rest: number): void {
  emptied(handed.dataDir)
  if (kept.length === mostKept) kept.shift()?.handed.process.kill()
  kept.push({ handed, from: Date.now() + rest })
  // It ends with this process, which does not wait for it.
  const { process } = handed
  process.unref()
  process.channel?.unref()
  for (const stream of [process.stdout, process.stderr]) (stream as unknown as { unref(): void } | null)?.unref()
}

/** Looks at what a file does to the services, from here on. */
export function watch({ world }: Services) {
  const { faults, store } = world
  const inject = faults.inject
  const met: ServiceFault[] = []
  faults.inject = (service, fault) => {
    met.push(fault)
    inject(service, fault)
  }
  const catalogues = () => JSON.stringify([store.all('SELECT * FROM package'), store.all('SELECT * FROM product')])
  const before = catalogues()
  return {
    /** How long the console has to rest until nobody can tell, in milliseconds; null where that never comes. */
    restNeeded(): number | null {
      if (!isOn || catalogues() !== before) return null
      if (met.some(({ kind }) => !['status', 'delay', 'drop'].includes(kind))) return null
      if (met.some(({ match }) => match?.includes('/x/'))) return walkRest
      return met.some(({ status = 0 }) => status >= 400) ? longRest : shortRest
    },
  }
}

/** Leaves of a store what is the process' own, and nothing of what was kept beside it. */
function emptied(dataDir: string): void {
  const db = new Database(join(dataDir, 'console.sqlite'))
  db.pragma('busy_timeout = 10000')
  const tables = db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'kysely_%' AND name NOT LIKE 'trail_names%'",
    )
    .all() as { name: string }[]
  db.exec('BEGIN IMMEDIATE')
  for (const { name } of tables) if (!ofTheProcess.includes(name)) db.exec(`DELETE FROM "${name}"`)
  db.exec('COMMIT')
  db.close()
  for (const name of ['checkpoints.jsonl', 'uploads']) rmSync(join(dataDir, name), { recursive: true, force: true })
}

const ofTheProcess = ['process_lease', 'signing_key']
