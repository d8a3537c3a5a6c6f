/**
 * Every address of the console, named once and written in full (design §4).
 * Tenant and customer stand in the path, so that a link means the same place for everyone.
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
/** What the designer brings lies under it, and its calls are answered below. */
const designer = '/designer' as const
const designerCalls = `${designer}/api/v1` as const

export const paths = {
  home: '/',
  login: '/login',
  loginStart: '/login/start',
  loginCallback: '/login/callback',
  logout: '/logout',
  /** Where the door has an error page drawn for an address that has no page; found by nobody else. */
  refused: '/refused',
  profile: '/profile',
  /** Views of lists that somebody saved for themselves. */
  ownLists: '/profile/lists',
  /** Whether somebody is counted, as they say in their profile. */
  ownUsage: '/profile/usage',
  /** Calls of the embedded designer, whose ticket speaks for a person: its project, a file of it, what points read. */
  designerProject: `${designerCalls}/fileProject/associated/:nodeId`,
  designerFile: `${designerCalls}/x/fileProject/:projectId/files`,
  designerPoints: `${designerCalls}/x/points`,
  /** The state of every chain, for who runs the console. */
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
  /** What the words name in any customer of the tenant that the person sees. */
  tenantSearch: `${tenant}/search`,
  /** Looks the ancestors up and leads to the nested address; what alarms and the trail link to. */
  deviceById: `${tenant}/devices/:deviceId`,
  users: `${tenant}/users`,
  usersCsv: `${tenant}/users/csv`,
  newUser: `${tenant}/users/new`,
  /** What is done to several people at once; whom, stands in the query. */
  usersRoleGiving: `${tenant}/users/role-giving`,
  usersRoleTaking: `${tenant}/users/role-taking`,
  usersRolesPuttingBack: `${tenant}/users/putting-back/:changeId`,
  /** Roles that were given until a day that has passed. */
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
  /** What one change did to each thing it touched. */
  change: `${tenant}/changes/:changeId`,

  customer,
  search: `${customer}/search`,
  customerMap: `${customer}/map`,
  /** Every chart with what the reference services tell, in evaluation mode alone. */
  chartGallery: `${customer}/charts`,
  chartGalleryCsv: `${customer}/charts/csv`,
  customerSettings: `${customer}/settings`,
  customerArchiving: `${customer}/archiving`,
  customerRestoring: `${customer}/restoring`,
  customerDeletion: `${customer}/deletion`,
  /** What happened at a customer since the last shift, and what the next one has to know. */
  customerShift: `${customer}/shift`,
  customerShiftCsv: `${customer}/shift/csv`,
  /** A note for the next shift that is done with. */
  shiftNoteRemoval: `${customer}/shift/notes/:noteId/removal`,
  customerAlarms: `${customer}/alarms`,
  customerAlarmsCsv: `${customer}/alarms/csv`,
  customerFaults: `${customer}/faults`,
  customerFaultsCsv: `${customer}/faults/csv`,
  /** One fault or several at once; which, stands in the query. */
  faultsResolving: `${customer}/faults/resolving`,
  fault: `${customer}/faults/:faultId`,
  faultTrends: `${customer}/faults/:faultId/trends`,
  faultTrendsCsv: `${customer}/faults/:faultId/trends/csv`,
  /** Points of any kind; which, stands in the query. */
  customerTrends: `${customer}/trends`,
  customerTrendsCsv: `${customer}/trends/csv`,
  customerRules: `${customer}/rules`,
  customerRulesCsv: `${customer}/rules/csv`,
  /** The points that rules wait for. */
  ruleCoverage: `${customer}/rules/coverage`,
  ruleCoverageCsv: `${customer}/rules/coverage/csv`,
  rule: `${customer}/rules/:ruleId`,
  /** The equipment of a rule. */
  ruleCsv: `${customer}/rules/:ruleId/csv`,
  /** On one piece of equipment or on several at once; which, stands in the query. */
  ruleSwitching: `${customer}/rules/:ruleId/switching`,
  /** Of one piece of equipment or of several like ones; which, or for which rule, stands in the query. */
  pointsMapping: `${customer}/mapping`,
  customerSchedules: `${customer}/schedules`,
  customerSchedulesCsv: `${customer}/schedules/csv`,
  /** An exception for many schedules at once, or taken away again; for which, stands in the query. */
  customerScheduleExceptions: `${customer}/schedules/exceptions`,
  /** What every schedule of a place does on a day. */
  customerScheduleDay: `${customer}/schedules/day`,
  customerScheduleDayCsv: `${customer}/schedules/day/csv`,
  customerLicences: `${customer}/licences`,
  customerLicencesCsv: `${customer}/licences/csv`,
  customerEquipment: `${customer}/equipment`,
  customerEquipmentCsv: `${customer}/equipment/csv`,
  customerPoints: `${customer}/points`,
  customerPointsCsv: `${customer}/points/csv`,
  /** What the controllers of a customer keep of their points over time. */
  customerHistorian: `${customer}/historian`,
  customerOverrides: `${customer}/overrides`,
  customerOverridesCsv: `${customer}/overrides/csv`,
  /** Several overrides at once; which, stands in the query. */
  overridesClearing: `${customer}/overrides/clearing`,
  /** Several alarms at once; which, stands in the form. */
  alarmsAcknowledging: `${customer}/alarms/acknowledging`,
  alarm: `${customer}/alarms/:alarmId`,
  alarmNote: `${customer}/alarms/:alarmId/note`,
  customerDevices: `${customer}/devices`,
  customerDevicesCsv: `${customer}/devices/csv`,
  /** Several controllers at once; which, stands in the query. */
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
  /** Sends that wait for their controllers, given up; of which kind and which controllers stands in the query. */
  sendsCancelling: `${customer}/configuration/cancelling`,
  customerNetwork: `${customer}/network`,
  customerNetworkCsv: `${customer}/network/csv`,
  customerNetworkSettings: `${customer}/network/settings`,
  customerNetworkSending: `${customer}/network/sending`,
  /** What one change saved for many controllers, put back. */
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
  /** Sites with everything in them from one file; and that file again, with what a change made of each row. */
  siteImport: `${customer}/sites/import`,
  /** A file to fill in; and the file of a plan, with what would become of each row. */
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
  /** A site with everything in it, as the file it could be built from. */
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
  siteOverrides: `${site}/overrides`,
  siteDevices: `${site}/devices`,
  /** Many controllers from one file. */
  devicesBuilder: `${site}/devices/builder`,
  /** The pages of the site's designer project, one of them drawn with live values. */
  siteDesigner: `${site}/designer`,
  /** What the embedded designer shows with its calls. */
  siteDesignerTicket: `${site}/designer/ticket`,
  /** How a page of the project looks; which one, stands in the query. */
  siteDesignerPicture: `${site}/designer/picture`,
  siteConfiguration: `${site}/configuration`,
  /** Settings of several kinds at once; of which kinds, stands in the form. */
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
  /** Which controllers get it; what of it each has already is told before anything is saved. */
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
  buildingFaults: `${building}/faults`,
  buildingSchedules: `${building}/schedules`,
  buildingScheduleDay: `${building}/schedules/day`,
  buildingEquipment: `${building}/equipment`,
  buildingPoints: `${building}/points`,
  buildingDevices: `${building}/devices`,
  newSpace: `${building}/spaces/new`,
  /** Many spaces of a building as one table to write in. */
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
  /** Days that exceptions of several schedules of a controller share. */
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
  /** The file itself. */
  deviceGraphicsContent: `${device}/configuration/graphics/content`,
  deviceBackups: `${device}/backups`,
  newBackup: `${device}/backups/new`,
  backupDeletion: `${device}/backups/:backupId/deletion`,
  /** On this controller, whichever of its model the backup is of. */
  backupRestoring: `${device}/backups/:backupId/restoring`,
  /** The steps by which another controller takes its place; which one, stands in the query. */
  deviceReplacing: `${device}/replacing`,
  deviceDeployments: `${device}/deployments`,
  deviceOnboarding: `${device}/onboarding`,
  deviceOnboardingRemoval: `${device}/onboarding/removal`,
  deviceStateRequest: `${device}/state-request`,
  deviceTunnels: `${device}/tunnels`,
  deviceTunnel: `${device}/tunnels/:tunnelId`,
  deviceAllEquipment: `${device}/equipment`,
  /** Equipment of its site that it serves from now on, and no longer; which, stands in the query. */
  equipmentLinking: `${device}/equipment/linking`,
  equipmentUnlinking: `${device}/equipment/unlinking`,
  devicePoints: `${device}/points`,
  devicePointsLive: `${device}/points/live`,
  devicePointsCsv: `${device}/points/csv`,
  /** What it keeps of its points over time. */
  deviceHistorian: `${device}/historian`,
  /** What it offers, with what each probably is, and that as a file. */
  deviceCatalogs: `${device}/catalogs`,
  deviceCatalogsCsv: `${device}/catalogs/csv`,
  /** One point: its value, its sixteen levels, and what can be written to it. */
  point,
  /** Held by hand for a time; and without an end. */
  pointOverride: `${point}/override`,
  pointHold: `${point}/hold`,
  /** Set at the weakest level. */
  pointValue: `${point}/value`,
  pointEmergency: `${point}/emergency`,
  /** Each of the three given back. */
  pointAutomatic: `${point}/automatic`,
  pointEmergencyEnd: `${point}/emergency/end`,
  pointValueRelease: `${point}/value/release`,
  equipment,
  equipmentSettings: `${equipment}/settings`,
  equipmentDeletion: `${equipment}/deletion`,
  equipmentAlarms: `${equipment}/alarms`,
  equipmentFaults: `${equipment}/faults`,
  equipmentPoints: `${equipment}/points`,
  /** Which point plays which role. */
  equipmentMapping: `${equipment}/mapping`,
  /** A role that lacks its point. */
  roleMapping: `${equipment}/mapping/:role`,
  equipmentUnmapping: `${equipment}/unmapping`,
  equipmentRules: `${equipment}/rules`,
  equipmentRulesCsv: `${equipment}/rules/csv`,
  equipmentVariables: `${equipment}/variables`,
  /** To like equipment; which, stands in the form. */
  variablesCopying: `${equipment}/variables/copying`,
} as const

