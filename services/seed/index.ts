/** Seeds an empty store with a profile, and empties a store (domain §11). */

import { usualWord } from '../kit/deterministic'
import type { Profile, SeedProfile } from '../kit/settings'
import type { World } from '../kit/world'
import { seedCatalogues, seedFleet } from './fleet'
import { isInstallation } from './installation'
import { writeLarge } from './large'
import { fullSize, rowCountOf, type Sizes } from './large/plan'
import { progressBar, silent } from './large/progress'
import { customerIdOf, estatesCustomer, seedPeople } from './people'

export { accounts } from './people'

const day = 86_400_000

/** Returns 00:00 UTC of the day of `now`: the default epoch of a seed. */
export const utcStartOfDay = (now: number) => Math.floor(now / day) * day

export interface Seed {
  profile: SeedProfile
  /** All times are relative to it (ms). */
  epoch: number
  /** Seeds the random streams of `large`, and the overrides and alarm times of the demonstration. */
  word?: string | undefined
  /** Only for `large`. */
  sizes?: Sizes
}

/** Writes a profile; the store must be empty. `large` takes minutes and reports its progress on stderr. */
export function seed(world: World, { profile, epoch, word = usualWord, sizes = fullSize }: Seed): void {
  const { store, log } = world
  if (profile === 'demo') {
    store.transaction(() => {
      seedPeople(world, epoch)
      seedCatalogues(world)
      seedFleet(world, epoch, word)
    })
    return
  }
  const progress = log.isLevelEnabled('info') ? progressBar(rowCountOf(sizes)) : silent
  // The remains of an interrupted seed.
  if (store.get('SELECT 1 FROM site_group LIMIT 1')) clearStore(world)
  writeLarge(world, { epoch, word, sizes, progress })
  store.transaction(() => {
    seedCatalogues(world)
    seedPeople(world, epoch, [estatesCustomer])
  })
  progress.finish()
}

export const isEmpty = (world: World) => world.store.get('SELECT 1 FROM tenant LIMIT 1') === undefined

/** Returns the profile of a store that is not empty. */
export function profileIn(world: World): Profile {
  if (isInstallation(world)) return 'none'
  return world.store.get('SELECT 1 FROM customer WHERE id = ?', customerIdOf(estatesCustomer.code)) ? 'large' : 'demo'
}

/** Deletes every row of every table and removes every injected fault. */
export function clearStore(world: World): void {
  emptyStore(world)
  world.faults.clear()
}

/**
 * Deletes every row of every table but what links listed of models, then runs `fill`, without references and triggers.
 */
export function emptyStore({ store }: World, fill: (tables: readonly string[]) => void = () => undefined): void {
  // Without references and triggers a table is emptied at once, however many rows it has.
  store.exec('PRAGMA foreign_keys = OFF')
  store.transaction(() => {
    const triggers = store.all<{ name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_master WHERE type = 'trigger'`,
    )
    for (const { name } of triggers) store.exec(`DROP TRIGGER "${name}"`)
    const tables = store
      .all<{ name: string }>(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'search_index%'
           AND name <> 'model_objects'`,
      )
      .map(({ name }) => name)
    for (const name of tables) store.exec(`DELETE FROM "${name}"`)
    store.exec(`INSERT INTO search_index (search_index) VALUES ('delete-all')`)
    fill(tables)
    for (const { sql } of triggers) store.exec(sql)
  })
  store.exec('PRAGMA foreign_keys = ON')
}
