/** What sending the saved network settings will do to each chosen controller (domain §5.1, §5.3). */
import { z } from 'zod'
import { deviceConfiguration } from '#contracts/device-configuration'
import type { Device } from '#contracts/site'
import type { Desk } from '~/change/desk'
import type { Plan, PlanRow } from '~/change/plan'
import { selectionOf } from '~/domain/selection'
import { isSending, isWaiting } from '~/domain/send-state'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { valueText } from '~/things/network/fields'
import type { NetworkPlace } from '~/things/network/place'
import { stateFilters } from './choice'
import { chosenControllers, chosenIds, subjectOf, unknownSubject } from './chosen.server'
import { DeviceIds } from './device-ids'
import { type UnsentSetting, unsentSettings } from './unsent-settings.server'

/** What the board posts: controllers, or a state of which all are meant. */
export const SendChoice = z
  .object({
    device: DeviceIds.optional(),
    all: z.literal('1').optional(),
    state: z.enum(stateFilters).optional(),
    q: z.string().max(200).optional(),
  })
  .refine(({ device, all }) => all || (device && device.length > 0), {
    error: 'errors:nothingChosen',
    path: ['device'],
  })
  .transform(({ device, all, state, q }) => selectionOf({ ids: device, filter: all ? { state, search: q } : null }))
export type SendChoice = z.infer<typeof SendChoice>

export async function sendPlan(desk: Desk<SendChoice>, at: NetworkPlace): Promise<Plan> {
  const { form, read, language } = desk
  const t = translator(language)
  const { things: ids, tooMany } = await chosenIds(read, at, { change: 'configuration.send', selection: form })
  if (tooMany) return { rows: [], tooMany }
  const chosen = await chosenControllers({ ask: read, at, ids }, async (id) => {
    const [info, saved] = await Promise.all([
      read(deviceConfiguration.getInfo, { path: { id } }),
      read(deviceConfiguration.getNetwork, { path: { id } }),
    ])
    return { state: info.network ?? {}, saved }
  })
  const unsent = await unsentSettings(
    desk,
    at,
    chosen.flatMap(({ id, found }) =>
      found && isToBeSent(found.more.state)
        ? [{ id, saved: found.more.saved, lastSent: found.more.state.lastSentTime ?? null }]
        : [],
    ),
  )
  return {
    rows: chosen.map(({ id, found }) =>
      found
        ? rowOf({ device: found.device, state: found.more.state, unsent: unsent.get(id) ?? [], t })
        : { subject: unknownSubject(id), effect: 'skip', because: 'main:send.plan.missing', fields: [] },
    ),
    notes: ['main:send.plan.drops'],
  }
}

type NetworkState = NonNullable<NonNullable<Device['configStatus']>['network']>

/** Whether a send would bring something: changes since the last one, or the same again after it failed. */
function isToBeSent({ sendState, isDirty }: NetworkState): boolean {
  return isDirty === true || sendState === 'failed'
}

function rowOf({
  device,
  state,
  unsent,
  t,
}: {
  device: Device
  state: NetworkState
  unsent: readonly UnsentSetting[]
  t: Translate
}): PlanRow {
  const sendState = state.sendState ?? 'notSet'
  const subject = subjectOf(device)
  const isConnected = device.overallStatus?.connected === true
  if (device.overallStatus?.onBoarded === false)
    return { subject, effect: 'skip', because: 'main:send.plan.notOnboarded', fields: [] }
  if (isSending(sendState)) return { subject, effect: 'skip', because: 'main:send.plan.inProgress', fields: [] }
  const now = t(`sendState.${isWaiting(sendState, isConnected) ? 'waiting' : sendState}`)
  if (!isToBeSent(state))
    return {
      subject,
      effect: 'same',
      fields: [{ name: 'main:send.plan.state', from: now, to: t('main:send.plan.nothingToSend') }],
    }
  return {
    subject,
    effect: 'change',
    because: unsent.length === 0 ? 'main:send.plan.notOnRecord' : undefined,
    fields: [
      {
        name: 'main:send.plan.state',
        from: now,
        to: isConnected ? t('main:send.plan.now') : t('main:send.plan.waits'),
      },
      ...unsent.map(({ path, from, to }) => ({ name: path, from: valueText(t, from), to: valueText(t, to) })),
    ],
    before: { network: { sendState }, ...Object.fromEntries(unsent.map(({ path, from }) => [path, from])) },
    after: { network: { sendState: 'queued' }, ...Object.fromEntries(unsent.map(({ path, to }) => [path, to])) },
  }
}
