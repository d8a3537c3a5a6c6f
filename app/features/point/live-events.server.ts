/**
 * The events of one stream: values as they change, in the words and units of its reader, all of them again every minute,
 * and what keeps them from arriving. A slow reader receives only the latest value of each point.
 */
import type { PointValue } from '#contracts/points'
import type { Reader } from '~/backend/reader.server'
import { unitSystemOf } from '~/backend/tenant-user'
import { log } from '~/door/log.server'
import type { Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { identityOf } from '~/trail/actor.server'
import { formatsFor } from '~/ui/format'
import type { FollowedPoint } from './followed-points.server'
import type { LiveTrouble, LiveValue } from './shared/live'
import { type FeedTrouble, follow } from './shared/live.server'
import { pointBadges, qualityWord } from './shared/states'
import { pointValueText } from './shared/value'

/** Intervals in ms: of looking at the session and the rights, of a comment on a silent line, and of all values again. */
const checkMs = 5_000
const heartbeatMs = 15_000
const allValuesMs = 60_000
/** Time a browser waits before it reconnects, in ms. */
const reconnectMs = 3_000
/** Failed calls in a row from which the page reads itself again, instead of waiting for this service. */
const attemptsUntilPolled = 3

interface LiveEvents {
  reader: Reader
  at: Place
  points: ReadonlyMap<string, FollowedPoint>
  /** Aborted when the console stops. */
  stopping: AbortSignal
  /** Returns the reader with the session and the rights of now. Rejects with a response once there are none. */
  again(): Promise<Reader>
}

/** Returns the response, which starts to follow the points when its body is read. */
export function liveEvents(live: LiveEvents): Response {
  let session: LiveSession | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      session = new LiveSession(live, controller)
    },
    pull: () => session?.flush(),
    cancel: () => session?.cancel(),
  })
  return eventResponse(body)
}

/** Returns a response of events that no proxy keeps back. */
export function eventResponse(body: BodyInit): Response {
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
}

class LiveSession {
  private readonly pending = new Map<string, PointValue>()
  private readonly latest = new Map<string, PointValue>()
  private readonly leave: readonly (() => Promise<void>)[]
  private readonly timers: readonly NodeJS.Timeout[]
  private writtenAtMs = 0
  private isOver = false
  private isCancelled = false

  constructor(
    private readonly live: LiveEvents,
    private readonly controller: ReadableStreamDefaultController<Uint8Array>,
  ) {
    const { reader, at, points, stopping, again } = live
    this.write(`retry: ${reconnectMs}\n\n`)
    const person = identityOf(reader.session.person) ?? reader.session.id
    this.leave = [...pointsByController(points)].map(([deviceId, pointIds]) =>
      follow({
        at: { tenantId: at.tenantId, customerId: at.customerId, deviceId },
        person,
        pointIds,
        reader: again,
        onValues: (values) => this.receive(values),
        onTrouble: (trouble, attempts) => this.report(trouble, { attempts, pointIds }),
      }),
    )
    this.timers = [
      setInterval(() => this.check(), checkMs),
      setInterval(() => this.keepAlive(), heartbeatMs),
      setInterval(() => this.receive([...this.latest.values()]), allValuesMs),
    ].map((timer) => timer.unref())
    stopping.addEventListener('abort', this.stop)
  }

  /** Writes what has changed, unless the reader is still at what was written before. */
  flush(): void {
    if (this.isOver || this.pending.size === 0 || (this.controller.desiredSize ?? 0) <= 0) return
    const values = [...this.pending.values()]
    this.pending.clear()
    this.write(eventText('values', this.texts(values)))
  }

  /** Ends the stream after its reader has left. */
  async cancel(): Promise<void> {
    this.isCancelled = true
    await this.leaveAll()
  }

  /** Ends the stream with a last event, for the script of the page. */
  private async end(reason: 'session' | 'stopping'): Promise<void> {
    if (this.isOver) return
    await this.leaveAll()
    if (this.isCancelled) return
    this.write(eventText('ended', { reason }))
    this.controller.close()
  }

  private async leaveAll(): Promise<void> {
    if (this.isOver) return
    this.isOver = true
    for (const timer of this.timers) clearInterval(timer)
    this.live.stopping.removeEventListener('abort', this.stop)
    await Promise.all(this.leave.map((one) => one()))
  }

  private readonly stop = () => void this.end('stopping')

  private receive(values: readonly PointValue[]): void {
    for (const value of values) {
      this.latest.set(value.pointId, value)
      this.pending.set(value.pointId, value)
    }
    this.flush()
  }

  private report(
    trouble: FeedTrouble,
    { attempts, pointIds }: { attempts: number; pointIds: ReadonlySet<string> },
  ): void {
    if (this.isOver) return
    for (const id of pointIds) {
      this.pending.delete(id)
      this.latest.delete(id)
    }
    const isStale = trouble === 'silent'
    const said = isStale ? translator(this.live.reader.language)('main:pointLive.unheard') : ''
    const isPolled = !isStale || attempts >= attemptsUntilPolled
    this.write(eventText('trouble', { pointIds: [...pointIds], isStale, said, isPolled } satisfies LiveTrouble))
  }

  private async check(): Promise<void> {
    try {
      await this.live.again()
    } catch (error) {
      if (!(error instanceof Response)) log().error({ err: error }, 'a stream of events ended')
      await this.end('session')
    }
  }

  /** A comment shows proxies that the connection is in use. */
  private keepAlive(): void {
    if (performance.now() - this.writtenAtMs >= heartbeatMs / 2 && (this.controller.desiredSize ?? 0) > 0)
      this.write(': \n\n')
  }

  private write(text: string): void {
    this.writtenAtMs = performance.now()
    this.controller.enqueue(encoder.encode(text))
  }

  private texts(values: readonly PointValue[]): LiveValue[] {
    const { reader, at, points } = this.live
    const t = translator(reader.language)
    const unit = unitSystemOf(reader.person, at.tenantId)
    const format = formatsFor({ language: reader.language, unit, timeZone: 'UTC' })
    const now = new Date().toISOString()
    return values.flatMap((value) => {
      const point = points.get(value.pointId)
      if (!point) return []
      const distance = format.distance(value.timestamp, now)
      const { inAlarm, fault, overridden } = value.statusFlags
      const status = { isInAlarm: inAlarm, isFaulty: fault, isLocalOverride: overridden, override: value.override }
      return [
        {
          pointId: value.pointId,
          value: value.presentValue,
          text: pointValueText({ t, format }, point.format, value.presentValue),
          isOld: value.quality !== 'good',
          said: qualityWord(t, value.quality),
          states: pointBadges(t, status),
          automatic: t('main:point.automatic'),
          level: value.activePriority,
          at: value.timestamp,
          when: distance ? t(`time.${distance.tense}`, { span: distance.span }) : '',
        },
      ]
    })
  }
}

const encoder = new TextEncoder()

const eventText = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

function pointsByController(points: LiveEvents['points']): Map<string, Set<string>> {
  const byController = new Map<string, Set<string>>()
  for (const [id, { deviceId }] of points) {
    const ids = byController.get(deviceId) ?? new Set()
    byController.set(deviceId, ids.add(id))
  }
  return byController
}
