/** The open tunnels of a customer as a table file (design §12). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { csvAnswer, headingsOf } from '~/screens/file/csv.server'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { findTunnels } from './find-tunnels.server'
import type { TunnelRow } from './row'

/** Milliseconds the whole file may take. */
const budget = 60_000

const columns = [
  'device',
  'hostId',
  'location',
  'service',
  'by',
  'why',
  'openedAt',
  'until',
  'state',
  'legacy',
] as const

export async function loader(args: LoaderFunctionArgs) {
  const at = address('customerTunnelsCsv', args.params)
  const page = await reader(args, { capability: 'tunnel.read', budget })
  await ownCustomer(page.read, at)
  const t = translator(page.language)
  return csvAnswer({
    name: 'tunnels',
    t,
    request: args.request,
    known: {},
    columns: headingsOf(columns, (name) => t(`main:tunnel.csv.${name}`)),
    async linesAfter(after) {
      const found = await findTunnels(page, { at, after, pageSize: 200 })
      return { lines: found.rows.map((row) => lineOf(row, t)), next: found.next }
    },
  })
}

function lineOf(row: TunnelRow, t: Translate): Record<(typeof columns)[number], string> {
  return {
    device: row.device?.name ?? row.tunnelId,
    hostId: row.device?.hostId ?? '',
    location: row.device?.location ?? '',
    service: row.service,
    by: row.by,
    why: row.why,
    openedAt: row.openedAt ?? '',
    until: row.endsAt ?? '',
    state: row.status ? t(`main:tunnel.status.${row.status}`) : '',
    legacy: t(row.isLegacy ? 'word.yes' : 'word.no'),
  }
}
