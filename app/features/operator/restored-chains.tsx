/** Trails that continue from a backup of the store, as signed by the person who restored it. */
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import { useFormat } from '~/ui/use-format'
import type { OperatorData } from './operator-data.server'

export function RestoredChains({ chains }: { chains: OperatorData['restoredChains'] }) {
  const t = useT()
  const format = useFormat()
  return chains.map(({ tenantId, name, sequence, at, lostUpTo, reason }) => (
    <Notice
      key={`${tenantId} ${at}`}
      tone="info"
      quiet
      title={t('main:operator.restored.title', { name, sequence, date: format.dateTime(at) })}
    >
      <p>{t('main:operator.restored.lost', { from: sequence + 1, to: lostUpTo })}</p>
      <p>{reason}</p>
    </Notice>
  ))
}
