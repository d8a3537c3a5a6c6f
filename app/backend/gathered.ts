/** Combines the requests of one moment of a page into one call. */
import type { RequestContext } from '~/door/context'
import type { Reader } from './reader.server'

type Asking = Pick<Reader, 'ask' | 'context'>

interface Gathering<Wanted, Told> {
  wanted: Wanted[]
  told: Promise<readonly Told[]>
}

/**
 * Returns a function that collects items until the next microtask, at most `maxItems`, and resolves each with its own
 * result of `run`. `run` returns the results in the order of the items.
 */
export function gathered<Wanted, Told>(
  most: number,
  answer: (reader: Asking, wanted: readonly Wanted[]) => Promise<readonly Told[]>,
): (reader: Asking, wanted: Wanted) => Promise<Told | undefined> {
  const open = new WeakMap<RequestContext, Gathering<Wanted, Told>>()

  function begin(reader: Asking): Gathering<Wanted, Told> {
    const wanted: Wanted[] = []
    const told = Promise.resolve().then(() => {
      open.delete(reader.context)
      return answer(reader, wanted)
    })
    const begun = { wanted, told }
    open.set(reader.context, begun)
    return begun
  }

  return async (reader, wanted) => {
    const known = open.get(reader.context)
    const gathering = known && known.wanted.length < most ? known : begin(reader)
    const place = gathering.wanted.push(wanted) - 1
    return (await gathering.told)[place]
  }
}
