/** Uploads a graphics file to controllers (domain §5.9). */
import { z } from 'zod'
import { gfxMaxBytes } from '#contracts/configuration-kinds'
import { deviceConfiguration } from '#contracts/device-configuration'
import type { Plan, PlanRow } from '~/change/plan'
import type { Change, PlanContext } from '~/change/plan-context'
import { changedIds, writeInChunks } from '~/change/write-in-chunks.server'
import { limitFor } from '~/changes'
import { tooManyOf } from '~/domain/selection'
import { isBuilding, parseProcessState } from '~/domain/send-state'
import {
  type DeviceWithState,
  deviceSubject,
  readDeviceStates,
  unknownDeviceSubject,
} from '~/features/configuration/shared/controllers.server'
import { SelectedDeviceIds } from '~/features/configuration/shared/device-ids'
import { boardHref, type ConfigurationPlace, configurationSubject } from '~/features/configuration/shared/place'

export const graphicsFile = { maxBytes: gfxMaxBytes, tooLarge: 'errors:gfx.size' } as const

const GraphicsForm = z.object({
  device: SelectedDeviceIds.min(1, { error: 'errors:nothingChosen' }),
  file: z.string({ error: 'errors:upload.required' }),
})
type GraphicsForm = z.infer<typeof GraphicsForm>

/** Returns a row of the plan. A controller whose file is being built accepts no other until then (4504). */
export function uploadRow({ device, state }: DeviceWithState, name: string | null): PlanRow {
  const fileName = 'fileName' in state && typeof state.fileName === 'string' ? state.fileName : ''
  const processState = 'processState' in state ? parseProcessState(state.processState) : null
  const row = { subject: deviceSubject(device), customerId: device.customerId }
  if (isBuilding(processState)) return { ...row, effect: 'skip', because: 'main:graphics.building', fields: [] }
  return {
    ...row,
    effect: 'change',
    fields: [{ name: 'main:graphics.file', from: fileName || null, to: name }],
    before: { file: fileName || null },
    after: { file: name },
  }
}

async function uploadPlan({ form, files, read }: PlanContext<GraphicsForm>, at: ConfigurationPlace): Promise<Plan> {
  const ids = [...new Set(form.device)]
  const tooMany = tooManyOf('devices', ids, limitFor('graphics.upload'))
  if (tooMany) return { rows: [], tooMany }
  const controllers = await readDeviceStates(read, at, ids)
  return {
    rows: controllers.map(
      ({ id, match }): PlanRow =>
        match
          ? uploadRow(match, files.file?.name ?? null)
          : {
              subject: unknownDeviceSubject(id),
              effect: 'skip',
              because: 'main:configuration.plan.missing',
              fields: [],
            },
    ),
  }
}

/** Uploads the file for all controllers in one call; the board shows the progress of each. */
export function graphicsUpload(at: ConfigurationPlace): Change<GraphicsForm> {
  return {
    name: 'graphics.upload',
    about: configurationSubject(at),
    options: { isDirect: true, files: { file: graphicsFile } },
    form: GraphicsForm,
    plan: (context) => uploadPlan(context, at),
    async work(context) {
      const { file } = context.files
      if (!file) throw new Error('the plan of a graphics file has no file')
      await writeInChunks(context, deviceConfiguration.uploadGfx, changedIds(context.plan), {
        maxPerCall: limitFor('graphics.upload'),
        input: (deviceIds) => ({ body: { deviceIds }, file }),
      })
      return boardHref(at, { change: context.changeId })
    },
  }
}
