/** Values of site agents that browsers load as well. */

/** `waiting` has never connected, `silent` is not connected now, `revoked` has no key. */
export const agentStates = ['waiting', 'connected', 'silent', 'revoked'] as const
export type AgentState = (typeof agentStates)[number]
