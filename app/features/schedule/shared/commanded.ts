/** Which points a schedule commands. */
import type { Point } from '#contracts/points'
import type { ScheduleTarget } from '#contracts/schedules'

/** Whether a target is a point of the controller that runs the schedule. */
export const isCommandedBy = (
  { pointId, deviceInstance, objectType, objectInstance }: ScheduleTarget,
  point: Pick<Point, 'id' | 'objectType' | 'objectInstance'>,
): boolean =>
  pointId
    ? pointId === point.id
    : deviceInstance == null && objectType === point.objectType && objectInstance === point.objectInstance
