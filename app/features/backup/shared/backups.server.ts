/** Backups of a site, each with its template (domain §8.2). */
import type { backupParts } from '#contracts/backup-parts'
import type { Backup } from '#contracts/configuration-templates'
import { site } from '#contracts/site'
import type { ConfigurationType } from '#contracts/site-shapes'
import type { PlanContext } from '~/change/plan-context'

export interface SiteBackup extends Backup {
  template: { id: string; name: string }
}

/**
 * Returns the backups, newest first. They are read from the templates, because a backend has no call that lists them.
 */
export async function backupsAt(read: PlanContext<unknown>['read'], siteId: string): Promise<SiteBackup[]> {
  const templates = await read(site.listTemplates, { path: { id: siteId } })
  return templates
    .flatMap(({ id, name, backups }) => backups.map((backup) => ({ ...backup, template: { id, name } })))
    .sort((one, other) => Date.parse(other.creationTime) - Date.parse(one.creationTime))
}

/** Returns one backup. Throws 404 if it does not belong to the site. */
export async function backupAt(read: PlanContext<unknown>['read'], at: { siteId: string; backupId: string }) {
  const backup = (await backupsAt(read, at.siteId)).find(({ id }) => id === at.backupId)
  if (!backup) throw new Response(null, { status: 404 })
  return backup
}

/** Like `backupAt`, but also throws 404 if the backup is of another controller than the address. */
export async function deviceBackupAt(
  read: PlanContext<unknown>['read'],
  at: { siteId: string; deviceId: string; backupId: string },
) {
  const backup = await backupAt(read, at)
  if (backup.deviceId !== at.deviceId) throw new Response(null, { status: 404 })
  return backup
}

/** Parts of a backup that can be restored, with their kind of configuration. */
const restorableParts = {
  timeZone: 'time',
  bacnet: 'bacnet',
  gfx: 'gfx',
  network: 'network',
} as const satisfies Partial<Record<(typeof backupParts)[number], ConfigurationType>>

export function kindOfPart(part: string): ConfigurationType | null {
  return Object.hasOwn(restorableParts, part) ? restorableParts[part as keyof typeof restorableParts] : null
}

/** Whether the backup is queued or running; it ends without further action. */
export const isBackupInProgress = ({ state }: Pick<Backup, 'state'>) => state === 'queued' || state === 'running'
