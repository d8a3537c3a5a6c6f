/** The package service: every version of every package (spec §7, domain §7). */
import type { Package, packages } from '../contracts/package'
import { fail } from '../kit/api-error'
import type { Handlers } from '../kit/call'
import { requireSomewhere } from '../kit/caller'

export { schema } from './schema'

export const handlers: Handlers<typeof packages> = {
  listPackages({ world, caller }) {
    requireSomewhere(caller, 'catalog.read')
    return world.store.all<{ body: string }>('SELECT body FROM package ORDER BY rowid').map(({ body }) => parse(body))
  },

  getPackage({ params, world, caller }) {
    requireSomewhere(caller, 'catalog.read')
    const row = world.store.get<{ body: string }>('SELECT body FROM package WHERE key = ?', params.key)
    return row ? parse(row.body) : fail(4005)
  },
}

const parse = (body: string) => JSON.parse(body) as Package
