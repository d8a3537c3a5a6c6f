/** The status of a tunnel as badges, with a mark for the legacy kind (domain §6.4, spec §3). */
import type { TunnelStatus } from '#contracts/tunnels'
import { useT } from '~/i18n/use-t'
import { Badge, type Tone } from '~/ui/badge'

const tones = {
  requested: 'progress',
  opening: 'progress',
  open: 'ok',
  closing: 'progress',
  closed: 'neutral',
  failed: 'danger',
} as const satisfies Record<TunnelStatus, Tone>

export function TunnelState({ tunnel }: { tunnel: { status: TunnelStatus | null; isLegacy: boolean } }) {
  const t = useT()
  const { status, isLegacy } = tunnel
  return (
    <span className="inline-flex flex-wrap gap-1">
      {status ? (
        <Badge tone={tones[status]}>{t(`main:tunnel.status.${status}`)}</Badge>
      ) : (
        <Badge tone="neutral">{t('word.unknown')}</Badge>
      )}
      {isLegacy && <Badge tone="warn">{t('main:tunnel.legacy')}</Badge>}
    </span>
  )
}

export const isService = (name: string): name is 'https' | 'ssh' | 'bacnet' => ['https', 'ssh', 'bacnet'].includes(name)
