import type { Point } from '#contracts/points'

/** The object of a point on its controller, `analogInput 3`; a dash where the backend does not name it. */
export function objectText({ objectType, objectInstance }: Pick<Point, 'objectType' | 'objectInstance'>): string {
  return [objectType, instanceText(objectInstance)].filter((part) => part !== '').join(' ') || '–'
}

/** Nothing for an instance that the backend does not say. */
export const instanceText = (instance: number): string => (Number.isFinite(instance) ? String(instance) : '')