export type PathName = keyof typeof paths

/** The pages whose form takes a file: the door lets multipart posts in here and nowhere else. */
const withFiles: readonly PathName[] = [
  'devicesBuilder',
  'siteImport',
  'siteImportFile',
  'customerGraphicsFile',
  'siteGraphicsFile',
]
const fileAddresses = withFiles.map((name) => new RegExp(`^${paths[name].replace(/:[A-Za-z]+/g, '[^/]+')}$`))

/** Whether the form of this address takes a file. */
export function takesFiles(pathname: string): boolean {
  return fileAddresses.some((pattern) => pattern.test(pathname))
}

/** Whether an address is answered with what the designer brings. */
export function isDesignersOwn(pathname: string): boolean {
  return (pathname === designer || pathname.startsWith(`${designer}/`)) && !isDesignerCall(pathname)
}

/** Whether it is a call of the designer. */
export function isDesignerCall(pathname: string): boolean {
  return pathname.startsWith(`${designerCalls}/`)
}

const embedding = new RegExp(`^${paths.siteDesigner.replace(/:[A-Za-z]+/g, '[^/]+')}$`)

/** Whether the page there has the designer in a frame. */
export function embedsDesigner(pathname: string): boolean {
  return embedding.test(pathname)
}

/** The reserved word under which sites in no group live (design §4). */
export const noGroup = 'none'

/** The names between slash-colon and the next slash. */
export type ParamsIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & ParamsIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : unknown

export type ParamsFor<Name extends PathName> = ParamsIn<(typeof paths)[Name]>
