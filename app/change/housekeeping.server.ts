/** Periodic maintenance of the trail, the form keys and the sessions while the process runs. */
import { revokeWaiting } from '~/session/revocation.server'
import { endIdleSessions } from '~/session/session.server'
import { forgetOldEnds } from '~/things/alarm/ends.server'
import { forgetOldShifts } from '~/things/shift/notes.server'
import { signCheckpoints } from '~/trail/checkpoints.server'
import { keepTrail, keptEvery } from '~/trail/trail.server'
import { forgetOldChangeForms } from './change-forms.server'
import { forgetOldKeys } from './idempotency.server'
import { forgetOldKept } from './kept.server'
import { forgetOldFiles } from './kept-files.server'

const checkpointEvery = 60_000

/**
 * Renews the lease of this process, closes changes that other processes left open, deletes expired keys, forms and
 * files, ends idle sessions and revokes their tokens, and signs checkpoints of the trail. Returns a function that
 * stops it and signs a last checkpoint.
 */
export function startHousekeeping(onTrouble: (error: unknown) => void): () => Promise<void> {
  const turn = () =>
    keepTrail()
      .then(() => forgetOldKeys())
      .then(() => forgetOldKept())
      .then(() => forgetOldChangeForms())
      .then(() => forgetOldFiles())
      .then(() => forgetOldEnds())
      .then(() => forgetOldShifts())
      .then(() => endIdleSessions())
      .then(() => revokeWaiting())
      .catch(onTrouble)
  const sign = () =>
    signCheckpoints().then(
      () => {},
      (error) => onTrouble(error),
    )
  const timers = [setInterval(turn, keptEvery), setInterval(sign, checkpointEvery)]
  for (const timer of timers) timer.unref()
  void turn().then(sign)
  return () => {
    for (const timer of timers) clearInterval(timer)
    return sign()
  }
}
