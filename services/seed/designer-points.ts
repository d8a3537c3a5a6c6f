/** What the graphics of the demonstration have in common: their pages, and the points of a controller by name. */
import type { DesignerPage } from '../contracts/designer'
import type { DrawingPage } from '../designer/page'
import type { World } from '../kit/world'

export type SeededDrawing = DrawingPage & Pick<DesignerPage, 'path' | 'isHome'>

/** Returns a function that returns the id of the point of a controller with this last part of its name. */
export function pointsByName({ store }: World, deviceId: string): (name: string) => string {
  const points = store.all<{ id: string; name: string }>('SELECT id, name FROM point WHERE device_id = ?', deviceId)
  return (name) => {
    const point = points.find((one) => one.name.endsWith(`.${name}`))
    if (!point) throw new Error(`No point ${name} to draw`)
    return point.id
  }
}
