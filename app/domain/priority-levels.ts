/** The sixteen levels of the priority array, the strongest first (domain §4.5, BACnet clause 19). */

/** The levels people write to: emergency, manual operator, and the set value at the weakest. */
export const emergencyLevel = 1
export const operatorLevel = 8
export const weakestLevel = 16

export const priorityLevels = Array.from({ length: weakestLevel }, (_, at) => at + 1)

/** Levels with a name in the standard; the others are free for programs. */
const names = {
  1: 'lifeSafety',
  2: 'automaticSafety',
  5: 'critical',
  6: 'minimumOnOff',
  8: 'operator',
  16: 'set',
} as const
export type LevelName = (typeof names)[keyof typeof names] | 'free'

export function levelName(level: number): LevelName {
  return names[level as keyof typeof names] ?? 'free'
}
