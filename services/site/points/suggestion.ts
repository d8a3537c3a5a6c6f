/** Suggestion of a point type by name: an exact match first, then the nearest (domain §4.6). */
import { distance } from './edit-distance'
import type { PointTypeLine } from './types'
import { matchesType, pointTypes } from './types'

export interface Suggestion {
  pointTypeId: string | null
  /** 0..1; 1 for an exact name. */
  confidence: number
}

/** Suggestions below this confidence mislead more than they help. */
const threshold = 0.55

/** Returns the best suggestion among the types of matching kind and quantity. */
export function suggestType(point: { name: string; kind: string; unit: string | null }): Suggestion {
  const name = plain(lastPart(point.name))
  let best: Suggestion = { pointTypeId: null, confidence: 0 }
  for (const type of pointTypes) {
    if (!matchesType(point, type)) continue
    const confidence = similarity(name, type)
    if (confidence > best.confidence) best = { pointTypeId: type.id, confidence }
  }
  return best.confidence < threshold ? { pointTypeId: null, confidence: 0 } : best
}

/** `AHU-1.SupplyAirTemp` → `SupplyAirTemp`. */
const lastPart = (name: string) => name.slice(name.lastIndexOf('.') + 1)
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

function similarity(name: string, type: PointTypeLine): number {
  const names = [...type.aliases, type.name.en, type.id.replace(/_(Sensor|Status|Command|Setpoint)$/, '')].map(plain)
  if (names.includes(name)) return 1
  const nearest = Math.max(...names.map((word) => 1 - distance(name, word) / Math.max(name.length, word.length)))
  return Math.round(nearest * 90) / 100
}
