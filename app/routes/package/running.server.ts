/** On how many of a customer's controllers a package runs, version by version (domain §17). */
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { askDevices } from '../device/find-devices.server'

export interface Running {
  total: number
  /** By version of the catalogue. */
  counts: Record<string, number>
  /** In a version that the catalogue does not have. */
  others: number
  /** Counted inside a bound: some controllers may be missing. */
  isPartial: boolean
}

/** One count a version, all at once, so that a fleet of any size costs the same. */
export function runningOf(
  reader: Reader,
  { customerId, name, versions }: { customerId: string; name: string; versions: readonly string[] },
): Promise<Panel<Running>> {
  return asPanel(count())

  async function count(): Promise<Running> {
    const of = (version?: string) =>
      askDevices(reader, { customerId, search: { package: name, ...(version && { version }) }, pageSize: 1 })
    const [all, ...each] = await Promise.all([of(), ...versions.map((version) => of(version))])
    const counts = Object.fromEntries(versions.map((version, at) => [version, each[at]?.total ?? 0]))
    const known = Object.values(counts).reduce((sum, one) => sum + one, 0)
    return { total: all.total, counts, others: Math.max(all.total - known, 0), isPartial: all.isPartial }
  }
}
