/** Translates the messages of services about deployments; unknown messages are shown as received (domain §7.2). */
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'

/** Patterns match the whole message; the group `what` is inserted into the translation. */
const patterns = {
  waiting: /^Waiting for the controller\.?$/i,
  uploading: /^Uploading (?<what>.+?)\.?$/,
  installing: /^Installing (?<what>.+?)\.?$/,
  removing: /^Removing (?<what>.+?)\.?$/,
  skipped: /^Skipped after (?:a )?failure\.?$/i,
  same: /^This version is already installed\.?$/i,
  mandatory: /^Added because every controller needs it\.?$/i,
  connectionLost: /^The connection was lost for too long\.?$/i,
  neverBack: /^The controller did not come back within 24 hours\.?$/i,
  damaged: /^The controller received a damaged file \((?<what>[^()]+)\)\.?$/,
  ended: /^The installation ended with code (?<what>\S+); the version before stays\.?$/,
} as const satisfies Record<string, RegExp>

/** Returns the translation; null for an unknown message. */
function translatedText(t: Translate, message: string): string | null {
  for (const [key, pattern] of Object.entries(patterns)) {
    const match = pattern.exec(message)
    if (match) return t(`main:deployment.said.${key as keyof typeof patterns}`, { what: match.groups?.what ?? '' })
  }
  return null
}

/** Returns the message as text, for files. */
export function messageText(t: Translate, message: string): string {
  return translatedText(t, message) ?? message
}

/** Renders the message; services write in English. */
export function Message({ children: message }: { children: string }) {
  const t = useT()
  return translatedText(t, message) ?? <bdi lang="en">{message}</bdi>
}
