/** A roll-out that begins with a few controllers, and holds the rest until they are well. */

/** How many controllers a deployment can begin with while it holds the rest. */
export const mostFirst = 50

/** How many of the first controllers may fail: so many, or so many of a hundred. */
export interface Threshold {
  value: number
  unit: 'count' | 'percent'
}

/**
 * The controllers to begin with: one of each model in turn, so that a few stand for all of them; within a model in the
 * order given.
 */
export function firstOf<T>(controllers: readonly T[], count: number, modelOf: (controller: T) => string): T[] {
  const byModel = new Map<string, T[]>()
  for (const controller of controllers) {
    const model = modelOf(controller)
    byModel.set(model, [...(byModel.get(model) ?? []), controller])
  }
  const chosen: T[] = []
  for (let turn = 0; chosen.length < Math.min(count, controllers.length); turn++) {
    const next = [...byModel.values()].flatMap((alike) => alike.slice(turn, turn + 1))
    chosen.push(...next.slice(0, count - chosen.length))
  }
  return chosen
}

/** Whether more failed than may. Percent are of all the first controllers, those still under way too. */
export function exceeds(failed: number, total: number, { value, unit }: Threshold): boolean {
  if (failed === 0) return false
  return unit === 'count' ? failed > value : failed * 100 > value * total
}

/** What the rest waits for: `running` until each of the first has ended, unless more failed already than may. */
export type CanaryState = 'running' | 'well' | 'held'

export function canaryState(
  { failed, inProgress, total }: { failed: number; inProgress: number; total: number },
  threshold: Threshold,
): CanaryState {
  if (exceeds(failed, total, threshold)) return 'held'
  return inProgress > 0 ? 'running' : 'well'
}
