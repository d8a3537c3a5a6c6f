/**
 * Every URL of the console, named once and written in full (design §4). Tenant and customer are in the path, so that a
 * link means the same place for everyone.
 */
const tenant = '/tenants/:tenantId' as const
const customer = `${tenant}/customers/:customerId` as const
const group = `${customer}/groups/:groupId` as const
const site = `${group}/sites/:siteId` as const
const building = `${site}/buildings/:buildingId` as const
const space = `${building}/spaces/:spaceId` as const
const device = `${space}/devices/:deviceId` as const
const point = `${device}/points/:pointId` as const
const equipment = `${space}/equipment/:equipmentId` as const
/** Prefix of the designer's assets and, below, of its calls. */
const designer = '/designer' as const
const designerCalls = `${designer}/api/v1` as const

export const paths = {
  home: '/',
  login: '/login',
  loginStart: '/login/start',
  loginCallback: '/login/callback',
  logout: '/logout',
  /** The wall view for a guest without an account; evaluation mode only. */
  guestWall: '/wall',
  /** Renders the error page of an unknown URL; used by the HTTP server only. */
  refused: '/refused',
  profile: '/profile',
  /** Saved views of a person. */
  ownLists: '/profile/lists',
  /** Opt-out of usage statistics. */
  ownUsage: '/profile/usage',
  /** Calls of the embedded designer, authorised by its ticket: its project, a file of it, point values. */
  designerProject: `${designerCalls}/fileProject/associated/:nodeId`,
  designerFile: `${designerCalls}/x/fileProject/:projectId/files`,
  designerPoints: `${designerCalls}/x/points`,
  /** The state of every chain, for operators. */
  operator: '/operator',
  /** The people of every tenant, for those who may enter all of them. */
  allUsers: '/users',
  allUsersCsv: '/users/csv',

  tenants: '/tenants',
  tenantsCsv: '/tenants/csv',
  newTenant: '/tenants/new',
  tenant,
  tenantSettings: `${tenant}/settings`,
  tenantOnboarding: `${tenant}/onboarding`,
  tenantOffboarding: `${tenant}/offboarding`,
  tenantInitials: `${tenant}/initials`,
  customersCsv: `${tenant}/customers/csv`,
  newCustomer: `${tenant}/customers/new`,
  /** Search in all customers of the tenant that the person may see. */
  tenantSearch: `${tenant}/search`,
  tenantSearchSuggestions: `${tenant}/search/suggestions`,
  /** Redirects to the nested URL of a controller; alarms and the trail link to it. */
  deviceById: `${tenant}/devices/:deviceId`,
  users: `${tenant}/users`,
  usersCsv: `${tenant}/users/csv`,
  newUser: `${tenant}/users/new`,
  /** Bulk actions on people; the selection is in the query. */
  usersRoleGiving: `${tenant}/users/role-giving`,
  usersRoleTaking: `${tenant}/users/role-taking`,
  usersRolesPuttingBack: `${tenant}/users/putting-back/:changeId`,
  /** Temporary roles that have expired. */
  usersRunOut: `${tenant}/users/run-out`,
  usersOffboarding: `${tenant}/users/offboarding`,
  usersDeletion: `${tenant}/users/deletion`,
  user: `${tenant}/users/:userId`,
  userSettings: `${tenant}/users/:userId/settings`,
  userRoles: `${tenant}/users/:userId/roles`,
  trail: `${tenant}/trail`,
  trailRecord: `${tenant}/trail/:sequence`,
  trailExport: `${tenant}/trail/export`,
  trailCsv: `${tenant}/trail/csv`,
  models: `${tenant}/models`,
  modelsCsv: `${tenant}/models/csv`,
  model: `${tenant}/models/:productId`,
  /** The effect of one change on each thing it touched. */
  change: `${tenant}/changes/:changeId`,

  customer,
  search: `${customer}/search`,
  /** The first results as JSON, while somebody types. */
  searchSuggestions: `${customer}/search/suggestions`,
  /** The graphics of all sites. */
  customerDesigner: `${customer}/designer`,
  customerMap: `${customer}/map`,
  /** Every kind of chart with data of the reference services; evaluation mode only. */
  chartGallery: `${customer}/charts`,
  chartGalleryCsv: `${customer}/charts/csv`,
  /** Every drawing of equipment with sample values; evaluation mode only. */
  drawingGallery: `${customer}/drawings`,
  customerSettings: `${customer}/settings`,
  customerArchiving: `${customer}/archiving`,
  customerRestoring: `${customer}/restoring`,
  customerDeletion: `${customer}/deletion`,
  /** Events at a customer since the last shift, and notes for the next. */
  customerShift: `${customer}/shift`,
  customerShiftCsv: `${customer}/shift/csv`,
  /** Shares a saved view of a list with the customer; the view is in the query. */
  viewSharing: `${customer}/views/sharing`,
  viewUnsharing: `${customer}/views/:viewId/removal`,
  /** Removes a note that is no longer needed. */
  shiftNoteRemoval: `${customer}/shift/notes/:noteId/removal`,
  customerAlarms: `${customer}/alarms`,
  customerAlarmsCsv: `${customer}/alarms/csv`,
  customerFaults: `${customer}/faults`,
  customerFaultsCsv: `${customer}/faults/csv`,
  /** Resolves one fault or several; the selection is in the query. */
  faultsResolving: `${customer}/faults/resolving`,
  fault: `${customer}/faults/:faultId`,
  faultTrends: `${customer}/faults/:faultId/trends`,
  faultTrendsCsv: `${customer}/faults/:faultId/trends/csv`,
  /** Points of any kind; the selection is in the query. */
  customerTrends: `${customer}/trends`,
  customerTrendsCsv: `${customer}/trends/csv`,
  customerRules: `${customer}/rules`,
  customerRulesCsv: `${customer}/rules/csv`,
  /** Points that rules lack. */
  ruleCoverage: `${customer}/rules/coverage`,
  ruleCoverageCsv: `${customer}/rules/coverage/csv`,
  rule: `${customer}/rules/:ruleId`,
  /** The equipment of a rule. */
  ruleCsv: `${customer}/rules/:ruleId/csv`,
  /** Switches the rule on one piece of equipment or several; the selection is in the query. */
  ruleSwitching: `${customer}/rules/:ruleId/switching`,
  /** Maps the points of one piece of equipment or several of one type; the selection, or the rule, is in the query. */
  pointsMapping: `${customer}/mapping`,
  customerSchedules: `${customer}/schedules`,
  customerSchedulesCsv: `${customer}/schedules/csv`,
  /** Adds or removes an exception of many schedules; the selection is in the query. */
  customerScheduleExceptions: `${customer}/schedules/exceptions`,
  /** The values of every schedule of a place on a day. */
  customerScheduleDay: `${customer}/schedules/day`,
  customerScheduleDayCsv: `${customer}/schedules/day/csv`,
  customerLicences: `${customer}/licences`,
  customerLicencesCsv: `${customer}/licences/csv`,
  customerEquipment: `${customer}/equipment`,
  customerEquipmentCsv: `${customer}/equipment/csv`,
  customerPoints: `${customer}/points`,
  customerPointsCsv: `${customer}/points/csv`,
  /** The values of the points in the query, as a stream of events. */
  customerPointsLive: `${customer}/points/live`,
  /** Data logging of a customer's points. */
  customerHistorian: `${customer}/historian`,
  customerOverrides: `${customer}/overrides`,
  customerOverridesCsv: `${customer}/overrides/csv`,
  /** Releases several overrides; the selection is in the query. */
  overridesClearing: `${customer}/overrides/clearing`,
  /** Acknowledges several alarms; the selection is in the form. */
  alarmsAcknowledging: `${customer}/alarms/acknowledging`,
  alarm: `${customer}/alarms/:alarmId`,
  alarmNote: `${customer}/alarms/:alarmId/note`,
  customerDevices: `${customer}/devices`,
  customerDevicesCsv: `${customer}/devices/csv`,
  /** Deletes several controllers; the selection is in the query. */
  devicesDeletion: `${customer}/devices/deletion`,
  deployments: `${customer}/deployments`,
  deploymentsCsv: `${customer}/deployments/csv`,
  newDeployment: `${customer}/deployments/new`,
  deployment: `${customer}/deployments/:operationId`,
  newDeploymentCsv: `${customer}/deployments/new/csv`,
  deploymentRestCsv: `${customer}/deployments/:operationId/rest/csv`,
  deploymentRest: `${customer}/deployments/:operationId/rest`,
  deploymentCsv: `${customer}/deployments/:operationId/csv`,
  packages: `${customer}/packages`,
  packagesCsv: `${customer}/packages/csv`,
  package: `${customer}/packages/:packageName`,
  customerConfiguration: `${customer}/configuration`,
  /** Cancels queued sends; the kind and the controllers are in the query. */
  sendsCancelling: `${customer}/configuration/cancelling`,
  clocksSetting: `${customer}/configuration/time/clocks`,
  customerNetwork: `${customer}/network`,
  customerNetworkCsv: `${customer}/network/csv`,
  customerNetworkSettings: `${customer}/network/settings`,
  customerNetworkSending: `${customer}/network/sending`,
  /** Restores the settings that one change replaced on many controllers. */
  networkPuttingBack: `${customer}/network/putting-back/:changeId`,
  customerTime: `${customer}/configuration/time`,
  customerTimeCsv: `${customer}/configuration/time/csv`,
  customerTimeSettings: `${customer}/configuration/time/settings`,
  customerTimeSending: `${customer}/configuration/time/sending`,
  timePuttingBack: `${customer}/configuration/time/putting-back/:changeId`,
  customerBacnet: `${customer}/configuration/bacnet`,
  customerBacnetCsv: `${customer}/configuration/bacnet/csv`,
  customerBacnetSettings: `${customer}/configuration/bacnet/settings`,
  customerBacnetSending: `${customer}/configuration/bacnet/sending`,
  bacnetPuttingBack: `${customer}/configuration/bacnet/putting-back/:changeId`,
  customerAdminUser: `${customer}/configuration/admin-user`,
  customerAdminUserCsv: `${customer}/configuration/admin-user/csv`,
  customerAdminPassword: `${customer}/configuration/admin-user/password`,
  customerAdminUserSending: `${customer}/configuration/admin-user/sending`,
  customerGraphics: `${customer}/configuration/graphics`,
  customerGraphicsCsv: `${customer}/configuration/graphics/csv`,
  customerGraphicsFile: `${customer}/configuration/graphics/file`,
  customerGraphicsSending: `${customer}/configuration/graphics/sending`,
  customerOnboarding: `${customer}/onboarding`,
  customerTunnels: `${customer}/tunnels`,
  customerTunnelsCsv: `${customer}/tunnels/csv`,

  customerSites: `${customer}/sites`,
  customerSitesCsv: `${customer}/sites/csv`,
  siteMoves: `${customer}/sites/moves`,
  newSite: `${customer}/sites/new`,
  /** Imports sites with their contents from a file, and returns that file with the result of each row. */
  siteImport: `${customer}/sites/import`,
  /** A template to fill in, and the file of a plan with the planned result of each row. */
  siteImportTemplate: `${customer}/sites/import/template`,
  siteImportFile: `${customer}/sites/import/file`,
  siteImportCsv: `${customer}/sites/import/:changeId/csv`,
  newGroup: `${customer}/groups/new`,

  group,
  groupSettings: `${group}/settings`,
  groupDeletion: `${group}/deletion`,
  groupAlarms: `${group}/alarms`,
  groupFaults: `${group}/faults`,
  groupSchedules: `${group}/schedules`,
  groupScheduleExceptions: `${group}/schedules/exceptions`,
  groupScheduleDay: `${group}/schedules/day`,
  groupEquipment: `${group}/equipment`,
  groupPoints: `${group}/points`,
  groupDesigner: `${group}/designer`,
  groupOverrides: `${group}/overrides`,
  groupConfiguration: `${group}/configuration`,
  groupNetwork: `${group}/network`,
  groupNetworkSettings: `${group}/network/settings`,
  groupNetworkSending: `${group}/network/sending`,
  groupTime: `${group}/configuration/time`,
  groupTimeSettings: `${group}/configuration/time/settings`,
  groupTimeSending: `${group}/configuration/time/sending`,
  groupBacnet: `${group}/configuration/bacnet`,
  groupBacnetSettings: `${group}/configuration/bacnet/settings`,
  groupBacnetSending: `${group}/configuration/bacnet/sending`,
  groupAdminUser: `${group}/configuration/admin-user`,
  groupAdminPassword: `${group}/configuration/admin-user/password`,
  groupAdminUserSending: `${group}/configuration/admin-user/sending`,
  groupGraphics: `${group}/configuration/graphics`,
  groupGraphicsFile: `${group}/configuration/graphics/file`,
  groupGraphicsSending: `${group}/configuration/graphics/sending`,
  site,
  siteSettings: `${site}/settings`,
  siteArchiving: `${site}/archiving`,
  siteRestoring: `${site}/restoring`,
  siteDeletion: `${site}/deletion`,
  /** A site with its contents, in the format of the import. */
  siteCsv: `${site}/csv`,
  siteShift: `${site}/shift`,
  siteAlarms: `${site}/alarms`,
  siteFaults: `${site}/faults`,
  siteSchedules: `${site}/schedules`,
  siteScheduleExceptions: `${site}/schedules/exceptions`,
  siteScheduleDay: `${site}/schedules/day`,
  siteEquipment: `${site}/equipment`,
  sitePoints: `${site}/points`,
  siteLicences: `${site}/licences`,
  /** The networks over which the site reaches controllers, and the search for controllers on one of them. */
  siteControllerNetworks: `${site}/controller-networks`,
  newControllerNetwork: `${site}/controller-networks/new`,
  controllerNetwork: `${site}/controller-networks/:controllerNetworkId`,
  siteAgents: `${site}/agents`,
  newSiteAgent: `${site}/agents/new`,
  siteAgent: `${site}/agents/:siteAgentId`,
  siteAgentSettings: `${site}/agents/:siteAgentId/settings`,
  siteAgentKey: `${site}/agents/:siteAgentId/key`,
  siteAgentRevocation: `${site}/agents/:siteAgentId/revocation`,
  siteAgentDeletion: `${site}/agents/:siteAgentId/deletion`,
  controllerNetworkCsv: `${site}/controller-networks/:controllerNetworkId/csv`,
  controllerNetworkSettings: `${site}/controller-networks/:controllerNetworkId/settings`,
  controllerNetworkDeletion: `${site}/controller-networks/:controllerNetworkId/deletion`,
  /** Adds controllers that the last search found; the selection is in the query. */
  controllersAdding: `${site}/controller-networks/:controllerNetworkId/adding`,
  siteOverrides: `${site}/overrides`,
  siteDevices: `${site}/devices`,
  /** Imports many controllers from a file. */
  devicesBuilder: `${site}/devices/builder`,
  /** The graphics of the site: the pages of its designer project, drawn here with live values. */
  siteDesigner: `${site}/designer`,
  /** The same pages in the embedded designer. */
  siteDesignerViewer: `${site}/designer/viewer`,
  /** The ticket for the calls of the embedded designer. */
  siteDesignerTicket: `${site}/designer/ticket`,
  /** Preview of a page of the project; the page is in the query. */
  siteDesignerPicture: `${site}/designer/picture`,
  siteConfiguration: `${site}/configuration`,
  /** Settings of several kinds; the kinds are in the form. */
  siteConfigurationSending: `${site}/configuration/sending`,
  siteNetwork: `${site}/network`,
  siteNetworkSettings: `${site}/network/settings`,
  siteNetworkSending: `${site}/network/sending`,
  siteTime: `${site}/configuration/time`,
  siteTimeSettings: `${site}/configuration/time/settings`,
  siteTimeSending: `${site}/configuration/time/sending`,
  siteBacnet: `${site}/configuration/bacnet`,
  siteBacnetSettings: `${site}/configuration/bacnet/settings`,
  siteBacnetSending: `${site}/configuration/bacnet/sending`,
  siteTemplates: `${site}/templates`,
  siteTemplatesCsv: `${site}/templates/csv`,
  newTemplate: `${site}/templates/new`,
  template: `${site}/templates/:templateId`,
  templateSettings: `${site}/templates/:templateId/settings`,
  templateDeletion: `${site}/templates/:templateId/deletion`,
  /** Applies a template to controllers; the plan shows what each has already. */
  templateApplying: `${site}/templates/:templateId/applying`,
  siteAdminUser: `${site}/configuration/admin-user`,
  siteAdminPassword: `${site}/configuration/admin-user/password`,
  siteAdminUserSending: `${site}/configuration/admin-user/sending`,
  siteGraphics: `${site}/configuration/graphics`,
  siteGraphicsFile: `${site}/configuration/graphics/file`,
  siteGraphicsSending: `${site}/configuration/graphics/sending`,
  newBuilding: `${site}/buildings/new`,
  building,
  buildingSettings: `${building}/settings`,
  buildingDeletion: `${building}/deletion`,
  buildingAlarms: `${building}/alarms`,
  /** The drawings of the equipment of a building, by space. */
  buildingDesigner: `${building}/designer`,
  buildingFaults: `${building}/faults`,
  buildingOverrides: `${building}/overrides`,
  buildingSchedules: `${building}/schedules`,
  buildingScheduleDay: `${building}/schedules/day`,
  buildingEquipment: `${building}/equipment`,
  buildingPoints: `${building}/points`,
  buildingDevices: `${building}/devices`,
  newSpace: `${building}/spaces/new`,
  /** Edits the spaces of a building in one table. */
  spacesEditing: `${building}/spaces/edit`,
  space,
  spaceSettings: `${space}/settings`,
  spaceDeletion: `${space}/deletion`,
  spaceAlarms: `${space}/alarms`,
  spaceFaults: `${space}/faults`,
  spaceSchedules: `${space}/schedules`,
  spaceScheduleDay: `${space}/schedules/day`,
  spaceEquipment: `${space}/equipment`,
  spacePoints: `${space}/points`,
  newEquipment: `${space}/equipment/new`,
  spaceDevices: `${space}/devices`,
  newDevice: `${space}/devices/new`,
  device,
  deviceSettings: `${device}/settings`,
  deviceAlarms: `${device}/alarms`,
  deviceFaults: `${device}/faults`,
  deviceSchedules: `${device}/schedules`,
  deviceScheduleDay: `${device}/schedules/day`,
  newSchedule: `${device}/schedules/new`,
  /** One schedule, by its key in the document of its controller. */
  deviceSchedule: `${device}/schedules/:scheduleId`,
  scheduleSettings: `${device}/schedules/:scheduleId/settings`,
  scheduleDeletion: `${device}/schedules/:scheduleId/deletion`,
  /** Calendars shared by exceptions of a controller's schedules. */
  deviceCalendars: `${device}/calendars`,
  newCalendar: `${device}/calendars/new`,
  deviceCalendar: `${device}/calendars/:calendarId`,
  calendarSettings: `${device}/calendars/:calendarId/settings`,
  calendarDeletion: `${device}/calendars/:calendarId/deletion`,
  deviceNetwork: `${device}/network`,
  deviceTime: `${device}/configuration/time`,
  deviceBacnet: `${device}/configuration/bacnet`,
  deviceAdminUser: `${device}/configuration/admin-user`,
  deviceGraphics: `${device}/configuration/graphics`,
  /** The content of the file. */
  deviceGraphicsContent: `${device}/configuration/graphics/content`,
  deviceBackups: `${device}/backups`,
  newBackup: `${device}/backups/new`,
  backupDeletion: `${device}/backups/:backupId/deletion`,
  /** Restores a backup of any controller of the same model to this one. */
  backupRestoring: `${device}/backups/:backupId/restoring`,
  /** The steps of replacing the controller by another; the replacement is in the query. */
  deviceReplacing: `${device}/replacing`,
  deviceDeployments: `${device}/deployments`,
  deviceOnboarding: `${device}/onboarding`,
  deviceOnboardingRemoval: `${device}/onboarding/removal`,
  deviceWriting: `${device}/writing`,
  /** Orders to a controller of another maker. */
  deviceManagement: `${device}/management`,
  deviceStateRequest: `${device}/state-request`,
  deviceTunnels: `${device}/tunnels`,
  deviceTunnel: `${device}/tunnels/:tunnelId`,
  deviceAllEquipment: `${device}/equipment`,
  /** Links or unlinks equipment of its site that the controller serves; the selection is in the query. */
  equipmentLinking: `${device}/equipment/linking`,
  equipmentUnlinking: `${device}/equipment/unlinking`,
  devicePoints: `${device}/points`,
  devicePointsCsv: `${device}/points/csv`,
  /** Data logging of its points. */
  deviceHistorian: `${device}/historian`,
  /** The points the controller offers with suggested roles, and their file. */
  deviceCatalogs: `${device}/catalogs`,
  deviceCatalogsCsv: `${device}/catalogs/csv`,
  /** One point: its value, its priority array, and the writes to it. */
  point,
  /** Temporary override, and override until released. */
  pointOverride: `${point}/override`,
  pointHold: `${point}/hold`,
  /** Set at the weakest level. */
  pointValue: `${point}/value`,
  pointEmergency: `${point}/emergency`,
  /** Releases each of the three. */
  pointAutomatic: `${point}/automatic`,
  pointEmergencyEnd: `${point}/emergency/end`,
  pointValueRelease: `${point}/value/release`,
  equipment,
  equipmentSettings: `${equipment}/settings`,
  equipmentDeletion: `${equipment}/deletion`,
  equipmentAlarms: `${equipment}/alarms`,
  equipmentFaults: `${equipment}/faults`,
  equipmentPoints: `${equipment}/points`,
  /** The mapping of points to roles. */
  equipmentMapping: `${equipment}/mapping`,
  /** A role without a point. */
  roleMapping: `${equipment}/mapping/:role`,
  equipmentUnmapping: `${equipment}/unmapping`,
  equipmentRules: `${equipment}/rules`,
  equipmentRulesCsv: `${equipment}/rules/csv`,
  equipmentVariables: `${equipment}/variables`,
  /** Copies variables to similar equipment; the selection is in the form. */
  variablesCopying: `${equipment}/variables/copying`,
} as const

