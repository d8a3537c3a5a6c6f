/** Lists as people type or paste them. */

/** Splits a list on comma, semicolon, space or newline, without empty entries (spec §5). */
export function splitInputList(text: string): string[] {
  return text.split(/[,;\s]+/).filter((entry) => entry !== '')
}
