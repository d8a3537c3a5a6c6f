/** The 37 point types, classes of the Brick ontology (domain §4.2). Quantities determine which units match. */
import type { PointKind } from '../../contracts/points'

export interface PointTypeLine {
  id: string
  name: { en: string; fr: string }
  kind: PointKind
  /** Null when nothing is measured. */
  quantity: string | null
  unit: string | null
  function: 'sensor' | 'setpoint' | 'command' | 'status' | 'alarm' | 'parameter'
  /** Names of such points on controllers. */
  aliases: readonly string[]
}

type Function = PointTypeLine['function']

const line =
  (kind: PointKind, quantity: string | null, unit: string | null) =>
  (of: Function, id: string, en: string, fr: string, ...aliases: string[]): PointTypeLine => ({
    id,
    name: { en, fr },
    kind,
    quantity,
    unit,
    function: of,
    aliases,
  })

const temperature = line('number', 'temperature', 'degC')
const ratio = line('number', 'ratio', 'percent')
const pressure = line('number', 'pressure', 'Pa')
const flow = line('number', 'airFlow', 'L/s')
const onOff = line('boolean', null, null)

export const pointTypes: readonly PointTypeLine[] = [
  temperature('sensor', 'Air_Temperature_Sensor', 'Air temperature', 'Température de l’air', 'AirTemp'),
  temperature('sensor', 'Zone_Air_Temperature_Sensor', 'Zone temperature', 'Température de zone', 'ZoneTemp', 'ZAT'),
  temperature(
    'setpoint',
    'Target_Zone_Air_Temperature_Setpoint',
    'Zone temperature setpoint',
    'Consigne de température de zone',
    'ZoneTempSp',
  ),
  temperature(
    'setpoint',
    'Heating_Zone_Air_Temperature_Setpoint',
    'Zone heating setpoint',
    'Consigne de chauffage de zone',
    'HeatingSp',
  ),
  temperature(
    'setpoint',
    'Cooling_Zone_Air_Temperature_Setpoint',
    'Zone cooling setpoint',
    'Consigne de refroidissement de zone',
    'CoolingSp',
  ),
  line('number', 'humidity', 'pctRH')(
    'sensor',
    'Zone_Air_Humidity_Sensor',
    'Zone humidity',
    'Humidité de zone',
    'ZoneHumidity',
    'Humidity',
  ),
  line('number', 'concentration', 'ppm')('sensor', 'CO2_Sensor', 'CO₂', 'CO₂', 'CO2'),
  onOff('status', 'Occupancy_Status', 'Occupancy', 'Occupation', 'Occupied', 'Occ'),
  temperature(
    'sensor',
    'Supply_Air_Temperature_Sensor',
    'Supply air temperature',
    'Température de soufflage',
    'SupplyAirTemp',
    'DischargeAirTemp',
    'SAT',
    'DAT',
  ),
  temperature(
    'sensor',
    'Return_Air_Temperature_Sensor',
    'Return air temperature',
    'Température de reprise',
    'ReturnAirTemp',
    'RAT',
  ),
  temperature(
    'sensor',
    'Mixed_Air_Temperature_Sensor',
    'Mixed air temperature',
    'Température de mélange',
    'MixedAirTemp',
    'MAT',
  ),
  temperature(
    'sensor',
    'Outside_Air_Temperature_Sensor',
    'Outside air temperature',
    'Température extérieure',
    'OutsideAirTemp',
    'OutdoorAirTemp',
    'OAT',
  ),
  temperature(
    'sensor',
    'Exhaust_Air_Temperature_Sensor',
    'Exhaust air temperature',
    'Température de rejet',
    'ExhaustAirTemp',
    'EAT',
  ),
  temperature(
    'setpoint',
    'Supply_Air_Temperature_Setpoint',
    'Supply air temperature setpoint',
    'Consigne de température de soufflage',
    'SupplyAirTempSp',
    'DischargeAirTempSp',
    'SATSP',
  ),
  pressure(
    'sensor',
    'Supply_Air_Static_Pressure_Sensor',
    'Duct static pressure',
    'Pression statique de gaine',
    'DuctPressure',
    'DSP',
  ),
  pressure(
    'setpoint',
    'Supply_Air_Static_Pressure_Setpoint',
    'Duct static pressure setpoint',
    'Consigne de pression statique',
    'DuctPressureSp',
    'DSPSP',
  ),
  flow('sensor', 'Supply_Air_Flow_Sensor', 'Airflow', 'Débit d’air', 'Airflow', 'Flow'),
  flow('setpoint', 'Supply_Air_Flow_Setpoint', 'Airflow setpoint', 'Consigne de débit d’air', 'AirflowSp', 'FlowSp'),
  flow(
    'parameter',
    'Max_Cooling_Supply_Air_Flow_Setpoint_Limit',
    'Maximum airflow',
    'Débit d’air maximal',
    'AirflowMax',
    'FlowMax',
  ),
  ratio(
    'parameter',
    'Min_Outside_Air_Flow_Setpoint_Limit',
    'Minimum outside air',
    'Air neuf minimal',
    'MinOutsideAir',
    'MinOA',
  ),
  ratio(
    'command',
    'Damper_Position_Command',
    'Damper command',
    'Commande de volet',
    'DamperCmd',
    'OutsideDamperCmd',
    'Damper',
  ),
  ratio('sensor', 'Damper_Position_Sensor', 'Damper position', 'Position du volet', 'DamperPos'),
  ratio('command', 'Heating_Command', 'Heating command', 'Commande de chauffage', 'HeatingCmd', 'Heating'),
  ratio('command', 'Cooling_Command', 'Cooling command', 'Commande de refroidissement', 'CoolingCmd', 'Cooling'),
  ratio('command', 'Reheat_Command', 'Reheat command', 'Commande de réchauffe', 'ReheatCmd', 'Reheat'),
  ratio('command', 'Valve_Position_Command', 'Valve command', 'Commande de vanne', 'ValveCmd', 'Valve'),
  onOff('status', 'Fan_On_Off_Status', 'Fan status', 'État du ventilateur', 'FanStatus', 'FanSts'),
  ratio('command', 'Fan_Speed_Command', 'Fan speed command', 'Commande de vitesse', 'FanSpeedCmd'),
  ratio('sensor', 'Motor_Speed_Sensor', 'Motor speed', 'Vitesse du moteur', 'FanSpeed', 'VfdSpeed'),
  line('enum', null, null)(
    'status',
    'Operating_Mode_Status',
    'Operating state',
    'État de marche',
    'OperatingState',
    'Mode',
  ),
  onOff('status', 'Pump_On_Off_Status', 'Pump status', 'État de la pompe', 'PumpStatus', 'HotWaterPump'),
  temperature(
    'sensor',
    'Entering_Chilled_Water_Temperature_Sensor',
    'Entering chilled water temperature',
    'Température d’eau glacée à l’entrée',
    'ChilledWaterReturnTemp',
    'CHWR',
  ),
  temperature(
    'sensor',
    'Leaving_Chilled_Water_Temperature_Sensor',
    'Leaving chilled water temperature',
    'Température d’eau glacée à la sortie',
    'ChilledWaterSupplyTemp',
    'CHWS',
  ),
  temperature(
    'sensor',
    'Entering_Hot_Water_Temperature_Sensor',
    'Entering hot water temperature',
    'Température d’eau chaude à l’entrée',
    'HotWaterReturnTemp',
    'HWR',
  ),
  temperature(
    'sensor',
    'Leaving_Hot_Water_Temperature_Sensor',
    'Leaving hot water temperature',
    'Température d’eau chaude à la sortie',
    'HotWaterSupplyTemp',
    'HWS',
  ),
  line('number', 'power', 'kW')(
    'sensor',
    'Electric_Power_Sensor',
    'Electric power',
    'Puissance électrique',
    'Power',
    'kW',
  ),
  line('number', 'energy', 'kWh')(
    'sensor',
    'Electric_Energy_Sensor',
    'Electric energy',
    'Énergie électrique',
    'Energy',
    'kWh',
  ),
]

const byId = new Map(pointTypes.map((type) => [type.id, type]))

export const pointTypeOf = (id: string): PointTypeLine | undefined => byId.get(id)

/** The quantity of each unit; a point matches a type of the same quantity, whatever its unit (domain §4.3, §4.6). */
const quantities: Readonly<Record<string, string>> = {
  degC: 'temperature',
  pctRH: 'humidity',
  Pa: 'pressure',
  kPa: 'pressure',
  'L/s': 'airFlow',
  'm3/h': 'waterFlow',
  kW: 'power',
  kWh: 'energy',
  ppm: 'concentration',
  lux: 'illuminance',
  percent: 'ratio',
}

/** Whether a point of this kind and unit can have a type. */
export function matchesType(point: { kind: string; unit: string | null }, type: PointTypeLine): boolean {
  if (point.kind !== type.kind) return false
  return type.quantity === null || (point.unit !== null && quantities[point.unit] === type.quantity)
}
