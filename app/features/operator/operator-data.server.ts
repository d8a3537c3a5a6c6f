/** The data of the operator's page: the state of every tenant's chain, contradictions, and the store. */
import { tenant } from '#contracts/tenant'
import { contractViolations } from '~/backend/contract-violations.server'
import type { Reader } from '~/backend/reader.server'
import { featuresProblem } from '~/flags.server'
import { isId } from '~/hrefs'
import { frameData } from '~/kit/frame/frame.server'
import { lastPlace, readerAt } from '~/kit/frame/last-place.server'
import { newestInFile } from '~/trail/checkpoint-file.server'
import { checkStored, contradictions, publicKeys, restorations } from '~/trail/checkpoints.server'
import { outsideRows } from '~/trail/outside.server'
import { signingKey } from '~/trail/signing-key.server'
import { chainStates, laggingStandbys, storeState } from '~/trail/state.server'

/** Returns the data of the page; verifies the chain of the tenant named by `verify`. */
export async function operatorData(reader: Reader, request: Request) {
  const lastVisited = lastPlace(reader)
  const tenantToVerify = new URL(request.url).searchParams.get('verify')
  const [frame, tenants, chains, store, keys, flawedChains, restoredChains, unchainedRows, lagging] = await Promise.all(
    [
      frameData(readerAt(reader, lastVisited), { tenantId: lastVisited.tenantId ?? undefined }),
      reader.panel(tenant.listTenants, { query: { pageSize: 200 } }),
      chainStates(),
      storeState(),
      publicKeys(),
      contradictions(),
      restorations(),
      outsideRows(),
      laggingStandbys(),
    ],
  )
  const visibleTenants = tenants.ok ? tenants.value : []
  const nameOf = (id: string) => visibleTenants.find((one) => one.id === id)?.name ?? id
  const isChain =
    tenantToVerify !== null && isId(tenantToVerify) && chains.some(({ tenantId }) => tenantId === tenantToVerify)
  return {
    frame,
    store,
    featuresTrouble: featuresProblem(),
    signing: { id: signingKey().id, older: keys.map(({ id }) => id).filter((id) => id !== signingKey().id) },
    chains: chains.map((chain) => ({ ...chain, name: nameOf(chain.tenantId) })),
    flawedChains: flawedChains.map((one) => ({ ...one, name: nameOf(one.tenantId) })),
    restoredChains: restoredChains.map(({ tenantId, sequence, at, restored: since }) => ({
      ...{ tenantId, sequence, at, name: nameOf(tenantId) },
      lostUpTo: since?.lostUpTo ?? sequence,
      reason: since?.reason ?? '',
    })),
    lagging,
    contractViolations: contractViolations(),
    unchainedRows: unchainedRows.map((one) => ({ ...one, name: nameOf(one.tenantId) })),
    verdict: isChain
      ? { tenantId: tenantToVerify, name: nameOf(tenantToVerify), ...(await verifyChain(tenantToVerify)) }
      : null,
    crumbs: [],
  }
}

export type OperatorData = Awaited<ReturnType<typeof operatorData>>

/** Verifies the whole chain and returns the result with its duration in seconds. */
async function verifyChain(tenantId: string) {
  const startedMs = performance.now()
  const checkpoint = (await newestInFile()).get(tenantId)
  const result = await checkStored(tenantId, { external: checkpoint ? [checkpoint] : [] })
  return { ...result, seconds: (performance.now() - startedMs) / 1000 }
}
