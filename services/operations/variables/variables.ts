/** The internal variables of rules, per type of equipment: Guideline 36's defaults in SI (domain §2.5). */
import type { ServiceLanguage } from '../../kit/messages'
import { faultRules, type Rule, type RuleUnit } from '../rules/rule-catalogue'

export interface Variable {
  key: string
  name: Record<ServiceLanguage, string>
  defaultValue: number
  unit: string | null
  min: number
  max: number
  step: number
  group: 'threshold' | 'delay' | 'limit'
  units: readonly RuleUnit[]
}

/** Key → value. */
export type Values = Readonly<Record<string, number>>

type Names = [en: string, fr: string]
type Range = [defaultValue: number, min: number, max: number, step: number]

const variable =
  (group: Variable['group'], unit: string | null) =>
  (key: string, units: readonly RuleUnit[], [en, fr]: Names, [defaultValue, min, max, step]: Range): Variable => ({
    key,
    name: { en, fr },
    defaultValue,
    unit,
    min,
    max,
    step,
    group,
    units,
  })
const degrees = variable('threshold', 'degC')
const share = variable('threshold', 'percent')
const pressure = variable('threshold', 'Pa')
const count = variable('limit', null)
const minutes = variable('delay', 'min')

const handler: readonly RuleUnit[] = ['airHandler']
const handlerAndCoil: readonly RuleUnit[] = ['airHandler', 'fanCoil']
const box: readonly RuleUnit[] = ['box']
const sensor = (en: string, fr: string): Names => [`${en} sensor error`, `Erreur de la sonde ${fr}`]

export const variables: readonly Variable[] = [
  degrees(
    'dTsf',
    handlerAndCoil,
    ['Temperature rise across the supply fan', 'Échauffement par le ventilateur'],
    [1, 0, 5, 0.1],
  ),
  degrees(
    'dTmin',
    handler,
    [
      'Least difference of outdoor and return air to judge the economizer',
      'Écart minimal entre air extérieur et reprise pour juger l’économiseur',
    ],
    [6, 1, 20, 0.5],
  ),
  degrees('eSAT', handlerAndCoil, sensor('Supply air temperature', 'de soufflage'), [1, 0.1, 5, 0.1]),
  degrees('eRAT', handlerAndCoil, sensor('Return air temperature', 'de reprise'), [1, 0.1, 5, 0.1]),
  degrees('eMAT', handler, sensor('Mixed air temperature', 'de mélange'), [3, 0.1, 10, 0.1]),
  degrees('eOAT', handler, sensor('Outdoor air temperature', 'd’air extérieur'), [1, 0.1, 10, 0.1]),
  degrees(
    'eCCET',
    handler,
    sensor('Cooling coil entering temperature', 'en amont de la batterie froide'),
    [1, 0.1, 5, 0.1],
  ),
  degrees(
    'eCCLT',
    handler,
    sensor('Cooling coil leaving temperature', 'en aval de la batterie froide'),
    [1, 0.1, 5, 0.1],
  ),
  degrees(
    'eHCET',
    handler,
    sensor('Heating coil entering temperature', 'en amont de la batterie chaude'),
    [1, 0.1, 5, 0.1],
  ),
  degrees(
    'eHCLT',
    handler,
    sensor('Heating coil leaving temperature', 'en aval de la batterie chaude'),
    [1, 0.1, 5, 0.1],
  ),
  share('eF', handler, ['Airflow error', 'Erreur de débit d’air'], [30, 5, 50, 1]),
  share('eVFDSPD', handler, ['Fan speed error', 'Erreur de vitesse du ventilateur'], [5, 0, 20, 1]),
  pressure('eDSP', handler, ['Duct static pressure error', 'Erreur de pression statique'], [25, 5, 250, 5]),
  count(
    'dOSmax',
    handlerAndCoil,
    ['Changes of operating state allowed in an hour', 'Changements d’état permis par heure'],
    [7, 1, 60, 1],
  ),
  minutes(
    'modeDelay',
    handlerAndCoil,
    ['Delay after a change of mode', 'Délai après un changement de mode'],
    [30, 0, 240, 1],
  ),
  minutes(
    'alarmDelay',
    handlerAndCoil,
    ['Continuous violation before a fault', 'Violation continue avant un défaut'],
    [30, 1, 240, 1],
  ),
  minutes(
    'testModeDelay',
    handlerAndCoil,
    ['Suspension while in test mode', 'Suspension en mode essai'],
    [120, 0, 1440, 5],
  ),
  share('lowFlowRatio', box, ['Low airflow, of the setpoint', 'Débit bas, de la consigne'], [70, 10, 95, 1]),
  minutes('lowFlowDelay', box, ['Low airflow delay', 'Délai de débit bas'], [5, 1, 60, 1]),
  degrees(
    'lowDatDelta',
    box,
    ['Low discharge temperature, below setpoint', 'Soufflage froid, sous la consigne'],
    [8, 1, 30, 0.5],
  ),
  minutes('lowDatDelay', box, ['Low discharge temperature delay', 'Délai de soufflage froid'], [10, 1, 60, 1]),
  share(
    'flowCalRatio',
    box,
    ['Airflow with the fan off, of the maximum', 'Débit ventilateur arrêté, du maximum'],
    [10, 1, 50, 1],
  ),
  minutes('flowCalDelay', box, ['Airflow with the fan off delay', 'Délai de débit ventilateur arrêté'], [10, 1, 60, 1]),
  share(
    'dmpLeakRatio',
    box,
    ['Airflow with the damper shut, of the maximum', 'Débit volet fermé, du maximum'],
    [10, 1, 50, 1],
  ),
  minutes('dmpLeakDelay', box, ['Airflow with the damper shut delay', 'Délai de débit volet fermé'], [10, 1, 60, 1]),
  degrees(
    'vlvLeakDelta',
    box,
    ['Discharge above supply air with the valve shut', 'Soufflage au-dessus de l’air fourni, vanne fermée'],
    [3, 0.5, 15, 0.5],
  ),
  minutes('vlvLeakDelay', box, ['Leaking valve delay', 'Délai de vanne fuyante'], [15, 1, 120, 1]),
]

export const variablesOf = (unit: RuleUnit): Variable[] => variables.filter(({ units }) => units.includes(unit))

/** Returns the codes of the rules of a unit that use a variable. */
export const rulesUsing = (key: string, unit: RuleUnit): string[] =>
  faultRules.filter((rule) => rule.unit === unit && rule.variables.includes(key)).map(({ code }) => code)

export const defaultValues: Values = Object.fromEntries(variables.map(({ key, defaultValue }) => [key, defaultValue]))

/** Returns the minutes a condition must be met without a break. */
export function delayOf(rule: Rule, values: Values): number {
  const own = rule.variables.find((key) => key.endsWith('Delay') && key !== 'modeDelay')
  return own ? (values[own] ?? 1) : 1
}
