/**
 * Values for a drawing that requests them again and again: its points are followed from the first request until some
 * seconds after the last one.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { PointValue } from '#contracts/points'
import { type Follower, follow } from '~/features/point/shared/live.server'

/** Time after the last request until the points are let go, and maximum wait for their first values, in ms. */
const visitMs = 15_000
const firstValuesMs = 8_000

interface Visit {
  pointIds: ReadonlySet<string>
  values: Map<string, PointValue>
  first: Promise<unknown>
  leave(): Promise<void>
  timer: NodeJS.Timeout | undefined
}

const visits = new Map<string, Visit>()

/** Returns the latest values of the points by id, with a quality other than good while their service is in trouble. */
export async function visitPoints(
  follower: Omit<Follower, 'onValues' | 'onTrouble'>,
): Promise<ReadonlyMap<string, PointValue>> {
  const key = [follower.person, follower.at.tenantId, follower.at.customerId, follower.at.deviceId].join(' ')
  let visit = visits.get(key)
  if (!visit || ![...follower.pointIds].every((id) => visit?.pointIds.has(id))) {
    end(key)
    visit = begin(follower)
    visits.set(key, visit)
  }
  clearTimeout(visit.timer)
  visit.timer = setTimeout(() => end(key), visitMs).unref()
  if (follower.pointIds.size > 0) await Promise.race([visit.first, pause(firstValuesMs, undefined, { ref: false })])
  return visit.values
}

function begin(follower: Omit<Follower, 'onValues' | 'onTrouble'>): Visit {
  const values = new Map<string, PointValue>()
  let leave: Visit['leave'] = async () => {}
  const first = new Promise<void>((resolve) => {
    leave = follow({
      ...follower,
      onValues(changed) {
        for (const value of changed) values.set(value.pointId, value)
        resolve()
      },
      onTrouble() {
        for (const [id, value] of values) values.set(id, { ...value, quality: 'stale' })
        resolve()
      },
    })
  })
  return { pointIds: follower.pointIds, values, first, leave, timer: undefined }
}

function end(key: string): void {
  const visit = visits.get(key)
  if (!visit) return
  visits.delete(key)
  clearTimeout(visit.timer)
  void visit.leave()
}
