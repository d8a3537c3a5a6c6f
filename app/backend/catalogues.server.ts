/**
 * The cached catalogues of packages and of controller models, per tenant, refreshed in the background (design §6,
 * spec §7).
 */
import { LRUCache } from 'lru-cache'
import type { Package } from '#contracts/package'
import { packages as packageContract } from '#contracts/package'
import { type ControllerModel, product } from '#contracts/product'
import { ServiceError } from './service-error'
import { ask, type Bearer } from './transport.server'

export interface Catalogues {
  packages: Package[]
  controllers: ControllerModel[]
}

const refreshAfter = 5 * 60_000
const kept = new LRUCache<string, { catalogues: Catalogues; at: number }>({ max: 200 })
const loading = new Map<string, Promise<Catalogues>>()

/**
 * Returns both catalogues of the bearer's tenant: loaded on first use, later from the cache and refreshed in the
 * background.
 */
export async function catalogues(bearer: Bearer): Promise<Catalogues> {
  const known = kept.get(tenantOf(bearer))
  if (!known) return loadedWith(bearer)
  if (Date.now() - known.at >= refreshAfter) loadedWith(bearer).catch(() => undefined)
  return known.catalogues
}

/**
 * Returns the pending load of the tenant, else starts one. When it was refused (401, 403) to another person, the
 * bearer's own load is sent.
 */
async function loadedWith(bearer: Bearer): Promise<Catalogues> {
  const tenantId = tenantOf(bearer)
  const under = loading.get(tenantId)
  if (under) {
    try {
      return await under
    } catch (error) {
      if (!(error instanceof ServiceError && [401, 403].includes(error.status))) throw error
      return load(bearer)
    }
  }
  const begun = load(bearer).finally(() => loading.delete(tenantId))
  loading.set(tenantId, begun)
  return begun
}

async function load(bearer: Bearer): Promise<Catalogues> {
  const unhurried = { ...bearer, deadline: Date.now() + 8_000 }
  const [packages, controllers] = await Promise.all([
    ask(packageContract.listPackages, {}, unhurried),
    ask(product.listControllers, {}, unhurried),
  ])
  const catalogues = { packages: packages.reply, controllers: controllers.reply }
  kept.set(tenantOf(bearer), { catalogues, at: Date.now() })
  return catalogues
}

const tenantOf = ({ tenantId }: Bearer) => tenantId ?? ''
