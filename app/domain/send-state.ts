/** States and progress of sending configuration to controllers (spec §4, domain §5.1). */
import type { ProcessState, SendState } from '#contracts/site'

/** The legal transitions of a send; saving changes no state (domain §5.1). */
export const sendTransitions = {
  notSet: ['queued'],
  queued: ['running', 'failed'],
  running: ['succeed', 'failed'],
  succeed: ['queued'],
  failed: ['queued'],
} as const satisfies Record<SendState, readonly SendState[]>

/** The legal transitions of building a graphics file (domain §5.1). */
export const processTransitions = {
  initiated: ['queued'],
  queued: ['inProgress'],
  inProgress: ['completed', 'failed'],
  completed: ['initiated'],
  failed: ['initiated'],
} as const satisfies Record<ProcessState, readonly ProcessState[]>

/** Returns the state; `queued` and `Queued` are the same, anything else is null (spec §4). */
export function parseSendState(word: unknown): SendState | null {
  return parseState(sendTransitions, word)
}

/** Returns the state; `inProgress` and `InProgress` are the same, anything else is null (spec §4). */
export function parseProcessState(word: unknown): ProcessState | null {
  return parseState(processTransitions, word)
}

function parseState<State extends string>(states: Record<State, unknown>, word: unknown): State | null {
  if (typeof word !== 'string') return null
  const camel = word.charAt(0).toLowerCase() + word.slice(1)
  return Object.hasOwn(states, camel) ? (camel as State) : null
}

/** Returns whether a send is in progress; a second one has to wait. */
export function isSending(state: SendState | null | undefined): boolean {
  return state === 'queued' || state === 'running'
}

/** Returns whether a file is being built; another one has to wait (domain §5.1). */
export function isBuilding(state: ProcessState | null | undefined): boolean {
  return state === 'initiated' || state === 'queued' || state === 'inProgress'
}

/** Returns whether a send is queued for an offline controller (domain §5.1). */
export function isWaiting(state: SendState | null | undefined, connected: boolean): boolean {
  return state === 'queued' && !connected
}

export interface SendProgress {
  total: number
  notSent: number
  /** Queued for a controller that is offline. */
  waiting: number
  /** Queued or running on a connected controller. */
  running: number
  succeeded: number
  failed: number
  /** Whether any send can still progress by itself. */
  inProgress: boolean
  /** Percentage of controllers that have succeeded or failed, 0 to 100. */
  percent: number
}

/** Returns the progress of a send to many controllers. */
export function sendProgress(sends: readonly { state: SendState | null; connected: boolean }[]): SendProgress {
  const count = (test: (send: { state: SendState | null; connected: boolean }) => boolean) => sends.filter(test).length
  const total = sends.length
  const waiting = count(({ state, connected }) => isWaiting(state, connected))
  const running = count(({ state }) => isSending(state)) - waiting
  const succeeded = count(({ state }) => state === 'succeed')
  const failed = count(({ state }) => state === 'failed')
  const notSent = total - waiting - running - succeeded - failed
  const percent = total === 0 ? 100 : Math.floor(((succeeded + failed) / total) * 100)
  return { total, notSent, waiting, running, succeeded, failed, inProgress: waiting + running > 0, percent }
}
