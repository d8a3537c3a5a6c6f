/** The product service: every controller model (spec §7). */
import type { ControllerModel, product } from '../contracts/product'
import { fail } from '../kit/api-error'
import type { Handlers } from '../kit/call'
import { requireSomewhere } from '../kit/caller'

export { schema } from './schema'

export const handlers: Handlers<typeof product> = {
  listControllers({ world, caller }) {
    requireSomewhere(caller, 'catalog.read')
    return world.store.all<{ body: string }>('SELECT body FROM product ORDER BY rowid').map(({ body }) => parse(body))
  },

  getController({ params, world, caller }) {
    requireSomewhere(caller, 'catalog.read')
    const row = world.store.get<{ body: string }>('SELECT body FROM product WHERE id = ?', params.id)
    return row ? parse(row.body) : fail(4005)
  },
}

const parse = (body: string) => JSON.parse(body) as ControllerModel
