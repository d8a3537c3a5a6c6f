/**
 * Live values on subscription: a lease that every call renews, with a counter of reported changes, the same for all
 * clients that poll it (domain §4.4).
 */
import { randomUUID } from 'node:crypto'
import type { PointValue } from '../../contracts/points'
import type { site } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import type { Handlers } from '../../kit/call'
import type { Caller } from '../../kit/caller'
import { timestamp } from '../../kit/clock'
import { languageFrom, messages, type ServiceLanguage } from '../../kit/messages'
import { scopeOfDevice } from '../../kit/scope'
import type { Store } from '../../kit/store'
import type { World } from '../../kit/world'
import { isConnected } from '../../link/presence'
import { ensurePoints } from './model-objects'
import type { HostRecord, PointReadings, PointRecord } from './values'
import { pointValues, readHost, readPoints } from './values'

type Subscriptions = Pick<Handlers<typeof site>, 'subscribe' | 'unsubscribe' | 'enumeratePoints'>

const perOwner = 20
const maxPointsPerSubscription = 200
const sweepEveryMs = 30_000
const sweepJob = 'subscription.sweep'
/** Poll interval of a long-polling call, in ms of wall time. */
const pollIntervalMs = 200

export const subscriptions: Subscriptions = {
  async subscribe({ body, world, caller, headers, require }) {
    require(scopeOfDevice(world.store, body.deviceId))
    ensurePoints(world, body.deviceId)
    const host = readHost(world, body.deviceId) ?? fail(4005)
    if (!host.onboarded) fail(4304)
    const known = body.subscriptionId ? followedIds(world.store, body.subscriptionId) : []
    const readings = await readPoints(world, pointsOf(world.store, host.id, [...known, ...body.pointIds]))
    return world.store.transaction(() => {
      const id = body.subscriptionId
        ? extend(world, caller, { id: body.subscriptionId, deviceId: host.id, leaseSec: body.leaseSec })
        : open(world, caller, { deviceId: host.id, leaseSec: body.leaseSec })
      const rejected = addPoints(world, host, { id, pointIds: body.pointIds }, languageFrom(headers['accept-language']))
      scheduleSweep(world)
      const { cursor, values } = reportValues(world, host, { id, readings })
      return {
        subscriptionId: id,
        deviceId: host.id,
        leaseSec: body.leaseSec,
        expiresAt: timestamp(world.clock.now() + body.leaseSec * 1000),
        cursor: String(cursor),
        points: values.map(({ value }) => value),
        rejected,
      }
    })
  },

  unsubscribe({ body, world, caller, require }) {
    require(scopeOfDevice(world.store, body.deviceId))
    const { store } = world
    const mine = store.get(
      'SELECT 1 FROM subscription WHERE id = ? AND device_id = ? AND owner = ?',
      body.subscriptionId,
      body.deviceId,
      ownerOf(caller),
    )
    if (mine && body.pointIds) {
      store.run(
        'DELETE FROM subscription_point WHERE subscription_id = ? AND point_id IN (SELECT value FROM json_each(?))',
        body.subscriptionId,
        JSON.stringify(body.pointIds),
      )
    } else if (mine) {
      store.run('DELETE FROM subscription WHERE id = ?', body.subscriptionId)
    }
    return null
  },

  async enumeratePoints({ params, query, world, caller, require }) {
    require(scopeOfDevice(world.store, params.id))
    const question = { id: params.subscriptionId, deviceId: params.id, since: query.cursor }
    const until = Date.now() + query.waitMs
    for (;;) {
      const reply = await poll(world, caller, question)
      if (reply.points.length > 0 || query.cursor === undefined || Date.now() >= until) return reply
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
    }
  },
}

