/** The objects of a simulated controller, by what it controls (domain §4.1, §8.1): the same model always has the same. */

import type { ObjectType, PointKind, Value } from '../../contracts/points'
import type { ModelObject } from '../../link/port'

/** What a controller serves. */
export type Served = 'airHandler' | 'box' | 'fanCoil' | 'chiller' | 'boiler' | 'room' | 'gateway'

export interface ObjectLine {
  /** Its role for the equipment; null without a role. */
  role: string | null
  /** The last part of its name on the controller. */
  name: string
  words: { en: string; fr: string }
  objectType: ObjectType
  kind: PointKind
  unit: string | null
  precision: number
  range: readonly [min: number, max: number] | null
  /** For commandable objects, and those that retain their value. */
  relinquishDefault: Value | null
  states: readonly string[] | null
}

type Names = readonly [name: string, en: string, fr: string]
type More = Partial<Pick<ObjectLine, 'objectType' | 'precision' | 'range' | 'relinquishDefault'>>

const line = (
  role: string | null,
  [name, en, fr]: Names,
  rest: Omit<ObjectLine, 'role' | 'name' | 'words'>,
): ObjectLine => ({
  role,
  name,
  words: { en, fr },
  ...rest,
})

const measured = (role: string | null, names: Names, unit: string, more: More = {}) =>
  line(role, names, {
    objectType: 'analogInput',
    kind: 'number',
    unit,
    precision: unit === 'degC' ? 1 : 0,
    range: unit === 'percent' || unit === 'pctRH' ? [0, 100] : null,
    relinquishDefault: null,
    states: null,
    ...more,
  })

/** An output that the program drives while it is not commanded. */
const programOutput = (role: string | null, names: Names) =>
  measured(role, names, 'percent', { objectType: 'analogOutput', precision: 1, relinquishDefault: 0 })

const setpoint = (role: string | null, names: Names, unit: string, value: number, range: readonly [number, number]) =>
  measured(role, names, unit, { objectType: 'analogValue', relinquishDefault: value, range })

const state = (
  role: string | null,
  names: Names,
  objectType: ObjectType = 'binaryInput',
  states: readonly string[] = ['Off', 'On'],
) =>
  line(role, names, {
    objectType,
    kind: 'boolean',
    unit: null,
    precision: 0,
    range: null,
    relinquishDefault: objectType === 'binaryInput' ? null : false,
    states,
  })

const choice = (
  role: string | null,
  names: Names,
  states: readonly string[],
  objectType: ObjectType = 'multiStateInput',
) =>
  line(role, names, {
    objectType,
    kind: 'enum',
    unit: null,
    precision: 0,
    range: null,
    relinquishDefault: objectType === 'multiStateInput' ? null : 1,
    states,
  })

const operatingStates = ['Heating', 'Free cooling', 'Economizer', 'Mechanical cooling', 'Off']

