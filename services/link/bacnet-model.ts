/** The controller model that every device fits that speaks BACnet, and the host ids of such devices. */
import type { ControllerModel } from '../contracts/product'
import { seedId } from '../kit/deterministic'
import type { World } from '../kit/world'

/** Of whatever maker: no pattern of host ids, no licence, no packages. */
export const bacnetModel: ControllerModel = {
  id: seedId('product', 'BACNET'),
  eTag: 'BACNET-1',
  name: 'BACnet device',
  description: 'Any device that speaks BACnet.',
  platform: 'IP',
  architecture: 'any',
  notSupportedDcars: [],
  model: { type: 'BACNET', name: 'BACnet device' },
}

/** Adds the model to the catalogue unless it is there. */
export function ensureBacnetModel({ store }: World): void {
  const { id, model } = bacnetModel
  store.run(
    'INSERT OR IGNORE INTO product (id, model_type, body) VALUES (?,?,?)',
    id,
    model.type,
    JSON.stringify(bacnetModel),
  )
}

/** Names a controller of a network among all controllers. */
export const hostIdOf = (networkId: string, instance: number) => `bacnet:${networkId}:${instance}`
