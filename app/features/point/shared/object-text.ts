import type { Point } from '#contracts/points'

/** Returns the object of a point, `analogInput 3`; a dash if the backend does not report it. */
export function objectText({ objectType, objectInstance }: Pick<Point, 'objectType' | 'objectInstance'>): string {
  return [objectType, instanceText(objectInstance)].filter((part) => part !== '').join(' ') || '–'
}

/** Returns '' for an instance that the backend does not report. */
export const instanceText = (instance: number): string => (Number.isFinite(instance) ? String(instance) : '')
