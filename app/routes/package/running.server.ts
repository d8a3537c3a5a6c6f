/** Counts the controllers of a customer that run a package, version by version (domain §17). */

import { askDevices } from '~/backend/find-devices.server'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { type Counted, sumOf } from '~/domain/counted'

export interface Running {
  total: Counted
  /** By version of the catalogue. */
  counts: Record<string, Counted>
  /** Versions missing from the catalogue; null where a count is capped. */
  others: number | null
  /** True where a count was bounded: some controllers may be missing. */
  isPartial: boolean
}

const none: Counted = { count: 0, isCapped: false }

/** Sends one count request per version in parallel, so the cost does not depend on the fleet. */
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
