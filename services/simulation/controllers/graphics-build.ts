/** How graphics are built for simulated controllers: unzip, validate, compile, package, each with its duration (domain §5.1, §12.2). */
import { type BuildStep, buildSteps, type GfxProject } from '../../device-configuration/gfx-project'
import { prng, seedOf } from '../../kit/deterministic'
import type { World } from '../../kit/world'
import { reportsOf } from '../fleet/reports'

type Moment = 'queue' | BuildStep | 'end'
const moments: readonly Moment[] = ['queue', ...buildSteps, 'end']

const stepMessages = {
  unzip: 'The archive was unpacked.',
  validate: 'Main.xml and its pages are valid.',
  compile: 'The pages were compiled.',
  package: 'The program was packaged for the controller.',
} as const satisfies Record<BuildStep, string>

interface BuildJob {
  deviceId: string
  moment: Moment
  version: number
}

/** Starts the build of a version of a controller's graphics. */
export const startBuild = (world: World, deviceId: string, version: number): void =>
  schedule(world, { deviceId, version, moment: 'queue' })

/** Registers the job of builds. */
export function registerBuilds(world: World): void {
  world.jobs.on<BuildJob>('gfx.build', (job) => {
    const { deviceId, moment, version } = job
    const events = reportsOf(world)
    if (moment === 'queue') events.buildProgress(deviceId, { version, is: 'queued' })
    else if (moment === 'end') return events.buildProgress(deviceId, { version, is: 'completed' })
    else {
      if (moment === 'unzip') events.buildProgress(deviceId, { version, is: 'started' })
      const flaw = flawOf(world, deviceId)
      if (flaw?.step === moment)
        return events.buildProgress(deviceId, { version, is: 'failed', step: moment, message: flaw.message })
      events.buildProgress(deviceId, { version, is: 'line', step: moment, message: stepMessages[moment] })
    }
    schedule(world, { ...job, moment: moments[moments.indexOf(moment) + 1] ?? 'end' })
  })
}

function flawOf({ store }: World, deviceId: string): GfxProject['flaw'] {
  const row = store.get<{ flaw: string | null }>('SELECT flaw FROM gfx_file WHERE device_id = ?', deviceId)
  return row?.flaw ? (JSON.parse(row.flaw) as GfxProject['flaw']) : null
}

/**
 * Schedules the next moment: 0.2 s until queued, 1 s in the queue, then 3 to 10 s of work, ±20 %, always the same for
 * the same file.
 */
function schedule({ jobs, clock }: World, job: BuildJob): void {
  const { deviceId, moment, version } = job
  const random = prng(seedOf(`${deviceId}/build/${version}`))
  const jitter = () => 0.8 + random() * 0.4
  const [initiated, queued, work] = [200 * jitter(), 1000 * jitter(), 3000 + random() * 7000]
  const wait = moment === 'queue' ? initiated : moment === 'unzip' ? queued : work / buildSteps.length
  jobs.schedule('gfx.build', clock.now() + wait, job, `gfx.build:${deviceId}`)
}
