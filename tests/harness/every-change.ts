/**
 * Where each change is asked for and what its form takes: read by the tests that send every form there is. A change
 * without a row here fails `tests/house/changes.test.ts`.
 */

import type { ChangeName } from '../../app/changes'
import { href } from '../../app/hrefs'
import { seedId } from '../../services/kit/deterministic'
import { faultIdOf } from '../../services/operations/faults/fault-records'
import { productId } from '../../services/seed/catalogue-products'
import { equipmentIdOf } from '../../services/seed/fleet-equipment'
import { siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, userIdOf } from '../../services/seed/people'

/** Places of the demo seed; another tenant or customer is another answer for the same change. */
export interface AskedAt {
  tenantId: string
  customerId: string
}

export interface AskedChange {
  /** The address of the form. Ids below the customer are those of the Montcalm campuses, whoever's customer it is. */
  address(at: AskedAt): string
  /** Every field of the form with a value it takes, the reason included. */
  fields: Record<string, string>
  /** What belongs to a customer is hidden from people of other customers; the rest is the tenant's or one's own. */
  of: 'customer' | 'tenant' | 'all tenants' | 'oneself'
  /** Whether the first post does it, without a plan in between. */
  isDirect?: true
}

const campus = { groupId: seedId('group', 'Montcalm campuses'), siteId: siteIdOf(41) }
/** The demonstration has no network of controllers. */
const noAgent = { ...campus, siteAgentId: seedId('agent', 'none') }
const noNetwork = { ...campus, controllerNetworkId: seedId('network', 'none') }
const networkFields = {
  name: 'x',
  address: '10.0.4.2',
  port: '47808',
  broadcastTo: '10.0.4.255',
  bbmdAddress: '10.9.0.1',
  bbmdPort: '47808',
  bbmdLifetime: '300',
  lowestInstance: '0',
  highestInstance: '4194302',
  reason: 'x',
}
const hugo = userIdOf('hugo.lapointe@boreal.example')
const building = { ...campus, buildingId: seedId('building', '41-1') }
const space = { ...building, spaceId: seedId('space', '41-1-0') }
const device = seedId('device', 'montcalm-SCI-ECYVAV-1')
const inSpace = { ...campus, buildingId: seedId('building', '41-1'), spaceId: seedId('space', '41-1-1') }
/** In that space: onboarded, with a licence that includes no tunnels. */
const controller = { ...inSpace, deviceId: device }
/** What it serves, in the same space. */
const served = { ...inSpace, equipmentId: equipmentIdOf('VAV SCI-01') }
/** Of it, and open to be written. */
const point = { ...controller, pointId: seedId('point', `${device}/analogValue/1`) }
/** The silence of a controller of the campus, three hours before the day of the tests. */
const silence = seedId(
  'alarm',
  `${seedId('device', 'montcalm-SCI-ECYVAV-6')}/deviceOffline//${Date.parse('2026-03-08T21:01:48Z')}`,
)
/** Of nobody: what needs nothing but a click is not done by it either. */
const missing = { ...inSpace, deviceId: seedId('device', 'nobody'), tunnelId: 'none' }

/** On that campus, with schedules and a calendar. */
const scheduled = {
  ...building,
  spaceId: seedId('space', '41-1-5'),
  deviceId: seedId('device', 'montcalm-SCI-ECY303-1'),
}

const noPoint = { ...controller, pointId: seedId('point', 'none') }
/** Of that customer, with all its points. */
const box = equipmentIdOf('VAV SCI-06')
const ruleId = 'g36-vav-lowflow'

/** Of that customer, and active. */
const fault = faultIdOf(equipmentIdOf('AHU ART-01'), 'g36-ahu-fc1')

/** Of the campus with the residences, which has a template. */
const residence = { groupId: campus.groupId, siteId: siteIdOf(43), templateId: seedId('template', 'residence') }
/** On that campus. */
const ofResidence = {
  ...residence,
  buildingId: seedId('building', '43-1'),
  spaceId: seedId('space', '43-1-4'),
  deviceId: seedId('device', 'montcalm-GEN-ECY303-1'),
}

