/**
 * Passwords of controllers on their way to them: in memory alone, each for one request. Work that a crash interrupts
 * finds none, and is not done again.
 */
import { randomUUID } from 'node:crypto'
import { managementAnswers } from '../../contracts/management-names'
import { fail } from '../../kit/api-error'
import { LinkError } from '../../link/port'

const passwords = new Map<string, string | null>()

/** Keeps a password until it is taken, and returns its key. */
export function keepPassword(password: string | null): string {
  const key = randomUUID()
  passwords.set(key, password)
  return key
}

/** Returns a password and forgets it. Throws `LinkError` when the process has started since. */
export function takePassword(key: string): string | null {
  const password = passwords.get(key)
  if (password === undefined) throw new LinkError('refused', 'interrupted')
  passwords.delete(key)
  return password
}

/** Throws 4606 with what the controller answered, where there is a text for it. */
export function failWithAnswer(error: unknown): never {
  const known = error instanceof LinkError && managementAnswers.find((answer) => answer === error.answer)
  if (!known) throw error
  const field = known === 'passwordFailure' ? 'controllerPassword' : 'controller'
  return fail(4606, { errors: { [field]: `errors.management.answer.${known}` } })
}
