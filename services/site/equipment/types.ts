/** The 22 types of equipment, the roles of their points and the fault rules for them (domain §2.4, §8.1). */

export interface PointRole {
  role: string
  pointTypeId: string
  /** The fault rules that cannot run without it. */
  rules: readonly string[]
}

export interface EquipmentTypeLine {
  /** Brick class. */
  id: string
  name: { en: string; fr: string }
  parentId: string | null
  icon: string
  roles: readonly PointRole[]
  ruleCodes: readonly string[]
}

/** `5 7 8` of `AHU-FC` are AHU-FC5, AHU-FC7 and AHU-FC8. */
const need =
  (prefix: string) =>
  (role: string, pointTypeId: string, rules = ''): PointRole => ({
    role,
    pointTypeId,
    rules: rules
      .split(' ')
      .filter(Boolean)
      .map((rule) => prefix + rule),
  })

const ahu = need('AHU-FC')
const vav = need('VAV-')
const fcu = need('FCU-FC')
const other = need('')

const airHandlerRoles: readonly PointRole[] = [
  ahu('SAT', 'Supply_Air_Temperature_Sensor', '5 7 8 12 13'),
  ahu('SATSP', 'Supply_Air_Temperature_Setpoint', '7 9 11 13'),
  ahu('MAT', 'Mixed_Air_Temperature_Sensor', '2 3 5 6 8 10 12'),
  ahu('RAT', 'Return_Air_Temperature_Sensor', '2 3 6'),
  ahu('OAT', 'Outside_Air_Temperature_Sensor', '2 3 6 9 10 11'),
  ahu('HC', 'Heating_Command', '5 6 7 8 9 10 11 12 15'),
  ahu('CC', 'Cooling_Command', '5 6 8 9 10 11 12 13 14'),
  ahu('OADPR', 'Damper_Position_Command', '5 6 8 9 10 11 12'),
  ahu('MINOA', 'Min_Outside_Air_Flow_Setpoint_Limit', '6'),
  ahu('FANSTS', 'Fan_On_Off_Status', '1 2 3 5 6 7 8 9 10 11 12 13 14 15'),
  ahu('VFDSPD', 'Motor_Speed_Sensor', '1'),
  ahu('DSP', 'Supply_Air_Static_Pressure_Sensor', '1'),
  ahu('DSPSP', 'Supply_Air_Static_Pressure_Setpoint', '1'),
  ahu('OS', 'Operating_Mode_Status', '4'),
  ahu('CCET', 'Air_Temperature_Sensor', '14'),
  ahu('CCLT', 'Air_Temperature_Sensor', '14'),
  ahu('HCET', 'Air_Temperature_Sensor', '15'),
  ahu('HCLT', 'Air_Temperature_Sensor', '15'),
  ahu('EAT', 'Exhaust_Air_Temperature_Sensor'),
  ahu('FANSPD', 'Fan_Speed_Command'),
  ahu('OCC', 'Occupancy_Status'),
  ahu('RH', 'Zone_Air_Humidity_Sensor'),
  ahu('CO2', 'CO2_Sensor'),
  ahu('KW', 'Electric_Power_Sensor'),
]

const boxRoles: readonly PointRole[] = [
  vav('FLOW', 'Supply_Air_Flow_Sensor', 'LOWFLOW FLOWCAL DMPLEAK'),
  vav('FLOWSP', 'Supply_Air_Flow_Setpoint', 'LOWFLOW'),
  vav('FLOWMAX', 'Max_Cooling_Supply_Air_Flow_Setpoint_Limit', 'FLOWCAL DMPLEAK'),
  vav('DMP', 'Damper_Position_Command', 'DMPLEAK'),
  vav('DAT', 'Supply_Air_Temperature_Sensor', 'LOWDAT VLVLEAK'),
  vav('DATSP', 'Supply_Air_Temperature_Setpoint', 'LOWDAT'),
  vav('RHV', 'Reheat_Command', 'VLVLEAK'),
  vav('HWP', 'Pump_On_Off_Status', 'LOWDAT'),
  vav('AHUSAT', 'Supply_Air_Temperature_Sensor', 'VLVLEAK'),
  vav('FANSTS', 'Fan_On_Off_Status', 'FLOWCAL DMPLEAK VLVLEAK'),
  vav('OCC', 'Occupancy_Status', 'LOWFLOW LOWDAT'),
  vav('ZAT', 'Zone_Air_Temperature_Sensor'),
  vav('ZSP', 'Target_Zone_Air_Temperature_Setpoint'),
  vav('HSP', 'Heating_Zone_Air_Temperature_Setpoint'),
  vav('CSP', 'Cooling_Zone_Air_Temperature_Setpoint'),
  vav('CO2', 'CO2_Sensor'),
]

const fanCoilRoles: readonly PointRole[] = [
  fcu('SAT', 'Supply_Air_Temperature_Sensor', '2 3 4 5'),
  fcu('SATSP', 'Supply_Air_Temperature_Setpoint', '2 3'),
  fcu('RAT', 'Return_Air_Temperature_Sensor', '4 5'),
  fcu('HC', 'Heating_Command', '2 5'),
  fcu('CC', 'Cooling_Command', '3 4'),
  fcu('FANSTS', 'Fan_On_Off_Status', '2 3 4 5'),
  fcu('OS', 'Operating_Mode_Status', '1'),
  fcu('ZAT', 'Zone_Air_Temperature_Sensor'),
  fcu('ZSP', 'Target_Zone_Air_Temperature_Setpoint'),
]

