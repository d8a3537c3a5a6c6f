/** Plans closing a tunnel; one that has ended is skipped (domain §6.4). */
import { site } from '#contracts/site'
import type { Plan } from '~/change/plan'
import type { PlanContext } from '~/change/plan-context'
import { isTunnelLive } from '~/domain/tunnel'
import { translator } from '~/i18n/i18n.server'
import { entitySubject } from '~/kit/edit/thing.server'

/** Responds 404 for a tunnel of another controller. */
export async function planClosing(
  { read, language }: PlanContext<unknown>,
  { deviceId, tunnelId }: { deviceId: string; tunnelId: string },
): Promise<Plan> {
  const [device, tunnels] = await Promise.all([
    read(site.getDevice, { path: { id: deviceId } }),
    read(site.listTunnels, { path: { id: deviceId } }),
  ])
  const tunnel = tunnels.find((one) => one.tunnelId === tunnelId)
  if (!tunnel) throw new Response(null, { status: 404 })
  const subject = entitySubject('device', device)
  if (!isTunnelLive(tunnel.status))
    return { rows: [{ subject, effect: 'skip', because: 'errors:tunnels.closed', fields: [] }] }
  const t = translator(language)
  const status = tunnel.status ?? 'open'
  const { service, expiresAt, reason } = tunnel
  return {
    rows: [
      {
        subject,
        effect: 'change',
        fields: [{ name: 'status', from: t(`main:tunnel.status.${status}`), to: t('main:tunnel.status.closed') }],
        before: { tunnelId, service, status, expiresAt, reason },
        after: { tunnelId, service, status: 'closed', expiresAt, reason },
      },
    ],
  }
}
