/** The result of verifying a chain. */
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { useFormat } from '~/ui/use-format'
import type { OperatorData } from './operator-data.server'

export function ChainVerdict({
  verdict,
  recordHref,
}: {
  verdict: NonNullable<OperatorData['verdict']>
  recordHref: string | null
}) {
  const t = useT()
  const format = useFormat()
  const { name, records, seconds, head, signedUpTo, flaw } = verdict
  const upTo =
    signedUpTo > 0 ? t('main:operator.verdict.signed', { sequence: signedUpTo }) : t('main:operator.verdict.unsigned')
  if (!flaw)
    return (
      <Notice tone="ok" title={t('main:operator.verdict.whole', { name })}>
        <p>{t('main:operator.verdict.walked', { count: records, seconds: format.number(seconds, 3) })}</p>
        <p>{upTo}</p>
        <p className="break-all">{t('main:operator.verdict.head', { head })}</p>
      </Notice>
    )
  return (
    <Notice tone="danger" title={t('main:operator.verdict.broken', { name, sequence: flaw.sequence })}>
      <p>{t(`main:operator.why.${flaw.why}`)}</p>
      <p>{upTo}</p>
      {recordHref && (
        <p>
          <A href={recordHref}>{t('main:operator.verdict.look', { sequence: flaw.sequence })}</A>
        </p>
      )}
    </Notice>
  )
}
