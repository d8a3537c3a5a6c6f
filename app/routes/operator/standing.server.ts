/** The data of the operator's page: the state of every tenant's chain, contradictions, and the store. */
import { tenant } from '#contracts/tenant'
import { misfitKinds } from '~/backend/misfits.server'
import type { Reader } from '~/backend/reader.server'
import { featuresTrouble } from '~/features.server'
import { isId } from '~/hrefs'
import { frameData } from '~/screens/frame/frame.server'
import { lastPlace, readerAt } from '~/screens/frame/last-place.server'
import { checkStored, contradictions, publicKeys, restorations } from '~/trail/checkpoints.server'
import { newestKept } from '~/trail/kept-checkpoints.server'
import { outsideRows } from '~/trail/outside.server'
import { signingKey } from '~/trail/signing-key.server'
import { chainStates, laggingStandbys, storeState } from '~/trail/state.server'

/** Returns the data of the page; verifies the chain of the tenant named by `verify`. */
export async function operatorData(made: Reader, request: Request) {
  const here = lastPlace(made)
  const asked = new URL(request.url).searchParams.get('verify')
  const [frame, tenants, chains, store, keys, contradicted, restored, outside, lagging] = await Promise.all([
    frameData(readerAt(made, here), { tenantId: here.tenantId ?? undefined }),
    made.panel(tenant.listTenants, { query: { pageSize: 200 } }),
    chainStates(),
    storeState(),
    publicKeys(),
    contradictions(),
    restorations(),
    outsideRows(),
    laggingStandbys(),
  ])
  const known = tenants.ok ? tenants.value : []
  const nameOf = (id: string) => known.find((one) => one.id === id)?.name ?? id
  const isChain = asked !== null && isId(asked) && chains.some(({ tenantId }) => tenantId === asked)
  return {
    frame,
    store,
    featuresTrouble: featuresTrouble(),
    signing: { id: signingKey().id, older: keys.map(({ id }) => id).filter((id) => id !== signingKey().id) },
    chains: chains.map((chain) => ({ ...chain, name: nameOf(chain.tenantId) })),
    contradicted: contradicted.map((one) => ({ ...one, name: nameOf(one.tenantId) })),
    restored: restored.map(({ tenantId, sequence, at, restored: since }) => ({
      ...{ tenantId, sequence, at, name: nameOf(tenantId) },
      lostUpTo: since?.lostUpTo ?? sequence,
      reason: since?.reason ?? '',
    })),
    lagging,
    misfits: misfitKinds(),
    outside: outside.map((one) => ({ ...one, name: nameOf(one.tenantId) })),
    verdict: isChain ? { tenantId: asked, name: nameOf(asked), ...(await checked(asked)) } : null,
    crumbs: [],
  }
}

export type OperatorData = Awaited<ReturnType<typeof operatorData>>

/** Verifies the whole chain and returns the result with its duration in seconds. */
async function checked(tenantId: string) {
  const started = performance.now()
  const kept = (await newestKept()).get(tenantId)
  const finding = await checkStored(tenantId, { kept: kept ? [kept] : [] })
  return { ...finding, seconds: (performance.now() - started) / 1000 }
}
