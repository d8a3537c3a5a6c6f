/** The open tunnels of a customer as a table file (design §12). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { csvLines } from '~/screens/file/csv-lines'
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
  const rows: TunnelRow[] = []
  for (let after: string | undefined, isFirst = true; isFirst || after; isFirst = false) {
    const found = await findTunnels(page, { at, after, pageSize: 200 })
    rows.push(...found.rows)
    after = found.next ?? undefined
  }
  const lines = rows.map(
    (row): Record<(typeof columns)[number], string> => ({
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
    }),
  )
  const text = csvLines(lines, {
    headings: Object.fromEntries(columns.map((name) => [name, t(`main:tunnel.csv.${name}`)])),
    isFirst: true,
  })
  return new Response(text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="tunnels.csv"',
      'cache-control': 'no-store',
    },
  })
}
