/** The statuses a configuration is counted by, in display order. Each is also a filter of the board. */
import type { SendStateFilter } from './board-selection'

export const configurationStatuses = [
  'failed',
  'dirty',
  'waiting',
  'running',
  'notSet',
] as const satisfies readonly SendStateFilter[]
export type ConfigurationStatus = (typeof configurationStatuses)[number]
