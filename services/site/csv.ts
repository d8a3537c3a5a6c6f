/** Comma-separated values as spreadsheets write them (RFC 4180): quotes, line ends of any kind, commas or semicolons. */

/** The rows of a file, each a list of cells. Undefined when a quote is never closed. */
export function parseCsv(text: string): string[][] | undefined {
  const source = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(source)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    rows.push(row)
    row = []
  }
  for (let at = 0; at < source.length; at += 1) {
    const letter = source.charAt(at)
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (source[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (letter === '"' && cell === '') quoted = true
    else if (letter === separator) endCell()
    else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && source[at + 1] === '\n') at += 1
      endRow()
    } else cell += letter
  }
  if (quoted) return undefined
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** Spreadsheets of countries that write 1,5 separate by semicolons. */
function separatorOf(source: string): ',' | ';' {
  const header = /^[^\r\n]*/.exec(source)?.[0] ?? ''
  return header.split(';').length > header.split(',').length ? ';' : ','
}
