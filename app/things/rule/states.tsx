/** How a rule stands on a piece of equipment: it runs, waits for points, is off, or is suspended while nothing is heard. */
import type { RuleStatus } from '#contracts/rules'
import { useT } from '~/i18n/use-t'
import { Badge, type Tone } from '~/ui/badge'

const tones = {
  running: 'ok',
  waitingForPoints: 'warn',
  disabled: 'neutral',
  suspended: 'neutral',
} as const satisfies Record<RuleStatus, Tone>

/** What a person switched says so: automatics leave it as it is. */
export function RuleState({ status, isManual = false }: { status: RuleStatus; isManual?: boolean }) {
  const t = useT()
  const said = t(`main:rule.status.${status}`)
  return (
    <>
      <Badge tone={tones[status]}>{said}</Badge>
      {isManual && <span className="text-soft"> {t('main:rule.byHand')}</span>}
    </>
  )
}
