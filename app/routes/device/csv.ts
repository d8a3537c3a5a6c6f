/** A list of controllers as a table file, with the filters and the sort of the page it stands beside (design §12). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { pagesOf } from '~/backend/pages'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { cutLine } from '~/screens/file/csv.server'
import { csvLines } from '~/screens/file/csv-lines'
import { fileOf } from '~/screens/file/file.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { deviceSearch } from './filter'
import { findDevices } from './find-devices.server'
import { type DeviceRow, deviceRow } from './row'

/** Milliseconds a whole fleet may take; the file is written as its pages arrive. */
const budget = 120_000
const pageSize = 200

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerDevicesCsv', args.params)
  const page = await reader(args, { capability: 'device.read', budget })
  await ownCustomer(page.read, at)
  const search = deviceSearch(args.request)
  const [catalogues, first] = await Promise.all([page.catalogues(), pageAfter(search.after)])
  const t = translator(page.language)

  return fileOf(pages(), { name: 'controllers.csv', type: 'text/csv' })

  function pageAfter(after: string | undefined) {
    return findDevices(page, { customerId: at.customerId, search: { ...search, after }, pageSize })
  }

  /** A page that fails ends the file with an error, never with a file that looks whole. */
  async function* pages(): AsyncGenerator<string> {
    const read = async (after: string | undefined) => (after === search.after ? first : pageAfter(after))
    const steps = { next: (found: typeof first) => found.next, rows: (found: typeof first) => found.devices.length }
    let isFirst = true
    for await (const { page: found, isCut } of pagesOf(read, { ...steps, from: search.after })) {
      yield csv(
        found.devices.map((device) => lineOf(deviceRow(at, device, catalogues), t)),
        t,
        isFirst,
      )
      isFirst = false
      if (isCut) yield cutLine(t)
    }
  }
}

const columns = ['name', 'hostId', 'model', 'location', 'onboarded', 'connected', 'packages', 'outdated'] as const

type Line = Record<(typeof columns)[number], string | number>

function csv(lines: Line[], t: Translate, isFirst: boolean): string {
  return csvLines(lines, {
    headings: Object.fromEntries(columns.map((name) => [name, t(`main:device.csv.${name}`)])),
    isFirst,
  })
}

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
