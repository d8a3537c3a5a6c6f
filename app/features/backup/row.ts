/** A backup as a row of a controller's list. */
import { backupParts } from '#contracts/backup-parts'
import type { BackupPart } from '#contracts/configuration-templates'
import { href } from '~/hrefs'
import type { Translate } from '~/i18n/instance'
import type { ParamsFor } from '~/paths'
import type { SiteBackup } from './shared/backups.server'

export interface BackupRow {
  id: string
  name: string
  /** The controller that was backed up. */
  deviceId: string
  template: { name: string; href: string }
  state: SiteBackup['state']
  at: string
  /** In bytes. */
  sizeBytes: number | null
  parts: string[]
  links: { restoring: string | null; deletion: string | null }
}

export function backupRow(
  at: ParamsFor<'deviceBackups'>,
  { id, name, deviceId, template, state, creationTime, size: sizeBytes, includes }: SiteBackup,
  { mayRestore, mayDelete }: { mayRestore: boolean; mayDelete: boolean },
): BackupRow {
  const own = { ...at, backupId: id }
  return {
    id,
    name,
    deviceId,
    template: { name: template.name, href: href('template', { ...at, templateId: template.id }) },
    state,
    at: creationTime,
    sizeBytes,
    parts: includes,
    links: {
      restoring: mayRestore && state === 'completed' ? href('backupRestoring', own) : null,
      deletion: mayDelete ? href('backupDeletion', own) : null,
    },
  }
}

/** Returns the label of a part of a backup; unknown parts keep the name from the controller. */
export function backupPartText(t: Translate, part: string): string {
  return isKnownPart(part) ? t(`main:backup.part.${part}`) : part
}

const isKnownPart = (part: string): part is BackupPart => backupParts.some((one) => one === part)
