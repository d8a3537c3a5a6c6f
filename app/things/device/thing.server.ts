/** How pages and changes load a controller. */
import { deviceAt } from '~/screens/place/own-place.server'
import type { Thing } from '../thing.server'
import { controllerAt } from './controller.server'
import { type DeviceEntity, deviceToForm } from './form'

export const deviceThing: Thing<'device', DeviceEntity> = {
  kind: 'device',
  async loadPage(page, { at, request }) {
    const [{ device, crumbs }, { controllers }] = await Promise.all([
      controllerAt(page, { name: 'deviceSettings', at, request }),
      page.catalogues(),
    ])
    return { now: { ...device, models: controllers }, crumbs }
  },
  async load({ read, catalogues }, at) {
    const [device, { controllers }] = await Promise.all([deviceAt(read, at), catalogues()])
    return { ...device, models: controllers }
  },
  toForm: deviceToForm,
}
