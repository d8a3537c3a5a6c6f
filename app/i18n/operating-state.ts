/** Operating states in words: the specification gives each kind of unit its own numbers (domain §2.4). */
import type { Translate } from './instance'

type Names = Readonly<Record<number, (t: Translate) => string>>

const heating = (t: Translate) => t('stateWord.heating')

const airHandler: Names = {
  1: heating,
  2: (t) => t('stateWord.freeCooling'),
  3: (t) => t('stateWord.economizer'),
  4: (t) => t('stateWord.mechanicalCooling'),
  5: (t) => t('operatingState.otherOrOff'),
}

const fanCoil: Names = {
  1: heating,
  2: (t) => t('stateWord.idle'),
  3: (t) => t('stateWord.cooling'),
  4: (t) => t('stateWord.off'),
}

const namesByType: Readonly<Record<string, Names>> = {
  Air_Handling_Unit: airHandler,
  Rooftop_Unit: airHandler,
  Makeup_Air_Unit: airHandler,
  Dedicated_Outdoor_Air_System_Unit: airHandler,
  Fan_Coil_Unit: fanCoil,
}

/** Returns the word of an operating state of types of equipment that number them alike, else its number. */
export function operatingStateText(t: Translate, types: readonly string[], state: number): string {
  const [names, ...others] = new Set(types.map((type) => (Object.hasOwn(namesByType, type) ? namesByType[type] : null)))
  return (others.length === 0 && names?.[state]?.(t)) || String(state)
}
