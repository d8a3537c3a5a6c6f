/** Badges of an alarm: severity, state and acknowledgement. */
import './alarm.css'
import { initialsOf } from '~/domain/current-user'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { SeverityBadge } from '~/ui/states'
import { ShortTime } from '~/ui/time'
import type { AlarmRow } from './row'

/** Renders the severity, toned down once the alarm has returned to normal. */
export function AlarmStateBadge({ alarm: { severity, isActive } }: { alarm: Pick<AlarmRow, 'severity' | 'isActive'> }) {
  const t = useT()
  if (isActive) return <SeverityBadge severity={severity} />
  return <Badge tone="ok">{t('main:alarm.returned', { severity: t(`severity.${severity}`) })}</Badge>
}

/** The same in a row of a list, which names the end beside the message. */
export function RowSeverity({ alarm: { severity, isActive } }: { alarm: Pick<AlarmRow, 'severity' | 'isActive'> }) {
  const t = useT()
  if (isActive) return <SeverityBadge severity={severity} />
  const name = t(`severity.${severity}`)
  return (
    <Badge tone="ok">
      <span aria-hidden="true">{name}</span>
      <span className="sr-only">{t('main:alarm.returned', { severity: name })}</span>
    </Badge>
  )
}

export function AckBadge({ alarm: { ack, acknowledged } }: { alarm: Pick<AlarmRow, 'ack' | 'acknowledged'> }) {
  const t = useT()
  if (ack === 'unacknowledged' || ack === 'ended') return <Badge tone="warn">{t(`main:alarm.ack.${ack}`)}</Badge>
  if (acknowledged) return <bdi>{acknowledged.by}</bdi>
  return <span className="text-faint">{t(`main:alarm.ack.${ack}`)}</span>
}

/** The acknowledgement in a row of a list, which it makes bold or grey: whether, or who and when. */
export function AckCell({ alarm: { ack, acknowledged } }: { alarm: Pick<AlarmRow, 'ack' | 'acknowledged'> }) {
  const t = useT()
  if (ack === 'unacknowledged' || ack === 'ended')
    return (
      <span className="to-acknowledge">
        <Badge tone="warn">{t(`main:alarm.ackShort.${ack}`)}</Badge>
      </span>
    )
  if (!acknowledged) return <span className="text-faint">{t(`main:alarm.ackShort.${ack}`)}</span>
  const [firstName = '', ...others] = acknowledged.by.split(' ')
  return (
    <span className="acknowledged">
      <abbr title={acknowledged.by}>{initialsOf({ firstName, lastName: others.at(-1) ?? null })}</abbr>
      {acknowledged.at && (
        <>
          {' · '}
          <ShortTime at={acknowledged.at} />
        </>
      )}
    </span>
  )
}
