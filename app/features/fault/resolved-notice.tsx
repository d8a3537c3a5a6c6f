import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import { useFormat } from '~/ui/use-format'
import type { FaultPageData } from './fault-page.server'

/** Shows who resolved the fault, and whether it has reappeared since. */
export function ResolvedNotice({ row, fault, timeZone }: Pick<FaultPageData, 'row' | 'fault' | 'timeZone'>) {
  const t = useT()
  const format = useFormat()
  if (!fault.resolvedAt || !row.resolution) return null
  const when = format.minute(fault.resolvedAt, timeZone)
  const how = t(`main:fault.resolution.${row.resolution}`)
  const values = { when, how, name: fault.resolvedBy }
  if (row.hasReturned)
    return (
      <Notice tone="warn" quiet title={t('main:fault.cameBack')}>
        {t(fault.resolvedBy ? 'main:fault.cameBackText' : 'main:fault.cameBackTextNameless', values)}
      </Notice>
    )
  if (row.status !== 'resolved') return null
  return (
    <Notice
      tone="ok"
      quiet
      title={t(fault.resolvedBy ? 'main:fault.resolvedText' : 'main:fault.resolvedTextNameless', values)}
    >
      {fault.comment && <bdi>{fault.comment}</bdi>}
    </Notice>
  )
}
