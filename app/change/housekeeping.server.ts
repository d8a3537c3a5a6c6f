/** Periodic maintenance of the trail, the form keys and the sessions while the process runs. */
import { retryRevocations } from '~/session/revocation.server'
import { endIdleSessions } from '~/session/session.server'
import { signCheckpoints } from '~/trail/checkpoints.server'
import { maintainTrail, maintenanceMs } from '~/trail/trail.server'
import { forgetOldChangeForms } from './change-forms.server'
import { forgetOldKeys } from './idempotency.server'
import { forgetOldFiles } from './kept-files.server'
import { forgetOldSealed } from './sealed-store.server'

const checkpointIntervalMs = 60_000

/**
 * Renews the lease of this process, closes changes that other processes left open, deletes expired keys, forms and
 * files, runs the deletions of features (`tasks`), ends idle sessions and revokes their tokens, and signs checkpoints of the trail. Returns a function that
 * stops it and signs a last checkpoint.
 */
export function startHousekeeping(
  tasks: readonly (() => Promise<unknown>)[],
  onTrouble: (error: unknown) => void,
): () => Promise<void> {
  const cleanUp = () =>
    maintainTrail()
      .then(() => forgetOldKeys())
      .then(() => forgetOldSealed())
      .then(() => forgetOldChangeForms())
      .then(() => forgetOldFiles())
      .then(() => inOrder(tasks))
      .then(() => endIdleSessions())
      .then(() => retryRevocations())
      .catch(onTrouble)
  const sign = () =>
    signCheckpoints().then(
      () => {},
      (error) => onTrouble(error),
    )
  const timers = [setInterval(cleanUp, maintenanceMs), setInterval(sign, checkpointIntervalMs)]
  for (const timer of timers) timer.unref()
  void cleanUp().then(sign)
  return () => {
    for (const timer of timers) clearInterval(timer)
    return sign()
  }
}

async function inOrder(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const task of tasks) await task()
}