export type PathName = keyof typeof paths

/** Pages whose form has a file: only they accept multipart posts. */
const withFiles: readonly PathName[] = [
  'devicesBuilder',
  'siteImport',
  'siteImportFile',
  'customerGraphicsFile',
  'siteGraphicsFile',
]
const fileAddresses = withFiles.map((name) => new RegExp(`^${paths[name].replace(/:[A-Za-z]+/g, '[^/]+')}$`))

/** Returns whether the form at a URL has a file. */
export function hasFileForm(pathname: string): boolean {
  return fileAddresses.some((pattern) => pattern.test(pathname))
}

/** Returns whether a form at a URL signs out; a page with scripts posts it as a request for data. */
export function isSignOut(pathname: string): boolean {
  return pathname === paths.logout || pathname === `${paths.logout}.data`
}

/** Returns whether a URL is an asset of the designer. */
export function isDesignerAsset(pathname: string): boolean {
  return (pathname === designer || pathname.startsWith(`${designer}/`)) && !isDesignerCall(pathname)
}

/** Returns whether a URL is a call of the designer. */
export function isDesignerCall(pathname: string): boolean {
  return pathname.startsWith(`${designerCalls}/`)
}

const embedding = new RegExp(`^${paths.siteDesignerViewer.replace(/:[A-Za-z]+/g, '[^/]+')}$`)

/** Returns whether the page at a URL embeds the designer. */
export function embedsDesigner(pathname: string): boolean {
  return embedding.test(pathname)
}

/** Reserved group id of sites without a group (design §4). */
export const noGroup = 'none'

/** The params of a path. */
export type ParamsIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & ParamsIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : unknown

export type ParamsFor<Name extends PathName> = ParamsIn<(typeof paths)[Name]>
