/**
 * Every view: the name of a list, board or overview (`main:view`), its capability, the levels with a page, and its menu
 * entry. The menu, the tabs, the requests of loaders, the mounts of pages and most of the isolation tests are derived
 * from it. The menu shows the views in this order; the tabs have
 * their own (`kit/place/tabs.ts`).
 */
import type { FeatureName, Features } from './flags'
import type { PathName } from './paths'
import type { Capability } from './permissions'

/** The levels of a URL, from the whole console down to one controller or one piece of equipment. */
export const viewLevels = [
  'above',
  'tenant',
  'customer',
  'group',
  'site',
  'building',
  'space',
  'device',
  'equipment',
] as const
export type ViewLevel = (typeof viewLevels)[number]

/** The sections of the menu, in their order. */
export const menuGroups = ['watch', 'places', 'changes', 'govern'] as const
export type MenuGroup = (typeof menuGroups)[number]

export interface View {
  /** The capability to open it, at every level. */
  capability: Capability
  /** Feature flag; while it is off the view does not exist: no entry, no tab, 404. */
  flag?: FeatureName
  /** Its page at each level. */
  at: Partial<Record<ViewLevel, PathName>>
  /** Further URLs with the same data, such as its files. */
  files?: readonly PathName[]
  /** The level of its menu entry. */
  menu?: ViewLevel
  /** The section of its menu entry; without one it is at the top. */
  group?: MenuGroup
  /** The view that links to it where both exist, and has its tab there. */
  within?: string
  /** The capability for its menu entry, where not everyone who may read it has work to do there. */
  menuFor?: Capability
}

