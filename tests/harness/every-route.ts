/**
 * Who is answered at every address, and what may be posted there: the one table from which isolation is proved. An
 * address without a row does not compile, and a row that its loader or action contradicts fails
 * `tests/house/permissions.test.ts`.
 */
import type { ChangeName } from '../../app/changes'
import type { PathName } from '../../app/paths'
import type { Capability } from '../../app/permissions'

export interface RouteExpectation {
  /** Any of these at the place of the address; null: being signed in is enough; `nothing`: not even that. */
  asks: Capability | readonly Capability[] | null | 'nothing'
  /** The change that is posted there. */
  changes?: ChangeName
  /** Where the role counts, when the address names no tenant: above all tenants, or in any of one's own. */
  from?: 'above' | 'anywhere'
  /** It leads to another address in place of a page. */
  leads?: true
  /** Below the tenant, a thing that every tenant has. */
  isCommon?: true
  /** Below the tenant, a thing that not everybody who may look is shown: these people are; nobody where none is made. */
  finds?: readonly string[]
}

export const everyRoute: Record<PathName, RouteExpectation> = {
  home: { asks: null },
  login: { asks: 'nothing' },
  loginStart: { asks: 'nothing' },
  loginCallback: { asks: 'nothing' },
  logout: { asks: 'nothing' },
  profile: { asks: null, changes: 'user.editProfile' },
  operator: { asks: 'operator.read', from: 'above' },
  allUsers: { asks: 'user.read', from: 'above' },
  allUsersCsv: { asks: 'user.read', from: 'above' },
  tenants: { asks: 'tenant.list', from: 'anywhere' },
  tenantsCsv: { asks: 'tenant.list', from: 'anywhere' },
  newTenant: { asks: 'tenant.create', from: 'above', changes: 'tenant.create' },
  tenant: { asks: 'customer.read' },
  tenantSettings: { asks: 'tenant.update', changes: 'tenant.edit' },
  tenantOnboarding: { asks: 'tenant.onboard', changes: 'tenant.onboard' },
  tenantOffboarding: { asks: 'tenant.onboard', changes: 'tenant.offboard' },
  tenantInitials: { asks: 'user.read' },
  customersCsv: { asks: 'customer.read' },
  tenantSearch: { asks: 'hierarchy.read' },
  newCustomer: { asks: 'customer.create', changes: 'customer.create' },
  deviceById: { asks: 'device.read', leads: true },
  users: { asks: 'user.read' },
  usersCsv: { asks: 'user.read' },
  newUser: { asks: 'user.manage', changes: 'user.create' },
  usersRoleGiving: { asks: 'role.manage', changes: 'user.addRole' },
  usersRoleTaking: { asks: 'role.manage', changes: 'user.removeRole' },
  usersOffboarding: { asks: 'user.manage', changes: 'user.offboard' },
  usersDeletion: { asks: 'user.manage', changes: 'user.delete' },
  user: { asks: 'user.read', finds: ['marcus', 'amelie'] },
  userSettings: { asks: 'user.manage', changes: 'user.edit', finds: ['marcus', 'amelie'] },
  userRoles: { asks: ['role.manage', 'custperm.manage'], changes: 'user.changeRoles', finds: ['marcus', 'amelie'] },
  trail: { asks: 'trail.read' },
  trailRecord: { asks: null, finds: ['marcus', 'amelie', 'usha'] },
  trailExport: { asks: 'trail.export' },
  trailCsv: { asks: 'trail.export' },
  models: { asks: 'catalog.read' },
  model: { asks: 'catalog.read', isCommon: true },
  change: { asks: null, finds: ['marcus', 'amelie', 'usha'] },
  customer: { asks: 'hierarchy.read' },
  search: { asks: 'hierarchy.read' },
  customerMap: { asks: 'hierarchy.read' },
  customerSettings: { asks: 'customer.update', changes: 'customer.edit' },
  customerArchiving: { asks: 'customer.archive', changes: 'customer.archive' },
  customerRestoring: { asks: 'customer.archive', changes: 'customer.restore' },
  customerDeletion: { asks: 'customer.delete', changes: 'customer.delete' },
  customerDevices: { asks: 'device.read' },
  customerDevicesCsv: { asks: 'device.read' },
  deployments: { asks: 'deploy.read' },
  newDeployment: { asks: 'deploy.run', changes: 'packages.deploy' },
  deployment: { asks: 'deploy.read' },
  deploymentRest: { asks: 'deploy.run', changes: 'packages.goOn', finds: [] },
  newDeploymentCsv: { asks: 'deploy.run', finds: [] },
  deploymentRestCsv: { asks: 'deploy.run', finds: [] },
  deploymentCsv: { asks: 'deploy.read' },
  packages: { asks: 'catalog.read' },
  package: { asks: 'catalog.read' },
  customerNetwork: { asks: 'config.read' },
  customerNetworkSettings: { asks: 'config.write', changes: 'network.save' },
  networkPuttingBack: { asks: 'config.write', changes: 'network.save', finds: [] },
  customerNetworkSending: { asks: 'config.send', changes: 'configuration.send' },
  customerOnboarding: { asks: 'device.read' },
  customerTunnels: { asks: 'tunnel.read', changes: 'tunnel.open' },
  customerTunnelsCsv: { asks: 'tunnel.read' },
  devicesDeletion: { asks: 'device.write', changes: 'device.delete' },
  buildingDevices: { asks: 'device.read' },
  spaceDevices: { asks: 'device.read' },
  newDevice: { asks: 'device.write', changes: 'device.create' },
  deviceSettings: { asks: 'device.write', changes: 'device.edit' },
  customerSites: { asks: 'hierarchy.read' },
  customerSitesCsv: { asks: 'hierarchy.read' },
  siteMoves: { asks: 'hierarchy.write', changes: 'site.move' },
  newSite: { asks: 'hierarchy.write', changes: 'site.create' },
  siteImport: { asks: 'hierarchy.write', changes: 'site.build' },
  siteImportTemplate: { asks: 'hierarchy.write' },
  siteImportFile: { asks: 'hierarchy.write', changes: 'site.build', leads: true },
  siteImportCsv: { asks: 'hierarchy.write', finds: [] },
  newGroup: { asks: 'hierarchy.write', changes: 'group.create' },
  group: { asks: 'hierarchy.read' },
  groupSettings: { asks: 'hierarchy.write', changes: 'group.edit' },
  groupDeletion: { asks: 'hierarchy.write', changes: 'group.delete' },
  site: { asks: 'hierarchy.read' },
  siteSettings: { asks: 'hierarchy.write', changes: 'site.edit' },
  siteArchiving: { asks: 'hierarchy.write', changes: 'site.archive' },
  siteRestoring: { asks: 'hierarchy.write', changes: 'site.restore' },
  siteDeletion: { asks: 'hierarchy.write', changes: 'site.delete' },
  siteCsv: { asks: 'hierarchy.read' },
  siteDevices: { asks: 'device.read' },
  devicesBuilder: { asks: 'device.write', changes: 'device.upload' },
  siteNetwork: { asks: 'config.read' },
  siteNetworkSettings: { asks: 'config.write', changes: 'network.save' },
  siteNetworkSending: { asks: 'config.send', changes: 'configuration.send' },
  newBuilding: { asks: 'hierarchy.write', changes: 'building.create' },
  building: { asks: 'hierarchy.read' },
  buildingSettings: { asks: 'hierarchy.write', changes: 'building.edit' },
  buildingDeletion: { asks: 'hierarchy.write', changes: 'building.delete' },
  newSpace: { asks: 'hierarchy.write', changes: 'space.create' },
  spacesEditing: { asks: 'hierarchy.write', changes: 'space.edit' },
  space: { asks: 'hierarchy.read' },
  spaceSettings: { asks: 'hierarchy.write', changes: 'space.edit' },
  spaceDeletion: { asks: 'hierarchy.write', changes: 'space.delete' },
  device: { asks: 'device.read' },
  deviceNetwork: { asks: 'config.read' },
  deviceDeployments: { asks: 'deploy.read' },
  deviceOnboarding: { asks: 'device.read', changes: 'device.onboard' },
  deviceOnboardingRemoval: { asks: 'device.onboard', changes: 'device.offboard' },
  deviceStateRequest: { asks: 'device.test', changes: 'device.refresh' },
  deviceTunnels: { asks: 'tunnel.read', changes: 'tunnel.open' },
  deviceTunnel: { asks: 'tunnel.read', changes: 'tunnel.close' },
  refused: { asks: 'nothing' },
}

export const routeNames = Object.keys(everyRoute) as PathName[]
