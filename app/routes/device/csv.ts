/** A list of controllers as a table file, with the filters and the sort of the page it stands beside (design §12). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { findDevices } from '~/backend/find-devices.server'
import { reader } from '~/backend/reader.server'
import { deviceSearch, wordsOf } from '~/domain/device-filter'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { csvAnswer, headingsOf } from '~/screens/file/csv.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { type DeviceRow, deviceRow } from '~/things/device/row'

/** Milliseconds a whole fleet may take; the file is written as its pages arrive. */
const budget = 120_000
const pageSize = 200

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerDevicesCsv', args.params)
  const page = await reader(args, { capability: 'device.read', budget })
  await ownCustomer(page.read, at)
  const search = deviceSearch(args.request)
  const catalogues = await page.catalogues()
  const t = translator(page.language)
  return csvAnswer({
    name: 'controllers',
    t,
    request: args.request,
    known: wordsOf(search),
    from: search.after,
    columns: headingsOf(columns, (name) => t(`main:device.csv.${name}`)),
    async linesAfter(after) {
      const found = await findDevices(page, { customerId: at.customerId, search: { ...search, after }, pageSize })
      return { lines: found.devices.map((device) => lineOf(deviceRow(at, device, catalogues), t)), next: found.next }
    },
  })
}

const columns = ['name', 'hostId', 'model', 'location', 'onboarded', 'connected', 'packages', 'outdated'] as const

type Line = Record<(typeof columns)[number], string | number>

function lineOf(row: DeviceRow, t: Translate): Line {
  return {
    name: row.name,
    hostId: row.hostId,
    model: row.type,
    location: row.location,
    onboarded: t(row.isOnboarded ? 'word.yes' : 'word.no'),
    connected: t(row.isConnected ? 'word.yes' : 'word.no'),
    packages: row.packageStatus.total,
    outdated: row.packageStatus.outdated,
  }
}
