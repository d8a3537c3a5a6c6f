/** Sending configuration to controllers: its states and how far a sending has come (spec §4, domain §5.1). */
import type { ProcessState, SendState } from '#contracts/site'

/** The legal moves of a send; saving changes no state (domain §5.1). */
export const sendMoves = {
  notSet: ['queued'],
  queued: ['running', 'failed'],
  running: ['succeed', 'failed'],
  succeed: ['queued'],
  failed: ['queued'],
} as const satisfies Record<SendState, readonly SendState[]>

/** The legal moves of the building of a graphics file (domain §5.1). */
export const processMoves = {
  initiated: ['queued'],
  queued: ['inProgress'],
  inProgress: ['completed', 'failed'],
  completed: ['initiated'],
  failed: ['initiated'],
} as const satisfies Record<ProcessState, readonly ProcessState[]>

/** `queued` and `Queued` are the same state; null for anything else (spec §4). */
export function parseSendState(word: unknown): SendState | null {
  return parseState(sendMoves, word)
}

/** `inProgress` and `InProgress` are the same state; null for anything else (spec §4). */
export function parseProcessState(word: unknown): ProcessState | null {
  return parseState(processMoves, word)
}

function parseState<State extends string>(states: Record<State, unknown>, word: unknown): State | null {
  if (typeof word !== 'string') return null
  const camel = word.charAt(0).toLowerCase() + word.slice(1)
  return Object.hasOwn(states, camel) ? (camel as State) : null
}

/** A send that is under way; a second one has to wait. */
export function isSending(state: SendState | null | undefined): boolean {
  return state === 'queued' || state === 'running'
}

/** A file that is being built; another one has to wait (domain §5.1). */
export function isBuilding(state: ProcessState | null | undefined): boolean {
  return state === 'initiated' || state === 'queued' || state === 'inProgress'
}

/** Queued for a controller that is offline: it waits for the controller (domain §5.1). */
export function isWaiting(state: SendState | null | undefined, connected: boolean): boolean {
  return state === 'queued' && !connected
}

export interface SendProgress {
  total: number
  notSent: number
  /** Queued for a controller that is offline. */
  waiting: number
  /** Queued or running on a controller that is there. */
  running: number
  succeeded: number
  failed: number
  /** Whether anything is still to come of its own. */
  inProgress: boolean
  /** How many of the controllers are done, well or badly, 0 to 100. */
  percent: number
}

/** Where a sending to many controllers stands. */
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
