/** The open tunnels of a customer as a table file (design §12). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { stringify } from 'csv-stringify/sync'
import { reader } from '~/backend/reader.server'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { ownCustomer } from '../own-customer.server'
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
      device: plain(row.device?.name ?? row.tunnelId),
      hostId: plain(row.device?.hostId ?? ''),
      location: plain(row.device?.location ?? ''),
      service: plain(row.service),
      by: plain(row.by),
      why: plain(row.why),
      openedAt: row.openedAt ?? '',
      until: row.endsAt ?? '',
      state: row.status ? t(`main:tunnel.status.${row.status}`) : '',
      legacy: t(row.isLegacy ? 'word.yes' : 'word.no'),
    }),
  )
  const text = stringify(lines, {
    columns: Object.fromEntries(columns.map((name) => [name, t(`main:tunnel.csv.${name}`)])),
    header: true,
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  return new Response(text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="tunnels.csv"',
      'cache-control': 'no-store',
    },
  })
}

/** Text without NUL, which spreadsheets stumble over and the escaping of formulas misses. */
const plain = (text: string) => text.replaceAll('\u0000', '')
