/** Orders to a controller of another maker; separate from the schemas, for pages. */

export const managementOrders = ['warmStart', 'coldStart', 'silenceUnasked', 'silence', 'speak'] as const
export type ManagementOrderName = (typeof managementOrders)[number]

/** The longest silence, in minutes. */
export const maxSilenceMinutes = 1_440
/** A password of BACnet has at most as many characters (clause 16.4). */
export const maxControllerPassword = 20

/** The answers of controllers that have a text of their own. */
export const managementAnswers = [
  'passwordFailure',
  'serviceRequestDenied',
  'optionalFunctionalityNotSupported',
  'configurationInProgress',
  'deviceBusy',
  'busy',
  'fileAccessDenied',
  'operationalProblem',
  'timeout',
  'aborted',
  'interrupted',
] as const
