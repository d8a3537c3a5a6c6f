/** What the map shows of a site, or of several together: how many controllers, how many of them answer, and alarms. */

/** Null where a number is not known. */
export interface SiteHealth {
  devices: number | null
  offline: number | null
  criticalAlarms: number | null
}

/** Above this share of controllers that are offline a site is in trouble. */
const troubleShare = 0.2

/** Returns the sums; a sum is not known when a part of it is not. */
export function sumHealth(sites: readonly SiteHealth[]): SiteHealth {
  const sum = (key: keyof SiteHealth) =>
    sites.reduce<number | null>(
      (total, { [key]: count }) => (total === null || count === null ? null : total + count),
      0,
    )
  return { devices: sum('devices'), offline: sum('offline'), criticalAlarms: sum('criticalAlarms') }
}

/** Returns the share of controllers that are not offline; null where it is not known, or there are none. */
export function connectedShare({ devices, offline }: SiteHealth): number | null {
  if (devices === null || offline === null || devices === 0) return null
  return Math.min(1, Math.max(0, 1 - offline / devices))
}

/** Whether somebody should look: a critical alarm, or too many controllers that are offline. */
export function isInTrouble(health: SiteHealth): boolean {
  const share = connectedShare(health)
  return (health.criticalAlarms ?? 0) > 0 || (share !== null && 1 - share > troubleShare)
}

/** The radius of a mark without controllers, and how much the largest one of a map has beyond it, in pixels. */
const [minRadius, extraRadius] = [8, 12]

/** Returns the radius of a mark: its area grows with the number of controllers. */
export function radiusOf(devices: number | null, most: number): number {
  return Math.round(minRadius + extraRadius * Math.sqrt(most > 0 ? (devices ?? 0) / most : 0))
}
