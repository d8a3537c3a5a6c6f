/** Why a request was not answered as hoped: the numbers and names of the standard (clauses 18 and 6.4.4). */

/** Classes and codes of an Error-PDU; the names of the standard by number. */
const errorClasses = ['device', 'object', 'property', 'resources', 'security', 'services', 'vt', 'communication']

const errorCodes: Readonly<Record<number, string>> = {
  0: 'other',
  2: 'configuration-in-progress',
  3: 'device-busy',
  4: 'dynamic-creation-not-supported',
  5: 'file-access-denied',
  7: 'inconsistent-parameters',
  8: 'inconsistent-selection-criterion',
  9: 'invalid-data-type',
  10: 'invalid-file-access-method',
  11: 'invalid-file-start-position',
  13: 'invalid-parameter-data-type',
  14: 'invalid-time-stamp',
  16: 'missing-required-parameter',
  17: 'no-objects-of-specified-type',
  18: 'no-space-for-object',
  19: 'no-space-to-add-list-element',
  20: 'no-space-to-write-property',
  22: 'property-is-not-a-list',
  23: 'object-deletion-not-permitted',
  24: 'object-identifier-already-exists',
  25: 'operational-problem',
  26: 'password-failure',
  27: 'read-access-denied',
  29: 'service-request-denied',
  30: 'timeout',
  31: 'unknown-object',
  32: 'unknown-property',
  36: 'unsupported-object-type',
  37: 'value-out-of-range',
  40: 'write-access-denied',
  41: 'character-set-not-supported',
  42: 'invalid-array-index',
  43: 'cov-subscription-failed',
  44: 'not-cov-property',
  45: 'optional-functionality-not-supported',
  46: 'invalid-configuration-data',
  47: 'datatype-not-supported',
  48: 'duplicate-name',
  49: 'duplicate-object-id',
  50: 'property-is-not-an-array',
  57: 'invalid-tag',
  58: 'network-down',
  70: 'unknown-device',
  71: 'unknown-route',
  72: 'value-not-initialized',
  73: 'invalid-event-state',
  74: 'no-alarm-configured',
  75: 'log-buffer-full',
  76: 'logged-value-purged',
  77: 'no-property-specified',
  78: 'not-configured-for-triggered-logging',
  79: 'unknown-subscription',
  80: 'parameter-out-of-range',
  81: 'list-element-not-found',
  82: 'busy',
  83: 'communication-disabled',
  84: 'success',
  85: 'access-denied',
}

const rejectReasonNames = [
  'other',
  'buffer-overflow',
  'inconsistent-parameters',
  'invalid-parameter-data-type',
  'invalid-tag',
  'missing-required-parameter',
  'parameter-out-of-range',
  'too-many-arguments',
  'undefined-enumeration',
  'unrecognized-service',
]

const abortReasonNames = [
  'other',
  'buffer-overflow',
  'invalid-apdu-in-this-state',
  'preempted-by-higher-priority-task',
  'segmentation-not-supported',
  'security-error',
  'insufficient-security',
  'window-size-out-of-range',
  'application-exceeded-reply-time',
  'out-of-resources',
  'tsm-timeout',
  'apdu-too-long',
]

const networkRejections = [
  'other',
  'unknown-network',
  'router-busy',
  'unknown-network-message',
  'message-too-long',
  'security-failed',
  'addressing-error',
]

export const rejectReasons = {
  invalidTag: 4,
  missingRequiredParameter: 5,
  parameterOutOfRange: 6,
  undefinedEnumeration: 8,
  unrecognizedService: 9,
} as const
export const abortReasons = {
  bufferOverflow: 1,
  invalidApduInThisState: 2,
  segmentationNotSupported: 4,
  applicationExceededReplyTime: 8,
  outOfResources: 9,
  tsmTimeout: 10,
  apduTooLong: 11,
} as const
export const errorNumbersOf = {
  configurationInProgress: 2,
  resources: 3,
  services: 5,
  fileAccessDenied: 5,
  invalidDataType: 9,
  invalidFileAccessMethod: 10,
  invalidFileStartPosition: 11,
  noSpaceToAddListElement: 19,
  noSpaceToWriteProperty: 20,
  propertyIsNotAList: 22,
  passwordFailure: 26,
  readAccessDenied: 27,
  serviceRequestDenied: 29,
  unknownObject: 31,
  unknownProperty: 32,
  valueOutOfRange: 37,
  writeAccessDenied: 40,
  invalidArrayIndex: 42,
  optionalFunctionalityNotSupported: 45,
  invalidConfigurationData: 46,
  duplicateName: 48,
  propertyIsNotAnArray: 50,
  unknownSubscription: 79,
  parameterOutOfRange: 80,
  listElementNotFound: 81,
} as const

