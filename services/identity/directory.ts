/** The people who can sign in at the built-in provider: those of the demonstration, or those of a real installation. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { World } from '../kit/world'
import { accountIds, accountOfEmail, findAccount } from './accounts'
import { createAttempts } from './attempts'
import { isPassword, PasswordsBusy } from './passwords'

/** A person who can sign in. */
export interface Account {
  /** The subject of their tokens. */
  id: string
  login: string
  firstName: string
  lastName: string
  email: string
  language: 'en' | 'fr'
  /** Signs in without a password, by `login_hint`, and may only read. */
  isGuest: boolean
}

export type SignInCheck = { account: Account } | { refused: 'wrong' | 'busy' } | { refused: 'paused'; seconds: number }

export interface Attempt {
  login: string
  password: string
  /** Client address. */
  address: string
}

export interface Directory {
  find(id: string): Account | undefined
  check(attempt: Attempt): Promise<SignInCheck>
  /** The people shown on the sign-in page, whose password is public; empty in a real installation. */
  listed: readonly Account[]
  guest: Account | undefined
  /** The subjects of everybody, also of people who have not signed in yet. */
  subjects(): string[]
}

/** Shared and not secret: for evaluations only. */
const evaluationPassword = 'plantroom'

/** Returns the people of the demonstration. */
export function demonstrationDirectory(accounts: readonly Account[]): Directory {
  const listed = accounts.filter(({ isGuest }) => !isGuest)
  return {
    find: (id) => accounts.find((account) => account.id === id),
    async check({ login, password }) {
      const account = listed.find((candidate) => candidate.login === login.toLowerCase())
      return account && isEvaluationPassword(password) ? { account } : { refused: 'wrong' }
    },
    listed,
    guest: accounts.find(({ isGuest }) => isGuest),
    subjects: () => accounts.map(({ id }) => id),
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isEvaluationPassword = (entered: string) => timingSafeEqual(digest(entered), digest(evaluationPassword))

const maxLoginLength = 254

/** Returns the people of a real installation, who sign in with their e-mail address and a password of their own. */
export function installationDirectory(world: World): Directory {
  const attempts = createAttempts()
  return {
    find(id) {
      const account = findAccount(world, id)
      return account && toAccount(world, account)
    },
    async check({ login, password, address }) {
      const email = login.trim().toLowerCase()
      if (email.length > maxLoginLength) return { refused: 'wrong' }
      const seconds = attempts.pauseOf(email, address)
      if (seconds > 0) return { refused: 'paused', seconds }
      attempts.begin(email, address)
      const account = accountOfEmail(world, email)
      try {
        if (!(await isPassword(password, account?.password ?? null)) || !account) return { refused: 'wrong' }
      } catch (error) {
        if (error instanceof PasswordsBusy) return { refused: 'busy' }
        throw error
      }
      attempts.succeeded(email, address)
      return { account: toAccount(world, account) }
    },
    listed: [],
    guest: undefined,
    subjects: () => accountIds(world.store),
  }
}

/** Names and language are those of the person's oldest record. */
function toAccount({ store }: World, { id, email }: { id: string; email: string }): Account {
  const record = store.get<{ first_name: string; last_name: string; language: 'en' | 'fr' }>(
    'SELECT first_name, last_name, language FROM tenant_user WHERE email = ? ORDER BY created_at, id LIMIT 1',
    email,
  )
  return {
    id,
    login: email,
    email,
    firstName: record?.first_name ?? '',
    lastName: record?.last_name ?? '',
    language: record?.language ?? 'en',
    isGuest: false,
  }
}
