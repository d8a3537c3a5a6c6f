/** The kinds of alarms that controllers raise: texts and properties (domain §1.1, §1.2). */
import type { EventState, EventType } from '../../contracts/alarms'
import type { ServiceLanguage } from '../../kit/messages'
import { containsWord } from '../../kit/words'
import { eventMessages, eventText } from './event-texts'

export interface AlarmKind {
  eventType: EventType
  /** The state it enters when raised. */
  eventState: EventState
  /** The type of its BACnet object. */
  objectType: string
  priority: number
  unit: string | null
  limit: { kind: 'high' | 'low' | 'state'; value: number | string; deadband: number | null } | null
  text: Record<ServiceLanguage, string>
}

type Limit = [value: number, deadband: number, unit: string]

const beyond =
  (kind: 'high' | 'low') =>
  (priority: number, [value, deadband, unit]: Limit, en: string, fr: string): AlarmKind => ({
    eventType: 'outOfRange',
    eventState: kind === 'high' ? 'highLimit' : 'lowLimit',
    objectType: 'analogInput',
    priority,
    unit,
    limit: { kind, value, deadband },
    text: { en, fr },
  })
const above = beyond('high')
const below = beyond('low')

const event = (
  eventType: EventType,
  eventState: EventState,
  priority: number,
  en: string,
  fr: string,
  objectType = 'binaryInput',
): AlarmKind => ({ eventType, eventState, objectType, priority, unit: null, limit: null, text: { en, fr } })

export const alarmKinds = {
  zoneHot: above(
    160,
    [26, 0.5, 'degC'],
    'Zone temperature above high limit',
    'Température de zone au-dessus de la limite haute',
  ),
  zoneCold: below(
    160,
    [17, 0.5, 'degC'],
    'Zone temperature below low limit',
    'Température de zone sous la limite basse',
  ),
  zoneHumid: above(
    200,
    [65, 3, 'pctRH'],
    'Zone humidity above high limit',
    'Humidité de zone au-dessus de la limite haute',
  ),
  carbonDioxide: above(180, [1100, 50, 'ppm'], 'CO₂ above high limit', 'CO₂ au-dessus de la limite haute'),
  supplyCold: below(
    100,
    [8, 1, 'degC'],
    'Supply air temperature below low limit',
    'Température de soufflage sous la limite basse',
  ),
  supplyHot: above(
    140,
    [35, 1, 'degC'],
    'Supply air temperature above high limit',
    'Température de soufflage au-dessus de la limite haute',
  ),
  staticPressureHigh: above(
    90,
    [500, 25, 'Pa'],
    'Duct static pressure above high limit',
    'Pression statique au-dessus de la limite haute',
  ),
  filterPressure: above(
    210,
    [250, 10, 'Pa'],
    'Filter differential pressure above high limit',
    'Perte de charge du filtre au-dessus de la limite haute',
  ),
  chilledWaterWarm: above(
    96,
    [10, 0.5, 'degC'],
    'Chilled water supply above high limit',
    'Départ d’eau glacée au-dessus de la limite haute',
  ),
  hotWaterCold: below(
    110,
    [45, 2, 'degC'],
    'Hot water supply below low limit',
    'Départ d’eau chaude sous la limite basse',
  ),
  operatingRoomPressure: below(
    40,
    [5, 1, 'Pa'],
    'Operating room pressure below low limit',
    'Pression de salle d’opération sous la limite basse',
  ),
  freezeStat: event('changeOfState', 'offnormal', 32, 'Freeze protection tripped', 'Protection antigel déclenchée'),
  smoke: event(
    'changeOfState',
    'lifeSafetyAlarm',
    8,
    'Smoke detected in the air duct',
    'Fumée détectée dans la gaine',
    'binaryInput',
  ),
  fanFailure: event(
    'commandFailure',
    'offnormal',
    80,
    'Supply fan does not follow its command',
    'Le ventilateur ne suit pas sa commande',
    'binaryOutput',
  ),
  pumpFailure: event(
    'commandFailure',
    'offnormal',
    96,
    'Pump does not follow its command',
    'La pompe ne suit pas sa commande',
    'binaryOutput',
  ),
  damperStuck: event(
    'commandFailure',
    'offnormal',
    150,
    'Damper does not reach its position',
    'Le volet n’atteint pas sa position',
    'analogOutput',
  ),
  setpointDeviation: event(
    'floatingLimit',
    'highLimit',
    200,
    'Temperature too far from its setpoint',
    'Température trop éloignée de sa consigne',
    'analogValue',
  ),
  sensorOpen: event(
    'changeOfReliability',
    'fault',
    130,
    'Sensor circuit is open',
    'Le circuit de la sonde est ouvert',
    'analogInput',
  ),
  sensorShorted: event(
    'changeOfReliability',
    'fault',
    130,
    'Sensor circuit is shorted',
    'Le circuit de la sonde est en court-circuit',
    'analogInput',
  ),
  deviceOffline: event(
    'deviceOffline',
    'fault',
    120,
    'Controller does not answer',
    'L’automate ne répond pas',
    'device',
  ),
  deviceFlood: event(
    'deviceFlood',
    'offnormal',
    100,
    'Controller raises too many alarms; they are collected here',
    'L’automate émet trop d’alarmes ; elles sont regroupées ici',
    'device',
  ),
} as const satisfies Record<string, AlarmKind>

export type AlarmKindName = keyof typeof alarmKinds
export const alarmKindNames = Object.keys(alarmKinds) as AlarmKindName[]

const isKind = (name: string): name is AlarmKindName => Object.hasOwn(alarmKinds, name)

/** Returns the text of a stored message. */
export const alarmText = (message: string, language: ServiceLanguage): string =>
  isKind(message) ? alarmKinds[message].text[language] : (eventText(message, language) ?? message)

/** Returns the messages whose text in a language contains a word, for searching; `own` are texts of controllers. */
export function messagesContaining(word: string, language: ServiceLanguage, own: readonly string[]): string[] {
  return [...alarmKindNames, ...eventMessages, ...own].filter((name) => containsWord(alarmText(name, language), word))
}
