/**
 * The sixteen levels of a commandable point; the strongest active one determines the value (domain §4.5, BACnet clause
 * 19).
 */
import type { Override, Value } from '../../contracts/points'
import { timestamp } from '../../kit/clock'
import type { Store } from '../../kit/store'

/** Manual life safety, manual operator, and the weakest. */
export const emergencyLevel = 1
export const operatorLevel = 8
export const weakestLevel = 16

export interface CommandRecord {
  point_id: string
  level: number
  value: string
  by_id: string | null
  by_name: string | null
  at: number
  expires_at: number | null
  /** Whether the controller reported it, and this installation did not write it. */
  is_seen?: number
  /** Whether a schedule wrote it. */
  isScheduled?: true
}

/** Returns the active levels by point id, strongest first. */
export function commandsOf(store: Store, pointIds: readonly string[]): Map<string, CommandRecord[]> {
  const rows = store.all<CommandRecord>(
    `SELECT point_id, level, value, by_id, by_name, at, expires_at, is_seen FROM point_command
     WHERE point_id IN (SELECT value FROM json_each(?)) ORDER BY point_id, level`,
    JSON.stringify(pointIds),
  )
  const byPoint = new Map<string, CommandRecord[]>()
  for (const row of rows) byPoint.set(row.point_id, [...(byPoint.get(row.point_id) ?? []), row])
  return byPoint
}

/** Returns all sixteen levels, null where there is no command. */
export const priorityArray = (commands: readonly CommandRecord[]): (Value | null)[] =>
  allLevels(commands.map((command) => ({ level: command.level, value: commandedValue(command) })))

/** Returns all sixteen levels, null where none of those that are held is. */
export function allLevels(held: readonly { level: number; value: Value }[]): (Value | null)[] {
  const levels = Array.from({ length: weakestLevel }, (): Value | null => null)
  for (const { level, value } of held) levels[level - 1] = value
  return levels
}

/** Returns the override a person set: an emergency before a manual one. */
export function overrideOf(commands: readonly CommandRecord[]): Override | null {
  const override = commands.find(
    ({ level, isScheduled }) => !isScheduled && (level === emergencyLevel || level === operatorLevel),
  )
  return override ? toOverride(override) : null
}

export function toOverride(command: CommandRecord): Override {
  return {
    level: command.level,
    value: commandedValue(command),
    by: command.by_name === null ? null : { id: command.by_id, fullName: command.by_name },
    at: timestamp(command.at),
    expiresAt: command.expires_at === null ? null : timestamp(command.expires_at),
  }
}

/** Whether a level holds a value: a controller may keep fewer digits of a number. */
export function isSameValue(one: Value | null, other: Value | null): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other
  return Math.abs(one - other) <= 1e-5 * Math.max(1, Math.abs(one), Math.abs(other))
}

export const commandedValue = (command: { value: string }) => JSON.parse(command.value) as Value
