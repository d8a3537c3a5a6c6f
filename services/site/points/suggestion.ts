/**
 * Suggestion of a point type: by the name of the point or what follows its equipment in it, else by its description, else
 * by what its group on the controller calls it; an exact match first, then the nearest. Units limit the types, and an object of another function counts less (domain
 * §4.6).
 */
import { distance } from './edit-distance'
import type { PointTypeLine } from './types'
import { matchesType, pointTypes } from './types'
import { groupingOf } from './values'

export interface Suggestion {
  pointTypeId: string | null
  /** 0..1; 1 for an exact name. */
  confidence: number
}

interface Suggested {
  name: string
  kind: string
  unit: string | null
  /** Its description on the controller. */
  display_name?: string
  object_type?: string
  grouping?: string | null
}

/** Suggestions below this confidence mislead more than they help. */
const threshold = 0.55
/** For a name that ends with that of a type: what precedes it is its equipment. */
const endingConfidence = 0.9
/** The share that remains when the kind of object is seldom of that function. */
const otherFunctionShare = 0.8

/** The functions that inputs and outputs have; values have any. */
const functionsOf: Readonly<Record<string, readonly PointTypeLine['function'][]>> = {
  analogInput: ['sensor'],
  analogOutput: ['command', 'setpoint'],
  binaryInput: ['status', 'alarm'],
  binaryOutput: ['command', 'status'],
}

/** Returns the best suggestion among the types of matching kind and quantity. */
export function suggestType(point: Suggested): Suggestion {
  const annotation = point.grouping ? groupingOf({ grouping: point.grouping })?.annotation : undefined
  for (const text of [lastPart(point.name), point.display_name, annotation]) {
    const best = text ? bestFor(point, text) : null
    if (best && best.confidence >= threshold) return best
  }
  return { pointTypeId: null, confidence: 0 }
}

function bestFor(point: Suggested, text: string): Suggestion {
  const endings = endingsOf(text)
  let best: Suggestion = { pointTypeId: null, confidence: 0 }
  let bestLength = 0
  for (const type of pointTypes) {
    if (!matchesType(point, type)) continue
    const { confidence, length } = similarity(endings, type)
    const usual = functionsOf[point.object_type ?? '']
    const share = usual && !usual.includes(type.function) ? otherFunctionShare : 1
    const weighed = Math.round(confidence * share * 100) / 100
    // Of two endings the longer one says more: supply air temperature is an air temperature, too.
    if (weighed > best.confidence || (weighed === best.confidence && weighed > 0 && length > bestLength)) {
      best = { pointTypeId: type.id, confidence: weighed }
      bestLength = length
    }
  }
  return best
}

/** `AHU-1.SupplyAirTemp` → `SupplyAirTemp`. */
const lastPart = (name: string) => name.slice(name.lastIndexOf('.') + 1)

const abbreviations: readonly (readonly [RegExp, string])[] = [
  [/temperature/g, 'temp'],
  [/setpoint|stpt/g, 'sp'],
  [/command/g, 'cmd'],
  [/position/g, 'pos'],
  [/status/g, 'sts'],
]

function plain(name: string): string {
  const letters = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  return abbreviations.reduce((text, [long, short]) => text.replace(long, short), letters)
}

/** Returns a text and what it ends with, from each of its words on: `AHU 1 Supply Air Temp`, `Supply Air Temp` …. */
function endingsOf(text: string): string[] {
  const words = text.split(/[^A-Za-z0-9]+/).filter(Boolean)
  return words.map((_, at) => plain(words.slice(at).join('')))
}

function similarity([name = '', ...endings]: readonly string[], type: PointTypeLine) {
  const names = [...type.aliases, type.name.en, type.id.replace(/_(Sensor|Status|Command|Setpoint)$/, '')].map(plain)
  if (names.includes(name)) return { confidence: 1, length: name.length }
  const ending = endings.find((one) => names.includes(one))
  if (ending) return { confidence: endingConfidence, length: ending.length }
  const nearest = Math.max(...names.map((word) => 1 - distance(name, word) / Math.max(name.length, word.length)))
  return { confidence: Math.round(nearest * 90) / 100, length: 0 }
}
