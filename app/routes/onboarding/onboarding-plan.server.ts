/** Plans for onboarding a controller and for removing its onboarding (domain §6.1). */
import type { Onboarding } from '#contracts/onboarding'
import { type Device, site } from '#contracts/site'
import type { Desk } from '~/change/desk'
import type { Plan } from '~/change/plan'
import { isUnderWay, mayRemove } from '~/domain/onboarding'
import { isLive } from '~/domain/tunnel'
import { translator } from '~/i18n/i18n.server'
import { subjectOf } from '~/things/thing.server'

/** Plans the first step. Skips a controller whose onboarding is still in progress. */
export async function onboardingPlan(desk: Desk<{ hostId: string }>, deviceId: string): Promise<Plan> {
  const { form, language } = desk
  const t = translator(language)
  const { device, record } = await controller(desk, deviceId)
  const before = { hostId: record.hostId, status: record.status }
  const subject = subjectOf('device', device)
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
  desk: Pick<Desk<unknown>, 'read' | 'may' | 'language'>,
  deviceId: string,
): Promise<Plan> {
  const { read, may, language } = desk
  const t = translator(language)
  const [{ device, record }, tunnels] = await Promise.all([
    controller(desk, deviceId),
    may('tunnel.read') ? read(site.listTunnels, { path: { id: deviceId } }) : [],
  ])
  const subject = subjectOf('device', device)
  if (!mayRemove(record.status))
    return { rows: [{ subject, effect: 'skip', because: 'main:onboarding.removal.nothing', fields: [] }] }
  const open = tunnels.filter(({ status }) => isLive(status)).length
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
  { read }: Pick<Desk<unknown>, 'read'>,
  id: string,
): Promise<{ device: Device; record: Onboarding }> {
  const [device, record] = await Promise.all([
    read(site.getDevice, { path: { id } }),
    read(site.getOnboarding, { path: { id } }),
  ])
  return { device, record }
}
