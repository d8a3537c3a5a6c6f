/**
 * Runs `work` for each thing, at most `maxConcurrent` at a time, and returns the results in order. Rejects on the
 * first error.
 */
export async function inParallel<Thing, Done>(
  things: readonly Thing[],
  atMost: number,
  work: (thing: Thing) => Promise<Done>,
): Promise<Done[]> {
  const done = new Array<Done>(things.length)
  let next = 0
  async function lane(): Promise<void> {
    for (let at = next++; at < things.length; at = next++) done[at] = await work(things[at] as Thing)
  }
  await Promise.all(Array.from({ length: Math.min(atMost, things.length) }, lane))
  return done
}
