/**
 * Runs `work` for each thing, at most `maxConcurrent` at a time, and returns the results in order. Rejects on the
 * first error.
 */
export async function inParallel<Thing, Result>(
  things: readonly Thing[],
  maxConcurrent: number,
  work: (thing: Thing) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(things.length)
  let next = 0
  async function worker(): Promise<void> {
    for (let at = next++; at < things.length; at = next++) results[at] = await work(things[at] as Thing)
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, things.length) }, worker))
  return results
}