const all = {
  tenants: {
    capability: 'tenant.list',
    at: { above: 'tenants' },
    files: ['tenantsCsv'],
    menu: 'above',
    group: 'govern',
    menuFor: 'tenant.onboard',
  },
  customers: {
    capability: 'customer.read',
    at: { tenant: 'tenant' },
    files: ['customersCsv'],
    menu: 'tenant',
    group: 'govern',
  },
  customer: { capability: 'hierarchy.read', at: { customer: 'customer' }, menu: 'customer' },
  place: {
    capability: 'hierarchy.read',
    at: { group: 'group', site: 'site', building: 'building', space: 'space' },
    files: ['siteCsv'],
  },
  device: { capability: 'device.read', at: { device: 'device' }, files: ['deviceById'] },
  equipment: { capability: 'equipment.read', flag: 'equipment', at: { equipment: 'equipment' } },
  shift: {
    capability: 'hierarchy.read',
    at: { customer: 'customerShift', site: 'siteShift' },
    files: ['customerShiftCsv'],
    menu: 'customer',
  },
  alarms: {
    capability: 'alarm.read',
    at: {
      customer: 'customerAlarms',
      group: 'groupAlarms',
      site: 'siteAlarms',
      building: 'buildingAlarms',
      space: 'spaceAlarms',
      device: 'deviceAlarms',
      equipment: 'equipmentAlarms',
    },
    files: ['customerAlarmsCsv'],
    menu: 'customer',
    group: 'watch',
  },
  faults: {
    capability: 'fault.read',
    flag: 'faults',
    at: {
      customer: 'customerFaults',
      group: 'groupFaults',
      site: 'siteFaults',
      building: 'buildingFaults',
      space: 'spaceFaults',
      device: 'deviceFaults',
      equipment: 'equipmentFaults',
    },
    files: ['customerFaultsCsv'],
    menu: 'customer',
    group: 'watch',
  },
  designer: {
    capability: 'designer.read',
    at: {
      customer: 'customerDesigner',
      group: 'groupDesigner',
      site: 'siteDesigner',
      building: 'buildingDesigner',
    },
    files: ['siteDesignerViewer', 'siteDesignerTicket', 'siteDesignerPicture'],
    menu: 'customer',
    group: 'watch',
  },
  trends: {
    capability: 'point.read',
    at: { customer: 'customerTrends' },
    files: ['customerTrendsCsv'],
    menu: 'customer',
    group: 'watch',
  },
  rules: {
    capability: 'rule.read',
    flag: 'faultRules',
    at: { customer: 'customerRules', equipment: 'equipmentRules' },
    files: ['customerRulesCsv', 'equipmentRulesCsv'],
    menu: 'customer',
    group: 'watch',
  },
  variables: { capability: 'intvar.read', flag: 'faultRules', at: { equipment: 'equipmentVariables' } },
  coverage: {
    capability: 'rule.read',
    flag: 'faultRules',
    at: { customer: 'ruleCoverage' },
    files: ['ruleCoverageCsv'],
    within: 'rules',
  },
  overrides: {
    capability: 'point.read',
    at: {
      customer: 'customerOverrides',
      group: 'groupOverrides',
      site: 'siteOverrides',
      building: 'buildingOverrides',
    },
    files: ['customerOverridesCsv'],
    menu: 'customer',
    group: 'watch',
  },
  sites: {
    capability: 'hierarchy.read',
    at: { customer: 'customerSites' },
    files: ['customerSitesCsv'],
    menu: 'customer',
    group: 'places',
  },
  devices: {
    capability: 'device.read',
    at: { customer: 'customerDevices', site: 'siteDevices', building: 'buildingDevices', space: 'spaceDevices' },
    files: ['customerDevicesCsv'],
    menu: 'customer',
    group: 'places',
  },
  licences: {
    capability: 'device.read',
    at: { customer: 'customerLicences', site: 'siteLicences' },
    files: ['customerLicencesCsv'],
    within: 'devices',
  },
  controllerNetworks: { capability: 'hierarchy.read', at: { site: 'siteControllerNetworks' } },
  siteAgents: { capability: 'hierarchy.read', at: { site: 'siteAgents' } },
  allEquipment: {
    capability: 'equipment.read',
    flag: 'equipment',
    at: {
      customer: 'customerEquipment',
      group: 'groupEquipment',
      site: 'siteEquipment',
      building: 'buildingEquipment',
      space: 'spaceEquipment',
      device: 'deviceAllEquipment',
    },
    files: ['customerEquipmentCsv'],
    menu: 'customer',
    group: 'places',
  },
  points: {
    capability: 'point.read',
    at: {
      customer: 'customerPoints',
      group: 'groupPoints',
      site: 'sitePoints',
      building: 'buildingPoints',
      space: 'spacePoints',
      device: 'devicePoints',
      equipment: 'equipmentPoints',
    },
    files: ['customerPointsCsv', 'devicePointsCsv', 'customerPointsLive'],
    menu: 'customer',
    group: 'places',
  },
  catalogs: {
    capability: 'point.read',
    at: { device: 'deviceCatalogs' },
    files: ['deviceCatalogsCsv'],
    within: 'points',
  },
  historian: {
    capability: 'point.read',
    at: { customer: 'customerHistorian', device: 'deviceHistorian' },
    within: 'points',
  },
  mapping: { capability: 'point.map', flag: 'equipment', at: { equipment: 'equipmentMapping' } },
  map: {
    capability: 'hierarchy.read',
    flag: 'treeMapView',
    at: { customer: 'customerMap' },
    menu: 'customer',
    group: 'places',
  },
  configuration: {
    capability: 'config.read',
    at: { customer: 'customerConfiguration', group: 'groupConfiguration', site: 'siteConfiguration' },
    menu: 'customer',
    group: 'changes',
  },
  network: {
    capability: 'config.read',
    at: { customer: 'customerNetwork', group: 'groupNetwork', site: 'siteNetwork', device: 'deviceNetwork' },
    files: ['customerNetworkCsv'],
    within: 'configuration',
  },
  time: {
    capability: 'config.read',
    at: { customer: 'customerTime', group: 'groupTime', site: 'siteTime', device: 'deviceTime' },
    files: ['customerTimeCsv'],
    within: 'configuration',
  },
  bacnet: {
    capability: 'config.read',
    at: { customer: 'customerBacnet', group: 'groupBacnet', site: 'siteBacnet', device: 'deviceBacnet' },
    files: ['customerBacnetCsv'],
    within: 'configuration',
  },
  templates: {
    capability: 'template.read',
    flag: 'configurationTemplates',
    at: { site: 'siteTemplates' },
    files: ['siteTemplatesCsv'],
    within: 'configuration',
  },
  adminUser: {
    capability: 'config.adminuser',
    flag: 'userAdmin',
    at: { customer: 'customerAdminUser', group: 'groupAdminUser', site: 'siteAdminUser', device: 'deviceAdminUser' },
    files: ['customerAdminUserCsv'],
    within: 'configuration',
  },
  graphics: {
    capability: 'config.read',
    at: { customer: 'customerGraphics', group: 'groupGraphics', site: 'siteGraphics', device: 'deviceGraphics' },
    files: ['customerGraphicsCsv'],
    within: 'configuration',
  },
  backups: { capability: 'template.read', flag: 'configurationTemplates', at: { device: 'deviceBackups' } },
  packages: {
    capability: 'catalog.read',
    at: { customer: 'packages' },
    files: ['packagesCsv'],
    menu: 'customer',
    group: 'changes',
  },
  deployments: {
    capability: 'deploy.read',
    at: { customer: 'deployments', device: 'deviceDeployments' },
    files: ['deploymentsCsv'],
    menu: 'customer',
    group: 'changes',
  },
  schedules: {
    capability: 'schedule.read',
    flag: 'schedules',
    at: {
      customer: 'customerSchedules',
      group: 'groupSchedules',
      site: 'siteSchedules',
      building: 'buildingSchedules',
      space: 'spaceSchedules',
      device: 'deviceSchedules',
    },
    files: ['customerSchedulesCsv'],
    menu: 'customer',
    group: 'changes',
  },
  scheduleDay: {
    capability: 'schedule.read',
    flag: 'schedules',
    at: {
      customer: 'customerScheduleDay',
      group: 'groupScheduleDay',
      site: 'siteScheduleDay',
      building: 'buildingScheduleDay',
      space: 'spaceScheduleDay',
      device: 'deviceScheduleDay',
    },
    files: ['customerScheduleDayCsv'],
    within: 'schedules',
  },
  onboarding: {
    capability: 'device.read',
    at: { customer: 'customerOnboarding', device: 'deviceOnboarding' },
    menu: 'customer',
    group: 'changes',
    menuFor: 'device.onboard',
  },
  tunnels: {
    capability: 'tunnel.read',
    at: { customer: 'customerTunnels', device: 'deviceTunnels' },
    files: ['customerTunnelsCsv'],
    menu: 'customer',
    group: 'changes',
  },
  search: {
    capability: 'hierarchy.read',
    at: { tenant: 'tenantSearch', customer: 'search' },
    files: ['tenantSearchSuggestions', 'searchSuggestions'],
  },
  models: {
    capability: 'catalog.read',
    at: { tenant: 'models' },
    files: ['modelsCsv'],
    menu: 'tenant',
    group: 'govern',
  },
  users: {
    capability: 'user.read',
    at: { above: 'allUsers', tenant: 'users' },
    files: ['allUsersCsv', 'usersCsv'],
    menu: 'tenant',
    group: 'govern',
  },
  trail: { capability: 'trail.read', at: { tenant: 'trail' }, menu: 'tenant', group: 'govern' },
  operator: { capability: 'operator.read', at: { above: 'operator' }, menu: 'above', group: 'govern' },
} as const satisfies Record<string, View>

