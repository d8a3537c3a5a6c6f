/** Fills a new template with the saved settings of a controller of the site, without address, name and passwords. */
import { requestDevices } from '~/backend/find-devices.server'
import { asPanel, type Reader } from '~/backend/reader.server'
import { serverKinds } from '~/features/configuration/shared/configuration.server'
import { offeredFor } from '~/features/device/shared/link-capabilities'
import { isId } from '~/hrefs'
import { deviceAt } from '~/kit/place/own-place.server'
import type { ParamsFor } from '~/paths'
import { settingTexts } from './sections.server'
import { sections } from './template-settings'

/** The limit of the list of choices. */
const maxOffered = 200

/** `device` in the address names the controller; without it, the choices are returned. */
export async function prefillFrom(reader: Reader, at: ParamsFor<'newTemplate'>, request: Request) {
  const deviceId = new URL(request.url).searchParams.get('device')
  if (!deviceId || !isId(deviceId) || !reader.may('config.read'))
    return { device: null, filled: {}, controllers: await controllersOf(reader, at) }
  const device = await deviceAt(reader.read, { ...at, deviceId })
  // Nothing is saved for what its link cannot send.
  const own = sections.filter((section) => offeredFor(device).change(section))
  const saved = await Promise.all(
    own.map(async (section) => {
      const answer = await reader.panel(serverKinds[section].read, { path: { id: deviceId } })
      return [section, answer.ok ? answer.value : null] as const
    }),
  )
  return {
    device: { id: device.id, name: device.name },
    // A manually set time is no setting for another controller.
    filled: { ...settingTexts(Object.fromEntries(saved)), 'time-dateTime': '', productId: device.productId ?? '' },
    controllers: [],
  }
}

async function controllersOf(reader: Reader, { customerId, siteId }: ParamsFor<'newTemplate'>) {
  const matches = await asPanel(
    requestDevices(reader, { customerId, search: { siteId, sort: 'name' }, pageSize: maxOffered }),
  )
  return matches.ok ? matches.value.devices.map(({ id, name }) => ({ value: id, label: name })) : []
}
