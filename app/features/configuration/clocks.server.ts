/** Sets the clocks of controllers that take the time: the plan with what each shows now, and the change. */
import { z } from 'zod'
import { type DeviceTime, maxClocksPerCall } from '#contracts/configuration-kinds'
import { deviceConfiguration } from '#contracts/device-configuration'
import { inParallel } from '~/backend/in-parallel'
import type { Plan, PlanRow } from '~/change/plan'
import type { Change, PlanContext } from '~/change/plan-context'
import { changedIds, writeInChunks } from '~/change/write-in-chunks.server'
import { limitFor } from '~/changes'
import { tooManyOf } from '~/domain/selection'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import { formatsFor } from '~/ui/format'
import {
  type DeviceWithState,
  deviceSubject,
  readDeviceStates,
  unknownDeviceSubject,
} from './shared/controllers.server'
import { SelectedDeviceIds } from './shared/device-ids'

const ClocksForm = z.object({ device: SelectedDeviceIds.min(1, { error: 'errors:nothingChosen' }) })
type ClocksForm = z.infer<typeof ClocksForm>

/** Clocks that are read at the same time: each is asked over its network. */
const maxConcurrent = 8
/** Up to 5 s may be the time of the reading. */
const accurateSeconds = 5

/** Returns the plan: what the clock of each controller shows, and whether it can be set. */
export async function planClocks(
  { read, language }: Pick<PlanContext<unknown>, 'read' | 'language'>,
  at: ParamsFor<'clocksSetting'>,
  { device }: ClocksForm,
): Promise<Plan> {
  const ids = [...new Set(device)]
  const tooMany = tooManyOf('devices', ids, limitFor('configuration.setClocks'))
  if (tooMany) return { rows: [], tooMany }
  const { tenantId, customerId } = at
  const lookups = await readDeviceStates(read, { tenantId, customerId, kind: 'time' }, ids)
  const rows = await inParallel(lookups, maxConcurrent, async ({ id, match }): Promise<PlanRow> => {
    if (!match)
      return { subject: unknownDeviceSubject(id), effect: 'skip', because: 'main:send.plan.missing', fields: [] }
    return rowOf(match, await read(deviceConfiguration.getTime, { path: { id } }), language)
  })
  return { rows }
}

function rowOf({ device }: DeviceWithState, time: DeviceTime, language: PlanContext<unknown>['language']): PlanRow {
  const row = { subject: deviceSubject(device), customerId: device.customerId, fields: [] }
  const skipped = (reason: 'bySettings' | 'writingOff' | 'unknown'): PlanRow => ({
    ...row,
    effect: 'skip',
    because: `main:time.setting.${reason}`,
  })
  const { clockSetting, currentDeviceTime } = time
  if (!clockSetting) return skipped('bySettings')
  if (clockSetting === 'writingOff') return skipped('writingOff')
  if (!currentDeviceTime) return skipped('unknown')
  const t = translator(language)
  const from = t('main:time.setting.off', {
    clock: currentDeviceTime.replace('T', ' '),
    off: deviationText(language, currentDeviceTime),
  })
  return {
    ...row,
    effect: 'change',
    fields: [{ name: 'main:time.setting.clock', from, to: t('main:time.setting.now') }],
    before: { clock: currentDeviceTime },
    after: { clock: new Date().toISOString() },
  }
}

function deviationText(language: PlanContext<unknown>['language'], clock: string): string {
  const t = translator(language)
  const seconds = Math.round((Date.parse(clock) - Date.now()) / 1_000)
  if (Math.abs(seconds) <= accurateSeconds) return t('main:time.right')
  const span = formatsFor({ language, unit: 'metric', timeZone: 'UTC' }).duration(Math.abs(seconds))
  return t(seconds > 0 ? 'main:time.ahead' : 'main:time.behind', { span })
}

export function clocksSetting(at: ParamsFor<'clocksSetting'>): Change<ClocksForm> {
  return {
    name: 'configuration.setClocks',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: ClocksForm,
    plan: (context) => planClocks(context, at, context.form),
    async work(context) {
      await writeInChunks(context, deviceConfiguration.setClocks, changedIds(context.plan), {
        maxPerCall: maxClocksPerCall,
        input: (deviceIds) => ({ body: { deviceIds } }),
      })
    },
  }
}
