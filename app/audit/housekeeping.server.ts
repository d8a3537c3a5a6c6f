/** What the trail and the keys of forms need done now and then, from the start of the process to its end. */
import { forgetOldChangeForms } from './change-forms.server'
import { forgetOldDrafts } from './drafts.server'
import { forgetOldKeys } from './idempotency.server'
import { keepTrail } from './trail.server'

const every = 10_000

/** Keeps the lease of this process, closes what others left open, and forgets old keys and forms. Answers how to stop it. */
export function startHousekeeping(onTrouble: (error: unknown) => void): () => void {
  const turn = () =>
    keepTrail()
      .then(() => forgetOldKeys())
      .then(() => forgetOldDrafts())
      .then(() => forgetOldChangeForms())
      .catch(onTrouble)
  const timer = setInterval(turn, every)
  timer.unref()
  void turn()
  return () => clearInterval(timer)
}
