/** The error body of every service (spec §8, domain §10). */
import { z } from 'zod'
import { Key } from './scalars'

/** One entity of a 4100 reply: grouped by `details.type`, keyed by `entityId` (spec §3). */
export const EntityError = z.looseObject({
  entityId: Key,
  message: z.string().optional(),
  key: z.string().optional(),
  details: z.looseObject({ type: z.string(), field: z.string().optional() }).optional(),
})
export type EntityError = z.infer<typeof EntityError>

export const FieldErrors = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
export type FieldErrors = z.infer<typeof FieldErrors>

export const ErrorBody = z.looseObject({
  errorCode: z.union([z.number(), z.string()]).optional(),
  key: z.string().optional(),
  message: z.string().optional(),
  traceId: z.string().optional(),
  errors: z.union([z.array(EntityError), FieldErrors]).optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
