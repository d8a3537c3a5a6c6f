/** Fills a new template with the saved settings of a controller of the site, without address, name and passwords. */
import { askDevices } from '~/backend/find-devices.server'
import { asPanel, type Reader } from '~/backend/reader.server'
import { isId } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { deviceAt } from '~/screens/place/own-place.server'
import { kinds } from '~/things/configuration.server'
import { textsOf } from '~/things/template/sections.server'
import { sections } from '~/things/template/settings'

/** The limit of the list of choices. */
const mostOffered = 200

/** `device` in the address names the controller; without it, the choices are returned. */
export async function filledFrom(reader: Reader, at: ParamsFor<'newTemplate'>, request: Request) {
  const deviceId = new URL(request.url).searchParams.get('device')
  if (!deviceId || !isId(deviceId) || !reader.may('config.read'))
    return { device: null, filled: {}, controllers: await controllersOf(reader, at) }
  const [device, ...saved] = await Promise.all([
    deviceAt(reader.read, { ...at, deviceId }),
    ...sections.map(async (section) => {
      const answer = await reader.panel(kinds[section].read, { path: { id: deviceId } })
      return [section, answer.ok ? answer.value : null] as const
    }),
  ])
  return {
    device: { id: device.id, name: device.name },
    // A manually set time is no setting for another controller.
    filled: { ...textsOf(Object.fromEntries(saved)), 'time-dateTime': '', productId: device.productId ?? '' },
    controllers: [],
  }
}

async function controllersOf(reader: Reader, { customerId, siteId }: ParamsFor<'newTemplate'>) {
  const found = await asPanel(
    askDevices(reader, { customerId, search: { siteId, sort: 'name' }, pageSize: mostOffered }),
  )
  return found.ok ? found.value.devices.map(({ id, name }) => ({ value: id, label: name })) : []
}
