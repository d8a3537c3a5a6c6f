/** On how many of a customer's controllers a package runs, version by version (domain §17). */

import { askDevices } from '~/backend/find-devices.server'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { type Counted, sumOf } from '~/domain/counted'

export interface Running {
  total: Counted
  /** By version of the catalogue. */
  counts: Record<string, Counted>
  /** In a version that the catalogue does not have; null where nobody counted far enough to tell. */
  others: number | null
  /** Counted inside a bound: some controllers may be missing. */
  isPartial: boolean
}

const none: Counted = { count: 0, isCapped: false }

/** One count a version, all at once, so that a fleet of any size costs the same. */
export function runningOf(
  reader: Reader,
  { customerId, name, versions }: { customerId: string; name: string; versions: readonly string[] },
): Promise<Panel<Running>> {
  return asPanel(count())

  async function count(): Promise<Running> {
    const of = (version?: string) =>
      askDevices(reader, {
        customerId,
        search: { package: [name], ...(version && { version: [version] }) },
        pageSize: 1,
      })
    const [all, ...each] = await Promise.all([of(), ...versions.map((version) => of(version))])
    const counts = Object.fromEntries(versions.map((version, at) => [version, each[at]?.total ?? none]))
    const known = sumOf(Object.values(counts))
    const isKnown = !known.isCapped && !all.total.isCapped
    const others = isKnown ? Math.max(all.total.count - known.count, 0) : null
    return { total: all.total, counts, others, isPartial: all.isPartial }
  }
}
