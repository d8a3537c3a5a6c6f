/** What sending the saved network settings will do to each chosen controller (domain §5.1, §5.3). */
import { z } from 'zod'
import { deviceConfiguration } from '#contracts/device-configuration'
import type { Device } from '#contracts/site'
import type { Desk } from '~/audit/mutate.server'
import type { Plan, PlanRow } from '~/audit/plan'
import { isSending, isWaiting } from '~/domain/send-state'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { stateFilters } from './choice'
import { chosenControllers, idsOf, subjectOf, unknownSubject } from './chosen.server'
import { DeviceIds } from './device-ids'

/** What the board posts: controllers, or a state of which all are meant. */
export const SendChoice = z
  .object({
    device: DeviceIds.optional(),
    all: z.literal('1').optional(),
    state: z.enum(stateFilters).optional(),
    search: z.string().max(200).optional(),
  })
  .refine(({ device, all }) => all || (device && device.length > 0), {
    error: 'errors:nothingChosen',
    path: ['device'],
  })
  .transform(({ device, all, state, search }) => ({ device: device ?? [], all: all === '1', state, search }))
export type SendChoice = z.infer<typeof SendChoice>

export async function sendPlan({ form, read, language }: Desk<SendChoice>, siteId: string): Promise<Plan> {
  const t = translator(language)
  const { ids, isCut } = await idsOf(read, siteId, form)
  const chosen = await chosenControllers({ ask: read, siteId, ids }, (id) =>
    read(deviceConfiguration.getInfo, { path: { id } }),
  )
  return {
    rows: chosen.map(({ id, found }) =>
      found
        ? rowOf(found.device, found.more.network ?? {}, t)
        : { subject: unknownSubject(id), effect: 'skip', because: 'main:send.plan.missing', fields: [] },
    ),
    notes: ['main:send.plan.drops', ...(isCut ? ['main:send.plan.cut'] : [])],
  }
}

type NetworkState = NonNullable<NonNullable<Device['configStatus']>['network']>

function rowOf(device: Device, { sendState = 'notSet', isDirty }: NetworkState, t: Translate): PlanRow {
  const subject = subjectOf(device)
  const isConnected = device.overallStatus?.connected === true
  if (device.overallStatus?.onBoarded === false)
    return { subject, effect: 'skip', because: 'main:send.plan.notOnboarded', fields: [] }
  if (isSending(sendState)) return { subject, effect: 'skip', because: 'main:send.plan.inProgress', fields: [] }
  const now = t(`sendState.${isWaiting(sendState, isConnected) ? 'waiting' : sendState}`)
  if (!isDirty && sendState !== 'failed')
    return {
      subject,
      effect: 'same',
      fields: [{ name: 'main:send.plan.state', from: now, to: t('main:send.plan.nothingToSend') }],
    }
  return {
    subject,
    effect: 'change',
    fields: [
      {
        name: 'main:send.plan.state',
        from: now,
        to: isConnected ? t('main:send.plan.now') : t('main:send.plan.waits'),
      },
    ],
    before: { network: { sendState } },
    after: { network: { sendState: 'queued' } },
  }
}
