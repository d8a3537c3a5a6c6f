/** How pages and changes load a controller. */
import { deviceAt } from '~/screens/place/own-place.server'
import type { Thing } from '../thing.server'
import { controllerAt } from './controller.server'
import { type DeviceNow, filledDevice } from './form'

export const deviceThing: Thing<'device', DeviceNow> = {
  kind: 'device',
  async onPage(page, { at, request }) {
    const [{ device, crumbs }, { controllers }] = await Promise.all([
      controllerAt(page, { name: 'deviceSettings', at, request }),
      page.catalogues(),
    ])
    return { now: { ...device, models: controllers }, crumbs }
  },
  async afresh({ read, catalogues }, at) {
    const [device, { controllers }] = await Promise.all([deviceAt(read, at), catalogues()])
    return { ...device, models: controllers }
  },
  filled: filledDevice,
}
