/**
 * Who is answered at every address, and what may be posted there: the one table from which isolation is proved. What
 * stands in `app/views.ts` has its rows from there. Any other address without a row does not compile, a row that its
 * loader or action contradicts fails `tests/house/permissions.test.ts`, and who is asked for where is kept there, too.
 */
import { type ChangeName, capabilitiesFor } from '../../app/changes'
import { type PathName, paths } from '../../app/paths'
import type { Capability } from '../../app/permissions'
import { type ViewPath, viewNames, views } from '../../app/views'

export interface RouteExpectation {
  /** Any of these at the place of the address; null: being signed in is enough; `nothing`: not even that. */
  asks: Capability | readonly Capability[] | null | 'nothing'
  /** The change that is posted there. */
  changes?: ChangeName
  /** Where the role counts, when the address names no tenant: above all tenants, or in any of one's own. */
  from?: 'above' | 'anywhere'
  /** What is posted there is of the person alone, and no change. */
  isOwn?: true
  /** It leads to another address in place of a page. */
  leads?: true
  /** Below the tenant, a thing that every tenant has. */
  isCommon?: true
  /** Below the tenant, a thing that not everybody who may look is shown: these people are; nobody where none is made. */
  finds?: readonly string[]
}

/** What is said of an address beside what its view or its change says. */
type Row = Partial<RouteExpectation>

/** The addresses of views, where something is posted there or they answer otherwise than their level tells. */
const ofViews: Partial<Record<ViewPath, Row>> = {
  tenants: { from: 'anywhere' },
  tenantsCsv: { from: 'anywhere' },
  customerTrendsCsv: { finds: [] },
  siteDesignerPicture: { finds: [] },
  deviceById: { leads: true },
  customerShift: { changes: 'shift.note' },
  siteShift: { changes: 'shift.note' },
  customerTunnels: { changes: 'tunnel.open' },
  deviceOnboarding: { changes: 'device.onboard' },
  deviceTunnels: { changes: 'tunnel.open' },
  equipmentMapping: { changes: 'points.map' },
  equipmentVariables: { changes: 'variables.save' },
  deviceHistorian: { changes: 'historian.save' },
}

/** Every other address. One where something is posted asks for what its change asks for, unless it says more. */
const others: Record<
  Exclude<PathName, ViewPath>,
  Row & ({ asks: RouteExpectation['asks'] } | { changes: ChangeName })
