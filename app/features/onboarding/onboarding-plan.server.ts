/** Plans for onboarding a controller and for removing its onboarding (domain §6.1). */
import type { Onboarding } from '#contracts/onboarding'
import { type Device, site } from '#contracts/site'
import type { Plan } from '~/change/plan'
import type { PlanContext } from '~/change/plan-context'
import { canRemove, isUnderWay } from '~/domain/onboarding'
import { isTunnelLive } from '~/domain/tunnel'
import { translator } from '~/i18n/i18n.server'
import { entitySubject } from '~/kit/edit/thing.server'

/** Plans the first step. Skips a controller whose onboarding is still in progress. */
export async function onboardingPlan(desk: PlanContext<{ hostId: string }>, deviceId: string): Promise<Plan> {
  const { form, language } = desk
  const t = translator(language)
  const { device, record } = await controller(desk, deviceId)
  const before = { hostId: record.hostId, status: record.status }
  const subject = entitySubject('device', device)
  if (isUnderWay(record.status))
    return { rows: [{ subject, effect: 'skip', because: 'errors:onboarding.underWay', fields: [] }] }
  return {
    rows: [
      {
        subject,
        effect: 'change',
        fields: [
          {
            name: 'status',
            from: t(`main:onboarding.status.${record.status}`),
            to: t('main:onboarding.status.pending'),
          },
          { name: 'hostId', from: record.hostId || null, to: form.hostId },
        ],
        before,
        after: { hostId: form.hostId, status: 'pending' },
      },
    ],
  }
}

/** Plans the removal: the identity is deleted and open tunnels are closed; the inventory is kept. */
export async function removalPlan(
  desk: Pick<PlanContext<unknown>, 'read' | 'may' | 'language'>,
  deviceId: string,
): Promise<Plan> {
  const { read, may, language } = desk
  const t = translator(language)
  const [{ device, record }, tunnels] = await Promise.all([
    controller(desk, deviceId),
    may('tunnel.read') ? read(site.listTunnels, { path: { id: deviceId } }) : [],
  ])
  const subject = entitySubject('device', device)
  if (!canRemove(record.status))
    return { rows: [{ subject, effect: 'skip', because: 'main:onboarding.removal.nothing', fields: [] }] }
  const open = tunnels.filter(({ status }) => isTunnelLive(status)).length
  return {
    rows: [
      {
        subject,
        effect: 'change',
        fields: [
          {
            name: 'main:onboarding.column.state',
            from: t(`main:onboarding.status.${record.status}`),
            to: t('main:onboarding.status.removed'),
          },
          { name: 'main:onboarding.hostId', from: record.hostId || null, to: null },
          ...(open > 0 ? [{ name: 'main:onboarding.removal.tunnels', from: String(open), to: '0' }] : []),
        ],
        before: { hostId: record.hostId, status: record.status, openTunnels: open },
        after: { hostId: null, status: 'removed', openTunnels: 0 },
      },
    ],
    notes: ['main:onboarding.removal.stays'],
  }
}

async function controller(
  { read }: Pick<PlanContext<unknown>, 'read'>,
  id: string,
): Promise<{ device: Device; record: Onboarding }> {
  const [device, record] = await Promise.all([
    read(site.getDevice, { path: { id } }),
    read(site.getOnboarding, { path: { id } }),
  ])
  return { device, record }
}
