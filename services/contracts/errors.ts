/** The error answer of every service and the catalogue of codes (spec §8, domain §10). */
import { z } from 'zod'

/** One entity of a 4100 answer: grouped by `details.type`, keyed by `entityId` (spec §3). */
export const EntityError = z.looseObject({
  entityId: z.string(),
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

/** Code → HTTP status and message key; the texts are `errors.<key>` in both languages. */
export const catalogue = {
  4000: { status: 422, key: 'validation' },
  4001: { status: 401, key: 'unauthenticated' },
  4002: { status: 400, key: 'malformed' },
  4003: { status: 403, key: 'forbidden' },
  4004: { status: 404, key: 'gfxMissing' },
  4005: { status: 404, key: 'notFound' },
  4006: { status: 405, key: 'method' },
  4007: { status: 413, key: 'tooLarge' },
  4008: { status: 409, key: 'duplicate' },
  4009: { status: 409, key: 'stale' },
  4010: { status: 428, key: 'eTagRequired' },
  4011: { status: 429, key: 'rateLimit' },
  4012: { status: 404, key: 'notOnThisBackend' },
  4013: { status: 409, key: 'idempotencyKeyReused' },
  4100: { status: 422, key: 'someFailed' },
  4201: { status: 409, key: 'notEmpty' },
  4202: { status: 409, key: 'archived' },
  4203: { status: 422, key: 'otherCustomer' },
  4204: { status: 404, key: 'noProject' },
  4205: { status: 409, key: 'cycle' },
  4206: { status: 409, key: 'mappedPoints' },
  4207: { status: 422, key: 'otherSite' },
  4301: { status: 422, key: 'hostIdPattern' },
  4302: { status: 409, key: 'hostIdTaken' },
  4303: { status: 409, key: 'deviceOffline' },
  4304: { status: 409, key: 'deviceNotOnboarded' },
  4305: { status: 422, key: 'licence' },
  4306: { status: 409, key: 'deviceBusy' },
  4307: { status: 422, key: 'activationCode' },
  4308: { status: 409, key: 'tunnelLimit' },
  4309: { status: 410, key: 'tunnelClosed' },
  4310: { status: 422, key: 'platform' },
  4401: { status: 409, key: 'deploymentInProgress' },
  4402: { status: 422, key: 'architecture' },
  4403: { status: 422, key: 'packageNotSupported' },
  4404: { status: 422, key: 'packageMandatory' },
  4405: { status: 422, key: 'packageDependency' },
  4406: { status: 422, key: 'packageNotInstalled' },
  4407: { status: 422, key: 'downgrade' },
  4408: { status: 422, key: 'duplicateOperation' },
  4409: { status: 422, key: 'versionFormat' },
  4410: { status: 404, key: 'twinUnknown' },
  4501: { status: 422, key: 'network' },
  4502: { status: 422, key: 'bacnet' },
  4503: { status: 409, key: 'sendInProgress' },
  4504: { status: 409, key: 'buildInProgress' },
  4505: { status: 422, key: 'gfxNotBuilt' },
  4506: { status: 422, key: 'gfxRejected' },
  4508: { status: 422, key: 'time' },
  4509: { status: 422, key: 'password' },
  4601: { status: 422, key: 'pointNotWritable' },
  4602: { status: 422, key: 'pointValue' },
  4603: { status: 422, key: 'overrideDuration' },
  4604: { status: 404, key: 'subscription' },
  4605: { status: 422, key: 'mapping' },
  4606: { status: 502, key: 'controllerRefused' },
  4701: { status: 409, key: 'staleEvent' },
  4702: { status: 422, key: 'notAckable' },
  4703: { status: 409, key: 'alreadyResolved' },
  4710: { status: 422, key: 'missingPoints' },
  4711: { status: 422, key: 'internalVariable' },
  4712: { status: 422, key: 'trendWindow' },
  4801: { status: 422, key: 'schedule' },
  4802: { status: 409, key: 'scheduleChanged' },
  4803: { status: 422, key: 'scheduleTarget' },
  4901: { status: 422, key: 'tenantDomain' },
  4902: { status: 409, key: 'emailTaken' },
  4903: { status: 409, key: 'tenantHasDevices' },
  4904: { status: 403, key: 'rootTenant' },
  4905: { status: 403, key: 'tenantDisabled' },
  4906: { status: 422, key: 'customerMissing' },
  4907: { status: 422, key: 'roleExclusive' },
  4908: { status: 409, key: 'lastAdmin' },
  4909: { status: 403, key: 'ownRole' },
  5000: { status: 502, key: 'controllerUnreachable' },
  5001: { status: 504, key: 'controllerTimeout' },
  5002: { status: 429, key: 'quota' },
  5003: { status: 503, key: 'starting' },
  5099: { status: 500, key: 'unexpected' },
} as const satisfies Record<number, { status: number; key: string }>

export type ErrorCode = keyof typeof catalogue
export const errorCodes = Object.keys(catalogue).map(Number) as ErrorCode[]
