/** A backup as a row of a controller's list. */
import { backupParts } from '#contracts/backup-parts'
import type { BackupPart } from '#contracts/configuration-templates'
import { href } from '~/hrefs'
import type { Translate } from '~/i18n/instance'
import type { ParamsFor } from '~/paths'
import type { KeptBackup } from './backups.server'

export interface BackupRow {
  id: string
  name: string
  /** The controller that was backed up. */
  deviceId: string
  template: { name: string; href: string }
  state: KeptBackup['state']
  at: string
  /** In bytes. */
  size: number | null
  parts: string[]
  links: { restoring: string | null; deletion: string | null }
}

export function backupRow(
  at: ParamsFor<'deviceBackups'>,
  { id, name, deviceId, template, state, creationTime, size, includes }: KeptBackup,
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
    size,
    parts: includes,
    links: {
      restoring: mayRestore && state === 'completed' ? href('backupRestoring', own) : null,
      deletion: mayDelete ? href('backupDeletion', own) : null,
    },
  }
}

/** Returns the label of a part of a backup; unknown parts keep the name from the controller. */
export function partText(t: Translate, part: string): string {
  return isPart(part) ? t(`main:backup.part.${part}`) : part
}

const isPart = (part: string): part is BackupPart => backupParts.some((one) => one === part)
