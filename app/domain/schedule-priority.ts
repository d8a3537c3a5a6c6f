/** The levels of the priority array at which schedules write (domain §3.2). */

/** Operators override at level 8: they cannot override a schedule that writes at that level or a stronger one. */
const operatorLevel = 8

export const isStrong = (priority: number): boolean => priority <= operatorLevel
