/** Badge that shows whether a controller runs the saved schedule. */
import type { SyncState as State } from '#contracts/schedules'
import { useT } from '~/i18n/use-t'
import { Badge, type Tone } from '~/ui/badge'

const tones = {
  inSync: 'ok',
  pendingSend: 'warn',
  sending: 'progress',
  failed: 'danger',
  deviceChanged: 'high',
} as const satisfies Record<State, Tone>

export function SyncStateBadge({ state }: { state: State }) {
  const t = useT()
  return <Badge tone={tones[state]}>{t(`main:schedule.sync.${state}`)}</Badge>
}
