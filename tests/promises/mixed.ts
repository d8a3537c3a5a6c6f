/**
 * Every change there is, made ready to be sent from an address that does not fit its thing: what I1 posts. A change
 * without a row here does not compile.
 */
import type { ChangeName } from '../../app/changes'
import { type PathName, paths } from '../../app/paths'
import { seedId } from '../../services/kit/deterministic'
import { zipOf } from '../../services/kit/zip'
import { equipmentIdOf } from '../../services/seed/fleet-equipment'
import { deviceIdOf, siteIdOf } from '../../services/seed/fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from '../../services/seed/people'
import type { Console } from '../harness/console'
import { askedChange } from '../harness/every-change'
import type { Visitor } from '../harness/visitor'
import { changeForm } from '../requests/on-record'

/** An ancestor of an address that can be another one than the thing's. */
export type Ancestor = 'tenantId' | 'customerId' | 'siteId'

export interface Mixable {
  page: PathName
  /** The ids of its right address. */
  params: Record<string, string>
  /** What its right address asks for, where its page is nothing without. */
  search?: Record<string, string>
  /** What is filled in so that, at the right address, it would be done. */
  fields: Record<string, string>
  file?: File
  /** The ancestors above the thing: each of them is put wrong. */
  above: readonly Ancestor[]
  /** Where else the same change is posted. */
  also?: readonly Mixable[]
}

const everywhere = ['tenantId', 'customerId', 'siteId'] as const
const aboveSite = ['tenantId', 'customerId'] as const

/** The ids above a controller, and its own. */
async function placeOf({ services }: Console, key: string): Promise<Record<string, string>> {
  const deviceId = deviceIdOf(key)
  const { body } = await services.call('site', `GET /devices/${deviceId}`, { as: 'marcus' })
  const node = (type: string) => body.path.findLast((one: { type: string }) => one.type === type)?.id ?? 'none'
  const site = await services.call('site', `GET /sites/${body.siteId}`, { as: 'marcus' })
  return {
    tenantId: tenantIdOf(services.world, 'boreal'),
    customerId: site.body.customerId,
    groupId: node('group'),
    siteId: body.siteId,
    buildingId: node('building'),
    spaceId: body.spaceId,
    deviceId,
  }
}