const siteFields = {
  name: 'x',
  description: 'x',
  address: 'x',
  city: 'x',
  state: 'x',
  postalCode: 'x',
  country: 'x',
  latitude: '46.78',
  longitude: '-71.27',
  usage: 'Education',
  size: '84000',
  units: 'metric',
  timeZone: 'America/Toronto',
  reason: 'x',
}
const buildingFields = {
  name: 'x',
  description: 'x',
  usage: 'Education',
  address: 'x',
  size: '21000',
  units: 'metric',
  reason: 'x',
}
const ofPerson = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  initials: 'ADA',
  language: 'fr',
  region: 'CA',
  unit: 'metric',
}

export const everyChange: { [Name in ChangeName]?: AskedChange } = {
  'tenant.create': {
    address: () => href('newTenant', {}),
    fields: { name: 'Harbour Controls', tenantId: 'harbour', domains: 'harbour.example', reason: 'x' },
    of: 'all tenants',
    isDirect: true,
  },
  'tenant.edit': {
    address: (at) => href('tenantSettings', at),
    fields: {
      name: 'Boréal Facilities',
      domains: 'boreal.example\nboreal-north.example',
      isDisabled: 'on',
      reason: 'x',
    },
    of: 'tenant',
    isDirect: true,
  },
  'tenant.onboard': {
    address: (at) => href('tenantOnboarding', at),
    fields: { adminEmail: 'first@boreal.example', reason: 'x' },
    of: 'tenant',
    isDirect: true,
  },
  'tenant.offboard': {
    address: (at) => href('tenantOffboarding', at),
    fields: { confirmName: 'Boréal Facilities', force: 'on', reason: 'x' },
    of: 'tenant',
  },
  'customer.create': {
    address: (at) => href('newCustomer', at),
    fields: { name: 'Port of Sorel', description: 'Warehouses', reason: 'x' },
    of: 'tenant',
    isDirect: true,
  },
  'customer.edit': {
    address: (at) => href('customerSettings', at),
    fields: { name: 'Université Montcalm', description: 'Three campuses', reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'customer.archive': { address: (at) => href('customerArchiving', at), fields: { reason: 'x' }, of: 'customer' },
  'customer.restore': { address: (at) => href('customerRestoring', at), fields: { reason: 'x' }, of: 'customer' },
  'customer.delete': {
    address: (at) => href('customerDeletion', at),
    fields: { confirmName: 'Université Montcalm', reason: 'x' },
    of: 'customer',
  },
  'user.create': {
    address: (at) => href('newUser', at),
    fields: { ...ofPerson, email: 'ada.lovelace@boreal.example', role: 'customer-user', customer: 'x', reason: 'x' },
    of: 'tenant',
    isDirect: true,
  },
  'user.edit': {
    address: (at) => href('userSettings', { ...at, userId: hugo }),
    fields: { ...ofPerson, reason: 'x' },
    of: 'tenant',
    isDirect: true,
  },
  'user.editProfile': {
    address: () => href('profile', {}),
    fields: { ...ofPerson, reason: 'x' },
    of: 'oneself',
    isDirect: true,
  },
  'user.changeRoles': {
    address: (at) => href('userRoles', { ...at, userId: hugo }),
    fields: {
      level: 'customer',
      tenantRole: 'no-change',
      'customerRole[0]': `${customerIdOf('CUS1001')}:customer-user`,
      reason: 'x',
    },
    of: 'tenant',
  },
  'user.addRole': {
    address: (at) => href('usersRoleGiving', at),
    fields: { 'user[0]': hugo, role: 'user', reason: 'x' },
    of: 'tenant',
  },
  'user.removeRole': {
    address: (at) => href('usersRoleTaking', at),
    fields: { 'user[0]': hugo, role: 'user', reason: 'x' },
    of: 'tenant',
  },
  'user.takeRunOut': { address: (at) => href('usersRunOut', at), fields: {}, of: 'tenant' },
  'user.offboard': {
    address: (at) => href('usersOffboarding', at),
    fields: { 'user[0]': hugo, reason: 'x' },
    of: 'tenant',
  },
  'user.delete': {
    address: (at) => href('usersDeletion', at),
    fields: { 'user[0]': hugo, reason: 'x' },
    of: 'tenant',
  },
  'fault.resolve': {
    address: (at) => href('faultsResolving', at, { fault: fault }),
    fields: { 'fault[0]': fault, resolution: 'accepted', comment: 'x', reason: 'x' },
    of: 'customer',
  },
  'calendar.create': {
    address: (at) => href('newCalendar', { ...at, ...scheduled }),
    fields: { name: 'x', 'entries.0.type': 'date', 'entries.0.date': '*-12-25', reason: 'x' },
    of: 'customer',
  },
  'calendar.edit': {
    address: (at) => href('calendarSettings', { ...at, ...scheduled, calendarId: 'cal-1' }),
    fields: { name: 'x', 'entries.0.type': 'weekNDay', 'entries.0.week': 'last', reason: 'x' },
    of: 'customer',
  },
  'calendar.delete': {
    address: (at) => href('calendarDeletion', { ...at, ...scheduled, calendarId: 'cal-1' }),
    fields: { confirmName: 'x', reason: 'x' },
    of: 'customer',
  },
  'schedule.create': {
    address: (at) => href('newSchedule', { ...at, ...scheduled }),
    fields: { name: 'x', description: 'x', like: 'sch-1', valueType: 'number', unit: 'degC', reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'schedule.delete': {
    address: (at) => href('scheduleDeletion', { ...at, ...scheduled, scheduleId: 'sch-1' }),
    fields: { confirmName: 'x', reason: 'x' },
    of: 'customer',
  },
  'schedule.edit': {
    address: (at) => href('scheduleSettings', { ...at, ...scheduled, scheduleId: 'sch-1' }),
    fields: {
      name: 'x',
      description: 'x',
      start: '2026-01-01',
      end: '2027-01-01',
      scheduleDefault: 'false',
      priorityForWriting: '12',
      outOfService: 'on',
      'weekly.0': '06:15–20:30 Occupied',
      'targets.0.type': 'binaryValue',
      'targets.0.instance': '1',
      reason: 'x',
    },
    of: 'customer',
  },
  'schedule.exception': {
    address: (at) => href('customerScheduleExceptions', at),
    fields: {
      how: 'add',
      'schedule[0]': `${seedId('device', 'montcalm-SCI-ECY303-1')}.sch-1`,
      name: 'x',
      type: 'date',
      date: '*-12-25',
      start: '2026-12-24',
      end: '2026-12-26',
      month: '12',
      week: 'last',
      dayOfWeek: '5',
      priority: '10',
      like: 'closed',
      reason: 'x',
    },
    of: 'customer',
  },
  'fault.note': {
    address: (at) => href('fault', { ...at, faultId: fault }),
    fields: { text: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'rule.toggle': {
    address: (at) => href('ruleSwitching', { ...at, ruleId }, { equipment: box }),
    fields: { 'equipment[0]': box, to: 'off', reason: 'x' },
    of: 'customer',
  },
  'variables.save': {
    address: (at) => href('equipmentVariables', { ...at, ...inSpace, equipmentId: equipmentIdOf('VAV SCI-01') }),
    fields: { lowFlowRatio: '60', reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'historian.save': {
    address: (at) => href('deviceHistorian', { ...at, ...controller }),
    fields: {
      enabled: 'on',
      retentionDays: '90',
      'how-analogInput-1': 'cov',
      'least-analogInput-1': '0.5',
      reason: 'x',
    },
    of: 'customer',
    isDirect: true,
  },
  'variables.copy': {
    address: (at) => href('variablesCopying', { ...at, ...served }),
    fields: { 'variable[0]': 'lowFlowRatio', 'equipment[0]': equipmentIdOf('VAV SCI-02'), reason: 'x' },
    of: 'customer',
  },
  'points.map': {
    address: (at) => href('pointsMapping', at, { equipment: box }),
    fields: { 'equipment[0]': box, 'map[0].role': 'CO2', 'map[0].point': '-none', reason: 'x' },
    of: 'customer',
  },
  'points.mapRole': {
    address: (at) => href('roleMapping', { ...at, ...served, role: 'FLOW' }),
    fields: { point: seedId('point', `${device}/analogInput/2`), reason: 'x' },
    of: 'customer',
  },
  'points.unmap': {
    address: (at) => href('equipmentUnmapping', { ...at, ...served }),
    fields: { 'point[0]': point.pointId, reason: 'x' },
    of: 'customer',
  },
  'device.create': {
    address: (at) => href('newDevice', { ...at, ...inSpace }),
    fields: {
      name: 'x',
      productId: 'ECY303',
      description: 'x',
      spaceServed: 'x',
      quantity: '2',
      hostId: '',
      reason: 'x',
    },
    of: 'customer',
    isDirect: true,
  },
  'device.add': {
    address: (at) => href('controllersAdding', { ...at, ...noNetwork }, { instance: '101' }),
    fields: { 'instance[0]': '101', all: '1', filter: 'q=x', spaceId: inSpace.spaceId, reason: 'x' },
    of: 'customer',
  },
  'device.edit': {
    address: (at) => href('deviceSettings', { ...at, ...controller }),
    fields: {
      name: 'x',
      description: 'x',
      spaceServed: 'x',
      spaceId: inSpace.spaceId,
      'property[0].name': 'Panel',
      'property[0].value': 'B-12',
      reason: 'x',
    },
    of: 'customer',
    isDirect: true,
  },
  'device.upload': {
    address: (at) => href('devicesBuilder', { ...at, ...campus }),
    fields: { file: 'x', reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'device.delete': {
    address: (at) => href('devicesDeletion', { ...at }, { device }),
    fields: { 'device[0]': device, reason: 'x' },
    of: 'customer',
  },
  'device.onboard': {
    address: (at) => href('deviceOnboarding', { ...at, ...controller }),
    fields: { hostId: 'ECYVAV-41F2A0', activationCode: '7K4M-Q2ZD', reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'device.offboard': {
    address: (at) => href('deviceOnboardingRemoval', { ...at, ...controller }),
    fields: { reason: 'x' },
    of: 'customer',
  },
  'device.refresh': {
    address: (at) => href('deviceStateRequest', { ...at, ...missing }),
    fields: { reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'device.writing': {
    address: (at) => href('deviceWriting', { ...at, ...controller }),
    fields: { writing: 'all', objects: '', reason: 'x' },
    of: 'customer',
  },
  'device.manage': {
    address: (at) => href('deviceManagement', { ...at, ...controller }),
    fields: { order: 'warmStart', minutes: '15', reason: 'x' },
    of: 'customer',
  },
  'equipment.create': {
    address: (at) => href('newEquipment', { ...at, ...inSpace }),
    fields: { name: 'x', type: 'Fan_Coil_Unit', description: 'x', quantity: '2', reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'equipment.edit': {
    address: (at) => href('equipmentSettings', { ...at, ...served }),
    fields: {
      name: 'x',
      type: 'Air_Handling_Unit',
      description: 'x',
      spaceId: served.spaceId,
      parentEquipmentId: '',
      reason: 'x',
    },
    of: 'customer',
    isDirect: true,
  },
  'equipment.delete': {
    address: (at) => href('equipmentDeletion', { ...at, ...served }),
    fields: { reason: 'x' },
    of: 'customer',
  },
  'equipment.link': {
    address: (at) => href('equipmentLinking', { ...at, ...controller }),
    fields: { equipment: equipmentIdOf('VAV SCI-02'), reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'equipment.unlink': {
    address: (at) => href('equipmentUnlinking', { ...at, ...controller }, { equipment: served.equipmentId }),
    fields: { 'equipment[0]': served.equipmentId, reason: 'x' },
    of: 'customer',
  },
  'point.override': {
    address: (at) => href('pointOverride', { ...at, ...point }),
    fields: { pointValue: '120', duration: '2', unit: 'hours', reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'point.hold': {
    address: (at) => href('pointHold', { ...at, ...point }),
    fields: { pointValue: '120', reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'point.write': {
    address: (at) => href('pointValue', { ...at, ...point }),
    fields: { pointValue: '120', reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'point.emergency': {
    address: (at) => href('pointEmergency', { ...at, ...point }),
    fields: { pointValue: '120', confirmName: 'EMERGENCY', reason: 'x' },
    of: 'customer',
  },
  'point.release': {
    address: (at) => href('pointAutomatic', { ...at, ...noPoint }),
    fields: { reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'point.endEmergency': {
    address: (at) => href('pointEmergencyEnd', { ...at, ...noPoint }),
    fields: { reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'point.giveBack': {
    address: (at) => href('pointValueRelease', { ...at, ...noPoint }),
    fields: { reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'overrides.clear': {
    address: (at) => href('overridesClearing', at, { override: `${point.deviceId}.${point.pointId}.8` }),
    fields: { 'override[0]': `${point.deviceId}.${point.pointId}.8`, reason: 'x' },
    of: 'customer',
  },
  'tunnel.open': {
    address: (at) => href('deviceTunnels', { ...at, ...controller }),
    fields: { service: 'https', deleteAfterMin: '15', hostId: '', reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'tunnel.close': {
    address: (at) => href('deviceTunnel', { ...at, ...missing }),
    fields: { back: 'customer', reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'group.create': {
    address: (at) => href('newGroup', at),
    fields: { name: 'x', description: 'x', reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'group.edit': {
    address: (at) => href('groupSettings', { ...at, ...campus }),
    fields: { name: 'x', description: 'x', reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'group.delete': {
    address: (at) => href('groupDeletion', { ...at, ...campus }),
    fields: { reason: 'x' },
    of: 'customer',
  },
  'site.create': {
    address: (at) => href('newSite', at),
    fields: { ...siteFields, siteGroupId: campus.groupId },
    of: 'customer',
    isDirect: true,
  },
  'site.edit': {
    address: (at) => href('siteSettings', { ...at, ...campus }),
    fields: siteFields,
    of: 'customer',
    isDirect: true,
  },
  'site.move': {
    address: (at) => href('siteMoves', at),
    fields: { 'site[0]': campus.siteId, to: 'none', filter: 'search=x', reason: 'x' },
    of: 'customer',
  },
  'site.archive': {
    address: (at) => href('siteArchiving', { ...at, ...campus }),
    fields: { reason: 'x' },
    of: 'customer',
  },
  'site.restore': {
    address: (at) => href('siteRestoring', { ...at, ...campus }),
    fields: { reason: 'x' },
    of: 'customer',
  },
  'site.delete': {
    address: (at) => href('siteDeletion', { ...at, ...campus }),
    fields: { confirmName: 'Campus Montcalm', reason: 'x' },
    of: 'customer',
  },
  'site.build': {
    address: (at) => href('siteImport', at),
    fields: { csv: '', rows: 'Site,Building\nx,x', partial: 'on', reason: 'x' },
    of: 'customer',
  },
  'controllerNetwork.create': {
    address: (at) => href('newControllerNetwork', { ...at, ...campus }),
    fields: networkFields,
    of: 'customer',
    isDirect: true,
  },
  'controllerNetwork.edit': {
    address: (at) => href('controllerNetworkSettings', { ...at, ...noNetwork }),
    fields: networkFields,
    of: 'customer',
    isDirect: true,
  },
  'controllerNetwork.delete': {
    address: (at) => href('controllerNetworkDeletion', { ...at, ...noNetwork }),
    fields: { reason: 'x' },
    of: 'customer',
  },
  'controllerNetwork.search': {
    address: (at) => href('controllerNetwork', { ...at, ...noNetwork }),
    fields: { reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'siteAgent.create': {
    address: (at) => href('newSiteAgent', { ...at, ...campus }),
    fields: { name: 'Boiler house' },
    of: 'customer',
    isDirect: true,
  },
  'siteAgent.edit': {
    address: (at) => href('siteAgentSettings', { ...at, ...noAgent }),
    fields: { name: 'Boiler house' },
    of: 'customer',
    isDirect: true,
  },
  'siteAgent.key': {
    address: (at) => href('siteAgentKey', { ...at, ...noAgent }),
    fields: { keyHash: 'A'.repeat(43) },
    of: 'customer',
    isDirect: true,
  },
  'siteAgent.revoke': {
    address: (at) => href('siteAgentRevocation', { ...at, ...noAgent }),
    fields: { reason: 'x' },
    of: 'customer',
  },
  'siteAgent.delete': {
    address: (at) => href('siteAgentDeletion', { ...at, ...noAgent }),
    fields: { reason: 'x' },
    of: 'customer',
  },
  'building.create': {
    address: (at) => href('newBuilding', { ...at, ...campus }),
    fields: buildingFields,
    of: 'customer',
    isDirect: true,
  },
  'building.edit': {
    address: (at) => href('buildingSettings', { ...at, ...building }),
    fields: buildingFields,
    of: 'customer',
    isDirect: true,
  },
  'building.delete': {
    address: (at) => href('buildingDeletion', { ...at, ...building }),
    fields: { confirmName: 'Pavillon des Sciences', reason: 'x' },
    of: 'customer',
  },
  'space.create': {
    address: (at) => href('newSpace', { ...at, ...building }),
    fields: { name: 'x', kind: 'Floor', usage: 'Education', parentSpaceId: space.spaceId, reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'space.edit': {
    address: (at) => href('spaceSettings', { ...at, ...space }),
    fields: { name: 'x', kind: 'Floor', usage: 'Education', parentSpaceId: '', reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'space.delete': {
    address: (at) => href('spaceDeletion', { ...at, ...space }),
    fields: { confirmName: 'Étage 1', reason: 'x' },
    of: 'customer',
  },
  'network.save': {
    address: (at) => href('siteNetworkSettings', { ...at, ...campus }),
    fields: {
      'device[0]': device,
      eTag: 'x',
      'primary.primaryDns': '10.0.0.1',
      'primary.dhcpEnabled': 'off',
      'keep.primary.gateway': 'on',
      reason: 'x',
    },
    of: 'customer',
  },
  'time.save': {
    address: (at) => href('siteTimeSettings', { ...at, ...campus }),
    fields: { 'device[0]': device, eTag: 'x', timeZone: 'America/Halifax', 'keep.autoTime': 'on', reason: 'x' },
    of: 'customer',
  },
  'adminUser.save': {
    address: (at) => href('siteAdminPassword', { ...at, ...campus }),
    fields: { 'device[0]': device, adminPassword: 'Kx7#vogel', adminPasswordAgain: 'Kx7#vogel', reason: 'x' },
    of: 'customer',
  },
  'graphics.upload': {
    address: (at) => href('siteGraphicsFile', { ...at, ...campus }, { device }),
    fields: { 'device[0]': device, file: 'x', reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'bacnet.save': {
    address: (at) => href('siteBacnetSettings', { ...at, ...campus }),
    fields: {
      'device[0]': device,
      eTag: 'x',
      'ip.udpPort': '47809',
      'keep.ip.enabled': 'on',
      increment: '2',
      reason: 'x',
    },
    of: 'customer',
  },
  'configuration.send': {
    address: (at) => href('siteNetworkSending', { ...at, ...campus }),
    fields: { 'device[0]': device, all: '1', state: 'dirty', q: 'x', reason: 'x' },
    of: 'customer',
  },
  'configuration.setClocks': {
    address: (at) => href('clocksSetting', at, { device }),
    fields: { 'device[0]': device, reason: 'x' },
    of: 'customer',
  },
  'configuration.cancel': {
    address: (at) => href('sendsCancelling', at, { kind: 'time', device }),
    fields: { 'device[0]': device, kind: 'time', reason: 'x' },
    of: 'customer',
  },
  'template.create': {
    address: (at) => href('newTemplate', { ...at, ...campus }),
    fields: {
      name: 'Salles de cours',
      description: 'x',
      productId: productId('ECYVAV'),
      'time-timeZone': 'America/Toronto',
      'time-ntpServers': 'time.example',
      'bacnet-ip-udpPort': '47809',
      'bacnet-ip-bbmd-table': '10.41.1.1 255.255.255.0 47808',
      'network-primary-primaryDns': '10.0.0.1',
      'network-bridge-interfaces': 'primary secondary',
      users: 'on',
      reason: 'x',
    },
    of: 'customer',
    isDirect: true,
  },
  'template.edit': {
    address: (at) => href('templateSettings', { ...at, ...residence }),
    fields: { name: 'Centrale', description: 'x', 'network-primary-primaryDns': '10.0.0.1', users: 'on', reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'template.delete': {
    address: (at) => href('templateDeletion', { ...at, ...residence }),
    fields: { confirmName: 'Centrale de résidence', reason: 'x' },
    of: 'customer',
  },
  'template.apply': {
    address: (at) => href('templateApplying', { ...at, ...residence }),
    fields: {
      'device[0]': seedId('device', 'montcalm-GEN-ECY303-1'),
      all: '1',
      filter: 'q=x',
      'section[0]': 'network',
      reason: 'x',
    },
    of: 'customer',
  },
  'backup.create': {
    address: (at) => href('newBackup', { ...at, ...ofResidence }),
    fields: { name: 'Avant les travaux', template: seedId('template', 'residence'), 'part[0]': 'network', reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'backup.delete': {
    address: (at) => href('backupDeletion', { ...at, ...controller, backupId: 'none' }),
    fields: { confirmName: 'x', reason: 'x' },
    of: 'customer',
  },
  'backup.restore': {
    address: (at) => href('backupRestoring', { ...at, ...controller, backupId: 'none' }),
    fields: { reason: 'x' },
    of: 'customer',
  },
  'packages.deploy': {
    address: (at) => href('newDeployment', { ...at, ...campus }),
    fields: {
      'device[0]': device,
      'wish[0]': 'install:weather@2.1.0',
      update: 'on',
      allowDowngrade: 'on',
      first: '1',
      mostFailed: '0',
      mostFailedUnit: 'count',
      reason: 'x',
    },
    of: 'customer',
  },
  'packages.goOn': {
    address: (at) => href('deploymentRest', { ...at, operationId: seedId('operation', 'none') }),
    fields: { reason: 'x' },
    of: 'customer',
  },
  'alarm.acknowledge': {
    address: (at) => href('alarmsAcknowledging', at),
    fields: { 'alarm[0]': seedId('alarm', 'none'), for: '8h', q: 'x', severity: 'critical', reason: 'x' },
    of: 'customer',
  },
  'shift.note': {
    address: (at) => href('customerShift', at),
    fields: { text: 'x' },
    of: 'customer',
    isDirect: true,
  },
  'shift.removeNote': {
    address: (at) => href('shiftNoteRemoval', { ...at, noteId: 'none' }),
    fields: {},
    of: 'customer',
    isDirect: true,
  },
  'view.share': {
    address: (at) => href('viewSharing', at, { view: 'none' }),
    fields: { view: 'none' },
    of: 'customer',
    isDirect: true,
  },
  'view.unshare': {
    address: (at) => href('viewUnsharing', { ...at, viewId: 'none' }),
    fields: {},
    of: 'customer',
    isDirect: true,
  },
  'alarm.note': {
    address: (at) => href('alarmNote', { ...at, alarmId: silence }),
    fields: { reason: 'x' },
    of: 'customer',
    isDirect: true,
  },
}

export const changesAsked = Object.keys(everyChange) as ChangeName[]

/** The row of a change. */
export function askedChange(name: ChangeName): AskedChange {
  const asked = everyChange[name]
  if (!asked) throw new Error(`${name} has no row among the changes asked for`)
  return asked
}