export const objectsOf: Readonly<Record<Served, readonly ObjectLine[]>> = {
  airHandler: [
    measured('SAT', ['SupplyAirTemp', 'Supply air temperature', 'Température de soufflage'], 'degC'),
    measured('RAT', ['ReturnAirTemp', 'Return air temperature', 'Température de reprise'], 'degC'),
    measured('MAT', ['MixedAirTemp', 'Mixed air temperature', 'Température de mélange'], 'degC'),
    measured('OAT', ['OutsideAirTemp', 'Outside air temperature', 'Température extérieure'], 'degC'),
    measured('EAT', ['ExhaustAirTemp', 'Exhaust air temperature', 'Température de rejet'], 'degC'),
    measured('HCET', ['HeatingCoilIn', 'Before the heating coil', 'Avant la batterie chaude'], 'degC'),
    measured('HCLT', ['HeatingCoilOut', 'After the heating coil', 'Après la batterie chaude'], 'degC'),
    measured('CCET', ['CoolingCoilIn', 'Before the cooling coil', 'Avant la batterie froide'], 'degC'),
    measured('CCLT', ['CoolingCoilOut', 'After the cooling coil', 'Après la batterie froide'], 'degC'),
    measured('DSP', ['DuctPressure', 'Duct static pressure', 'Pression statique de gaine'], 'Pa'),
    measured('VFDSPD', ['FanSpeed', 'Fan speed', 'Vitesse du ventilateur'], 'percent'),
    measured('RH', ['Humidity', 'Return air humidity', 'Humidité de reprise'], 'pctRH'),
    measured('CO2', ['CO2', 'Return air CO₂', 'CO₂ de reprise'], 'ppm'),
    measured('KW', ['Power', 'Fan power', 'Puissance du ventilateur'], 'kW', { precision: 1 }),
    measured(null, ['FilterPressure', 'Filter pressure drop', 'Perte de charge du filtre'], 'Pa'),
    state('FANSTS', ['FanStatus', 'Fan status', 'État du ventilateur']),
    programOutput('HC', ['HeatingCmd', 'Heating command', 'Commande de chauffage']),
    programOutput('CC', ['CoolingCmd', 'Cooling command', 'Commande de refroidissement']),
    programOutput('OADPR', ['OutsideDamperCmd', 'Outside air damper', 'Volet d’air neuf']),
    programOutput('FANSPD', ['FanSpeedCmd', 'Fan speed command', 'Commande de vitesse']),
    setpoint('SATSP', ['SupplyAirTempSp', 'Supply air setpoint', 'Consigne de soufflage'], 'degC', 16, [10, 30]),
    setpoint('DSPSP', ['DuctPressureSp', 'Duct pressure setpoint', 'Consigne de pression'], 'Pa', 250, [0, 600]),
    setpoint('MINOA', ['MinOutsideAir', 'Minimum outside air', 'Air neuf minimal'], 'percent', 20, [0, 100]),
    state(null, ['FanCmd', 'Fan command', 'Commande du ventilateur'], 'binaryOutput'),
    state('OCC', ['Occupied', 'Occupancy', 'Occupation'], 'binaryValue', ['Unoccupied', 'Occupied']),
    choice('OS', ['OperatingState', 'Operating state', 'État de marche'], operatingStates),
  ],
  box: [
    measured('ZAT', ['ZoneTemp', 'Zone temperature', 'Température de zone'], 'degC'),
    measured('FLOW', ['Airflow', 'Airflow', 'Débit d’air'], 'L/s'),
    measured('DAT', ['DischargeAirTemp', 'Discharge air temperature', 'Température de soufflage'], 'degC'),
    measured('CO2', ['CO2', 'Zone CO₂', 'CO₂ de zone'], 'ppm'),
    programOutput('DMP', ['DamperCmd', 'Damper command', 'Commande de volet']),
    programOutput('RHV', ['ReheatCmd', 'Reheat command', 'Commande de réchauffe']),
    setpoint('ZSP', ['ZoneTempSp', 'Zone setpoint', 'Consigne de zone'], 'degC', 22, [10, 35]),
    setpoint('HSP', ['HeatingSp', 'Heating setpoint', 'Consigne de chauffage'], 'degC', 21, [10, 30]),
    setpoint('CSP', ['CoolingSp', 'Cooling setpoint', 'Consigne de refroidissement'], 'degC', 24, [15, 35]),
    setpoint('FLOWSP', ['AirflowSp', 'Airflow setpoint', 'Consigne de débit'], 'L/s', 120, [0, 1000]),
    setpoint('FLOWMAX', ['AirflowMax', 'Maximum airflow', 'Débit maximal'], 'L/s', 500, [0, 1000]),
    setpoint('DATSP', ['DischargeAirTempSp', 'Discharge air setpoint', 'Consigne de soufflage'], 'degC', 18, [10, 45]),
    measured('AHUSAT', ['AhuSupplyAirTemp', 'Supply air of the air handler', 'Soufflage de la centrale'], 'degC'),
    state('OCC', ['Occupied', 'Occupancy', 'Occupation'], 'binaryValue', ['Unoccupied', 'Occupied']),
    state('FANSTS', ['AhuFanStatus', 'Fan of the air handler', 'Ventilateur de la centrale']),
    state('HWP', ['HotWaterPump', 'Hot water pump', 'Pompe d’eau chaude']),
  ],
  fanCoil: [
    measured('ZAT', ['ZoneTemp', 'Zone temperature', 'Température de zone'], 'degC'),
    measured('RAT', ['ReturnAirTemp', 'Return air temperature', 'Température de reprise'], 'degC'),
    measured('SAT', ['SupplyAirTemp', 'Supply air temperature', 'Température de soufflage'], 'degC'),
    programOutput('HC', ['HeatingCmd', 'Heating command', 'Commande de chauffage']),
    programOutput('CC', ['CoolingCmd', 'Cooling command', 'Commande de refroidissement']),
    setpoint('ZSP', ['ZoneTempSp', 'Zone setpoint', 'Consigne de zone'], 'degC', 22, [10, 35]),
    setpoint('SATSP', ['SupplyAirTempSp', 'Supply air setpoint', 'Consigne de soufflage'], 'degC', 22, [10, 45]),
    state('FANSTS', ['FanStatus', 'Fan status', 'État du ventilateur']),
    choice(null, ['FanMode', 'Fan mode', 'Mode du ventilateur'], ['Auto', 'Low', 'Medium', 'High'], 'multiStateOutput'),
    choice('OS', ['OperatingState', 'Operating state', 'État de marche'], ['Heating', 'Idle', 'Cooling', 'Off']),
  ],
  chiller: [
    measured('CHWS', ['ChilledWaterSupplyTemp', 'Chilled water supply', 'Départ d’eau glacée'], 'degC'),
    measured('CHWR', ['ChilledWaterReturnTemp', 'Chilled water return', 'Retour d’eau glacée'], 'degC'),
    measured('KW', ['Power', 'Chiller power', 'Puissance du refroidisseur'], 'kW', { precision: 1 }),
    setpoint(null, ['ChilledWaterSp', 'Chilled water setpoint', 'Consigne d’eau glacée'], 'degC', 6.7, [4, 15]),
    state('PUMP', ['ChilledPumpStatus', 'Chilled water pump', 'Pompe d’eau glacée']),
    state(null, ['ChilledPumpCmd', 'Chilled water pump command', 'Commande de pompe'], 'binaryOutput'),
    state(null, ['ChillerEnable', 'Chiller enable', 'Autorisation du refroidisseur'], 'binaryValue'),
    choice('OS', ['ChillerState', 'Chiller state', 'État du refroidisseur'], ['Off', 'Running', 'Fault']),
  ],
  boiler: [
    measured('HWS', ['HotWaterSupplyTemp', 'Hot water supply', 'Départ d’eau chaude'], 'degC'),
    measured('HWR', ['HotWaterReturnTemp', 'Hot water return', 'Retour d’eau chaude'], 'degC'),
    measured('KWH', ['Energy', 'Boiler energy', 'Énergie de la chaudière'], 'kWh'),
    programOutput('VALVE', ['ValveCmd', 'Heating valve', 'Vanne de chauffage']),
    setpoint(null, ['HotWaterSp', 'Hot water setpoint', 'Consigne d’eau chaude'], 'degC', 65, [30, 90]),
    state('PUMP', ['HotPumpStatus', 'Hot water pump', 'Pompe d’eau chaude']),
    state(null, ['HotPumpCmd', 'Hot water pump command', 'Commande de pompe'], 'binaryOutput'),
    state(null, ['BoilerEnable', 'Boiler enable', 'Autorisation de la chaudière'], 'binaryValue'),
  ],
  room: [
    measured('ZAT', ['ZoneTemp', 'Zone temperature', 'Température de zone'], 'degC'),
    measured(null, ['Humidity', 'Zone humidity', 'Humidité de zone'], 'pctRH'),
    setpoint('ZSP', ['ZoneTempSp', 'Zone setpoint', 'Consigne de zone'], 'degC', 22, [10, 35]),
    state('OCC', ['Occupied', 'Occupancy', 'Occupation'], 'binaryValue', ['Unoccupied', 'Occupied']),
    choice(null, ['FanMode', 'Fan mode', 'Mode du ventilateur'], ['Auto', 'Low', 'Medium', 'High'], 'multiStateOutput'),
  ],
  gateway: [
    measured('OAT', ['OutsideAirTemp', 'Outside air temperature', 'Température extérieure'], 'degC'),
    measured(null, ['Power', 'Building power', 'Puissance du bâtiment'], 'kW', { precision: 1 }),
    state('OCC', ['Occupied', 'Occupancy', 'Occupation'], 'binaryValue', ['Unoccupied', 'Occupied']),
  ],
}

