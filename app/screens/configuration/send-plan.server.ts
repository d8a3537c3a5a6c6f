/** The plan of a send: what each selected controller receives (domain §5.1, §5.3). */
import { z } from 'zod'
import type { Desk } from '~/change/desk'
import type { Plan, PlanRow } from '~/change/plan'
import { selectionOf } from '~/domain/selection'
import { isSending, parseProcessState } from '~/domain/send-state'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { settingAt } from '~/things/configuration'
import { stateFilters } from './choice'
import {
  chosenIds,
  controllersOf,
  type Looked,
  type Standing,
  standingsOf,
  subjectOf,
  unknownSubject,
} from './controllers.server'
import { DeviceIds } from './device-ids'
import { isSettingKind, type KindName, typeOf, valueText } from './kind'
import type { ConfigurationPlace } from './place'
import { notRunning, standsOf } from './stands.server'
import { type UnsentSetting, unsentSettings } from './unsent-settings.server'

/** The posted selection: controllers, or a filter that all of them match. */
export const SendChoice = z
  .object({
    device: DeviceIds.optional(),
    all: z.literal('1').optional(),
    state: z.array(z.enum(stateFilters)).min(1).optional(),
    q: z.string().max(200).optional(),
  })
  .refine(({ device, all }) => all || (device && device.length > 0), {
    error: 'errors:nothingChosen',
    path: ['device'],
  })
  .transform(({ device, all, state, q }) => selectionOf({ ids: device, filter: all ? { state, search: q } : null }))
export type SendChoice = z.infer<typeof SendChoice>

export async function sendPlan(desk: Desk<SendChoice>, at: ConfigurationPlace): Promise<Plan> {
  const { form, read, language } = desk
  const t = translator(language)
  const { things: ids, tooMany } = await chosenIds(read, at, { change: 'configuration.send', selection: form })
  if (tooMany) return { rows: [], tooMany }
  const { looked, unsent, known } = await lookedAt(desk, at, ids)
  return {
    rows: looked.map(({ id, found }) =>
      found
        ? rowOf({
            controller: found,
            kind: at.kind,
            unsent: unsent?.get(id) ?? [],
            isKnown: known?.has(id) === true,
            t,
          })
        : { subject: unknownSubject(id), effect: 'skip', because: 'main:send.plan.missing', fields: [] },
    ),
    notes: at.kind === 'network' ? ['main:network.drops'] : [],
  }
}

/** Reads the controllers and, for kinds with settings, what each of them would receive. */
async function lookedAt(
  desk: Desk<SendChoice>,
  at: ConfigurationPlace,
  ids: readonly string[],
): Promise<{ looked: Looked<Standing>[]; unsent?: Map<string, UnsentSetting[]>; known?: Set<string> }> {
  const { kind } = at
  if (!isSettingKind(kind)) return { looked: await standingsOf(desk.read, at, ids) }
  const place = { ...at, kind }
  const looked = await controllersOf(desk.read, place, ids)
  const due = looked.flatMap(({ id, found }) =>
    found && isToBeSent(found.state) ? [{ id, saved: found.saved, lastSent: found.state.lastSentTime ?? null }] : [],
  )
  const stands = await standsOf(
    desk.read,
    kind,
    due.map(({ id }) => id),
  )
  const known = due.flatMap((one): [string, UnsentSetting[]][] => {
    const settings = notRunning(kind, one.saved, stands.get(one.id))
    return settings ? [[one.id, settings]] : []
  })
  const unsent = new Map(known)
  const onRecord = await unsentSettings(
    desk,
    place,
    due.filter(({ id }) => !unsent.has(id)),
  )
  return { looked, unsent: new Map([...unsent, ...onRecord]), known: new Set(unsent.keys()) }
}

/** Whether a send would have an effect: unsent changes, or a retry after a failure. */
function isToBeSent({ sendState, isDirty }: Standing['state']): boolean {
  return isDirty === true || sendState === 'failed'
}

function rowOf({
  controller: { device, state },
  kind,
  unsent,
  isKnown,
  t,
}: {
  controller: Standing
  kind: KindName
  unsent: readonly UnsentSetting[]
  /** Whether the running settings of the controller are known. */
  isKnown: boolean
  t: Translate
}): PlanRow {
  const sendState = state.sendState ?? 'notSet'
  const subject = subjectOf(device)
  const { customerId } = device
  const isConnected = device.overallStatus?.connected === true
  if (device.overallStatus?.onBoarded === false)
    return { subject, customerId, effect: 'skip', because: 'main:send.plan.notOnboarded', fields: [] }
  if (isSending(sendState))
    return { subject, customerId, effect: 'skip', because: 'main:send.plan.inProgress', fields: [] }
  if (!isToBeSent(state))
    return { subject, customerId, effect: 'same', because: 'main:send.plan.nothingToSend', fields: [] }
  if (kind === 'graphics' && !isBuilt(state))
    return { subject, customerId, effect: 'skip', because: 'main:graphics.notBuilt', fields: [] }
  const type = typeOf[kind]
  return {
    subject,
    customerId,
    effect: 'change',
    because: becauseOf(kind, { unsent, isKnown }),
    timing: isConnected ? 'now' : 'waits',
    fields: unsent.map(({ path, from, to }) => ({
      name: path,
      from: valueText(t, settingAt(path), from),
      to: valueText(t, settingAt(path), to),
    })),
    before: { [type]: { sendState }, ...Object.fromEntries(unsent.map(({ path, from }) => [path, from])) },
    after: { [type]: { sendState: 'queued' }, ...Object.fromEntries(unsent.map(({ path, to }) => [path, to])) },
  }
}

/** Only complete builds can be sent (4505). */
function isBuilt(state: Standing['state']): boolean {
  return 'processState' in state && parseProcessState(state.processState) === 'completed'
}

/** The reason shown for rows without settings. */
function becauseOf(
  kind: KindName,
  { unsent, isKnown }: { unsent: readonly UnsentSetting[]; isKnown: boolean },
): string | undefined {
  if (kind === 'adminUser') return 'main:adminUser.sent'
  if (kind === 'graphics') return 'main:graphics.sent'
  if (unsent.length > 0) return undefined
  return isKnown ? 'main:send.plan.runsWithIt' : 'main:send.plan.notOnRecord'
}
