/** Lists as people type or paste them. */

/** The entries of a list split on comma, semicolon, space or newline, without empty ones (spec §5). */
export function splitInputList(text: string): string[] {
  return text.split(/[,;\s]+/).filter((entry) => entry !== '')
}
