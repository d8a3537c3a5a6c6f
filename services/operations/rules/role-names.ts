/** Names of point roles (domain §2.2, §2.3). */
import type { ServiceLanguage } from '../../kit/messages'

const names: Record<string, [en: string, fr: string]> = {
  SAT: ['Supply air temperature', 'Température de soufflage'],
  SATSP: ['Supply air temperature setpoint', 'Consigne de soufflage'],
  MAT: ['Mixed air temperature', 'Température de mélange'],
  RAT: ['Return air temperature', 'Température de reprise'],
  OAT: ['Outdoor air temperature', 'Température extérieure'],
  HC: ['Heating command', 'Commande de chauffage'],
  CC: ['Cooling command', 'Commande de refroidissement'],
  OADPR: ['Outdoor air damper', 'Volet d’air extérieur'],
  MINOA: ['Minimum outdoor air', 'Air extérieur minimal'],
  FANSTS: ['Fan status', 'État du ventilateur'],
  VFDSPD: ['Fan speed', 'Vitesse du ventilateur'],
  DSP: ['Duct static pressure', 'Pression statique'],
  DSPSP: ['Duct static pressure setpoint', 'Consigne de pression statique'],
  OS: ['Operating state', 'État de fonctionnement'],
  CCET: ['Cooling coil entering temperature', 'Entrée de la batterie froide'],
  CCLT: ['Cooling coil leaving temperature', 'Sortie de la batterie froide'],
  HCET: ['Heating coil entering temperature', 'Entrée de la batterie chaude'],
  HCLT: ['Heating coil leaving temperature', 'Sortie de la batterie chaude'],
  FLOW: ['Airflow', 'Débit d’air'],
  FLOWSP: ['Airflow setpoint', 'Consigne de débit'],
  FLOWMAX: ['Maximum airflow', 'Débit maximal'],
  DMP: ['Damper position', 'Position du volet'],
  DAT: ['Discharge air temperature', 'Température de diffusion'],
  DATSP: ['Discharge air temperature setpoint', 'Consigne de diffusion'],
  RHV: ['Reheat valve', 'Vanne de réchauffe'],
  HWP: ['Hot water pump', 'Pompe d’eau chaude'],
  AHUSAT: ['Supply air temperature of the air handler', 'Soufflage de la centrale'],
  OCC: ['Occupancy', 'Occupation'],
}

export const roleName = (role: string, language: ServiceLanguage): string =>
  names[role]?.[language === 'fr' ? 1 : 0] ?? role