/** Throws 4604 unless the caller is subscribed to the point. */
export function requireSubscribed(
  { store, clock }: World,
  caller: Caller,
  { subscriptionId, pointId }: { subscriptionId: string; pointId: string },
): void {
  const row = store.get(
    `SELECT 1 FROM subscription JOIN subscription_point ON subscription_id = id
     WHERE id = ? AND owner = ? AND expires_at > ? AND point_id = ?`,
    subscriptionId,
    ownerOf(caller),
    clock.now(),
    pointId,
  )
  if (!row) fail(4604)
}

/** Registers the job that deletes expired leases while there are any. */
export function registerSubscriptionSweep(world: World): void {
  world.jobs.onRealTime(sweepJob, (_payload, at) => {
    world.store.run('DELETE FROM subscription WHERE expires_at <= ?', at)
    if (world.store.get('SELECT 1 FROM subscription LIMIT 1')) {
      world.jobs.schedule(sweepJob, at + sweepEveryMs, null, sweepJob)
    }
  })
}

function scheduleSweep({ store, jobs, clock }: World): void {
  if (store.get('SELECT 1 FROM job WHERE id = ?', sweepJob)) return
  jobs.schedule(sweepJob, clock.now() + sweepEveryMs, null, sweepJob)
}

const ownerOf = ({ issuer, subject }: Caller) => `${issuer} ${subject}`

interface Lease {
  deviceId: string
  leaseSec: number
}

function open({ store, clock }: World, caller: Caller, { deviceId, leaseSec }: Lease): string {
  const owner = ownerOf(caller)
  const now = clock.now()
  const { n } = store.get<{ n: number }>(
    'SELECT count(*) AS n FROM subscription WHERE owner = ? AND expires_at > ?',
    owner,
    now,
  ) ?? { n: 0 }
  if (n >= perOwner) fail(4011, { retryAfterSeconds: sweepEveryMs / 1000 })
  const id = randomUUID()
  store.run(
    'INSERT INTO subscription (id, device_id, owner, lease_sec, expires_at) VALUES (?,?,?,?,?)',
    id,
    deviceId,
    owner,
    leaseSec,
    now + leaseSec * 1000,
  )
  return id
}

function extend({ store, clock }: World, caller: Caller, { id, deviceId, leaseSec }: Lease & { id: string }): string {
  const now = clock.now()
  const changed = store.run(
    `UPDATE subscription SET lease_sec = ?, expires_at = ?
     WHERE id = ? AND device_id = ? AND owner = ? AND expires_at > ?`,
    leaseSec,
    now + leaseSec * 1000,
    id,
    deviceId,
    ownerOf(caller),
    now,
  )
  if (!changed) fail(4604)
  return id
}

/** Adds points to a subscription; points of other controllers are rejected by name. */
function addPoints(
  { store }: World,
  host: HostRecord,
  { id, pointIds }: { id: string; pointIds: readonly string[] },
  language: ServiceLanguage,
) {
  const own = new Set(
    store
      .all<{ id: string }>(
        'SELECT id FROM point WHERE device_id = ? AND id IN (SELECT value FROM json_each(?))',
        host.id,
        JSON.stringify(pointIds),
      )
      .map((row) => row.id),
  )
  const { n: existing } = store.get<{ n: number }>(
    'SELECT count(*) AS n FROM subscription_point WHERE subscription_id = ?',
    id,
  ) ?? { n: 0 }
  const ownPoints = [...new Set(pointIds)].filter((pointId) => own.has(pointId))
  if (existing + ownPoints.length > maxPointsPerSubscription)
    fail(4000, { errors: { pointIds: 'errors.points.tooMany' } })
  for (const [at, pointId] of ownPoints.entries()) {
    store.run(
      `INSERT INTO subscription_point (subscription_id, position, point_id, reported) VALUES (?,?,?,'null')
       ON CONFLICT DO NOTHING`,
      id,
      existing + at,
      pointId,
    )
  }
  return [...new Set(pointIds)]
    .filter((pointId) => !own.has(pointId))
    .map((pointId) => ({ pointId, message: messages[4005][language] }))
}

