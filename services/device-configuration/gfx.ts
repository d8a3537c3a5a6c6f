/** The calls about the graphics of controllers (spec §7, domain §5.9). */
import type { deviceConfiguration } from '../contracts/device-configuration'
import type { EntityError } from '../contracts/errors'
import { ApiError, fail } from '../kit/api-error'
import type { Admissions, Handlers, Inspections, ServiceCall } from '../kit/call'
import { replyWith } from '../kit/call'
import { reachOf } from '../kit/caller'
import { requireOnSomeDevice } from '../kit/require-on-some-device'
import { scopeOfDevice } from '../kit/scope'
import type { UploadedFile } from '../kit/upload'
import type { World } from '../kit/world'
import { type GfxFacts, inspectGfx } from './gfx-archive'
import { beginBuild } from './gfx-build'
import { downloadOf, readGfxFile, storeBytes, storeGfxFile, toGfx } from './gfx-files'
import type { GfxProject } from './gfx-project'
import { logReply } from './log-reply'
import { entityErrorOf, requireDeviceWritable } from './save-each'
import { isBuilding } from './send-states'
import { markContentChanged, readState } from './sends'

type GfxCalls = Pick<
  Handlers<typeof deviceConfiguration>,
  'getGfx' | 'uploadGfx' | 'gfxContent' | 'gfxBuildLog' | 'gfxSendLog'
>
type Upload = ServiceCall<typeof deviceConfiguration.uploadGfx>

export const gfxInspections: Inspections<typeof deviceConfiguration> = { uploadGfx: inspectGfx }
export const gfxAdmissions: Admissions<typeof deviceConfiguration> = { uploadGfx: requireMayConfigure }

/** Requires the capability for one controller; for many, for at least one of them. */
function requireMayConfigure({ body, caller, world, require }: Pick<Upload, 'body' | 'caller' | 'world' | 'require'>) {
  const deviceIds = [...new Set(body.deviceIds)]
  if (deviceIds.length === 1) require(scopeOfDevice(world.store, deviceIds[0] ?? ''))
  else requireOnSomeDevice(world, caller, { capability: 'config.write', deviceIds })
}

/** Deletes unused bytes after an upload. */
const sweepJob = 'gfx.sweep'

export { sweepJob }

export const gfx: GfxCalls = {
  getGfx({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    return toGfx(readGfxFile(world, params.id))
  },

  gfxContent({ params, world, require }) {
    require(scopeOfDevice(world.store, params.id))
    return replyWith(undefined, { download: downloadOf(world, readGfxFile(world, params.id)) })
  },

  gfxBuildLog: (call) => logReply(call, 'gfx.build'),
  gfxSendLog: (call) => logReply(call, 'gfx'),

  uploadGfx(call) {
    const { body, world, touched } = call
    const { file, facts } = call.upload as { file: UploadedFile; facts: GfxFacts }
    const deviceIds = [...new Set(body.deviceIds)]
    const isOne = deviceIds.length === 1
    requireMayConfigure(call)
    if ('problem' in facts) return fail(4506, { errors: { file: facts.problem } })

    const data: ReturnType<typeof toGfx>[] = []
    const failed: EntityError[] = []
    for (const deviceId of deviceIds) {
      try {
        requireGfxChange(call, deviceId, facts.project)
        data.push(storeUpload(call, deviceId, { file, project: facts.project }))
      } catch (error) {
        if (isOne || !(error instanceof ApiError)) throw error
        failed.push(entityErrorOf(deviceId, error, 'gfx'))
      }
    }
    if (data.length > 0) storeBytes(world, file)
    world.jobs.schedule(sweepJob, world.clock.now(), {}, sweepJob)
    touched(...data.map(({ deviceId }) => deviceId))
    if (failed.length > 0) fail(4100, { entities: failed, data })
    return { data }
  },
}

/** Throws when a controller cannot accept this file, or not now. */
function requireGfxChange({ world, caller, consulted }: Upload, deviceId: string, { modelType }: GfxProject): void {
  const scope = scopeOfDevice(world.store, deviceId)
  const far = scope && reachOf(caller, 'config.write', scope)
  if (far === undefined) fail(4005)
  if (far === '-') fail(4003)
  requireDeviceWritable({ world, consulted }, deviceId)
  const device = world.store.get<{ model_type: string }>('SELECT model_type FROM device WHERE id = ?', deviceId)
  const state = readState(world.store, deviceId, 'gfx')
  if (!device || !state) return fail(4310)
  if (isBuilding(state.process_state)) fail(4504)
  if (modelType !== null && modelType.toUpperCase() !== device.model_type.toUpperCase()) {
    fail(4506, { errors: { file: 'errors.gfx.product' } })
  }
}

function storeUpload(
  { world, caller }: Upload,
  deviceId: string,
  { file, project }: { file: UploadedFile; project: GfxProject },
): ReturnType<typeof toGfx> {
  storeGfxFile(world, {
    device_id: deviceId,
    file_name: file.name,
    size: file.size,
    sha256: file.sha256,
    project_name: project.name,
    project_version: project.version,
    uploaded_at: world.clock.now(),
    uploaded_by: caller.fullName,
    flaw: project.flaw && JSON.stringify(project.flaw),
  })
  markContentChanged(world.store, deviceId, 'gfx')
  nameFile(world, deviceId, file)
  const state = readState(world.store, deviceId, 'gfx')
  if (state) beginBuild(world, state, file.name)
  return toGfx(readGfxFile(world, deviceId))
}

function nameFile({ store }: World, deviceId: string, { name, size }: UploadedFile): void {
  store.run(
    `UPDATE configuration_state SET file_name = ?, file_size = ? WHERE device_id = ? AND type = 'gfx'`,
    name,
    size,
    deviceId,
  )
}
