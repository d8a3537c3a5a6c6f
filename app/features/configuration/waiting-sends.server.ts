/**
 * Sends that wait for their controllers: whether the backend can cancel them, and the change that does (domain §17).
 */
import { z } from 'zod'
import { maxControllersPerCall } from '#contracts/configuration-kinds'
import { deviceConfiguration, type Send } from '#contracts/device-configuration'
import { withFallback } from '~/backend/fallback'
import { asPanel, type Reader } from '~/backend/reader.server'
import type { Plan, PlanRow } from '~/change/plan'
import type { Change, PlanContext } from '~/change/plan-context'
import { changedIds, writeInChunks } from '~/change/write-in-chunks.server'
import { limitFor } from '~/changes'
import { tooManyOf } from '~/domain/selection'
import { isSending } from '~/domain/send-state'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import type { ParamsFor } from '~/paths'
import { views } from '~/views'
import {
  type DeviceWithState,
  deviceSubject,
  readDeviceStates,
  unknownDeviceSubject,
} from './shared/controllers.server'
import { SelectedDeviceIds } from './shared/device-ids'
import { configurationTypeOf, type KindName, kindNames } from './shared/kind'
import { boardHref, type ConfigurationPlace } from './shared/place'

/** Whether the backend can cancel a send. A backend that cannot has no list of sends either. */
export async function canCancel(ask: Reader['call'], { customerId }: Pick<ConfigurationPlace, 'customerId'>) {
  const response = await asPanel(
    withFallback(
      deviceConfiguration.findSends,
      async () => {
        await ask(deviceConfiguration.findSends, { query: { customerId, state: 'queued', pageSize: 1 } })
        return true
      },
      async () => false,
    ),
  )
  return response.ok && response.value
}

/** Returns the send that waits for a controller; null if none does or the backend has no list of sends. */
export async function findWaitingSend(
  { call }: Reader,
  { customerId, deviceId, kind }: ParamsFor<'device'> & { kind: KindName },
): Promise<Send | null> {
  const query = { customerId, deviceId, kind: configurationTypeOf[kind], state: 'queued' as const }
  const response = await asPanel(
    withFallback(
      deviceConfiguration.findSends,
      async () => (await call(deviceConfiguration.findSends, { query })).data[0] ?? null,
      async () => null,
    ),
  )
  return response.ok ? response.value : null
}

const CancelForm = z.object({
  device: SelectedDeviceIds.min(1, { error: 'errors:nothingChosen' }),
  kind: z.enum(kindNames),
})
type CancelForm = z.infer<typeof CancelForm>

/** Returns the plan: what cancelling does to the send of each controller. */
export async function planCancel(
  { read, language, features }: Pick<PlanContext<unknown>, 'read' | 'language' | 'features'>,
  at: ParamsFor<'sendsCancelling'>,
  { device, kind }: CancelForm,
): Promise<Plan> {
  const ids = [...new Set(device)]
  const tooMany = tooManyOf('devices', ids, limitFor('configuration.cancel'))
  if (tooMany) return { rows: [], tooMany }
  const { flag } = views[kind]
  if (flag && !features[flag]) return { rows: [], errors: { kind: ['errors:field.choice'] } }
  const { tenantId, customerId } = at
  const [lookups, isOffered] = await Promise.all([
    readDeviceStates(read, { tenantId, customerId, kind }, ids),
    canCancel(read, at),
  ])
  const t = translator(language)
  return {
    rows: lookups.map(({ id, match }) =>
      match
        ? rowOf(t, { kind, match, isOffered })
        : { subject: unknownDeviceSubject(id), effect: 'skip', because: 'main:send.plan.missing', fields: [] },
    ),
  }
}

function rowOf(
  t: Translate,
  { kind, match: { device, state }, isOffered }: { kind: KindName; match: DeviceWithState; isOffered: boolean },
): PlanRow {
  const row = { subject: deviceSubject(device), customerId: device.customerId, fields: [] }
  const sendState = state.sendState ?? 'notSet'
  if (!isSending(sendState)) return { ...row, effect: 'same', because: 'main:send.cancel.nothing' }
  if (sendState !== 'queued') return { ...row, effect: 'skip', because: 'main:send.cancel.running' }
  if (!isOffered) return { ...row, effect: 'skip', because: 'main:send.cancel.notOffered' }
  const type = configurationTypeOf[kind]
  return {
    ...row,
    effect: 'change',
    fields: [{ name: 'main:send.plan.state', from: t('sendState.waiting'), to: t('sendState.failed') }],
    before: { [type]: { sendState } },
    after: { [type]: { sendState: 'failed' } },
  }
}

export function sendsCancel(at: ParamsFor<'sendsCancelling'>): Change<CancelForm> {
  return {
    name: 'configuration.cancel',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: CancelForm,
    plan: (context) => planCancel(context, at, context.form),
    async work(context) {
      const { kind } = context.form
      await writeInChunks(context, deviceConfiguration.cancelSends, changedIds(context.plan), {
        maxPerCall: maxControllersPerCall,
        input: (deviceIds) => ({ body: { deviceIds, types: [configurationTypeOf[kind]] } }),
      })
      const { tenantId, customerId } = at
      return boardHref({ tenantId, customerId, kind }, { change: context.changeId })
    },
  }
}
