/** Fills an empty store with a profile, and empties a full one (domain §11). */
import type { Profile } from '../kit/settings'
import type { World } from '../kit/world'
import { seedFleet } from './fleet'
import { seedPeople } from './people'

export { accounts } from './people'

const day = 86_400_000

/** 00:00 UTC of the day of `now`: the epoch of a seed that names none. */
export const startOfDay = (now: number) => Math.floor(now / day) * day

/** Writes a profile; all times are relative to `epoch` (ms). The store must be empty. */
export function seed(world: World, _profile: Profile, epoch: number): void {
  world.store.transaction(() => {
    seedPeople(world, epoch)
    seedFleet(world, epoch)
  })
}

export const isEmpty = (world: World) => world.store.get('SELECT 1 FROM tenant LIMIT 1') === undefined

/** Removes every row of every table and takes back every injected fault. */
export function clear(world: World): void {
  const { store, faults } = world
  store.transaction(() => {
    store.exec('PRAGMA defer_foreign_keys = ON')
    const tables = store.all<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
    )
    for (const { name } of tables) store.exec(`DELETE FROM "${name}"`)
  })
  faults.clear()
}