/** Returns the key of an object within its unit. */
export const objectKeyOf = ({ role, name }: Pick<ObjectLine, 'role' | 'name'>) => role ?? name

/** The default equipment of each model. */
const defaultEquipment: Readonly<Record<string, readonly Served[]>> = {
  ECY303: ['airHandler'],
  ECY3x0: ['airHandler'],
  ECY400: ['airHandler'],
  ECYS1000: ['airHandler'],
  ECY600: ['chiller', 'boiler'],
  ECY103: ['fanCoil'],
  ECYVAV: ['box'],
  ECYSTATR: ['room'],
  ECYAPEX: ['gateway'],
  NIAGARA: ['gateway'],
}

/** Returns nothing for a model that is not simulated. */
function servedByModel(model: string): readonly Served[] {
  if (model.startsWith('ECYPTU')) return ['fanCoil']
  return defaultEquipment[model] ?? (/^(ECY|HORYZON)/.test(model) ? ['room'] : [])
}

/** A set of objects on a controller, with a common prefix of their names. */
export interface ObjectSet {
  /** Nothing for names without a prefix. */
  prefix?: string
  served: Served
  /** Other names than the default, by role. */
  names?: Readonly<Record<string, string>> | undefined
  language?: 'en' | 'fr' | undefined
}

