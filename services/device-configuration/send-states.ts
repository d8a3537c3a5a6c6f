/** The state machine of sends of one kind of configuration (domain §5.1). */
import type { ConfigurationType, ProcessState, SendState } from '../contracts/site'

const moves: Record<SendState, readonly SendState[]> = {
  notSet: ['queued'],
  queued: ['running', 'failed'],
  running: ['succeed', 'failed'],
  succeed: ['queued'],
  failed: ['queued'],
}

/** Whether a transition is allowed; all others are illegal. */
export function isSendTransition(from: SendState, to: SendState): boolean {
  return moves[from].includes(to)
}

/** Whether a send is in progress; a second one has to wait (4503). */
export function isSending(state: SendState): boolean {
  return !isSendTransition(state, 'queued')
}

const builds: Record<ProcessState, readonly ProcessState[]> = {
  initiated: ['queued'],
  queued: ['inProgress'],
  inProgress: ['completed', 'failed'],
  completed: ['initiated'],
  failed: ['initiated'],
}

/** Whether a transition of a graphics build is allowed; null before the first file. */
export function isBuildTransition(from: ProcessState | null, to: ProcessState): boolean {
  return from === null ? to === 'initiated' : builds[from].includes(to)
}

/** Whether a build is in progress; another file has to wait (4504). */
export function isBuilding(state: ProcessState | null): boolean {
  return !isBuildTransition(state, 'initiated')
}

/** The network last: it may cut the connection (domain §5.3). */
export const applyOrder: readonly ConfigurationType[] = ['time', 'users', 'bacnet', 'gfx', 'network']

/** Whether a graphics file is built; only then can it be sent (4505). */
export function isBuilt(processState: ProcessState | '' | null): boolean {
  return processState === 'completed'
}
