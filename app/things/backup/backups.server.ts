/** Backups of a site, each with its template (domain §8.2). */
import type { backupParts } from '#contracts/backup-parts'
import type { Backup } from '#contracts/configuration-templates'
import { site } from '#contracts/site'
import type { ConfigurationType } from '#contracts/site-shapes'
import type { Desk } from '~/change/desk'

export interface KeptBackup extends Backup {
  template: { id: string; name: string }
}

/**
 * Returns the backups, newest first. They are read from the templates, because a backend has no call that lists them.
 */
export async function backupsAt(read: Desk<unknown>['read'], siteId: string): Promise<KeptBackup[]> {
  const templates = await read(site.listTemplates, { path: { id: siteId } })
  return templates
    .flatMap(({ id, name, backups }) => backups.map((backup) => ({ ...backup, template: { id, name } })))
    .sort((one, other) => Date.parse(other.creationTime) - Date.parse(one.creationTime))
}

/** Returns one backup. Throws 404 if it does not belong to the site. */
export async function backupAt(read: Desk<unknown>['read'], at: { siteId: string; backupId: string }) {
  const found = (await backupsAt(read, at.siteId)).find(({ id }) => id === at.backupId)
  if (!found) throw new Response(null, { status: 404 })
  return found
}

/** Like `backupAt`, but also throws 404 if the backup is of another controller than the address. */
export async function ownBackupAt(
  read: Desk<unknown>['read'],
  at: { siteId: string; deviceId: string; backupId: string },
) {
  const found = await backupAt(read, at)
  if (found.deviceId !== at.deviceId) throw new Response(null, { status: 404 })
  return found
}

/** Parts of a backup that can be restored, with their kind of configuration. */
const restored = { timeZone: 'time', bacnet: 'bacnet', gfx: 'gfx', network: 'network' } as const satisfies Partial<
  Record<(typeof backupParts)[number], ConfigurationType>
>

export function kindOfPart(part: string): ConfigurationType | null {
  return Object.hasOwn(restored, part) ? restored[part as keyof typeof restored] : null
}

/** Whether the backup is queued or running; it ends without further action. */
export const isBeingMade = ({ state }: Pick<Backup, 'state'>) => state === 'queued' || state === 'running'
