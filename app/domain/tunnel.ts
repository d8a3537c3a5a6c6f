/** Ways to a controller that close by themselves (spec §3, §9, domain §6.4). */
import type { Tunnel, TunnelStatus } from '#contracts/tunnels'

/** Minutes a tunnel lasts where nothing else is asked for (spec §9 `deleteAfterMin`). */
export const defaultLifetime = 360

/** The lifetimes offered, in minutes, from the shortest to the longest there can be (domain §6.4). */
export const lifetimes = [5, 15, 30, 60, 120, defaultLifetime, 720, 1440] as const

/** The one chosen beforehand: long enough for a look, and short of what nobody asked for. */
export const firstLifetime = 60

/** A lifetime as people say it: 45 minutes, 6 hours. */
export function lifetimeIn(minutes: number): { unit: 'minutes' | 'hours'; count: number } {
  return minutes % 60 === 0 ? { unit: 'hours', count: minutes / 60 } : { unit: 'minutes', count: minutes }
}

/** Asked for, and not yet a way to anything. */
export function isBeingOpened(status: TunnelStatus | undefined): boolean {
  return status === 'requested' || status === 'opening'
}

/** What a tunnel can carry. */
export const services = ['https', 'ssh', 'bacnet'] as const

/** The port of the controller that each leads to where no other is asked for (domain §6.4). */
export const ordinaryPorts = { https: 443, ssh: 22, bacnet: 47_808 } as const satisfies Record<
  (typeof services)[number],
  number
>

/** A tunnel is legacy when its id has no `^` (spec §3): it can be listed and closed, nothing else. */
export function isLegacy({ tunnelId }: Pick<Tunnel, 'tunnelId'>): boolean {
  return !tunnelId.includes('^')
}

/** Open, or on the way there; one whose state is not told is taken for open, so that it can be closed. */
export function isLive(status: TunnelStatus | undefined): boolean {
  return status !== 'closing' && status !== 'closed' && status !== 'failed'
}

/** Open ones before those that ended, each newest first. */
export function inOrder<T extends Pick<Tunnel, 'status' | 'createdAt'>>(tunnels: readonly T[]): T[] {
  const rank = ({ status }: T) => (isLive(status) ? 0 : 1)
  return [...tunnels].sort(
    (a, b) => rank(a) - rank(b) || (Date.parse(b.createdAt ?? '') || 0) - (Date.parse(a.createdAt ?? '') || 0),
  )
}
