/** How long a controller may be offline after new network settings (ms): it restarts its interfaces. */
export const settledAfter = 5 * 60_000
