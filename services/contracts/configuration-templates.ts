/** Configuration templates of a site and their backups (spec §7, domain §8.2, §17). */
import { z } from 'zod'
import { backupParts } from './backup-parts'
import { BacnetValue } from './bacnet-value'
import { ControllerPassword } from './controller-management'
import { read, write } from './endpoint'
import { NetworkValue } from './network-value'
import { accepted, ETag, freeLine, freeText, Id, Timestamp } from './scalars'
import { ConfigurationType, InstalledPackage, SendState } from './site-shapes'
import { TimeValue } from './time-value'

export const BackupPart = z.enum(backupParts)
export type BackupPart = z.infer<typeof BackupPart>

export const Backup = z.looseObject({
  id: Id,
  templateId: Id,
  deviceId: Id,
  name: z.string(),
  key: z.string(),
  /** Bytes; null until it is completed. */
  size: z.number().int().nullable(),
  creationTime: Timestamp,
  includes: z.array(BackupPart.or(z.string())),
  packages: z.array(InstalledPackage),
  platform: z.looseObject({ modelName: z.string(), softwareVersion: z.string().nullable() }),
  state: z.enum(['queued', 'running', 'completed', 'failed']),
  sha256: z.string().nullable(),
})
export type Backup = z.infer<typeof Backup>

/** Values per kind of configuration; users never include a password. */
export const TemplateSections = z.looseObject({
  time: TimeValue.nullish(),
  bacnet: BacnetValue.nullish(),
  network: NetworkValue.nullish(),
  users: z.looseObject({}).nullish(),
})
export type TemplateSections = z.infer<typeof TemplateSections>

export const ConfigurationTemplate = z.looseObject({
  id: Id,
  eTag: ETag.optional(),
  siteId: Id,
  name: z.string(),
  description: z
    .string()
    .nullish()
    .transform((text) => text ?? ''),
  productId: Id.nullish(),
  modelType: z.string().nullish(),
  createdBy: z.string().nullish(),
  createdAt: Timestamp.nullish(),
  updatedAt: Timestamp.nullish(),
  sections: TemplateSections,
  backups: z.array(Backup).default([]),
  appliedTo: z.array(z.looseObject({ deviceId: Id, at: Timestamp, result: z.string() })).default([]),
})
export type ConfigurationTemplate = z.infer<typeof ConfigurationTemplate>

const Name = freeLine(80).refine((name) => name !== '', { error: 'errors.field.required' })

export const TemplateSave = z.object({
  name: Name,
  description: freeText(1000).nullish(),
  productId: Id.nullish(),
  sections: TemplateSections.default({}),
})
export const TemplateChange = z.object({
  eTag: ETag.optional(),
  name: Name.optional(),
  description: freeText(1000).nullish(),
  productId: Id.nullish(),
  /** When present, it replaces all sections. */
  sections: TemplateSections.optional(),
})

/** Spread into the contract of the site service. */
export const configurationTemplates = {
  listTemplates: read('GET /sites/{id}/configuration-templates', {
    area: 'configurationTemplates',
    capability: 'template.read',
    reply: z.array(ConfigurationTemplate),
    meaning: 'List the configuration templates of a site, with their backups.',
  }),
  createTemplate: write('POST /sites/{id}/configuration-templates', {
    area: 'configurationTemplates',
    capability: 'template.write',
    status: 201,
    body: TemplateSave,
    reply: ConfigurationTemplate,
    errors: [4008, 4202],
    meaning: 'Save settings as a named template for other controllers of a site.',
  }),
  getTemplate: read('GET /configuration-templates/{id}', {
    area: 'configurationTemplates',
    capability: 'template.read',
    reply: ConfigurationTemplate,
    meaning: 'Get one configuration template.',
  }),
  updateTemplate: write('PUT /configuration-templates/{id}', {
    area: 'configurationTemplates',
    capability: 'template.write',
    body: TemplateChange,
    reply: ConfigurationTemplate,
    errors: [4008, 4009, 4202],
    meaning: 'Update a configuration template; omitted fields keep their values.',
  }),
  deleteTemplate: write('DELETE /configuration-templates/{id}', {
    area: 'configurationTemplates',
    capability: 'template.write',
    status: 204,
    reply: z.unknown(),
    errors: [4202],
    meaning: 'Delete a configuration template and its backups.',
  }),
  createBackup: write('POST /configuration-templates/{id}/backup', {
    area: 'configurationTemplates',
    capability: 'template.write',
    status: 202,
    body: z.object({
      deviceId: Id,
      name: Name,
      includes: z.array(BackupPart).min(1).max(backupParts.length),
      password: ControllerPassword,
    }),
    reply: Backup,
    errors: [4202, 4303, 4304, 4306, 4310],
    meaning: 'Back up a controller and store the backup with the template.',
  }),
  deleteBackup: write('DELETE /configuration-templates/backup/{id}', {
    area: 'configurationTemplates',
    capability: 'template.write',
    status: 204,
    reply: z.unknown(),
    errors: [4202],
    meaning: 'Delete a backup.',
  }),
  restore: write('POST /x/devices/{id}/restore', {
    area: 'deviceConfiguration',
    capability: 'config.send',
    extension: true,
    status: 202,
    body: z.object({ backupId: Id, password: ControllerPassword }),
    reply: accepted(
      z.looseObject({
        deviceId: Id,
        results: z.array(z.looseObject({ type: ConfigurationType, sendState: SendState })),
      }),
    ),
    errors: [4202, 4304, 4306, 4310, 4503],
    meaning: 'Save the content of a backup for a controller and send it, for example to the replacement of a dead one.',
  }),
}
