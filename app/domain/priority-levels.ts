/** The sixteen levels at which a point is commanded, the strongest first (domain §4.5, BACnet clause 19). */

/** What people use: an emergency, a hand, and what is set for good at the weakest. */
export const emergencyLevel = 1
export const operatorLevel = 8
export const weakestLevel = 16

export const levels = Array.from({ length: weakestLevel }, (_, at) => at + 1)

/** Those that the standard gives a name; the others are free for programs. */
const named = {
  1: 'lifeSafety',
  2: 'automaticSafety',
  5: 'critical',
  6: 'minimumOnOff',
  8: 'operator',
  16: 'set',
} as const
export type LevelName = (typeof named)[keyof typeof named] | 'free'

export function levelName(level: number): LevelName {
  return named[level as keyof typeof named] ?? 'free'
}