/** Makes what some of them need, and writes them all down. `why` stands where no ancestor can be another one. */
export async function mixables(
  product: Console,
  marcus: Visitor,
): Promise<Record<ChangeName, Mixable | { why: string }>> {
  const { services } = product
  const call = async (service: 'site' | 'tenant' | 'device-configuration', line: string, body?: unknown) => {
    const answer = await services.call(service, line, { as: 'marcus', body })
    if (answer.status >= 300) throw new Error(`${line} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const controller = await placeOf(product, 'montcalm-SCI-ECYVAV-1')
  const scheduled = await placeOf(product, 'montcalm-SCI-ECY303-1')
  const waiting = services.world.store.get<{ id: string }>(
    `SELECT id FROM alarm WHERE customer_id = ? AND ack_state = 'unacknowledged' ORDER BY id LIMIT 1`,
    controller.customerId ?? '',
  )
  const alarm = { ...controller, alarmId: waiting?.id ?? '' }
  const unknown = await placeOf(product, 'montcalm-BIB-ECYVAV-11')
  const { tenantId = '', customerId = '', siteId = '', buildingId = '', spaceId = '', deviceId = '' } = controller
  const person = (name: string) => ({
    tenantId,
    userId: userIdOf(name.includes('.') ? `${name}@boreal.example` : name),
  })
  const hugo = person('hugo.lapointe')
  const fieldsOf = (name: ChangeName) => askedChange(name).fields

  const place = { name: 'Mixed', description: '' }
  const empty = await call('site', `POST /customers/${customerId}/sitegroups`, place)
  const archivedSite = await call('site', `POST /customers/${customerId}/sites`, { ...place, name: 'Mixed archive' })
  const { eTag } = await call('site', `GET /sites/${archivedSite.id}`)
  await call('site', `PUT /sites/${archivedSite.id}`, { archived: true, eTag })
  const gone = await call('tenant', `POST /tenants/${tenantId}/customers`, { name: 'Mixed', description: '' })
  const goneNow = await call('tenant', `GET /customers/${gone.id}`)
  await call('tenant', `PUT /customers/${gone.id}`, { archived: true, eTag: goneNow.eTag })
  const unused = await call('tenant', `POST /tenants/${tenantId}/customers`, { name: 'Mixed away', description: '' })
  const unsent = await unsentController(product)
  const silent = seedId('device', 'montcalm-RES-ECY303-1')
  await call('device-configuration', 'POST /devices/configuration/send', {
    deviceIds: [silent],
    configurationTypes: ['time'],
  })
  const box = { ...controller, equipmentId: equipmentIdOf('VAV SCI-01') }
  await copiedFrom(product, box.equipmentId)
  const tunnelTo = await placeOf(product, 'story-1')
  const { deviceId: heldBy = '' } = tunnelTo
  const held = { ...tunnelTo, deviceId: heldBy, pointId: seedId('point', `${heldBy}/analogValue/2`) }
  const follow = { deviceId: held.deviceId, pointIds: [held.pointId] }
  const { subscriptionId } = await call('site', 'PUT /points/subscribe', follow)
  for (const verb of ['value', 'override', 'emergency'])
    await call('site', `PUT /points/${held.pointId}/${verb}`, {
      pointValue: 240,
      subscriptionId,
      deviceId: held.deviceId,
    })
  const tunnel = await call('site', `POST /devices/${tunnelTo.deviceId}/tunnels`, { deleteAfterMin: 60 })
  const template = (name: string) =>
    call('site', `POST /sites/${siteId}/configuration-templates`, {
      name,
      sections: { time: { timeZone: 'America/Halifax' } },
    })
  const [edited, deleted] = [await template('Mixed before'), await template('Mixed away')]
  const network = (name: string, address: string) =>
    call('site', `POST /x/sites/${siteId}/controller-networks`, {
      name,
      address,
      broadcastTo: [{ address: '10.99.255.255' }],
    }).then(({ data }) => data.id as string)
  const [changedNetwork, removedNetwork] = [
    await network('Mixed before', '10.99.0.1'),
    await network('Mixed away', '10.99.0.2'),
  ]
  const backup = await call('site', `POST /configuration-templates/${edited.id}/backup`, {
    deviceId,
    name: 'Mixed backup',
    includes: ['timeZone'],
  })
  // The clock goes on with it: the backup is done by then, so that it can be put back.
  const operationId = await heldRollout(product, marcus)

  const at = { tenantId, customerId }
  const archived = { tenantId, customerId: gone.id }
  const atSite = { ...controller, siteId }
  const wish = { 'device[0]': deviceId, 'wish[0]': 'install:weather@2.1.0' }
  const dns = { 'device[0]': deviceId, 'primary.primaryDns': '10.99.9.9' }
  const udpPort = { 'device[0]': deviceId, 'ip.udpPort': '47811' }
  const timeZone = { 'device[0]': deviceId, timeZone: 'America/Halifax' }
  const password = { 'device[0]': deviceId, adminPassword: 'Kx7#vogel', adminPasswordAgain: 'Kx7#vogel' }
  const graphics = zipOf([
    { name: 'Main.xml', bytes: Buffer.from('<Project><Props><Name>Mixed</Name></Props></Project>') },
  ])
  const tenantOnly: readonly Ancestor[] = ['tenantId']
  const isTenantItself = { why: 'the tenant of the address is the thing' }
  return {
    'tenant.create': { why: 'its address has no ancestor' },
    'tenant.edit': isTenantItself,
    'tenant.onboard': isTenantItself,
    'tenant.offboard': isTenantItself,
    'customer.create': isTenantItself,
    'user.editProfile': { why: 'its address has no ancestor' },
    'customer.edit': { page: 'customerSettings', params: at, fields: { name: 'Mixed up' }, above: tenantOnly },
    'customer.archive': { page: 'customerArchiving', params: at, fields: {}, above: tenantOnly },
    'customer.restore': { page: 'customerRestoring', params: archived, fields: {}, above: tenantOnly },
    'customer.delete': {
      page: 'customerDeletion',
      params: { tenantId, customerId: unused.id },
      fields: { confirmName: 'Mixed away' },
      above: tenantOnly,
    },
    'user.create': {
      page: 'newUser',
      params: { tenantId },
      fields: { ...fieldsOf('user.create'), customer: customerId },
      above: tenantOnly,
    },
    'user.edit': { page: 'userSettings', params: hugo, fields: fieldsOf('user.edit'), above: tenantOnly },
    'user.changeRoles': {
      page: 'userRoles',
      params: hugo,
      fields: { level: 'tenant', tenantRole: 'admin' },
      above: tenantOnly,
    },
    'user.addRole': {
      page: 'usersRoleGiving',
      params: { tenantId },
      fields: { 'user[0]': hugo.userId, role: 'admin' },
      above: tenantOnly,
    },
    'user.removeRole': {
      page: 'usersRoleTaking',
      params: { tenantId },
      fields: { 'user[0]': hugo.userId, role: 'user' },
      above: tenantOnly,
    },
    'user.takeRunOut': isTenantItself,
    'user.offboard': {
      page: 'usersOffboarding',
      params: { tenantId },
      fields: { 'user[0]': hugo.userId },
      above: tenantOnly,
    },
    'user.delete': {
      page: 'usersDeletion',
      params: { tenantId },
      fields: { 'user[0]': person('nadia').userId },
      above: tenantOnly,
    },
    'fault.resolve': {
      page: 'faultsResolving',
      params: at,
      fields: fieldsOf('fault.resolve'),
      above: aboveSite,
    },
    'calendar.create': { page: 'newCalendar', params: scheduled, fields: { name: 'Mixed' }, above: everywhere },
    'calendar.edit': {
      page: 'calendarSettings',
      params: { ...scheduled, calendarId: 'cal-1' },
      fields: { name: 'Mixed up' },
      above: everywhere,
    },
    'calendar.delete': {
      page: 'calendarDeletion',
      params: { ...scheduled, calendarId: 'cal-1' },
      fields: { confirmName: 'Mixed up' },
      above: everywhere,
    },
    'schedule.create': { page: 'newSchedule', params: scheduled, fields: { name: 'Mixed' }, above: everywhere },
    'schedule.edit': {
      page: 'scheduleSettings',
      params: { ...scheduled, scheduleId: 'sch-1' },
      fields: fieldsOf('schedule.edit'),
      above: everywhere,
    },
    'schedule.exception': {
      page: 'customerScheduleExceptions',
      params: at,
      fields: fieldsOf('schedule.exception'),
      above: aboveSite,
    },
    'schedule.delete': {
      page: 'scheduleDeletion',
      params: { ...scheduled, scheduleId: 'sch-1' },
      fields: { confirmName: fieldsOf('schedule.edit').name ?? '' },
      above: everywhere,
    },
    'rule.toggle': {
      page: 'ruleSwitching',
      params: { ...at, ruleId: 'g36-vav-lowflow' },
      fields: fieldsOf('rule.toggle'),
      above: aboveSite,
    },
    'variables.save': {
      page: 'equipmentVariables',
      params: { ...controller, equipmentId: equipmentIdOf('VAV SCI-01') },
      fields: fieldsOf('variables.save'),
      above: everywhere,
    },
    'historian.save': {
      page: 'deviceHistorian',
      params: controller,
      fields: fieldsOf('historian.save'),
      above: everywhere,
    },
    'variables.copy': { page: 'variablesCopying', params: box, fields: fieldsOf('variables.copy'), above: everywhere },
    'points.map': {
      page: 'pointsMapping',
      params: at,
      fields: fieldsOf('points.map'),
      above: aboveSite,
      also: [
        {
          page: 'equipmentMapping',
          params: box,
          fields: { points: 'own', 'map[0].role': 'RHV', 'map[0].point': '-none' },
          above: everywhere,
        },
      ],
    },
    'points.mapRole': {
      page: 'roleMapping',
      params: { ...box, role: 'FLOW' },
      fields: fieldsOf('points.mapRole'),
      above: everywhere,
    },
    'points.unmap': { page: 'equipmentUnmapping', params: box, fields: fieldsOf('points.unmap'), above: everywhere },
    'fault.note': {
      page: 'fault',
      params: { ...at, faultId: fieldsOf('fault.resolve')['fault[0]'] ?? '' },
      fields: fieldsOf('fault.note'),
      above: aboveSite,
    },
    'device.create': {
      page: 'newDevice',
      params: controller,
      fields: { name: 'MIXED-1', productId: 'ECYVAV', quantity: '1' },
      above: everywhere,
    },
    'device.edit': {
      page: 'deviceSettings',
      params: controller,
      fields: { name: 'Mixed', spaceId },
      above: everywhere,
    },
    'device.upload': {
      page: 'devicesBuilder',
      params: atSite,
      fields: {},
      file: new File([`name,model,space\nMIXED-2,ECYVAV,${spaceId}\n`], 'mixed.csv', { type: 'text/csv' }),
      above: aboveSite,
    },
    'device.delete': { page: 'devicesDeletion', params: at, fields: { 'device[0]': deviceId }, above: aboveSite },
    'device.onboard': {
      page: 'deviceOnboarding',
      params: unknown,
      fields: { hostId: 'ECYVAV-1C020B', activationCode: '3VHT-91XA' },
      above: everywhere,
    },
    'device.offboard': { page: 'deviceOnboardingRemoval', params: controller, fields: {}, above: everywhere },
    'device.refresh': { page: 'deviceStateRequest', params: controller, fields: {}, above: everywhere },
    'device.manage': { why: 'only a controller of another maker is managed so' },
    'device.writing': { why: 'only a controller of another maker has the switch' },
    'equipment.create': {
      page: 'newEquipment',
      params: controller,
      fields: { name: 'Mixed', type: 'Pump', quantity: '1' },
      above: everywhere,
    },
    'equipment.edit': {
      page: 'equipmentSettings',
      params: box,
      fields: { name: 'Mixed', type: 'Variable_Air_Volume_Box_With_Reheat', spaceId },
      above: everywhere,
    },
    'equipment.delete': { page: 'equipmentDeletion', params: box, fields: {}, above: everywhere },
    'equipment.link': {
      page: 'equipmentLinking',
      params: controller,
      fields: { equipment: equipmentIdOf('VAV SCI-02') },
      above: everywhere,
    },
    'equipment.unlink': {
      page: 'equipmentUnlinking',
      params: controller,
      fields: { 'equipment[0]': box.equipmentId },
      above: everywhere,
    },
    'point.override': {
      page: 'pointOverride',
      params: held,
      fields: { pointValue: '1', duration: '2', unit: 'hours' },
      above: everywhere,
    },
    'point.hold': { page: 'pointHold', params: held, fields: { pointValue: '1' }, above: everywhere },
    'point.write': { page: 'pointValue', params: held, fields: { pointValue: '1' }, above: everywhere },
    'point.emergency': {
      page: 'pointEmergency',
      params: held,
      fields: { pointValue: '1', confirmName: 'EMERGENCY' },
      above: everywhere,
    },
    'point.release': { page: 'pointAutomatic', params: held, fields: {}, above: everywhere },
    'point.endEmergency': { page: 'pointEmergencyEnd', params: held, fields: {}, above: everywhere },
    'point.giveBack': { page: 'pointValueRelease', params: held, fields: {}, above: everywhere },
    'overrides.clear': {
      page: 'overridesClearing',
      params: { tenantId, customerId: tunnelTo.customerId ?? '' },
      fields: { 'override[0]': `${held.deviceId}.${held.pointId}.8` },
      above: aboveSite,
    },
    'tunnel.open': {
      page: 'deviceTunnels',
      params: tunnelTo,
      fields: { service: 'https', deleteAfterMin: '15' },
      above: everywhere,
    },
    'tunnel.close': {
      page: 'deviceTunnel',
      params: { ...tunnelTo, tunnelId: tunnel.tunnelId },
      fields: {},
      above: everywhere,
    },
    'alarm.acknowledge': { page: 'alarm', params: alarm, fields: {}, above: aboveSite },
    'shift.note': { page: 'siteShift', params: atSite, fields: fieldsOf('shift.note'), above: aboveSite },
    'shift.removeNote': { why: 'a note is kept, and looked for, under the tenant and the customer of its address' },
    'view.share': { why: 'a view is a person’s own, and is looked for under the customer of its list' },
    'view.unshare': { why: 'a shared view is looked for under the tenant and the customer of its address' },
    'alarm.note': { page: 'alarmNote', params: alarm, fields: {}, above: aboveSite },
    'group.create': { page: 'newGroup', params: at, fields: { name: 'Mixed up' }, above: tenantOnly },
    'group.edit': {
      page: 'groupSettings',
      params: { ...at, groupId: empty.id },
      fields: { name: 'Mixed up' },
      above: aboveSite,
    },
    'group.delete': { page: 'groupDeletion', params: { ...at, groupId: empty.id }, fields: {}, above: aboveSite },
    'site.create': {
      page: 'newSite',
      params: at,
      fields: { ...fieldsOf('site.create'), name: 'Mixed up' },
      above: tenantOnly,
    },
    'site.edit': {
      page: 'siteSettings',
      params: atSite,
      fields: { ...fieldsOf('site.edit'), name: 'Mixed up' },
      above: aboveSite,
    },
    'site.move': {
      page: 'siteMoves',
      params: at,
      fields: { 'site[0]': siteId, to: 'none', filter: '' },
      above: aboveSite,
    },
    'site.archive': { page: 'siteArchiving', params: atSite, fields: {}, above: aboveSite },
    'site.restore': {
      page: 'siteRestoring',
      params: { ...at, groupId: 'none', siteId: archivedSite.id },
      fields: {},
      above: aboveSite,
    },
    'site.delete': {
      page: 'siteDeletion',
      params: atSite,
      fields: { confirmName: 'Campus Montcalm' },
      above: aboveSite,
    },
    'site.build': {
      page: 'siteImport',
      params: at,
      fields: { rows: 'Site,Building\nMixed,North' },
      above: tenantOnly,
    },
    'building.create': {
      page: 'newBuilding',
      params: atSite,
      fields: { ...fieldsOf('building.create'), name: 'Mixed' },
      above: aboveSite,
    },
    'building.edit': {
      page: 'buildingSettings',
      params: controller,
      fields: { ...fieldsOf('building.edit'), name: 'Mixed' },
      above: everywhere,
    },
    'building.delete': {
      page: 'buildingDeletion',
      params: controller,
      fields: { confirmName: fieldsOf('building.delete').confirmName ?? '' },
      above: everywhere,
    },
    'space.create': {
      page: 'newSpace',
      params: { ...controller, buildingId },
      fields: { name: 'Mixed', kind: 'Floor', usage: 'Education' },
      above: everywhere,
    },
    'space.edit': {
      page: 'spaceSettings',
      params: controller,
      fields: { name: 'Mixed', kind: 'Floor', usage: 'Education' },
      above: everywhere,
    },
    'space.delete': {
      page: 'spaceDeletion',
      params: controller,
      fields: { confirmName: fieldsOf('space.delete').confirmName ?? '' },
      above: everywhere,
    },
    'network.save': { page: 'siteNetworkSettings', params: atSite, fields: dns, above: everywhere },
    'bacnet.save': { page: 'siteBacnetSettings', params: atSite, fields: udpPort, above: everywhere },
    'adminUser.save': { page: 'siteAdminPassword', params: atSite, fields: password, above: everywhere },
    'graphics.upload': {
      page: 'siteGraphicsFile',
      params: atSite,
      search: { device: deviceId },
      fields: { 'device[0]': deviceId },
      file: new File([Uint8Array.from(graphics)], 'mixed.gfx'),
      above: everywhere,
    },
    'time.save': { page: 'siteTimeSettings', params: atSite, fields: timeZone, above: everywhere },
    'controllerNetwork.create': {
      page: 'newControllerNetwork',
      params: atSite,
      fields: { name: 'Mixed', address: '10.99.0.3', broadcastTo: '10.99.255.255' },
      above: aboveSite,
    },
    'controllerNetwork.edit': {
      page: 'controllerNetworkSettings',
      params: { ...atSite, controllerNetworkId: changedNetwork },
      fields: { name: 'Mixed up', address: '10.99.0.1', broadcastTo: '10.99.255.255' },
      above: everywhere,
    },
    'controllerNetwork.delete': {
      page: 'controllerNetworkDeletion',
      params: { ...atSite, controllerNetworkId: removedNetwork },
      fields: {},
      above: everywhere,
    },
    'siteAgent.create': { why: 'this installation accepts no agents' },
    'siteAgent.edit': { why: 'this installation accepts no agents' },
    'siteAgent.key': { why: 'this installation accepts no agents' },
    'siteAgent.revoke': { why: 'this installation accepts no agents' },
    'siteAgent.delete': { why: 'this installation accepts no agents' },
    'controllerNetwork.search': { why: 'there is no link to search with' },
    'device.add': { why: 'without a link nothing is found that could be added' },
    'template.create': { page: 'newTemplate', params: atSite, fields: { name: 'Mixed' }, above: aboveSite },
    'template.edit': {
      page: 'templateSettings',
      params: { ...atSite, templateId: edited.id },
      fields: { name: 'Mixed up' },
      above: everywhere,
    },
    'template.delete': {
      page: 'templateDeletion',
      params: { ...atSite, templateId: deleted.id },
      fields: {},
      above: everywhere,
    },
    'template.apply': {
      page: 'templateApplying',
      params: { ...atSite, templateId: edited.id },
      fields: { 'device[0]': deviceId, 'section[0]': 'time' },
      above: everywhere,
    },
    'backup.create': {
      page: 'newBackup',
      params: controller,
      fields: { name: 'Mixed', template: edited.id, 'part[0]': 'timeZone' },
      above: everywhere,
    },
    'backup.delete': {
      page: 'backupDeletion',
      params: { ...controller, backupId: backup.id },
      fields: { confirmName: 'Mixed backup' },
      above: everywhere,
    },
    'backup.restore': {
      page: 'backupRestoring',
      params: { ...controller, backupId: backup.id },
      fields: {},
      above: everywhere,
    },
    'configuration.send': {
      page: 'siteNetworkSending',
      params: atSite,
      fields: { 'device[0]': unsent },
      above: everywhere,
    },
    'configuration.setClocks': { why: 'without a link no clock is set by itself' },
    'configuration.cancel': {
      page: 'sendsCancelling',
      params: at,
      fields: { 'device[0]': silent, kind: 'time' },
      above: aboveSite,
    },
    'packages.deploy': { page: 'newDeployment', params: at, fields: wish, above: aboveSite },
    'packages.goOn': { page: 'deploymentRest', params: { ...at, operationId }, fields: {}, above: aboveSite },
  }
}

/** A roll-out that holds controllers back, by its operation. */
async function heldRollout(product: Console, marcus: Visitor): Promise<string> {
  const at = { tenantId: tenantIdOf(product.services.world, 'boreal'), customerId: customerIdOf('CUS1004') }
  const address = paths.newDeployment.replace(':tenantId', at.tenantId).replace(':customerId', at.customerId)
  const page = await marcus.get(`${address}?all=1&q=DRO&wish=install:weather@2.0.0`)
  const plan = await page.submit(changeForm, { fill: { first: '1', reason: 'Mixed' } })
  const begun = await plan.submit(changeForm, { press: '_stage=apply' })
  product.services.world.clock.advance(180_000)
  return begun.address.split('/').at(-1)?.split('?')[0] ?? ''
}

/** A controller of the campus whose saved settings were not sent. */
async function unsentController({ services }: Console): Promise<string> {
  const deviceId = deviceIdOf('montcalm-SCI-ECYVAV-2')
  const ask = (line: string, body?: unknown) => services.call('device-configuration', line, { as: 'marcus', body })
  const { body: now } = await ask(`GET /devices/${deviceId}/network`)
  const value = { primary: { ipv4: { primaryDns: '10.41.0.60' } } }
  const { status } = await ask('POST /devices/network', { eTag: now.eTag, deviceIds: [deviceId], value })
  if (status !== 200) throw new Error(`The settings were not saved: ${status}`)
  return deviceId
}

/** Gives a piece of equipment a variable of its own, so that there is something to copy. */
async function copiedFrom({ services }: Console, equipmentId: string): Promise<void> {
  const path = `internal-variables/equipment/${equipmentId}`
  const { body } = await services.call('operations', `GET /${path}`, { as: 'marcus' })
  const saved = await services.call('operations', `PUT /${path}`, {
    as: 'marcus',
    body: { eTag: body.eTag, variables: [{ key: 'lowFlowRatio', value: 65 }] },
  })
  if (saved.status !== 200) throw new Error(`The variables were not saved: ${saved.status}`)
}

/** Another one than the thing's own, that whoever asks may well act in. */
export function anotherOne(product: Console, ancestor: Ancestor): string {
  if (ancestor === 'tenantId') return tenantIdOf(product.services.world, 'lakeshore')
  return ancestor === 'customerId' ? customerIdOf('CUS1002') : siteIdOf(42)
}
