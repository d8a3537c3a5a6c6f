/** Badges of a fault: active, cleared, resolved or suppressed, and whether it returned after it was resolved. */
import type { FaultStatus } from '#contracts/faults'
import { useT } from '~/i18n/use-t'
import { Badge, type Tone } from '~/ui/badge'
import { SeverityBadge } from '~/ui/states'
import type { FaultRow } from './row'

const tones = {
  active: 'progress',
  cleared: 'ok',
  resolved: 'ok',
  suppressed: 'neutral',
} as const satisfies Record<FaultStatus, Tone>

type FaultStatusFields = Pick<FaultRow, 'status' | 'hasReturned' | 'resolution'>

export function FaultStatusBadge({ fault: { status, hasReturned, resolution } }: { fault: FaultStatusFields }) {
  const t = useT()
  if (hasReturned) return <Badge tone="high">{t('main:fault.cameBack')}</Badge>
  if (status === 'active') return <>{t('main:fault.status.active')}</>
  const resolutionLabel = status === 'resolved' && resolution ? t(`main:fault.resolution.${resolution}`) : null
  return <Badge tone={tones[status]}>{resolutionLabel ?? t(`main:fault.status.${status}`)}</Badge>
}

/** Renders the severity; a fault that is over is grey. */
export function FaultSeverityBadge({ fault: { severity, status } }: { fault: Pick<FaultRow, 'severity' | 'status'> }) {
  const t = useT()
  if (status === 'active') return <SeverityBadge severity={severity} />
  return <span className="text-faint">{t(`severity.${severity}`)}</span>
}
