/** How pages and changes load a controller. */

import type { Thing } from '~/kit/edit/thing.server'
import { deviceAt } from '~/kit/place/own-place.server'
import { controllerAt } from './controller.server'
import { type DeviceEntity, deviceToForm } from './form'

export const deviceThing: Thing<'device', DeviceEntity> = {
  kind: 'device',
  async loadPage(reader, { at, request }) {
    const [{ device, crumbs }, { controllers }] = await Promise.all([
      controllerAt(reader, { name: 'deviceSettings', at, request }),
      reader.catalogues(),
    ])
    return { now: { ...device, models: controllers }, crumbs }
  },
  async load({ read, catalogues }, at) {
    const [device, { controllers }] = await Promise.all([deviceAt(read, at), catalogues()])
    return { ...device, models: controllers }
  },
  toForm: deviceToForm,
}