> = {
  home: { asks: null },
  login: { asks: 'nothing' },
  loginStart: { asks: 'nothing' },
  guestWall: { asks: 'nothing' },
  loginCallback: { asks: 'nothing' },
  logout: { asks: 'nothing' },
  // A ticket speaks for a person here, and a cookie does not.
  designerProject: { asks: 'nothing' },
  designerFile: { asks: 'nothing' },
  designerPoints: { asks: 'nothing' },
  profile: { asks: null, changes: 'user.editProfile' },
  ownLists: { asks: null, isOwn: true },
  ownUsage: { asks: null, isOwn: true, leads: true },
  newTenant: { from: 'above', changes: 'tenant.create' },
  tenantSettings: { changes: 'tenant.edit' },
  tenantOnboarding: { changes: 'tenant.onboard' },
  tenantOffboarding: { changes: 'tenant.offboard' },
  tenantInitials: { asks: 'user.read' },
  newCustomer: { changes: 'customer.create' },
  newUser: { changes: 'user.create' },
  usersRoleGiving: { changes: 'user.addRole' },
  usersRoleTaking: { changes: 'user.removeRole' },
  usersRolesPuttingBack: { changes: 'user.changeRoles', finds: [] },
  usersRunOut: { changes: 'user.takeRunOut' },
  usersOffboarding: { changes: 'user.offboard' },
  usersDeletion: { changes: 'user.delete' },
  user: { asks: 'user.read', finds: ['marcus', 'amelie'] },
  userSettings: { changes: 'user.edit', finds: ['marcus', 'amelie'] },
  userRoles: { changes: 'user.changeRoles', finds: ['marcus', 'amelie'] },
  trailRecord: { asks: null, finds: ['marcus', 'amelie', 'usha'] },
  trailExport: { asks: 'trail.export' },
  trailCsv: { asks: 'trail.export' },
  model: { asks: 'catalog.read', isCommon: true },
  change: { asks: null, finds: ['marcus', 'amelie', 'usha'] },
  fault: { asks: 'fault.read', changes: 'fault.note' },
  faultTrends: { asks: 'fault.read' },
  faultTrendsCsv: { asks: 'fault.read' },
  deviceSchedule: { asks: 'schedule.read' },
  newSchedule: { changes: 'schedule.create' },
  scheduleSettings: { changes: 'schedule.edit' },
  scheduleDeletion: { changes: 'schedule.delete' },
  deviceCalendars: { asks: 'schedule.read' },
  deviceCalendar: { asks: 'schedule.read' },
  newCalendar: { changes: 'calendar.create' },
  calendarSettings: { changes: 'calendar.edit' },
  calendarDeletion: { changes: 'calendar.delete' },
  customerScheduleExceptions: { changes: 'schedule.exception' },
  groupScheduleExceptions: { changes: 'schedule.exception' },
  siteScheduleExceptions: { changes: 'schedule.exception' },
  faultsResolving: { changes: 'fault.resolve' },
  rule: { asks: 'rule.read' },
  ruleCsv: { asks: 'rule.read' },
  ruleSwitching: { changes: 'rule.toggle' },
  pointsMapping: { changes: 'points.map' },
  variablesCopying: { changes: 'variables.copy' },
  roleMapping: { changes: 'points.mapRole' },
  equipmentUnmapping: { changes: 'points.unmap' },
  chartGallery: { asks: 'fault.read' },
  drawingGallery: { asks: 'equipment.read' },
  chartGalleryCsv: { asks: 'fault.read', finds: [] },
  customerSettings: { changes: 'customer.edit' },
  customerArchiving: { changes: 'customer.archive' },
  customerRestoring: { changes: 'customer.restore' },
  customerDeletion: { changes: 'customer.delete' },
  overridesClearing: { changes: 'overrides.clear' },
  shiftNoteRemoval: { changes: 'shift.removeNote', finds: [] },
  viewSharing: { changes: 'view.share', finds: [] },
  viewUnsharing: { changes: 'view.unshare', finds: [] },
  alarmsAcknowledging: { changes: 'alarm.acknowledge' },
  alarm: { asks: 'alarm.read', changes: 'alarm.acknowledge' },
  alarmNote: { changes: 'alarm.note' },
  newDeployment: { changes: 'packages.deploy' },
  deployment: { asks: 'deploy.read' },
  deploymentRest: { changes: 'packages.goOn', finds: [] },
  newDeploymentCsv: { asks: 'deploy.run', finds: [] },
  deploymentRestCsv: { asks: 'deploy.run', finds: [] },
  deploymentCsv: { asks: 'deploy.read' },
  package: { asks: 'catalog.read' },
  sendsCancelling: { changes: 'configuration.cancel' },
  clocksSetting: { changes: 'configuration.setClocks' },
  customerNetworkSettings: { changes: 'network.save' },
  networkPuttingBack: { changes: 'network.save', finds: [] },
  customerNetworkSending: { changes: 'configuration.send' },
  customerBacnetSettings: { changes: 'bacnet.save' },
  bacnetPuttingBack: { changes: 'bacnet.save', finds: [] },
  customerBacnetSending: { changes: 'configuration.send' },
  customerTimeSettings: { changes: 'time.save' },
  timePuttingBack: { changes: 'time.save', finds: [] },
  customerTimeSending: { changes: 'configuration.send' },
  customerAdminPassword: { changes: 'adminUser.save' },
  customerAdminUserSending: { changes: 'configuration.send' },
  customerGraphicsFile: { changes: 'graphics.upload' },
  customerGraphicsSending: { changes: 'configuration.send' },
  devicesDeletion: { changes: 'device.delete' },
  newEquipment: { changes: 'equipment.create' },
  equipmentSettings: { changes: 'equipment.edit' },
  equipmentDeletion: { changes: 'equipment.delete' },
  equipmentLinking: { changes: 'equipment.link' },
  equipmentUnlinking: { changes: 'equipment.unlink' },
  newDevice: { changes: 'device.create' },
  deviceSettings: { changes: 'device.edit' },
  point: { asks: 'point.read' },
  pointOverride: { changes: 'point.override' },
  pointHold: { changes: 'point.hold' },
  pointValue: { changes: 'point.write' },
  pointEmergency: { changes: 'point.emergency' },
  pointAutomatic: { changes: 'point.release' },
  pointEmergencyEnd: { changes: 'point.endEmergency' },
  pointValueRelease: { changes: 'point.giveBack' },
  siteMoves: { changes: 'site.move' },
  newSite: { changes: 'site.create' },
  siteImport: { changes: 'site.build' },
  siteImportTemplate: { asks: 'hierarchy.write' },
  siteImportFile: { changes: 'site.build', leads: true },
  siteImportCsv: { asks: 'hierarchy.write', finds: [] },
  newGroup: { changes: 'group.create' },
  groupSettings: { changes: 'group.edit' },
  groupDeletion: { changes: 'group.delete' },
  groupNetworkSettings: { changes: 'network.save' },
  groupNetworkSending: { changes: 'configuration.send' },
  groupTimeSettings: { changes: 'time.save' },
  groupTimeSending: { changes: 'configuration.send' },
  groupBacnetSettings: { changes: 'bacnet.save' },
  groupBacnetSending: { changes: 'configuration.send' },
  groupAdminPassword: { changes: 'adminUser.save' },
  groupAdminUserSending: { changes: 'configuration.send' },
  groupGraphicsFile: { changes: 'graphics.upload' },
  groupGraphicsSending: { changes: 'configuration.send' },
  siteSettings: { changes: 'site.edit' },
  siteArchiving: { changes: 'site.archive' },
  siteRestoring: { changes: 'site.restore' },
  siteDeletion: { changes: 'site.delete' },
  devicesBuilder: { changes: 'device.upload' },
  siteNetworkSettings: { changes: 'network.save' },
  siteNetworkSending: { changes: 'configuration.send' },
  siteBacnetSettings: { changes: 'bacnet.save' },
  siteBacnetSending: { changes: 'configuration.send' },
  siteTimeSettings: { changes: 'time.save' },
  siteTimeSending: { changes: 'configuration.send' },
  siteConfigurationSending: { changes: 'configuration.send' },
  newTemplate: { changes: 'template.create' },
  // The demonstration has no network of controllers.
  newControllerNetwork: { changes: 'controllerNetwork.create' },
  controllerNetwork: { asks: 'device.read', changes: 'controllerNetwork.search', finds: [] },
  controllerNetworkCsv: { asks: 'device.read', finds: [] },
  controllerNetworkSettings: { changes: 'controllerNetwork.edit', finds: [] },
  controllerNetworkDeletion: { changes: 'controllerNetwork.delete', finds: [] },
  // Nor a site agent.
  newSiteAgent: { changes: 'siteAgent.create' },
  siteAgent: { asks: 'hierarchy.read', finds: [] },
  siteAgentSettings: { changes: 'siteAgent.edit', finds: [] },
  siteAgentKey: { changes: 'siteAgent.key', finds: [] },
  siteAgentRevocation: { changes: 'siteAgent.revoke', finds: [] },
  siteAgentDeletion: { changes: 'siteAgent.delete', finds: [] },
  controllersAdding: { changes: 'device.add', finds: [] },
  template: { asks: 'template.read' },
  templateSettings: { changes: 'template.edit' },
  templateDeletion: { changes: 'template.delete' },
  templateApplying: { changes: 'template.apply' },
  siteAdminPassword: { changes: 'adminUser.save' },
  siteAdminUserSending: { changes: 'configuration.send' },
  siteGraphicsFile: { changes: 'graphics.upload' },
  siteGraphicsSending: { changes: 'configuration.send' },
  deviceGraphicsContent: { asks: 'config.log' },
  newBuilding: { changes: 'building.create' },
  buildingSettings: { changes: 'building.edit' },
  buildingDeletion: { changes: 'building.delete' },
  newSpace: { changes: 'space.create' },
  spacesEditing: { changes: 'space.edit' },
  spaceSettings: { changes: 'space.edit' },
  spaceDeletion: { changes: 'space.delete' },
  newBackup: { changes: 'backup.create' },
  backupDeletion: { changes: 'backup.delete' },
  backupRestoring: { changes: 'backup.restore' },
  deviceReplacing: { asks: 'config.write' },
  deviceOnboardingRemoval: { changes: 'device.offboard' },
  deviceStateRequest: { changes: 'device.refresh' },
  deviceWriting: { changes: 'device.writing', finds: [] },
  deviceManagement: { changes: 'device.manage', finds: [] },
  deviceTunnel: { asks: 'tunnel.read', changes: 'tunnel.close' },
  refused: { asks: 'nothing' },
}

/** The pages of a view and its files ask for its capability; what stands above all tenants, of who may enter them all. */
const viewRows = viewNames.flatMap((name) => {
  const { at, files = [], capability } = views[name]
  return [...Object.values(at), ...files].map((page): [PathName, Row] => {
    const from = paths[page].includes(':tenantId') ? {} : ({ from: 'above' } as const)
    return [page, { asks: capability, ...from, ...ofViews[page as ViewPath] }]
  })
})

/** Every address, with what its view or its change says of it. */
export const everyRoute = Object.fromEntries(
  [...viewRows, ...(Object.entries(others) as [PathName, Row][])].map(([name, row]) => [
    name,
    { asks: row.changes && capabilitiesFor(row.changes), ...row },
  ]),
) as Record<PathName, RouteExpectation>

export const routeNames = Object.keys(everyRoute) as PathName[]
