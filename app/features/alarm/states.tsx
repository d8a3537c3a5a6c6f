/** Badges of an alarm: severity, state and acknowledgement. */
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { SeverityBadge } from '~/ui/states'
import type { AlarmRow } from './row'

/** Renders the severity, toned down once the alarm has returned to normal. */
export function AlarmStateBadge({ alarm: { severity, isActive } }: { alarm: Pick<AlarmRow, 'severity' | 'isActive'> }) {
  const t = useT()
  if (isActive) return <SeverityBadge severity={severity} />
  return <Badge tone="ok">{t('main:alarm.returned', { severity: t(`severity.${severity}`) })}</Badge>
}

export function AckBadge({ alarm: { ack, acknowledged } }: { alarm: Pick<AlarmRow, 'ack' | 'acknowledged'> }) {
  const t = useT()
  if (ack === 'unacknowledged' || ack === 'ended') return <Badge tone="warn">{t(`main:alarm.ack.${ack}`)}</Badge>
  if (acknowledged) return <bdi>{acknowledged.by}</bdi>
  return <span className="text-faint">{t(`main:alarm.ack.${ack}`)}</span>
}
