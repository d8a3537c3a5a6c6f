/** Chains that differ from what the console signed, according to the checkpoints outside the store. */
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import type { OperatorData } from './operator-data.server'

export function Contradictions({ chains }: { chains: OperatorData['flawedChains'] }) {
  const t = useT()
  return chains.map(({ tenantId, name, flaw }) => (
    <Notice
      key={tenantId}
      tone="danger"
      title={t('main:operator.contradicted.title', { name, sequence: flaw.sequence })}
    >
      <p>{t(`main:operator.why.${flaw.why}`)}</p>
      <p>{t('main:operator.contradicted.hint')}</p>
    </Notice>
  ))
}
