/** Configuration templates and their backups as stored and as returned (domain §8.2). */
import type { Backup, ConfigurationTemplate, TemplateSections } from '../../contracts/configuration-templates'
import { fail } from '../../kit/api-error'
import { timestamp } from '../../kit/clock'
import type { TenantScope } from '../../kit/scope'
import type { Store } from '../../kit/store'
import { readProduct } from '../packages/installed'

export interface TemplateRecord {
  id: string
  tenant_id: string
  customer_id: string
  site_id: string
  name: string
  description: string
  product_id: string | null
  sections: string
  created_by: string
  created_at: number
  updated_at: number
  version: number
}

export interface BackupRecord {
  id: string
  tenant_id: string
  customer_id: string
  template_id: string
  source_id: string
  model_type: string
  name: string
  key: string
  includes: string
  packages: string
  platform: string
  state: Backup['state']
  created_at: number
  content: string | null
  size: number | null
  sha256: string | null
}

/** The part of a backup that are the files of a controller; such a backup has no other part. */
export const filesPart = 'files'

const settingsSql = `includes NOT LIKE '%"${filesPart}"%' AND state IN ('queued', 'running')`

/** Whether it is a backup of settings that is queued or in progress. */
export const isSettingsBackupOpen = ({ state, includes }: BackupRecord): boolean =>
  (state === 'queued' || state === 'running') && !(JSON.parse(includes) as string[]).includes(filesPart)

/** Returns the backups of settings of a controller that are not over; the one in progress first, then the earliest. */
export const openSettingsBackups = (store: Store, deviceId: string): BackupRecord[] =>
  store.all<BackupRecord>(
    `SELECT * FROM template_backup WHERE source_id = ? AND ${settingsSql} ORDER BY state DESC, created_at, id`,
    deviceId,
  )

export const readTemplate = (store: Store, id: string) =>
  store.get<TemplateRecord>('SELECT * FROM configuration_template WHERE id = ?', id)

export const readBackup = (store: Store, id: string) =>
  store.get<BackupRecord>('SELECT * FROM template_backup WHERE id = ?', id)

export function scopeOfRow(row: { tenant_id: string; customer_id: string } | undefined): TenantScope | undefined {
  return row && { tenantId: row.tenant_id, customerId: row.customer_id }
}

/** Returns the template with all its parts. Throws 4005 when there is none. */
export function templateReply(store: Store, id: string): ConfigurationTemplate & { eTag: string } {
  const row = readTemplate(store, id) ?? fail(4005)
  const backups = store.all<BackupRecord>(
    'SELECT * FROM template_backup WHERE template_id = ? ORDER BY created_at DESC, id',
    id,
  )
  const applied = store.all<{ device_id: string; at: number; result: string }>(
    'SELECT device_id, at, result FROM template_application WHERE template_id = ? ORDER BY id DESC LIMIT 200',
    id,
  )
  return {
    id: row.id,
    eTag: `${row.id.slice(0, 8)}.${row.version}`,
    siteId: row.site_id,
    name: row.name,
    description: row.description,
    productId: row.product_id,
    modelType: readProduct(store, row.product_id)?.model.type ?? null,
    createdBy: row.created_by,
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    sections: JSON.parse(row.sections) as TemplateSections,
    backups: backups.map(toBackup),
    appliedTo: applied.map(({ device_id, at, result }) => ({ deviceId: device_id, at: timestamp(at), result })),
  }
}

export function toBackup(row: BackupRecord): Backup {
  return {
    id: row.id,
    templateId: row.template_id,
    deviceId: row.source_id,
    name: row.name,
    key: row.key,
    size: row.size,
    creationTime: timestamp(row.created_at),
    includes: JSON.parse(row.includes) as Backup['includes'],
    packages: JSON.parse(row.packages) as Backup['packages'],
    platform: JSON.parse(row.platform) as Backup['platform'],
    state: row.state,
    sha256: row.sha256,
  }
}
