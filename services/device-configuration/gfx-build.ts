/**
 * Graphics are built before they can be sent: unzip, validate, compile, package, each with its duration (domain §5.1,
 * §12.2).
 */
import type { ProcessState } from '../contracts/site'
import { prng, seedOf } from '../kit/deterministic'
import type { World } from '../kit/world'
import { type BuildStep, buildSteps, type GfxProject } from './gfx-project'
import { isBuildTransition } from './send-states'
import { logBuild, readState, type SendStateRecord } from './sends'

type Moment = 'queue' | BuildStep | 'end'
const moments: readonly Moment[] = ['queue', ...buildSteps, 'end']

const stepMessages = {
  unzip: 'The archive was unpacked.',
  validate: 'Main.xml and its pages are valid.',
  compile: 'The pages were compiled.',
  package: 'The program was packaged for the controller.',
} as const satisfies Record<BuildStep, string>

/** Starts the build of a newly uploaded file. */
export function beginBuild(world: World, row: SendStateRecord, fileName: string): void {
  move(world, row, 'initiated')
  logBuild(world, row, { code: 'INITIATED', message: `The build of ${fileName} was requested.`, step: 'queue' })
  schedule(world, row, 'queue')
}

/** Registers the jobs of builds. */
export function registerBuilds(world: World): void {
  world.jobs.on<{ deviceId: string; moment: Moment; version: number }>('gfx.build', (job) => {
    const row = readState(world.store, job.deviceId, 'gfx')
    if (!row || row.content_version !== job.version) return
    if (job.moment === 'queue') {
      move(world, row, 'queued')
      logBuild(world, row, { code: 'QUEUED', message: 'The build is queued.', step: 'queue' })
    } else if (job.moment === 'end') {
      move(world, row, 'completed')
      logBuild(world, row, { code: 'COMPLETED', message: 'The graphics are built and can be sent.', step: 'package' })
      return
    } else if (!step(world, row, job.moment)) return
    schedule(world, row, moments[moments.indexOf(job.moment) + 1] ?? 'end')
  })
}

/** Runs one step; returns false when the build fails in it. */
function step(world: World, row: SendStateRecord, name: BuildStep): boolean {
  if (name === 'unzip') move(world, row, 'inProgress')
  const flaw = flawOf(world, row.device_id)
  if (flaw?.step !== name) {
    logBuild(world, row, { code: 'STEP_DONE', message: stepMessages[name], step: name })
    return true
  }
  move(world, { ...row, process_state: 'inProgress' }, 'failed')
  logBuild(world, row, { level: 'error', code: 'BUILD_FAILED', message: flaw.message, step: name })
  return false
}

function flawOf({ store }: World, deviceId: string): GfxProject['flaw'] {
  const row = store.get<{ flaw: string | null }>('SELECT flaw FROM gfx_file WHERE device_id = ?', deviceId)
  return row?.flaw ? (JSON.parse(row.flaw) as GfxProject['flaw']) : null
}

/**
 * Schedules the next moment: 0.2 s until queued, 1 s in the queue, then 3 to 10 s of work, ±20 %, always the same for
 * the same file.
 */
function schedule({ jobs, clock }: World, row: SendStateRecord, moment: Moment): void {
  const random = prng(seedOf(`${row.device_id}/build/${row.content_version}`))
  const jitter = () => 0.8 + random() * 0.4
  const [initiated, queued, work] = [200 * jitter(), 1000 * jitter(), 3000 + random() * 7000]
  const wait = moment === 'queue' ? initiated : moment === 'unzip' ? queued : work / buildSteps.length
  const payload = { deviceId: row.device_id, moment, version: row.content_version }
  jobs.schedule('gfx.build', clock.now() + wait, payload, `gfx.build:${row.device_id}`)
}

function move({ store }: World, row: SendStateRecord, to: ProcessState): void {
  if (!isBuildTransition(row.process_state, to)) throw new Error(`A build cannot go from ${row.process_state} to ${to}`)
  store.run(`UPDATE configuration_state SET process_state = ? WHERE device_id = ? AND type = 'gfx'`, to, row.device_id)
}
