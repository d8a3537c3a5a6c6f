/** The statuses a configuration is counted by, in display order. Each is also a filter of the board. */
import type { StateFilter } from './choice'

export const standings = ['failed', 'dirty', 'waiting', 'running', 'notSet'] as const satisfies readonly StateFilter[]
export type Standing = (typeof standings)[number]
