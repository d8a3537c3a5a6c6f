/** One row per tenant chain, with the link that verifies it. */
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { A, ButtonLink } from '~/ui/link'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import type { OperatorData } from './operator-data.server'

type Chain = OperatorData['chains'][number]

export function Chains({ chains }: { chains: Chain[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <Table
      caption={t('main:operator.chains')}
      rows={chains}
      rowKey={(chain) => chain.tenantId}
      columns={[
        {
          key: 'tenant',
          title: t('entity.tenant'),
          isRowHeader: true,
          cell: (chain) => (
            <A href={href('trail', chain)}>
              <bdi>{chain.name}</bdi>
            </A>
          ),
        },
        {
          key: 'records',
          title: t('main:operator.records'),
          align: 'end',
          cell: (chain) => format.number(chain.records),
        },
        {
          key: 'head',
          title: t('main:operator.head'),
          cell: (chain) => (
            <code className="text-sm" title={chain.head}>
              {chain.head.slice(0, 16)}…
            </code>
          ),
        },
        { key: 'signed', title: t('main:operator.signed'), cell: (chain) => <SignedUpTo chain={chain} /> },
        {
          key: 'unknown',
          title: t('main:operator.unknown'),
          align: 'end',
          cell: (chain) => <CountLink chain={chain} count={chain.unknown} outcome="unknown" />,
        },
        {
          key: 'open',
          title: t('main:operator.open'),
          align: 'end',
          cell: (chain) => (
            <span className="flex flex-wrap items-baseline gap-x-2 sm:justify-end">
              <CountLink chain={chain} count={chain.open} outcome="pending" />
              {chain.openSince && (
                <span className="text-sm text-soft">
                  <Time at={chain.openSince} />
                </span>
              )}
            </span>
          ),
        },
        {
          key: 'verify',
          title: t('main:operator.verify'),
          cell: (chain) => (
            <ButtonLink small href={href('operator', {}, { verify: chain.tenantId })}>
              {t('main:operator.verifyNow')}
              <span className="sr-only">: {chain.name}</span>
            </ButtonLink>
          ),
        },
      ]}
      empty={<EmptyState title={t('main:operator.empty')}>{t('main:operator.emptyHint')}</EmptyState>}
    />
  )
}

function SignedUpTo({ chain: { checkpoint, records } }: { chain: Chain }) {
  const t = useT()
  if (!checkpoint) return t('main:operator.neverSigned')
  const since = records - checkpoint.sequence
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      {t('main:operator.upTo', { sequence: checkpoint.sequence })}
      <span className="text-sm text-soft">
        <Time at={checkpoint.at} />
        {since > 0 && ` · ${t('main:operator.since', { count: since })}`}
      </span>
    </span>
  )
}

function CountLink({ chain, count, outcome }: { chain: Chain; count: number; outcome: 'unknown' | 'pending' }) {
  const format = useFormat()
  return count > 0 ? <A href={href('trail', chain, { outcome })}>{format.number(count)}</A> : format.number(0)
}
