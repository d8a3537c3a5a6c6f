/** The log of a send or a build, line by line (domain §5.4). */
import { z } from 'zod'
import { Id, Timestamp } from './scalars'

export const LogLine = z.looseObject({
  timestamp: Timestamp,
  level: z.enum(['debug', 'info', 'warning', 'error']).catch('info'),
  code: z.string().nullish(),
  message: z.string(),
  step: z.string().nullish(),
  attempt: z.number().int().nullish(),
  deviceId: Id.optional(),
  operationId: z.string().nullish(),
})
export type LogLine = z.infer<typeof LogLine>
