/** What a configuration is counted by, in the order in which it is shown: each is a filter of its board. */
import type { StateFilter } from './choice'

export const standings = ['failed', 'dirty', 'waiting', 'running', 'notSet'] as const satisfies readonly StateFilter[]
export type Standing = (typeof standings)[number]
