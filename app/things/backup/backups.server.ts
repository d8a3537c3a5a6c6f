/** The backups that are kept at a site, each with the template it is kept with (domain §8.2). */
import type { backupParts } from '#contracts/backup-parts'
import type { Backup } from '#contracts/configuration-templates'
import { site } from '#contracts/site'
import type { ConfigurationType } from '#contracts/site-shapes'
import type { Desk } from '~/change/desk'

export interface KeptBackup extends Backup {
  template: { id: string; name: string }
}

/** Newest first. A backend has no list of its own for them. */
export async function backupsAt(read: Desk<unknown>['read'], siteId: string): Promise<KeptBackup[]> {
  const templates = await read(site.listTemplates, { path: { id: siteId } })
  return templates
    .flatMap(({ id, name, backups }) => backups.map((backup) => ({ ...backup, template: { id, name } })))
    .sort((one, other) => Date.parse(other.creationTime) - Date.parse(one.creationTime))
}

/** One of them; 404 where it is not kept at the site. */
export async function backupAt(read: Desk<unknown>['read'], at: { siteId: string; backupId: string }) {
  const found = (await backupsAt(read, at.siteId)).find(({ id }) => id === at.backupId)
  if (!found) throw new Response(null, { status: 404 })
  return found
}

/** As `backupAt`; 404 too where it was made of another controller than the address names. */
export async function ownBackupAt(
  read: Desk<unknown>['read'],
  at: { siteId: string; deviceId: string; backupId: string },
) {
  const found = await backupAt(read, at)
  if (found.deviceId !== at.deviceId) throw new Response(null, { status: 404 })
  return found
}

/** What of a backup is put back, and the kind of configuration that it is. */
const restored = { timeZone: 'time', bacnet: 'bacnet', gfx: 'gfx', network: 'network' } as const satisfies Partial<
  Record<(typeof backupParts)[number], ConfigurationType>
>

export function kindOfPart(part: string): ConfigurationType | null {
  return Object.hasOwn(restored, part) ? restored[part as keyof typeof restored] : null
}

/** What is being done about it, and ends by itself. */
export const isBeingMade = ({ state }: Pick<Backup, 'state'>) => state === 'queued' || state === 'running'
