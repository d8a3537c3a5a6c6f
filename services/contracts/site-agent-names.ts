/** Values of site agents that browsers load as well. */

/** `keyless` has no key, `waiting` has never connected with it, `silent` is not connected now. */
export const agentStates = ['keyless', 'waiting', 'connected', 'silent'] as const
export type AgentState = (typeof agentStates)[number]
