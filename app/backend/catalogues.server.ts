/** The two catalogues that are kept: packages and controller models, refreshed in the background (design §6, spec §7). */
import type { Package } from '#contracts/package'
import { packages as packageContract } from '#contracts/package'
import { type ControllerModel, product } from '#contracts/product'
import { ask, type Bearer } from './transport.server'

export interface Catalogues {
  packages: Package[]
  controllers: ControllerModel[]
}

const refreshAfter = 5 * 60_000
let kept: { catalogues: Catalogues; at: number } | null = null
let loading: Promise<Catalogues> | null = null

/** Both lists; loaded before the first site call, afterwards at once and refreshed behind the answer. */
export async function catalogues(bearer: Bearer): Promise<Catalogues> {
  if (kept && Date.now() - kept.at < refreshAfter) return kept.catalogues
  loading ??= load(bearer).finally(() => {
    loading = null
  })
  if (!kept) return loading
  loading.catch(() => undefined)
  return kept.catalogues
}

async function load(bearer: Bearer): Promise<Catalogues> {
  const unhurried = { ...bearer, deadline: Date.now() + 8_000 }
  const [packages, controllers] = await Promise.all([
    ask(packageContract.listPackages, {}, unhurried),
    ask(product.listControllers, {}, unhurried),
  ])
  kept = { catalogues: { packages: packages.reply, controllers: controllers.reply }, at: Date.now() }
  return kept.catalogues
}
