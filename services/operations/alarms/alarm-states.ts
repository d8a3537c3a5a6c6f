/**
 * The states of an alarm: active or returned, acknowledged or not, one acknowledgement per transition. BACnet's clause
 * 13 reduced to the worst transition (domain §1.1, §1.2).
 */
import type { AckState, EventState, PerTransition, Severity, Transition } from '../../contracts/alarms'

/** One bit per transition. */
export const transitionBits: Record<Transition, number> = { toOffnormal: 1, toFault: 2, toNormal: 4 }
const everyBit = 7

export const perTransition = (mask: number): PerTransition => ({
  toOffnormal: (mask & transitionBits.toOffnormal) !== 0,
  toFault: (mask & transitionBits.toFault) !== 0,
  toNormal: (mask & transitionBits.toNormal) !== 0,
})

export const alarmSeverityOf = (priority: number): Severity => {
  if (priority < 64) return 'critical'
  if (priority < 128) return 'high'
  return priority < 192 ? 'medium' : 'low'
}

/** Returns the transitions that require an acknowledgement by default; a notification class may override them. */
export const requiredBy = (severity: Severity): number => {
  if (severity === 'critical') return everyBit
  return severity === 'low' ? 0 : transitionBits.toOffnormal | transitionBits.toFault
}

export const transitionInto = (state: EventState): Transition => {
  if (state === 'normal') return 'toNormal'
  return state === 'fault' ? 'toFault' : 'toOffnormal'
}

/** The acknowledgement state. */
export interface AckStatus {
  required: number
  /** Acknowledged, or not required. */
  acked: number
}

export const pendingOf = ({ required, acked }: AckStatus): number => required & ~acked & everyBit

export function ackStateOf(state: AckStatus): AckState {
  if (pendingOf(state)) return 'unacknowledged'
  return state.required === 0 ? 'notRequired' : 'acknowledged'
}

/**
 * Returns the state after a transition: only that transition requires a new acknowledgement; the others are unchanged.
 */
export function afterTransition({ required, acked }: AckStatus, into: EventState): AckStatus {
  return { required, acked: acked & ~(required & transitionBits[transitionInto(into)]) }
}

/** Returns the state of a new alarm: only its own transition is pending. */
export const initialStatus = (severity: Severity, into: EventState, required = requiredBy(severity)): AckStatus =>
  afterTransition({ required, acked: everyBit }, into)

/**
 * Returns the state after acknowledging the pending of the named transitions, or all; undefined when none of them is
 * pending.
 */
export function acknowledge(state: AckStatus, transitions?: readonly Transition[] | null): AckStatus | undefined {
  const selectedBits = transitions?.reduce((mask, name) => mask | transitionBits[name], 0) ?? everyBit
  if (!(selectedBits & state.required)) return undefined
  return { required: state.required, acked: state.acked | selectedBits }
}

/** An alarm that returned less than this ago is reopened under its id. */
export const reopensWithinMs = 24 * 3_600_000