export type ViewName = keyof typeof all
export const views: Readonly<Record<ViewName, View>> = all
export const viewNames = Object.keys(all) as ViewName[]

/** The views with an entry in the menu. */
export type MenuName = { [Name in ViewName]: (typeof all)[Name] extends { menu: ViewLevel } ? Name : never }[ViewName]

type Values<Of> = Of[keyof Of]
type FilesOf<Of> = Of extends { files: readonly (infer Name)[] } ? Name : never

/** The paths of views and their files. */
export type ViewPath = Values<{ [Name in ViewName]: Values<(typeof all)[Name]['at']> | FilesOf<(typeof all)[Name]> }>

/** Returns the page of a view at a level; undefined when it has none there. */
export function pageAt(name: ViewName, level: ViewLevel): PathName | undefined {
  return views[name].at[level]
}

/** Permissions and flags of a person. */
export interface Viewer {
  may(capability: Capability): boolean
  features: Features
}

/** Returns the views of a level that a person may open. */
export function viewsAt(level: ViewLevel, viewer: Viewer): ViewName[] {
  return viewNames.filter((name) => views[name].at[level] !== undefined && mayOpen(name, viewer))
}

/** Returns whether a person may open a view. */
export function mayOpen(name: ViewName, { may, features }: Viewer): boolean {
  const { capability, flag } = views[name]
  return may(capability) && (!flag || features[flag])
}
