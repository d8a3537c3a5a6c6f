/** Counts the controllers of a customer that run a package, version by version (domain §17). */

import { requestDevices } from '~/backend/find-devices.server'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { sumOf, type TotalCount } from '~/domain/count'

export interface PackageUsage {
  total: TotalCount
  /** By version of the catalogue. */
  counts: Record<string, TotalCount>
  /** Versions missing from the catalogue; null where a count is capped. */
  otherVersions: number | null
  /** True where a count was bounded: some controllers may be missing. */
  isPartial: boolean
}

const none: TotalCount = { count: 0, isCapped: false }

/** Sends one count request per version in parallel, so the cost does not depend on the fleet. */
export function packageUsage(
  reader: Reader,
  { customerId, name, versions }: { customerId: string; name: string; versions: readonly string[] },
): Promise<Panel<PackageUsage>> {
  return asPanel(count())

  async function count(): Promise<PackageUsage> {
    const countOf = (version?: string) =>
      requestDevices(reader, {
        customerId,
        search: { package: [name], ...(version && { version: [version] }) },
        pageSize: 1,
      })
    const [all, ...each] = await Promise.all([countOf(), ...versions.map((version) => countOf(version))])
    const counts = Object.fromEntries(versions.map((version, index) => [version, each[index]?.total ?? none]))
    const counted = sumOf(Object.values(counts))
    const isKnown = !counted.isCapped && !all.total.isCapped
    const otherVersions = isKnown ? Math.max(all.total.count - counted.count, 0) : null
    return { total: all.total, counts, otherVersions, isPartial: all.incomplete }
  }
}
