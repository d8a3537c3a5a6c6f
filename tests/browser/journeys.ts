/** Which files walk which journey: what `npm run prove -- firefox` walks in Firefox, too. */
export const journeys: Readonly<Record<number, readonly string[]>> = {
  1: ['alarms'],
  2: ['deployment-journey'],
  3: ['configuration', 'network'],
  4: ['points'],
  5: ['points'],
  6: ['put-back'],
  7: ['schedules'],
  8: ['onboarding'],
  9: ['tunnels'],
  10: ['faults'],
  11: ['roles'],
  12: ['site-import'],
  13: ['search'],
  14: ['mapping'],
  15: ['configuration', 'replacing'],
}