export type Failure =
  | { kind: 'error'; errorClass: number; errorCode: number }
  | { kind: 'reject'; reason: number }
  | { kind: 'abort'; reason: number; isFromServer: boolean }
  /** Silent after all retries; or known to be silent, and requested again only from `retryAt` on (milliseconds). */
  | { kind: 'noAnswer'; retryAt?: number }
  /** A router said so. */
  | { kind: 'unreachable'; network: number; reason: number }
  | { kind: 'damagedAnswer'; detail: string }
  /** The request is longer than the device accepts. */
  | { kind: 'tooLong' }
  | { kind: 'queueFull' }
  | { kind: 'notPermitted'; service: number }
  | { kind: 'stopped' }

/** A request without a result, and why. */
export class RequestFailure extends Error {
  override name = 'RequestFailure'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(describeFailure(failure))
    this.failure = failure
  }
}

/** Returns whether an error is a failed request, of one kind if named. */
export function isRequestFailure<Kind extends Failure['kind']>(
  error: unknown,
  kind?: Kind,
): error is RequestFailure & { failure: Extract<Failure, { kind: Kind }> } {
  return error instanceof RequestFailure && (kind === undefined || error.failure.kind === kind)
}

const unanswered: ReadonlySet<Failure['kind']> = new Set([
  'noAnswer',
  'unreachable',
  'queueFull',
  'notPermitted',
  'stopped',
])

/** Returns whether a device has said nothing, not even that it refuses; more requests would end in the same way. */
export const isUnanswered = ({ kind }: Failure): boolean => unanswered.has(kind)

/**
 * Returns whether a device may have done what was requested all the same: it was sent and nobody answered, or a router
 * said in its place that it did not answer.
 */
export function mayHaveRun(failure: Failure): boolean {
  switch (failure.kind) {
    case 'noAnswer':
      return failure.retryAt === undefined
    case 'abort':
      return failure.reason === abortReasons.tsmTimeout || failure.reason === abortReasons.applicationExceededReplyTime
    case 'stopped':
      return true
    default:
      return false
  }
}

/** Returns what a device answered instead of an acknowledgement in one word; null when it answered nothing of that. */
export function answerName(failure: Failure): string | null {
  switch (failure.kind) {
    case 'error':
      return inOneWord(errorCodes[failure.errorCode] ?? `code${failure.errorCode}`)
    case 'reject':
      return inOneWord(`reject-${rejectReasonNames[failure.reason] ?? `reason${failure.reason}`}`)
    case 'abort':
      return inOneWord(`abort-${abortReasonNames[failure.reason] ?? `reason${failure.reason}`}`)
    case 'damagedAnswer':
      return 'damagedAnswer'
    default:
      return null
  }
}

const inOneWord = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())

/** Returns whether a device has no such property, or no such object. */
export const isAbsent = (failure: Failure): boolean =>
  failure.kind === 'error' &&
  (failure.errorCode === errorNumbersOf.unknownObject || failure.errorCode === errorNumbersOf.unknownProperty)

/** Returns a failure with the names of the standard, as it is logged. */
export function describeFailure(failure: Failure): string {
  const named = (names: Readonly<Record<number, string>>, number: number) => `${names[number] ?? 'unknown'} (${number})`
  switch (failure.kind) {
    case 'error':
      return `error ${named(errorClasses, failure.errorClass)}, ${named(errorCodes, failure.errorCode)}`
    case 'reject':
      return `reject ${named(rejectReasonNames, failure.reason)}`
    case 'abort':
      return `abort ${named(abortReasonNames, failure.reason)}${failure.isFromServer ? '' : ', by this side'}`
    case 'unreachable':
      return `network ${failure.network} unreachable: ${named(networkRejections, failure.reason)}`
    case 'damagedAnswer':
      return `damaged answer: ${failure.detail}`
    case 'notPermitted':
      return `service ${failure.service} changes a device and is not permitted`
    default:
      return { noAnswer: 'no answer', tooLong: 'request too long', queueFull: 'queue full', stopped: 'stopped' }[
        failure.kind
      ]
  }
}
