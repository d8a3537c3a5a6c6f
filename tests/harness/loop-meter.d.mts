/** Since it was asked before: the longest stretch in which the event loop took nothing up, and the processor time. */
export interface LoopCost {
  longestMs: number
  cpuMs: number
}

/** Starts to measure this process. */
export function startMeter(): () => LoopCost
