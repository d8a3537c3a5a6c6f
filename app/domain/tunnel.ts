/** Tunnels to controllers, which close by themselves (spec §3, §9, domain §6.4). */
import type { Tunnel, TunnelStatus } from '#contracts/tunnels'

/** Lifetime of a tunnel in minutes when none is requested (spec §9 `deleteAfterMin`). */
export const defaultLifetimeMinutes = 360

/** The lifetimes offered, in minutes, up to the longest possible (domain §6.4). */
export const lifetimesMinutes = [5, 15, 30, 60, 120, defaultLifetimeMinutes, 720, 1440] as const

/** The preselected lifetime in minutes: long enough for a check, shorter than the default. */
export const presetLifetimeMinutes = 60

/** Returns a lifetime in its largest whole unit: 45 minutes, 6 hours. */
export function lifetimeIn(minutes: number): { unit: 'minutes' | 'hours'; count: number } {
  return minutes % 60 === 0 ? { unit: 'hours', count: minutes / 60 } : { unit: 'minutes', count: minutes }
}

/** Returns whether a tunnel is requested but not open yet. */
export function isOpening(status: TunnelStatus | undefined): boolean {
  return status === 'requested' || status === 'opening'
}

/** The protocols a tunnel can carry. */
export const tunnelServices = ['https', 'ssh', 'bacnet'] as const

/** The default port on the controller for each protocol (domain §6.4). */
export const defaultPorts = { https: 443, ssh: 22, bacnet: 47_808 } as const satisfies Record<
  (typeof tunnelServices)[number],
  number
>

/** Returns whether a tunnel is legacy: its id has no `^` (spec §3), and it can only be listed and closed. */
export function isLegacy({ tunnelId }: Pick<Tunnel, 'tunnelId'>): boolean {
  return !tunnelId.includes('^')
}

/** Returns whether a tunnel is open or opening; an unknown state counts as open, so that it can be closed. */
export function isTunnelLive(status: TunnelStatus | undefined): boolean {
  return status !== 'closing' && status !== 'closed' && status !== 'failed'
}

/** Sorts open tunnels before ended ones, each newest first. */
export function sortTunnels<T extends Pick<Tunnel, 'status' | 'createdAt'>>(tunnels: readonly T[]): T[] {
  const rank = ({ status }: T) => (isTunnelLive(status) ? 0 : 1)
  return [...tunnels].sort(
    (a, b) => rank(a) - rank(b) || (Date.parse(b.createdAt ?? '') || 0) - (Date.parse(a.createdAt ?? '') || 0),
  )
}
