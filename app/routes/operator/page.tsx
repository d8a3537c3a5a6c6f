/** For who runs the console: how every tenant's chain stands, whether it is whole, and where it is kept (design §8). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { checkStored, contradictions, publicKeys, restorations } from '~/audit/checkpoints.server'
import { newestKept } from '~/audit/kept-checkpoints.server'
import { outsideRows } from '~/audit/outside.server'
import { signingKey } from '~/audit/signing-key.server'
import { chainStates, laggingStandbys, storeState } from '~/audit/state.server'
import { misfitKinds } from '~/backend/misfits.server'
import { reader } from '~/backend/reader.server'
import { featuresTrouble } from '~/features.server'
import { href, isId } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { useFormat } from '~/ui/use-format'
import { SignedInFrame } from '../frame'
import { frameData } from '../frame.server'
import { lastPlace, readerAt } from '../last-place.server'
import { Chains } from './chains'
import { Contradictions } from './contradictions'
import { Misfits } from './misfits'
import { Outside } from './outside'
import { Restored } from './restored'
import { Verdict } from './verdict'

export const handle = { title: (_, t) => t('main:operator.title'), menu: 'operator' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const made = await reader(args, { capability: 'operator.read' })
  const here = lastPlace(made)
  const asked = new URL(args.request.url).searchParams.get('verify')
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
    now: new Date().toISOString(),
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

/** Walks the whole chain; says how long it took. */
async function checked(tenantId: string) {
  const started = performance.now()
  const kept = (await newestKept()).get(tenantId)
  const finding = await checkStored(tenantId, { kept: kept ? [kept] : [] })
  return { ...finding, seconds: (performance.now() - started) / 1000 }
}

export type OperatorData = ReturnType<typeof useLoaderData<typeof loader>>

export default function Operator() {
  const t = useT()
  const { frame, featuresTrouble, chains, contradicted, restored, lagging, misfits, outside, verdict, now } =
    useLoaderData<typeof loader>()
  return (
    <SignedInFrame data={frame}>
      <PageHeader
        name={t('main:operator.title')}
        status={<span className="text-soft">{t('main:operator.intro')}</span>}
      />
      <Stack>
        {featuresTrouble !== null && (
          <Notice tone="danger" title={t('main:operator.features.title')}>
            <p>{t('main:operator.features.text')}</p>
            <code>{featuresTrouble}</code>
          </Notice>
        )}
        <Contradictions contradicted={contradicted} />
        <Restored restored={restored} />
        {lagging.length > 0 && (
          <Notice tone="warn" title={t('main:operator.lagging', { names: lagging.join(', ') })}>
            {t('main:operator.laggingHint')}
          </Notice>
        )}
        {verdict && <Verdict verdict={verdict} recordHref={recordHrefOf(verdict)} />}
        <Section title={t('main:operator.chains')} flush>
          <Chains chains={chains} now={now} />
        </Section>
        {outside.length > 0 && <Outside rows={outside} />}
        {misfits.length > 0 && <Misfits kinds={misfits} now={now} />}
        <Section title={t('main:operator.kept')}>
          <Kept />
        </Section>
      </Stack>
    </SignedInFrame>
  )
}

/** The first record that does not fit, where it is still there to be looked at. */
function recordHrefOf({ tenantId, flaw }: NonNullable<OperatorData['verdict']>): string | null {
  const isThere = flaw && flaw.why !== 'gap' && flaw.why !== 'tail'
  return isThere ? href('trailRecord', { tenantId, sequence: String(flaw.sequence) }) : null
}

function Kept() {
  const t = useT()
  const format = useFormat()
  const { store, signing } = useLoaderData<typeof loader>()
  return (
    <Facts
      columns={2}
      facts={[
        { term: t('main:operator.engine'), value: t(`main:operator.engines.${store.engine}`) },
        { term: t('main:operator.size'), value: format.bytes(store.bytes) },
        { term: t('main:operator.signingKey'), value: <code>{signing.id}</code> },
        {
          term: t('main:operator.olderKeys'),
          value: signing.older.length > 0 ? <code>{signing.older.join(', ')}</code> : t('main:operator.noOlderKeys'),
        },
      ]}
    />
  )
}
