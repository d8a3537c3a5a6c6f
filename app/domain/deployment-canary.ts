/** A canary rollout: it begins with a few controllers and delays the rest until they succeed. */

/** Maximum number of controllers in the first wave. */
export const maxFirst = 50

/** How many controllers of the first wave may fail, as a number or a percentage. */
export interface Threshold {
  value: number
  unit: 'count' | 'percent'
}

/**
 * Returns the controllers of the first wave: one of each model in turn, so that every model is represented; within a
 * model in the given order.
 */
export function firstWave<T>(controllers: readonly T[], count: number, modelOf: (controller: T) => string): T[] {
  const byModel = new Map<string, T[]>()
  for (const controller of controllers) {
    const model = modelOf(controller)
    byModel.set(model, [...(byModel.get(model) ?? []), controller])
  }
  const selected: T[] = []
  for (let round = 0; selected.length < Math.min(count, controllers.length); round++) {
    const next = [...byModel.values()].flatMap((alike) => alike.slice(round, round + 1))
    selected.push(...next.slice(0, count - selected.length))
  }
  return selected
}

/**
 * Returns whether more failed than allowed. A percentage refers to the whole first wave, including those in progress.
 */
export function exceeds(failed: number, total: number, { value, unit }: Threshold): boolean {
  if (failed === 0) return false
  return unit === 'count' ? failed > value : failed * 100 > value * total
}

/** The state of the first wave: `running` until each controller has ended, unless too many have failed already. */
export type CanaryState = 'running' | 'well' | 'held'

export function canaryState(
  { failed, inProgress, total }: { failed: number; inProgress: number; total: number },
  threshold: Threshold,
): CanaryState {
  if (exceeds(failed, total, threshold)) return 'held'
  return inProgress > 0 ? 'running' : 'well'
}
