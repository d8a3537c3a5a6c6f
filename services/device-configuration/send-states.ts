/** How the sending of one kind of configuration advances (domain §5.1). */
import type { ConfigurationType, ProcessState, SendState } from '../contracts/site'

const moves: Record<SendState, readonly SendState[]> = {
  notSet: ['queued'],
  queued: ['running', 'failed'],
  running: ['succeed', 'failed'],
  succeed: ['queued'],
  failed: ['queued'],
}

/** Nothing else is legal. */
export function maySend(from: SendState, to: SendState): boolean {
  return moves[from].includes(to)
}

/** A second send waits for the first to end (4503). */
export function isSending(state: SendState): boolean {
  return !maySend(state, 'queued')
}

const builds: Record<ProcessState, readonly ProcessState[]> = {
  initiated: ['queued'],
  queued: ['inProgress'],
  inProgress: ['completed', 'failed'],
  completed: ['initiated'],
  failed: ['initiated'],
}

/** How the building of graphics advances; null before the first file. */
export function mayBuild(from: ProcessState | null, to: ProcessState): boolean {
  return from === null ? to === 'initiated' : builds[from].includes(to)
}

/** Another file waits for the build of the one before to end (4504). */
export function isBuilding(state: ProcessState | null): boolean {
  return !mayBuild(state, 'initiated')
}

/** Network last: it may cut the connection (domain §5.3). */
export const applyOrder: readonly ConfigurationType[] = ['time', 'users', 'bacnet', 'gfx', 'network']

/** Only a built graphics file can be sent (4505). */
export function isBuilt(processState: ProcessState | '' | null): boolean {
  return processState === 'completed'
}
