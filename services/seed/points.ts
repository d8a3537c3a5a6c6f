/** The points of seeded controllers. */
import type { World } from '../kit/world'
import { type ObjectSet, objectsIn } from '../simulation/building/objects'
import { addPoints, pointIdOf } from '../site/points/model-objects'

type Owner = Parameters<typeof addPoints>[1]

/** Writes the objects of each set, numbered continuously; returns the ids by set, then by role. */
export function writePoints({ store }: World, device: Owner, sets: readonly ObjectSet[]): Map<string, string>[] {
  return objectsIn(sets).map((objects) => {
    addPoints(store, device, objects)
    return new Map(
      objects.flatMap((object): [string, string][] =>
        object.role ? [[object.role, pointIdOf(device.id, object)]] : [],
      ),
    )
  })
}
