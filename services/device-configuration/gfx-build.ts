/**
 * Graphics are built before they can be sent (domain §5.1). Who builds them is behind the link of their controller, whose
 * reports move the build.
 */
import type { ProcessState } from '../contracts/site'
import type { World } from '../kit/world'
import type { BuildReport } from '../link/port'
import { isBuilding, isBuildTransition } from './send-states'
import { logBuild, readState, type SendStateRecord } from './sends'

/** Requests the build of a newly uploaded file. */
export function beginBuild(world: World, row: SendStateRecord, fileName: string): void {
  move(world, row, 'initiated')
  logBuild(world, row, { code: 'INITIATED', message: `The build of ${fileName} was requested.`, step: 'queue' })
  world.links.of(row.device_id).buildQueued(row.device_id, row.content_version)
}

/** The states of a build that succeeds, in their order. */
const course: readonly ProcessState[] = ['initiated', 'queued', 'inProgress', 'completed']

/** Moves a build as its link reports. That of an earlier file, and one that is over, are not moved. */
export function recordBuildReport(world: World, deviceId: string, report: BuildReport): void {
  const row = readState(world.store, deviceId, 'gfx')
  if (!row || row.content_version !== report.version || !isBuilding(row.process_state)) return
  if (report.is === 'line')
    return logBuild(world, row, { code: 'STEP_DONE', message: report.message, step: report.step })
  if (report.is === 'failed') {
    move(world, advance(world, row, 'inProgress'), 'failed')
    const { message, step } = report
    return logBuild(world, row, { level: 'error', code: 'BUILD_FAILED', message, step })
  }
  const to = { queued: 'queued', started: 'inProgress', completed: 'completed' } as const
  if (advance(world, row, to[report.is]).process_state === row.process_state) return
  if (report.is === 'queued') logBuild(world, row, { code: 'QUEUED', message: 'The build is queued.', step: 'queue' })
  if (report.is === 'completed')
    logBuild(world, row, { code: 'COMPLETED', message: 'The graphics are built and can be sent.', step: 'package' })
}

/** Moves a build forward through every state up to one; returns it as it is then. */
function advance(world: World, row: SendStateRecord, to: ProcessState): SendStateRecord {
  let current = row
  const from = course.indexOf(row.process_state ?? 'initiated')
  for (const state of course.slice(from + 1, course.indexOf(to) + 1)) {
    move(world, current, state)
    current = { ...current, process_state: state }
  }
  return current
}

function move({ store }: World, row: SendStateRecord, to: ProcessState): void {
  if (!isBuildTransition(row.process_state, to)) throw new Error(`A build cannot go from ${row.process_state} to ${to}`)
  store.run(`UPDATE configuration_state SET process_state = ? WHERE device_id = ? AND type = 'gfx'`, to, row.device_id)
}
