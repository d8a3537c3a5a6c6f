/** What a controller of another maker states about itself, its logs, and orders to it. */
import { z } from 'zod'
import { read, write } from './endpoint'
import { managementOrders, maxControllerPassword, maxSilenceMinutes } from './management-names'
import { freeText, Id, Timestamp } from './scalars'

const Stated = z.string().nullable()

/** Null where it does not say. */
export const StatedIdentity = z.looseObject({
  vendorName: Stated,
  modelName: Stated,
  firmware: Stated,
  applicationSoftware: Stated,
  serialNumber: Stated,
  description: Stated,
  location: Stated,
  protocolVersion: z.number().nullable(),
  protocolRevision: z.number().nullable(),
  /** In the words of its protocol. */
  services: z.array(z.string()).nullable(),
  systemStatus: Stated,
  /** Why it started last. */
  restartReason: Stated,
})
export type StatedIdentity = z.infer<typeof StatedIdentity>

export const TrendLogState = z.looseObject({
  name: z.string(),
  pointId: Id,
  pointName: z.string(),
  /** How many records were read, and how many were overwritten before. */
  records: z.number().int(),
  missed: z.number().int(),
  /** By how much the clock of the controller was ahead, ms; null where it does not say. */
  clockAheadMs: z.number().nullable(),
  readAt: Timestamp.nullable(),
  /** Why it could not be read, in one word of the protocol. */
  refusal: z.string().nullable(),
})
export type TrendLogState = z.infer<typeof TrendLogState>

export const FileTransfer = z.looseObject({
  direction: z.enum(['backup', 'restore']),
  backupId: Id,
  backupName: z.string(),
  state: z.enum(['running', 'completed', 'failed']),
  /** Octets; the total is null while it is not known. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  /** Why it failed, in one word. */
  refusal: z.string().nullable(),
  at: Timestamp,
})
export type FileTransfer = z.infer<typeof FileTransfer>

/** A password that is passed to the controller and kept nowhere; empty for none. */
export const ControllerPassword = z
  .string()
  .max(maxControllerPassword, { error: 'errors.management.password' })
  .nullish()
  .transform((text) => text || null)

/** Spread into the contract of the site service. */
export const controllerManagementCalls = {
  getControllerIdentity: read('GET /x/devices/{id}/identity', {
    area: 'devices',
    capability: 'device.read',
    extension: true,
    reply: z.looseObject({ data: StatedIdentity }),
    errors: [4303, 4310, 4606],
    meaning: 'Ask a controller of another maker what it is.',
  }),
  listTrendLogs: read('GET /x/devices/{id}/trend-logs', {
    area: 'devices',
    capability: 'point.read',
    extension: true,
    reply: z.looseObject({ data: z.array(TrendLogState) }),
    meaning: 'List the trend logs that a controller keeps of its points, and how far each was read.',
  }),
  listFileTransfers: read('GET /x/devices/{id}/file-transfers', {
    area: 'devices',
    capability: 'template.read',
    extension: true,
    reply: z.looseObject({ data: z.array(FileTransfer) }),
    meaning: 'Get the newest backup of the files of a controller and the newest restore, with what came of them.',
  }),
  manageController: write('POST /x/devices/{id}/management', {
    area: 'devices',
    capability: 'config.write',
    extension: true,
    body: z
      .object({
        order: z.enum(managementOrders),
        /** For a silence. */
        minutes: z.number().int().min(1).max(maxSilenceMinutes).nullish(),
        password: ControllerPassword,
        reason: freeText(500).refine((text) => text !== '', { error: 'errors.field.required' }),
      })
      .refine(({ order, minutes }) => !order.startsWith('silence') || Boolean(minutes), {
        error: 'errors.management.minutes',
        path: ['minutes'],
      }),
    reply: z.looseObject({ data: z.looseObject({ order: z.string(), at: Timestamp }) }),
    errors: [4202, 4303, 4304, 4310, 4606],
    meaning:
      'Restart a controller of another maker, silence it for some minutes, or let it speak again. Its password is ' +
      'passed on and not stored; an order that a crash interrupts is not repeated.',
  }),
}
