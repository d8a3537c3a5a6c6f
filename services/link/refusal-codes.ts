/** The error codes with which the services answer what a link refuses (domain §10). */
import type { ErrorCode } from '../contracts/error-codes'
import type { LinkRefusal } from './port'

export const refusalCodes = {
  unsupported: 4310,
  unreachable: 4303,
  refused: 4606,
} as const satisfies Record<LinkRefusal, ErrorCode>
