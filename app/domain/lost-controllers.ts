/** How long a controller may take to come back after its network settings were sent (ms): it restarts its interfaces. */
export const settledAfter = 5 * 60_000
