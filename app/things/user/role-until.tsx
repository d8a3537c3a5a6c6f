/** Until when a role is held: its last day, and that it is over. */
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'

export interface Until {
  /** As `2026-12-31`. */
  lastDay: string
  isOver: boolean
}

export function RoleUntil({ until }: { until: Until | null }) {
  const t = useT()
  if (!until) return null
  return (
    <>
      <time dateTime={until.lastDay}>{until.lastDay}</time>{' '}
      {until.isOver && <Badge tone="warn">{t('main:user.runOut.badge')}</Badge>}
    </>
  )
}