interface PollQuery {
  id: string
  deviceId: string
  since: string | undefined
}

/** Renews the lease and returns the changes since the cursor; everything without one. */
async function poll(world: World, caller: Caller, { id, deviceId, since }: PollQuery) {
  const isOwn = world.store.get('SELECT 1 FROM subscription WHERE id = ? AND device_id = ?', id, deviceId)
  const points = isOwn ? pointsOf(world.store, deviceId, followedIds(world.store, id)) : []
  const readings = await readPoints(world, points)
  return world.store.transaction(() => {
    const { lease_sec } = world.store.get<{ lease_sec: number }>(
      'SELECT lease_sec FROM subscription WHERE id = ?',
      id,
    ) ?? {
      lease_sec: 0,
    }
    extend(world, caller, { id, deviceId, leaseSec: lease_sec })
    const host = readHost(world, deviceId) ?? fail(4005)
    const { cursor, values } = reportValues(world, host, { id, readings })
    return {
      subscriptionId: id,
      cursor: String(cursor),
      expiresAt: timestamp(world.clock.now() + lease_sec * 1000),
      deviceConnected: isConnected(host, world.clock.now()),
      points: values.filter(({ seq }) => since === undefined || seq > Number(since)).map(({ value }) => value),
    }
  })
}

const followedIds = (store: Store, subscriptionId: string) =>
  store
    .all<{ id: string }>('SELECT point_id AS id FROM subscription_point WHERE subscription_id = ?', subscriptionId)
    .map(({ id }) => id)

const pointsOf = (store: Store, deviceId: string, ids: readonly string[]) =>
  store.all<PointRecord>(
    'SELECT * FROM point WHERE device_id = ? AND id IN (SELECT value FROM json_each(?))',
    deviceId,
    JSON.stringify(ids),
  )

interface FollowedRow extends PointRecord {
  reported: string
  seq: number
}

/** Records the current values as reported where they differ enough from the last report. */
function reportValues(
  world: World,
  host: HostRecord,
  { id, readings }: { id: string; readings: PointReadings },
): { cursor: number; values: { value: PointValue; seq: number }[] } {
  const { store } = world
  const rows = store.all<FollowedRow>(
    `SELECT point.*, reported, seq FROM subscription_point JOIN point ON point.id = point_id
     WHERE subscription_id = ? ORDER BY position, point.id`,
    id,
  )
  let { seq: cursor } = store.get<{ seq: number }>('SELECT seq FROM subscription WHERE id = ?', id) ?? { seq: 0 }
  const values = pointValues(world, host, { points: rows, readings }).map((value, at) => {
    const row = rows[at]
    const before = row && (JSON.parse(row.reported) as PointValue | null)
    if (!row || (before && !differs(before, value, row.cov_increment))) {
      return { value: before ?? value, seq: row?.seq ?? 0 }
    }
    // The first report of a point is the starting value, not a change.
    const seq = before || cursor > 0 ? ++cursor : 0
    store.run(
      'UPDATE subscription_point SET reported = ?, seq = ? WHERE subscription_id = ? AND point_id = ?',
      JSON.stringify(value),
      seq,
      id,
      row.id,
    )
    return { value, seq }
  })
  store.run('UPDATE subscription SET seq = ? WHERE id = ?', cursor, id)
  return { cursor, values }
}

/** Whether a change is reported: by the COV increment of the point, its commands, or its reliability. */
function differs(before: PointValue, after: PointValue, increment: number): boolean {
  if (before.quality !== after.quality || before.activePriority !== after.activePriority) return true
  const comparable = ({ override, statusFlags }: PointValue) => JSON.stringify([override, statusFlags])
  if (comparable(before) !== comparable(after)) return true
  if (typeof before.presentValue === 'number' && typeof after.presentValue === 'number') {
    const step = Math.abs(after.presentValue - before.presentValue)
    return step > 0 && step >= increment - 1e-9
  }
  return before.presentValue !== after.presentValue
}