/** An object of a controller with its role for the equipment; null without a role. */
export interface RoleObject extends ModelObject {
  role: string | null
}

/** Returns the objects of each set, numbered continuously. */
export function objectsIn(sets: readonly ObjectSet[]): RoleObject[][] {
  const numbers = new Map<string, number>()
  return sets.map(({ prefix, served, names, language }) =>
    objectsOf[served].map((object) => {
      const objectInstance = (numbers.get(object.objectType) ?? 0) + 1
      numbers.set(object.objectType, objectInstance)
      const { objectType, kind, unit, precision, range, states, relinquishDefault } = object
      const name = (object.role && names?.[object.role]) ?? object.name
      const words = object.words[language ?? 'en']
      return {
        role: object.role,
        ...{ objectType, objectInstance, kind, unit, precision, states, relinquishDefault },
        name: prefix === undefined ? name : `${prefix}.${name}`,
        displayName: prefix === undefined ? words : `${prefix} ${words}`,
        min: range?.[0] ?? null,
        max: range?.[1] ?? null,
        covIncrement: kind === 'number' ? 10 ** -precision : 0,
        isWritable: relinquishDefault !== null,
        behaviour: `${served}.${objectKeyOf(object)}`,
      }
    }),
  )
}

/** Returns the objects of a controller of a model, unless it serves something else than usual. */
export const objectsOfModel = (model: string): ModelObject[] =>
  objectsIn(servedByModel(model).map((served) => ({ served }))).flatMap((objects) =>
    objects.map(({ role: _, ...object }) => object),
  )