const chillerRoles: readonly PointRole[] = [
  other('CHWS', 'Leaving_Chilled_Water_Temperature_Sensor'),
  other('CHWR', 'Entering_Chilled_Water_Temperature_Sensor'),
  other('PUMP', 'Pump_On_Off_Status'),
  other('OS', 'Operating_Mode_Status'),
  other('KW', 'Electric_Power_Sensor'),
]
const boilerRoles: readonly PointRole[] = [
  other('HWS', 'Leaving_Hot_Water_Temperature_Sensor'),
  other('HWR', 'Entering_Hot_Water_Temperature_Sensor'),
  other('PUMP', 'Pump_On_Off_Status'),
  other('VALVE', 'Valve_Position_Command'),
  other('KWH', 'Electric_Energy_Sensor'),
]
const zoneRoles: readonly PointRole[] = [
  other('ZAT', 'Zone_Air_Temperature_Sensor'),
  other('ZSP', 'Target_Zone_Air_Temperature_Setpoint'),
  other('OCC', 'Occupancy_Status'),
]
const fanRoles: readonly PointRole[] = [
  other('FANSTS', 'Fan_On_Off_Status'),
  other('FANSPD', 'Fan_Speed_Command'),
  other('KW', 'Electric_Power_Sensor'),
]
const pumpRoles: readonly PointRole[] = [other('PUMP', 'Pump_On_Off_Status'), other('KW', 'Electric_Power_Sensor')]
const valveRoles: readonly PointRole[] = [other('VALVE', 'Valve_Position_Command')]
const powerRoles: readonly PointRole[] = [other('KW', 'Electric_Power_Sensor')]

const type = (
  id: string,
  names: readonly [en: string, fr: string],
  icon: string,
  roles: readonly PointRole[],
  parentId: string | null = null,
): EquipmentTypeLine => ({
  id,
  name: { en: names[0], fr: names[1] },
  parentId,
  icon,
  roles,
  ruleCodes: [...new Set(roles.flatMap(({ rules }) => rules))].sort((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  ),
})

export const equipmentTypes: readonly EquipmentTypeLine[] = [
  type('Air_Handling_Unit', ['Air handling unit', 'Centrale de traitement d’air'], 'air-handler', airHandlerRoles),
  type('Rooftop_Unit', ['Rooftop unit', 'Unité de toiture'], 'air-handler', airHandlerRoles, 'Air_Handling_Unit'),
  type(
    'Makeup_Air_Unit',
    ['Makeup air unit', 'Unité d’air d’appoint'],
    'air-handler',
    airHandlerRoles,
    'Air_Handling_Unit',
  ),
  type(
    'Dedicated_Outdoor_Air_System_Unit',
    ['Dedicated outdoor air unit', 'Unité d’air neuf'],
    'air-handler',
    airHandlerRoles,
    'Air_Handling_Unit',
  ),
  type('Variable_Air_Volume_Box', ['Variable air volume box', 'Boîte à volume d’air variable'], 'box', boxRoles),
  type(
    'Variable_Air_Volume_Box_With_Reheat',
    ['Variable air volume box with reheat', 'Boîte à volume d’air variable avec réchauffe'],
    'box',
    boxRoles,
    'Variable_Air_Volume_Box',
  ),
  type('Fan_Coil_Unit', ['Fan coil unit', 'Ventilo-convecteur'], 'fan-coil', fanCoilRoles),
  type('Packaged_Heat_Pump', ['Packaged heat pump', 'Thermopompe monobloc'], 'fan-coil', zoneRoles),
  type('Chilled_Beam', ['Chilled beam', 'Poutre froide'], 'terminal', valveRoles),
  type('Radiator', ['Radiator', 'Radiateur'], 'terminal', valveRoles),
  type('Exhaust_Fan', ['Exhaust fan', 'Ventilateur d’extraction'], 'fan', fanRoles),
  type(
    'Computer_Room_Air_Conditioning',
    ['Computer room air conditioning', 'Climatisation de salle informatique'],
    'air-handler',
    zoneRoles,
  ),
  type('Chiller', ['Chiller', 'Refroidisseur'], 'plant', chillerRoles),
  type('Boiler', ['Boiler', 'Chaudière'], 'plant', boilerRoles),
  type('Cooling_Tower', ['Cooling tower', 'Tour de refroidissement'], 'plant', fanRoles),
  type('Pump', ['Pump', 'Pompe'], 'pump', pumpRoles),
  type('Heat_Exchanger', ['Heat exchanger', 'Échangeur de chaleur'], 'plant', valveRoles),
  type('Water_Heater', ['Water heater', 'Chauffe-eau'], 'plant', powerRoles),
  type('Thermostat', ['Thermostat', 'Thermostat'], 'thermostat', zoneRoles),
  type('Luminaire', ['Luminaire', 'Luminaire'], 'light', powerRoles, 'Lighting_Equipment'),
  type('Lighting_Equipment', ['Lighting', 'Éclairage'], 'light', powerRoles),
  type('Blind', ['Blind', 'Store'], 'blind', []),
]

const byId = new Map(equipmentTypes.map((line) => [line.id, line]))

export const equipmentTypeOf = (id: string): EquipmentTypeLine | undefined => byId.get(id)

/** Whether any fault rule needs the role. */
export const isRequired = (role: PointRole) => role.rules.length > 0

/** Returns how many rules of a type have all the roles they need. */
export function ruleReadiness(line: EquipmentTypeLine | undefined, mappedRoles: ReadonlySet<string>) {
  const codes = line?.ruleCodes ?? []
  const ready = codes.filter((code) =>
    (line?.roles ?? []).every((role) => !role.rules.includes(code) || mappedRoles.has(role.role)),
  )
  return { ready: ready.length, total: codes.length }
}
