/** What a link reports, for tests that look at a part of it. */
import type { LinkEvents } from '../../services/link/port'

const ignored = () => undefined

/** Returns events that are ignored, except those that a test receives. */
export const eventsWith = (own: Partial<LinkEvents> = {}): LinkEvents => ({
  up: ignored,
  down: ignored,
  values: ignored,
  levels: ignored,
  alarm: ignored,
  ready: ignored,
  sendProgress: ignored,
  deploymentProgress: ignored,
  onboardingProgress: ignored,
  buildProgress: ignored,
  settingsBackupProgress: ignored,
  tunnelProgress: ignored,
  backupProgress: ignored,
  transition: ignored,
  eventSummary: ignored,
  acknowledged: ignored,
  objectsChanged: ignored,
  schedulesChanged: ignored,
  schedulesRead: ignored,
  newSettings: ignored,
  licenceExceeded: ignored,
  scheduleStates: ignored,
  ...own,
})
