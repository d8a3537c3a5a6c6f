/** Returns the number of insertions, deletions and substitutions between two words (Levenshtein). */
export function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...to].entries()) {
      const swapped = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, swapped))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
