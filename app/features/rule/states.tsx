/** Renders the state of a rule: running, waiting for points, off, or suspended while no data arrives. */
import type { RuleStatus } from '#contracts/rules'
import { useT } from '~/i18n/use-t'
import { Badge, type Tone } from '~/ui/badge'

const tones = {
  running: 'ok',
  waitingForPoints: 'warn',
  disabled: 'neutral',
  suspended: 'neutral',
} as const satisfies Record<RuleStatus, Tone>

/** Marks a manual switch, which automatic changes do not override. */
export function RuleStatusBadge({ status, isManual = false }: { status: RuleStatus; isManual?: boolean }) {
  const t = useT()
  const label = t(`main:rule.status.${status}`)
  return (
    <>
      <Badge tone={tones[status]}>{label}</Badge>
      {isManual && <span className="text-soft"> {t('main:rule.byHand')}</span>}
    </>
  )
}
