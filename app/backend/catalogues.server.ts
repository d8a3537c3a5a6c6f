/**
 * The cached catalogues of packages and of controller models, per tenant, refreshed in the background (design §6,
 * spec §7).
 */
import { LRUCache } from 'lru-cache'
import type { Package } from '#contracts/package'
import { packages as packageContract } from '#contracts/package'
import { type ControllerModel, product } from '#contracts/product'
import { ServiceError } from './service-error'
import { type Bearer, callWithRetry } from './transport.server'

export interface Catalogues {
  packages: Package[]
  controllers: ControllerModel[]
}

const refreshAfterMs = 5 * 60_000
const cache = new LRUCache<string, { catalogues: Catalogues; at: number }>({ max: 200 })
const loading = new Map<string, Promise<Catalogues>>()

/**
 * Returns both catalogues of the bearer's tenant: loaded on first use, later from the cache and refreshed in the
 * background.
 */
export async function catalogues(bearer: Bearer): Promise<Catalogues> {
  const cached = cache.get(tenantOf(bearer))
  if (!cached) return loadOrJoin(bearer)
  if (Date.now() - cached.at >= refreshAfterMs) loadOrJoin(bearer).catch(() => undefined)
  return cached.catalogues
}

/**
 * Returns the pending load of the tenant, else starts one. When it was refused (401, 403) to another person, the
 * bearer's own load is sent.
 */
async function loadOrJoin(bearer: Bearer): Promise<Catalogues> {
  const tenantId = tenantOf(bearer)
  const pending = loading.get(tenantId)
  if (pending) {
    try {
      return await pending
    } catch (error) {
      if (!(error instanceof ServiceError && [401, 403].includes(error.status))) throw error
      return load(bearer)
    }
  }
  const started = load(bearer).finally(() => loading.delete(tenantId))
  loading.set(tenantId, started)
  return started
}

async function load(bearer: Bearer): Promise<Catalogues> {
  const backgroundBearer = { ...bearer, deadline: Date.now() + 8_000 }
  const [packages, controllers] = await Promise.all([
    callWithRetry(packageContract.listPackages, {}, backgroundBearer),
    callWithRetry(product.listControllers, {}, backgroundBearer),
  ])
  const catalogues = { packages: packages.reply, controllers: controllers.reply }
  cache.set(tenantOf(bearer), { catalogues, at: Date.now() })
  return catalogues
}

const tenantOf = ({ tenantId }: Bearer) => tenantId ?? ''
