/**
 * Escapes text that a spreadsheet would calculate with an apostrophe, and back. A program may split a line at another
 * separator than the file's, as a French one does at `;`, so that a sign counts wherever a cell could begin.
 */

/** Characters that start a formula. */
const sign = '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20]'
/** Where another program may start a cell: after a separator or line end, ignoring quotes and blanks. */
const start = '[,;\\t\\r\\n][" \\u00A0]*'

const outer = new RegExp(`^'*(?:${sign}|[\\t\\r])`)
const outerEscaped = new RegExp(`^'+(?:${sign}|[\\t\\r])`)
const inner = new RegExp(`(${start})('*)(${sign}[^,;\\t\\r\\n]*)`, 'g')
const innerEscaped = new RegExp(`(${start})'(?='*${sign})`, 'g')

/** Returns a cell that no spreadsheet calculates; apostrophes already in front of a sign are extended by one. */
export function escapeFormula(cell: string): string {
  const safe = cell.replace(inner, (all, before: string, apostrophes: string, rest: string) =>
    !apostrophes && isNumber(rest) ? all : `${before}'${apostrophes}${rest}`,
  )
  return outer.test(cell) && !isNumber(cell) ? `'${safe}` : safe
}

/** Returns the original text of an escaped cell. */
export function unescapeFormula(cell: string): string {
  return (outerEscaped.test(cell) ? cell.slice(1) : cell).replace(innerEscaped, '$1')
}

/** Numbers are not formulas: a longitude keeps its minus. */
function isNumber(text: string): boolean {
  return /^[-+]?\d[\d.,\s]*$/.test(text)
}
