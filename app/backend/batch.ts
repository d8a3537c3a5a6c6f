/** Combines the requests of one moment of a page into one call. */
import type { RequestContext } from '~/door/context'
import type { Reader } from './reader.server'

type BatchReader = Pick<Reader, 'call' | 'context'>

interface OpenBatch<Item, Result> {
  items: Item[]
  results: Promise<readonly Result[]>
}

/**
 * Returns a function that collects items until the next microtask, at most `maxItems`, and resolves each with its own
 * result of `run`. `run` returns the results in the order of the items.
 */
export function batch<Item, Result>(
  maxItems: number,
  run: (reader: BatchReader, items: readonly Item[]) => Promise<readonly Result[]>,
): (reader: BatchReader, item: Item) => Promise<Result | undefined> {
  const openBatches = new WeakMap<RequestContext, OpenBatch<Item, Result>>()

  function openBatch(reader: BatchReader): OpenBatch<Item, Result> {
    const items: Item[] = []
    const results = Promise.resolve().then(() => {
      openBatches.delete(reader.context)
      return run(reader, items)
    })
    const started = { items, results }
    openBatches.set(reader.context, started)
    return started
  }

  return async (reader, item) => {
    const current = openBatches.get(reader.context)
    const joined = current && current.items.length < maxItems ? current : openBatch(reader)
    const index = joined.items.push(item) - 1
    return (await joined.results)[index]
  }
}
