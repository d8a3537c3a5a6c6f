/** How long a controller may be offline after new network settings (ms): it restarts its interfaces. */
export const settleMs = 5 * 60_000
