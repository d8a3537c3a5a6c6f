/** Schedules of a host: listed, read and replaced as one document (spec §7, domain §3). */
import type { operations } from '../../contracts/operations'
import { checkDocument, isAboutTargets } from '../../contracts/schedule-checks'
import type { ScheduleDocument, ScheduleTarget } from '../../contracts/schedules'
import { fail } from '../../kit/api-error'
import type { Handlers } from '../../kit/call'
import { requestedETag, requireCurrent } from '../../kit/etag'
import { isArchived } from '../../kit/require-on-some-device'
import type { Store } from '../../kit/store'
import { deviceInstanceOf } from '../../link/device-instance'
import { completeDocument } from './complete'
import { ofController, problemsOfChanges } from './controller-save'
import { findSchedules, scheduleDocuments } from './listed'
import { findHost, replaceDocument, type ScheduleHost, toScheduleDocument } from './records'
import { toScheduleSummary } from './summary'

type Contract = Pick<
  typeof operations,
  'listSchedules' | 'getSchedules' | 'saveSchedules' | 'findSchedules' | 'scheduleDocuments'
>

export const schedules: Handlers<Contract> = {
  findSchedules,
  scheduleDocuments,

  /** A controller that is not onboarded has none. */
  listSchedules({ params, world, require }) {
    const host = findHost(world, params.id)
    require(host?.scope)
    const data = host ? host.schedules.map((schedule) => toScheduleSummary(host, schedule, world.clock.now())) : []
    return { data, totalCount: data.length }
  },

  getSchedules({ params, world, require }) {
    const host = findHost(world, params.id)
    require(host?.scope)
    return withPoints(world.store, onboarded(host), toScheduleDocument(onboarded(host), world.clock.now()))
  },

  saveSchedules({ params, body, headers, caller, world, require, touched }) {
    const { store, clock } = world
    const match = findHost(world, params.hostId)
    require(match?.scope)
    const host = onboarded(match)
    if (isArchived(world, host.scope.customerId)) fail(4202)
    requireReadVersion(host, { basedOn: requestedETag(body.eTag, headers['if-match']), now: clock.now() })
    if (!world.links.of(host.deviceId).can.has('schedules')) fail(4310)
    const completed = completeDocument(body)
    const document = host.onController ? ofController(host, completed) : completed
    const deviceInstance = deviceInstanceOf(world, host.deviceId)
    const checked = checkDocument(document, (target) => mayCommand(store, host, target, deviceInstance))
    const { warnings } = checked
    const problems = host.onController
      ? problemsOfChanges(host, document, checked.problems, host.onController)
      : checked.problems
    if (Object.keys(problems).length) fail(isAboutTargets(problems) ? 4803 : 4801, { errors: problems })
    const by = { id: caller.records.get(host.scope.tenantId) ?? caller.subject, fullName: caller.fullName }
    // A target that names this controller is stored as one of its own objects, independent of its instance.
    for (const target of document.schedules.flatMap((schedule) => schedule.listOfObjectPropertyReferences))
      target.deviceInstance = null
    replaceDocument(world, host, { ...document, syncState: 'pendingSend', by })
    world.links.of(host.deviceId).schedulesSaved(host.deviceId)
    touched(host.deviceId)
    return toScheduleDocument(onboarded(findHost(world, host.deviceId)), clock.now(), warnings)
  },
}

/** Returns a document with the points that the targets of another maker's controller are: the controller knows none. */
function withPoints(store: Store, { deviceId, onController }: ScheduleHost, document: ScheduleDocument) {
  if (!onController) return document
  const pointIdOf = ({ objectType, objectInstance }: ScheduleTarget) =>
    store.get<{ id: string }>(
      'SELECT id FROM point WHERE device_id = ? AND object_type = ? AND object_instance = ?',
      deviceId,
      objectType,
      objectInstance,
    )?.id ?? null
  return {
    ...document,
    schedules: document.schedules.map((schedule) => ({
      ...schedule,
      listOfObjectPropertyReferences: schedule.listOfObjectPropertyReferences.map((target) =>
        target.deviceInstance == null ? { ...target, pointId: pointIdOf(target) } : target,
      ),
    })),
  }
}

const onboarded = (host: ScheduleHost | undefined): ScheduleHost => (host?.hostId ? host : fail(4304))

/**
 * Changes made on the controller are not overwritten unseen (4802); a document only replaces the version that was read
 * (4009, 4010).
 */
function requireReadVersion(host: ScheduleHost, { basedOn, now }: { basedOn: string | undefined; now: number }): void {
  const current = toScheduleDocument(host, now)
  if (host.syncState === 'deviceChanged' && basedOn !== host.eTag) fail(4802, { current, currentETag: host.eTag })
  requireCurrent({ body: basedOn, ifMatch: undefined, current, required: true })
}

/**
 * Whether a target may be commanded: an object of the controller that runs the schedule, never of another. A point must
 * be commandable; an object without a point is accepted.
 */
function mayCommand(
  store: Store,
  { deviceId }: ScheduleHost,
  { pointId, deviceInstance }: ScheduleTarget,
  ownInstance: number,
): boolean {
  if (deviceInstance != null && deviceInstance !== ownInstance) return false
  if (!pointId) return true
  const point = store.get<{ device_id: string; is_writable: number }>(
    'SELECT device_id, is_writable FROM point WHERE id = ?',
    pointId,
  )
  return point?.device_id === deviceId && point.is_writable === 1
}
