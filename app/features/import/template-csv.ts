/** A template file with one example row per kind, in the reader's language. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { tenant } from '#contracts/tenant'
import { readerFor } from '~/backend/reader.server'
import { escapeFormula } from '~/domain/formula'
import { placeColumns, sheetColumns } from '~/domain/site-columns'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { sheetFile } from './sheet-file'

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteImportTemplate', args.params)
  const { language, read } = await readerFor(args, { capability: 'hierarchy.write' })
  // The file is the same for every customer; an unknown or hidden customer is a 404.
  await read(tenant.getCustomer, { path: { id: at.customerId } })
  return sheetFile(template(translator(language)))
}

function template(t: Translate): string {
  const names = placeColumns.map((column) => t(`main:import.example.${column}`))
  const rows = [1, 2, 3, 4, 5].map((depth) => names.map((name, at) => (at < depth ? name : '')))
  const lines = [sheetColumns.map((column) => t(`main:import.column.${column}`)), ...rows]
  return `\uFEFF${lines.map((cells) => cells.map(escapeFormula).join(',')).join('\r\n')}\r\n`
}
