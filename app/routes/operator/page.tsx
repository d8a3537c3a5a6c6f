/** The operator's page: the state and integrity of every tenant's chain, and where it is stored (design §8). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { SignedInFrame } from '~/screens/frame/frame'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { useFormat } from '~/ui/use-format'
import { Chains } from './chains'
import { Contradictions } from './contradictions'
import { Misfits } from './misfits'
import { Outside } from './outside'
import { Restored } from './restored'
import { type OperatorData, operatorData } from './standing.server'
import { Verdict } from './verdict'

export const handle = { title: (_, t) => t('main:view.operator'), menu: 'operator' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const made = await reader(args, { view: 'operator' })
  return operatorData(made, args.request)
}

export default function Operator() {
  const t = useT()
  const { frame, featuresTrouble, chains, contradicted, restored, lagging, misfits, outside, verdict } =
    useLoaderData<typeof loader>()
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
        <Contradictions contradicted={contradicted} />
        <Restored restored={restored} />
        {lagging.length > 0 && (
          <Notice tone="warn" title={t('main:operator.lagging', { names: lagging.join(', ') })}>
            {t('main:operator.laggingHint')}
          </Notice>
        )}
        {verdict && <Verdict verdict={verdict} recordHref={recordHrefOf(verdict)} />}
        <Section title={t('main:operator.chains')} flush>
          <Chains chains={chains} />
        </Section>
        {outside.length > 0 && <Outside rows={outside} />}
        {misfits.length > 0 && <Misfits kinds={misfits} />}
        <Section title={t('main:operator.kept')}>
          <Kept />
        </Section>
      </Stack>
    </SignedInFrame>
  )
}

/** Links to the first inconsistent record while it still exists. */
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
