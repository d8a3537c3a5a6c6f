/** The operator's page: the state and integrity of every tenant's chain, and where it is stored (design §8). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { SignedInFrame } from '~/kit/frame/frame'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { useFormat } from '~/ui/use-format'
import { ChainVerdict } from './chain-verdict'
import { Chains } from './chains'
import { ContractViolations } from './contract-violations'
import { Contradictions } from './contradictions'
import { type OperatorData, operatorData } from './operator-data.server'
import { RestoredChains } from './restored-chains'
import { UnchainedRows } from './unchained-rows'

export const handle = { title: (_, t) => t('main:view.operator'), menu: 'operator' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const reader = await readerFor(args, { view: 'operator' })
  return operatorData(reader, args.request)
}

export default function OperatorPage() {
  const t = useT()
  const {
    frame,
    featuresTrouble,
    chains,
    flawedChains,
    restoredChains,
    lagging,
    contractViolations,
    unchainedRows,
    verdict,
  } = useLoaderData<typeof loader>()
  return (
    <SignedInFrame data={frame}>
      <PageHeader
        name={t('main:view.operator')}
        status={<span className="text-soft">{t('main:operator.intro')}</span>}
      />
      <Stack>
        {featuresTrouble !== null && (
          <Notice tone="danger" title={t('main:operator.features.title')}>
            <p>{t('main:operator.features.text')}</p>
            <code>{featuresTrouble}</code>
          </Notice>
        )}
        <Contradictions chains={flawedChains} />
        <RestoredChains chains={restoredChains} />
        {lagging.length > 0 && (
          <Notice tone="warn" title={t('main:operator.lagging', { names: lagging.join(', ') })}>
            {t('main:operator.laggingHint')}
          </Notice>
        )}
        {verdict && <ChainVerdict verdict={verdict} recordHref={recordHrefOf(verdict)} />}
        <Section title={t('main:operator.chains')} flush>
          <Chains chains={chains} />
        </Section>
        {unchainedRows.length > 0 && <UnchainedRows rows={unchainedRows} />}
        {contractViolations.length > 0 && <ContractViolations violations={contractViolations} />}
        <Section title={t('main:operator.kept')}>
          <StoreFacts />
        </Section>
      </Stack>
    </SignedInFrame>
  )
}

/** Links to the first inconsistent record while it still exists. */
function recordHrefOf({ tenantId, flaw }: NonNullable<OperatorData['verdict']>): string | null {
  const isStored = flaw && flaw.why !== 'gap' && flaw.why !== 'tail'
  return isStored ? href('trailRecord', { tenantId, sequence: String(flaw.sequence) }) : null
}

function StoreFacts() {
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
