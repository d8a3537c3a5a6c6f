/** One object of a controller: what was heard of it last, and which samples of it were reported. */
import type { Value } from '../../contracts/points'
import type { Measurement, PointFlags, PointLevel, PointReading, PointRef } from '../../link/port'
import type { CovHandle } from '../client/cov-subscriptions'
import type { PropertyResult } from '../client/multiple-reader'
import { maxInstance, type ObjectId } from '../encoding/primitives'
import type { PropertyValue } from '../encoding/property-values'
import type { Primitive } from '../encoding/values'
import type { PropertyName } from '../property-ids'
import { isAbsent, isUnanswered } from '../refusals'
import {
  commandOf,
  flagsOfBits,
  numberOf,
  type PointObject,
  pointObjectOf,
  pointValueOf,
  primitiveOf,
  reliabilityName,
  scaled,
  unitPropertiesOf,
  unitScaleIn,
} from './point-objects'
import type { UnitScale } from './units'

/** A point that changes is polled this often where the device does not notify; one that does not, less and less. */
export const minPollMs = 30_000
const maxPollMs = 300_000
/** A subscription that the device refused, or that does not work, is tried again after this time. */
export const retrySubscriptionMs = 600_000
/** Samples of one point are reported at most this often. */
const sampleMs = 60_000
/** A subscription of which nothing is heard by then does not work. */
const firstNotificationMs = 10_000
/** A notification may arrive before the confirmation of its subscription. */
const earlyNotificationMs = 5_000
/** A subscription that missed so many changes does not work: the point is polled. */
const maxMisses = 2
/** Another client may write a level that does not change the value. */
const levelsFreshMs = 10_000
/**
 * Levels are read when the value changes: at first after ten seconds, and less often where only the value of a level
 * changes, as where a program commands a valve; and without a change every five minutes.
 */
const minLevelsMs = 10_000
const maxMovingLevelsMs = 120_000
const maxLevelsMs = 300_000

const isSilent = (result: PropertyResult) => 'failure' in result && isUnanswered(result.failure)

/** What had been heard of a point when a reading of it began: what is heard during the reading is newer. */
export interface ReadingMark {
  /** Its place among the readings of the point, by when they began. */
  place: number
  notifications: number
  /** Own writes that were over. */
  writes: number
}

type Sample = Pick<Measurement, 'value' | 'quality'>

export class RemotePoint {
  readonly ref: PointRef
  readonly object: ObjectId
  readonly type: PointObject
  /** Whether its values are kept. */
  isWatched = false
  /** Milliseconds at which it was requested last. */
  requestedAt = 0
  /** When it is polled next. */
  pollAt = 0
  /** When a subscription is tried next; infinite for one that exists. */
  subscribeAt = 0
  subscription: CovHandle | null = null
  /** When its value was compared last with what it notified of. */
  comparedAt = 0
  /** Whether its priority array does not fit in one answer. */
  needsSlots = false
  /** The reading of its value and its levels that is under way. */
  pending: Promise<void> | null = null
  #value: Value | null = null
  #flags: PointFlags | undefined
  #reliability: string | undefined
  /** Undefined until the units were read. */
  #scale: UnitScale | null | undefined
  /** When the value was heard; 0 for never, or when it has to be read again. */
  #valueAt = 0
  #notifiedAt = 0
  #notifications = 0
  #writes = 0
  /** How many readings have begun, and the places of those of which the value and the levels were taken. */
  #begun = 0
  #valuePlace = 0
  #levelsPlace = 0
  #confirmedAt = 0
  /** The value of the last notification. */
  #notified: Value | null = null
  /** By how much a number changes before the device notifies of it; undefined when it does not say. */
  #increment: number | undefined
  #misses = 0
  #pollMs = minPollMs
  #levels: PointLevel[] = []
  #relinquishDefault: Value | null = null
  #levelsAt = 0
  #areLevelsOvertaken = false
  /** When the levels were requested last to watch them, and how long they are left alone after that. */
  #levelsRequestedAt = Number.NEGATIVE_INFINITY
  #levelsPauseMs = minLevelsMs
  /** The levels as they were reported; null before the first report. */
  #reportedLevels: string | null = null
  #isCommandable: boolean
  #reported: Sample | null = null
  #reportedAt = Number.NEGATIVE_INFINITY
  #waiting: Measurement | null = null

  private constructor(ref: PointRef, type: PointObject) {
    this.ref = ref
    this.type = type
    this.object = { type: type.type, instance: ref.object_instance }
    this.#isCommandable = type.isCommandable !== 'never'
    if (type.kind !== 'number') this.#scale = null
  }

  /** Returns null for an object that is no point. */
  static of(ref: PointRef): RemotePoint | null {
    const type = pointObjectOf(ref.object_type)
    const isInstance = ref.object_instance >= 0 && ref.object_instance < maxInstance
    return type && isInstance ? new RemotePoint(ref, type) : null
  }

