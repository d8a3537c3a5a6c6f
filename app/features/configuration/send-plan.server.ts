/** The plan of a send: what each selected controller receives (domain §5.1, §5.3). */
import { z } from 'zod'
import type { Plan, PlanRow } from '~/change/plan'
import type { PlanContext } from '~/change/plan-context'
import { selectionOf } from '~/domain/selection'
import { isSending, parseProcessState } from '~/domain/send-state'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { sendStateFilters } from './board-selection'
import { notRunningSettings, readSettingStates } from './setting-states.server'
import { settingAt, settingText } from './shared/configuration'
import {
  type DeviceLookup,
  type DeviceWithState,
  deviceSubject,
  readDeviceSettings,
  readDeviceStates,
  selectedIds,
  unknownDeviceSubject,
} from './shared/controllers.server'
import { SelectedDeviceIds } from './shared/device-ids'
import { configurationTypeOf, isSettingKind, type KindName, settingValueText } from './shared/kind'
import type { ConfigurationPlace } from './shared/place'
import { type UnsentSetting, unsentSettings } from './unsent-settings.server'

/** The posted selection: controllers, or a filter that all of them match. */
export const SendSelection = z
  .object({
    device: SelectedDeviceIds.optional(),
    all: z.literal('1').optional(),
    state: z.array(z.enum(sendStateFilters)).min(1).optional(),
    q: z.string().max(200).optional(),
  })
  .refine(({ device, all }) => all || (device && device.length > 0), {
    error: 'errors:nothingChosen',
    path: ['device'],
  })
  .transform(({ device, all, state, q }) => selectionOf({ ids: device, filter: all ? { state, search: q } : null }))
export type SendSelection = z.infer<typeof SendSelection>

export async function planSend(context: PlanContext<SendSelection>, at: ConfigurationPlace): Promise<Plan> {
  const { form, read, language } = context
  const t = translator(language)
  const { things: ids, tooMany } = await selectedIds(read, at, { change: 'configuration.send', selection: form })
  if (tooMany) return { rows: [], tooMany }
  const { lookups, unsent, knownIds } = await readControllers(context, at, ids)
  return {
    rows: lookups.map(({ id, match }) =>
      match
        ? rowOf({
            controller: match,
            kind: at.kind,
            unsent: unsent?.get(id) ?? [],
            isKnown: knownIds?.has(id) === true,
            t,
          })
        : { subject: unknownDeviceSubject(id), effect: 'skip', because: 'main:send.plan.missing', fields: [] },
    ),
    notes: at.kind === 'network' ? ['main:network.drops'] : [],
  }
}

/** Reads the controllers and, for kinds with settings, what each of them would receive. */
async function readControllers(
  context: PlanContext<SendSelection>,
  at: ConfigurationPlace,
  ids: readonly string[],
): Promise<{
  lookups: DeviceLookup<DeviceWithState>[]
  unsent?: Map<string, UnsentSetting[]>
  knownIds?: Set<string>
}> {
  const { kind } = at
  if (!isSettingKind(kind)) return { lookups: await readDeviceStates(context.read, at, ids) }
  const place = { ...at, kind }
  const lookups = await readDeviceSettings(context.read, place, ids)
  const due = lookups.flatMap(({ id, match }) =>
    match && needsSend(match.state) ? [{ id, saved: match.saved, lastSent: match.state.lastSentTime ?? null }] : [],
  )
  const settingStates = await readSettingStates(
    context.read,
    kind,
    due.map(({ id }) => id),
  )
  const comparable = due.flatMap((one): [string, UnsentSetting[]][] => {
    const settings = notRunningSettings(kind, one.saved, settingStates.get(one.id))
    return settings ? [[one.id, settings]] : []
  })
  const unsent = new Map(comparable)
  const onRecord = await unsentSettings(
    context,
    place,
    due.filter(({ id }) => !unsent.has(id)),
  )
  return { lookups, unsent: new Map([...unsent, ...onRecord]), knownIds: new Set(unsent.keys()) }
}

/** Whether a send would have an effect: unsent changes, or a retry after a failure. */
function needsSend({ sendState, isDirty }: DeviceWithState['state']): boolean {
  return isDirty === true || sendState === 'failed'
}

function rowOf({
  controller: { device, state },
  kind,
  unsent,
  isKnown,
  t,
}: {
  controller: DeviceWithState
  kind: KindName
  unsent: readonly UnsentSetting[]
  /** Whether the running settings of the controller are known. */
  isKnown: boolean
  t: Translate
}): PlanRow {
  const sendState = state.sendState ?? 'notSet'
  const subject = deviceSubject(device)
  const { customerId } = device
  const isConnected = device.overallStatus?.connected === true
  if (device.overallStatus?.onBoarded === false)
    return { subject, customerId, effect: 'skip', because: 'main:send.plan.notOnboarded', fields: [] }
  if (isSending(sendState))
    return { subject, customerId, effect: 'skip', because: 'main:send.plan.inProgress', fields: [] }
  if (!needsSend(state))
    return { subject, customerId, effect: 'same', because: 'main:send.plan.nothingToSend', fields: [] }
  if (kind === 'graphics' && !isBuilt(state))
    return { subject, customerId, effect: 'skip', because: 'main:graphics.notBuilt', fields: [] }
  const type = configurationTypeOf[kind]
  return {
    subject,
    customerId,
    effect: 'change',
    because: reasonFor(kind, { unsent, isKnown }),
    timing: isConnected ? 'now' : 'waits',
    fields: unsent.map(({ path, from, to }) => ({
      name: path,
      label: settingText(t, path) ?? undefined,
      from: settingValueText(t, settingAt(path), from),
      to: settingValueText(t, settingAt(path), to),
    })),
    before: { [type]: { sendState }, ...Object.fromEntries(unsent.map(({ path, from }) => [path, from])) },
    after: { [type]: { sendState: 'queued' }, ...Object.fromEntries(unsent.map(({ path, to }) => [path, to])) },
  }
}

/** Only complete builds can be sent (4505). */
function isBuilt(state: DeviceWithState['state']): boolean {
  return 'processState' in state && parseProcessState(state.processState) === 'completed'
}

/** The reason shown for rows without settings. */
function reasonFor(
  kind: KindName,
  { unsent, isKnown }: { unsent: readonly UnsentSetting[]; isKnown: boolean },
): string | undefined {
  if (kind === 'adminUser') return 'main:adminUser.sent'
  if (kind === 'graphics') return 'main:graphics.sent'
  if (unsent.length > 0) return undefined
  return isKnown ? 'main:send.plan.runsWithIt' : 'main:send.plan.notOnRecord'
}
