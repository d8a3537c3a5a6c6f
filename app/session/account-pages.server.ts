/**
 * Addresses of the built-in provider's pages for people with passwords of their own, who exist in a real installation
 * only. With another provider, passwords are its own matter.
 */
import { config } from '~/config.server'

/** Returns the page on which a person changes their password; null where there is none. */
export function changePasswordHref(): string | null {
  return hasPasswords() ? '/identity/password' : null
}

/** Returns the page on which an administrator creates a sign-in link for a person; null where there is none. */
export function signInLinkHref(email: string): string | null {
  return hasPasswords() ? `/identity/sign-in-link?${new URLSearchParams({ person: email })}` : null
}

function hasPasswords(): boolean {
  const { builtInIdentity, seed } = config()
  return builtInIdentity !== null && seed === 'none'
}
