/** At which levels of the priority array a schedule writes (domain §3.2). */

/** Operators override at level 8: what a schedule writes at that level or a stronger one they cannot override. */
const operatorLevel = 8

export const isStrong = (priority: number): boolean => priority <= operatorLevel