  /** Whether its unit was read, without which a value cannot be written. */
  get hasScale(): boolean {
    return this.#scale !== undefined
  }

  /** Returns a number of the device in the unit of the console; as it is while its unit is not known. */
  toUnit(value: number): number {
    return this.#scale ? scaled(value, this.#scale) : value
  }

  /** The same of a difference. */
  toUnitDifference(value: number): number {
    return this.#scale ? scaled(value, { ...this.#scale, offset: 0 }) : value
  }

  /** Returns a value of the device as the console has it; null when it is none. */
  valueOf(value: Primitive): Value | null {
    return pointValueOf(value, this.type, this.#scale ?? null)
  }

  /** Returns a value as the object has it; undefined when it cannot be commanded so. */
  commandOf(value: Value): Primitive | undefined {
    return this.#scale === undefined ? undefined : commandOf(value, this.type, this.#scale)
  }

  /** Notes that a write to it is over: what was known before it, or is on its way, counts no more. */
  written(): void {
    this.#writes += 1
    this.#levelsAt = 0
    this.#valueAt = 0
  }

  /** Begins a reading. Returns what its answers are compared with when they are there. */
  begin(): ReadingMark {
    this.#begun += 1
    return { place: this.#begun, notifications: this.#notifications, writes: this.#writes }
  }

  /** Whether a write ended after a reading began. */
  isWrittenSince({ writes }: ReadingMark): boolean {
    return this.#writes !== writes
  }

  /** Whether its levels were read at a moment or after it. */
  hasLevelsSince(from: number): boolean {
    return this.#levelsAt > 0 && this.#levelsAt >= from
  }

  /** Whether its levels are to be read now, so that what others write to them is seen. */
  levelsAreDue(now: number): boolean {
    if (!this.#isCommandable || !this.isKnown) return false
    const pauseMs = this.#areLevelsInDoubt ? this.#levelsPauseMs : maxLevelsMs
    const isOld = this.#areLevelsInDoubt || now - this.#levelsAt >= pauseMs
    return isOld && now - this.#levelsRequestedAt >= pauseMs
  }

  /** Whether the value has moved since the levels were read, or the device notified while they were. */
  get #areLevelsInDoubt(): boolean {
    return this.#levelsAt === 0 || this.#areLevelsOvertaken
  }

  /** Lets the next change be read at once: what was read for a write of one's own is no change of others. */
  noteOwnReading(): void {
    this.#levelsPauseMs = minLevelsMs
    this.#levelsRequestedAt = Number.NEGATIVE_INFINITY
  }

  /** Notes that its levels are read now. */
  noteLevelsRequest(now: number): void {
    this.#levelsPauseMs = this.#areLevelsInDoubt ? Math.min(this.#levelsPauseMs * 2, maxMovingLevelsMs) : minLevelsMs
    this.#levelsRequestedAt = now
  }

  /** Returns the levels when they are others than at the last call; null when they are the same or not known. */
  takeChangedLevels(): readonly PointLevel[] | null {
    if (this.#levelsAt === 0) return null
    const held = this.#levels.map(({ level, value }) => [level, value] as const)
    const text = JSON.stringify(held)
    if (text === this.#reportedLevels) return null
    const numbers = (json: string | null) => (JSON.parse(json ?? '[]') as [number][]).map(([level]) => level).join()
    if (this.#reportedLevels === null || numbers(this.#reportedLevels) !== numbers(text))
      this.#levelsPauseMs = minLevelsMs
    this.#reportedLevels = text
    return this.#levels
  }

  /** Whether the device has it, with a value. */
  get hasValue(): boolean {
    return this.isKnown && this.#value !== null
  }

  /** Whether its value was heard since the controller was. */
  get isKnown(): boolean {
    return this.#valueAt > 0
  }

  /** Whether the device notifies of its changes. */
  isNotified(now: number): boolean {
    const { subscription } = this
    if (!subscription?.isActive()) return false
    const confirmedAt = subscription.confirmedAt()
    if (this.#notifiedAt >= confirmedAt - earlyNotificationMs) return true
    return this.#notifiedAt > 0 && now < confirmedAt + firstNotificationMs
  }

  isFresh(now: number, freshMs: number): boolean {
    const isCurrent = this.isKnown && (this.isNotified(now) || now - this.#valueAt < freshMs)
    return isCurrent && (!this.#isCommandable || now - this.#levelsAt < Math.max(freshMs, levelsFreshMs))
  }

  /** The properties to read for its value, and on request for its levels. */
  wanted(withLevels: boolean): PropertyName[] {
    return [
      'presentValue',
      'statusFlags',
      ...(this.#scale === undefined ? ([...unitPropertiesOf(this.type), 'covIncrement'] as const) : []),
      ...(withLevels && this.#isCommandable ? (['priorityArray', 'relinquishDefault'] as const) : []),
    ]
  }

  /** Whether the reason of a fault is still to be read. */
  get lacksReliability(): boolean {
    return this.#flags?.fault === true && this.#reliability === undefined
  }

  /** Takes what was read, but for what is older than what is known: of a notification, or a reading that began later. */
  take(results: ReadonlyMap<PropertyName, PropertyResult>, mark: ReadingMark, now: number): void {
    const read = (name: PropertyName) => {
      const result = results.get(name)
      return result && 'value' in result ? result.value : undefined
    }
    const present = results.get('presentValue')
    if (!present || isSilent(present)) return
    // Without its unit, a number says nothing; a device that is busy is asked again.
    const units = unitPropertiesOf(this.type).flatMap((name) => results.get(name) ?? [])
    if (units.some((result) => 'failure' in result && !isAbsent(result.failure))) return
    const isOlder = this.hasScale && (this.#isNotifiedSince(mark) || mark.place < this.#valuePlace)
    if (units.length > 0) {
      this.#scale = unitScaleIn(this.type, read)
      this.#increment = numberOf(read('covIncrement'))
    }
    const flags = results.get('statusFlags')
    if (!isOlder) {
      this.#valuePlace = mark.place
      this.#takeValue(read('presentValue'), flags && 'value' in flags ? flagsOfBits(flags.value) : undefined, now)
    }
    // A notification of the value that was read, as after a write of one's own, is no other change.
    const value = read('presentValue')
    const isOther = value === undefined || this.#toValue(primitiveOf(value)) !== this.#value
    if (!results.has('priorityArray') || mark.place < this.#levelsPlace) return
    this.#levelsPlace = mark.place
    this.#areLevelsOvertaken = isOlder && isOther
    this.#takeLevels(results.get('priorityArray'), read('relinquishDefault'), now)
  }

  /** Takes the slots of the priority array, one by one. */
  takeSlots(results: readonly PropertyResult[], { place }: ReadingMark, now: number): void {
    this.needsSlots = false
    if (place < this.#levelsPlace) return
    this.#levelsPlace = place
    const slots = results.flatMap((result) =>
      'value' in result && result.value.kind === 'priorityArray' ? result.value.values.slice(0, 1) : [],
    )
    // A part of them would show levels as free that are not.
    if (slots.length === results.length) this.#takeSlots(slots, now)
  }

  /** Takes the reason of a fault. */
  takeReliability(result: PropertyResult): void {
    const number = 'value' in result ? numberOf(result.value) : undefined
    this.#reliability = number === undefined ? 'unreliableOther' : reliabilityName(number)
  }

  /** Takes a notification of a change. */
  notify(present: PropertyValue | undefined, flags: PropertyValue | undefined, now: number): void {
    // Some devices notify of the flags alone: the value is read, until there is one in a notification.
    if (!present || !primitiveOf(present)) {
      this.#notifiedAt = 0
      this.pollAt = now
      return
    }
    // The first one after a subscription is sent by every device.
    const isChange = now - (this.subscription?.confirmedAt() ?? now) > firstNotificationMs
    this.#notifiedAt = now
    this.#notifications += 1
    this.#takeValue(present, flags ? flagsOfBits(flags) : this.#flags, now)
    if (isChange && this.#value !== this.#notified) this.#misses = 0
    this.#notified = this.#value
    // A fault without its reason is read at once.
    if (this.lacksReliability) this.pollAt = now
  }

  /** Takes a value that was read although the device notifies. Returns whether it should have notified of it. */
  compare(present: PropertyValue, mark: ReadingMark, now: number): boolean {
    this.comparedAt = now
    const notified = this.#notified
    const value = this.#toValue(primitiveOf(present))
    if (value === null || this.#isNotifiedSince(mark)) return false
    if (value !== this.#value) this.#takeValue(present, this.#flags, now)
    if (value === notified) return false
    if (typeof value !== 'number' || typeof notified !== 'number' || this.type.kind !== 'number') return true
    const increment = this.#increment === undefined ? Number.POSITIVE_INFINITY : this.#increment
    return Math.abs(value - notified) > increment * Math.abs(this.#scale?.factor ?? 1) * (1 + 1e-3)
  }

  /** Whether no notification came since a moment. After the second time, it is polled for a while. */
  misses(since: number, now: number): boolean {
    if (this.#notifiedAt >= since) return false
    this.#misses += 1
    if (this.#misses < maxMisses) return true
    this.unsubscribe(now + retrySubscriptionMs)
    return false
  }

  /** Ends its subscription, and tries the next one at a moment. */
  unsubscribe(subscribeAt: number): void {
    const { subscription } = this
    this.subscription = null
    this.subscribeAt = subscribeAt
    void subscription?.cancel()
  }

  /** Subscribes and reads again, as after a restart of the device; the value counts meanwhile. */
  renew(now: number): void {
    this.subscription?.drop()
    this.subscription = null
    this.subscribeAt = now
    this.pollAt = now
    this.#notifiedAt = 0
  }

  /** Forgets that the value is known: it is read again, and subscribed to again. */
  expire(now: number): void {
    this.renew(now)
    this.#valueAt = 0
    this.#levelsAt = 0
    this.#levelsRequestedAt = Number.NEGATIVE_INFINITY
    this.#pollMs = minPollMs
    if (this.type.kind === 'number') this.#scale = undefined
  }

  /** Notes that it was polled, or is to be polled again after as long. */
  polled(now: number, slowestMs: number): void {
    this.pollAt = now + Math.max(this.#pollMs, slowestMs)
    this.#pollMs = Math.min(this.#pollMs * 2, maxPollMs)
  }

  /** Notes that the device still notifies, as of a moment: the value is that of then. */
  confirm(at: number): void {
    this.#confirmedAt = at
  }

  /** Returns its reading. A message of its device alone does not make it younger: the device may have started again. */
  reading(now: number): PointReading {
    const isOutOfOrder = this.#flags?.fault && this.#reliability
    return {
      pointId: this.ref.id,
      at: this.isNotified(now) ? Math.max(this.#confirmedAt, this.#valueAt) : this.#valueAt,
      value: this.#value,
      relinquishDefault: this.#relinquishDefault,
      levels: this.#levels,
      ...(this.#flags && { flags: this.#flags }),
      ...(isOutOfOrder && { reliability: this.#reliability }),
    }
  }

  /** Notes that the value is lost since a moment. */
  lose(at: number, now: number): void {
    if (this.#reported?.quality !== 'lost') this.#report({ value: null, quality: 'lost' }, at, now)
  }

  /** Returns the sample to report now; null for none. */
  takeSample(now: number): Measurement | null {
    const sample = this.#waiting
    if (!sample || now - this.#reportedAt < sampleMs) return null
    this.#waiting = null
    this.#reported = sample
    this.#reportedAt = now
    return sample
  }

  #isNotifiedSince({ notifications }: ReadingMark): boolean {
    return this.#notifications !== notifications
  }

  #takeValue(present: PropertyValue | undefined, flags: PointFlags | undefined, now: number): void {
    const value = present ? pointValueOf(primitiveOf(present), this.type, this.#scale ?? null) : null
    if (value !== this.#value) {
      // Somebody has written a level, or it does not matter.
      this.#levelsAt = 0
      this.#pollMs = minPollMs
    }
    if (!flags?.fault) this.#reliability = undefined
    this.#value = value
    this.#flags = flags
    this.#valueAt = now
    const isDoubtful = flags?.fault === true || flags?.outOfService === true
    this.#report({ value, quality: value === null ? 'lost' : isDoubtful ? 'uncertain' : 'good' }, now, now)
  }

  #takeLevels(result: PropertyResult | undefined, relinquishDefault: PropertyValue | undefined, now: number): void {
    if (!result) return
    if (relinquishDefault) this.#relinquishDefault = this.#toValue(primitiveOf(relinquishDefault))
    if ('value' in result) {
      if (result.value.kind === 'priorityArray') this.#takeSlots(result.value.values, now)
    } else if (isAbsent(result.failure)) {
      this.#isCommandable = false
      this.#levels = []
    } else this.needsSlots = result.failure.kind === 'abort'
  }

  #takeSlots(slots: Extract<PropertyValue, { kind: 'priorityArray' }>['values'], now: number): void {
    this.#levelsAt = now
    const earlier = new Map(this.#levels.map((level) => [level.level, level]))
    this.#levels = slots.flatMap((slot, at): PointLevel[] => {
      const value = slot.kind === 'primitive' ? this.#toValue(slot.value) : null
      if (value === null) return []
      const known = earlier.get(at + 1)
      return [known?.value === value ? known : { level: at + 1, value, at: now, isScheduled: false }]
    })
  }

  #toValue(one: ReturnType<typeof primitiveOf>): Value | null {
    return pointValueOf(one, this.type, this.#scale ?? null)
  }

  #report(sample: Sample, at: number, now: number): void {
    const { value, quality } = sample
    if (this.#reported && this.#reported.value === value && this.#reported.quality === quality) {
      this.#waiting = null
      return
    }
    const isSame = this.#waiting?.value === value && this.#waiting.quality === quality
    if (!isSame) this.#waiting = { pointId: this.ref.id, at: Math.min(at, now), value, quality }
  }
}
