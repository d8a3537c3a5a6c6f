/** The last day of a role, and whether it is over. */
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'

export interface RoleExpiry {
  /** As `2026-12-31`. */
  lastDay: string
  isOver: boolean
}

/** `isCompact`, for a narrow column, shows an expired role by its badge alone. */
export function RoleExpiryText({ until, isCompact = false }: { until: RoleExpiry | null; isCompact?: boolean }) {
  const t = useT()
  if (!until) return null
  const day = <time dateTime={until.lastDay}>{until.lastDay}</time>
  if (!until.isOver) return day
  return (
    <>
      {!isCompact && day} <Badge tone="warn">{t('main:user.runOut.badge')}</Badge>
    </>
  )
}
