/** Which file answers which address, and inside what. A child that is not under its parent does not build. */
import { index, type RouteConfig, type RouteConfigEntry, route } from '@remix-run/route-config'
import { type PathName, paths } from './paths'
import { type Level, pageAt, type ViewName } from './views'

type Mount = (parent: string) => RouteConfigEntry

/** A page, or a layout with the pages inside it; with an id where its file is mounted more than once. */
function at(name: PathName, file: string, inside: Mount[] = [], id?: string): Mount {
  return (parent) => {
    const path = paths[name]
    if (!path.startsWith(parent === '/' ? '/' : `${parent}/`)) throw new Error(`${name} is not under ${parent}`)
    return route(
      path.slice(parent.length).replace(/^\//, ''),
      `routes/${file}`,
      id ? { id } : {},
      inside.map((mount) => mount(path)),
    )
  }
}

/** One module for settings of every kind: each kind has its own addresses, and each mount its own name. */
const configuration = (file: string, ...names: PathName[]): Mount[] =>
  names.map((name) => at(name, `configuration/${file}`, [], name))

/** The page of its parent's own address. */
const home =
  (file: string): Mount =>
  () =>
    index(`routes/${file}`)

/** The views that are one file at all their levels. */
const atEveryLevel: Partial<Record<ViewName, string>> = {
  alarms: 'alarm/list.tsx',
  faults: 'fault/list.tsx',
  overrides: 'override/list.tsx',
  devices: 'device/list.tsx',
  schedules: 'schedule/list.tsx',
  scheduleDay: 'schedule/day.tsx',
  configuration: 'configuration/summary.tsx',
}

/** Those of them that stand at a level, each mounted there with an id of its own. */
function viewsOf(level: Level): Mount[] {
  return (Object.keys(atEveryLevel) as ViewName[]).flatMap((view) => {
    const [name, file] = [pageAt(view, level), atEveryLevel[view]]
    return name && file ? [at(name, file, [], name)] : []
  })
}

export default [
  home('home/page.tsx'),
  at('loginStart', 'session/start.ts'),
  at('loginCallback', 'session/callback.tsx'),
  at('login', 'session/login.tsx'),
  at('logout', 'session/logout.tsx'),
  at('refused', 'session/refused.tsx'),
  at('profile', 'profile/page.tsx'),
  at('ownLists', 'profile/lists.tsx'),
  at('operator', 'operator/page.tsx'),
  at('trailExport', 'trail/export.ts'),
  at('trailCsv', 'trail/csv.ts'),
  at('allUsers', 'user/all.tsx'),
  at('allUsersCsv', 'user/all-csv.ts'),
  at('usersCsv', 'user/csv.ts'),
  at('tenantsCsv', 'tenant/csv.ts'),
  at('customersCsv', 'tenant/customers-csv.ts'),
  at('customerAlarmsCsv', 'alarm/csv.ts'),
  at('customerFaultsCsv', 'fault/csv.ts'),
  at('faultTrendsCsv', 'fault/trends-csv.ts'),
  at('customerRulesCsv', 'rule/csv.ts'),
  at('ruleCsv', 'rule/states-csv.ts'),
  at('equipmentRulesCsv', 'rule/equipment-csv.ts'),
  at('ruleCoverageCsv', 'rule/coverage-csv.ts'),
  at('customerSchedulesCsv', 'schedule/csv.ts'),
  at('customerScheduleDayCsv', 'schedule/day-csv.ts'),
  at('customerDevicesCsv', 'device/csv.ts'),
  at('customerSitesCsv', 'site/csv.ts'),
  at('siteImportTemplate', 'import/template-csv.ts'),
  at('siteImportFile', 'import/plan-csv.ts'),
  at('siteImportCsv', 'import/answer-csv.ts'),
  at('siteCsv', 'import/site-csv.ts'),
  at('siteTemplatesCsv', 'template/csv.ts'),
  at('deploymentCsv', 'deployment/csv.ts'),
  at('newDeploymentCsv', 'deployment/new-csv.ts'),
  at('deploymentRestCsv', 'deployment/rest-csv.ts'),
  at('customerTunnelsCsv', 'tunnel/csv.ts'),
  at('chartGalleryCsv', 'chart/gallery-csv.ts'),
  at('customerOverridesCsv', 'override/csv.ts'),
  at('devicePointsCsv', 'point/csv.ts'),
  at('deviceGraphicsContent', 'configuration/graphics-content.ts'),
  at('deviceById', 'device/by-id.ts'),
  at('tenants', 'tenant/above.tsx', [home('tenant/list.tsx'), at('newTenant', 'tenant/new.tsx')]),
  at('tenant', 'tenant/layout.tsx', [
    home('tenant/page.tsx'),
    at('tenantSettings', 'tenant/settings.tsx'),
    at('tenantOnboarding', 'tenant/onboarding.tsx'),
    at('tenantOffboarding', 'tenant/offboarding.tsx'),
    at('tenantInitials', 'tenant/initials.tsx'),
    at('newCustomer', 'customer/new.tsx'),
    at('tenantSearch', 'search/tenant.tsx'),
    at('users', 'user/list.tsx'),
    at('newUser', 'user/new.tsx'),
    at('usersRoleGiving', 'user/role-giving.tsx'),
    at('usersRoleTaking', 'user/role-taking.tsx'),
    at('usersRolesPuttingBack', 'user/putting-back.tsx'),
    at('usersOffboarding', 'user/offboarding.tsx'),
    at('usersDeletion', 'user/deletion.tsx'),
    at('user', 'user/page.tsx'),
    at('userSettings', 'user/settings.tsx'),
    at('userRoles', 'user/roles.tsx'),
    at('trail', 'trail/list.tsx'),
    at('trailRecord', 'trail/record.tsx'),
    at('change', 'trail/change.tsx'),
    at('models', 'model/list.tsx'),
    at('model', 'model/page.tsx'),
    at('customer', 'customer/layout.tsx', [
      home('customer/page.tsx'),
      at('search', 'search/page.tsx'),
      at('customerMap', 'map/page.tsx'),
      at('chartGallery', 'chart/gallery.tsx'),
      at('customerSettings', 'customer/settings.tsx'),
      at('customerArchiving', 'customer/archiving.tsx'),
      at('customerRestoring', 'customer/restoring.tsx'),
      at('customerDeletion', 'customer/deletion.tsx'),
      ...viewsOf('customer'),
      at('faultsResolving', 'fault/resolving.tsx'),
      at('fault', 'fault/page.tsx'),
      at('faultTrends', 'fault/trends.tsx'),
      at('customerRules', 'rule/list.tsx'),
      at('ruleCoverage', 'rule/coverage.tsx'),
      at('rule', 'rule/page.tsx'),
      at('ruleSwitching', 'rule/switching.tsx'),
      at('pointsMapping', 'mapping/page.tsx'),
      at('overridesClearing', 'override/clearing.tsx'),
      at('alarmsAcknowledging', 'alarm/acknowledging.tsx'),
      at('alarm', 'alarm/page.tsx'),
      at('alarmNote', 'alarm/note.tsx'),
      at('devicesDeletion', 'device/deletion.tsx'),
      at('deployments', 'deployment/list.tsx'),
      at('newDeployment', 'deployment/new.tsx'),
      at('deployment', 'deployment/page.tsx'),
      at('deploymentRest', 'deployment/rest.tsx'),
      at('packages', 'package/list.tsx'),
      at('package', 'package/page.tsx'),
      ...configuration(
        'board.tsx',
        'customerNetwork',
        'customerTime',
        'customerBacnet',
        'customerAdminUser',
        'customerGraphics',
      ),
      ...configuration('settings.tsx', 'customerNetworkSettings', 'customerTimeSettings', 'customerBacnetSettings'),
      ...configuration(
        'sending.tsx',
        'customerNetworkSending',
        'customerTimeSending',
        'customerBacnetSending',
        'customerAdminUserSending',
        'customerGraphicsSending',
      ),
      ...configuration('admin-password.tsx', 'customerAdminPassword'),
      ...configuration('graphics-file.tsx', 'customerGraphicsFile'),
      ...configuration('putting-back.tsx', 'networkPuttingBack', 'timePuttingBack', 'bacnetPuttingBack'),
      at('customerOnboarding', 'onboarding/find.tsx'),
      at('customerTunnels', 'tunnel/list.tsx'),
      at('customerSites', 'site/list.tsx'),
      at('siteMoves', 'site/moves.tsx'),
      at('newSite', 'site/new.tsx'),
      at('siteImport', 'import/page.tsx'),
      at('newGroup', 'group/new.tsx'),
      at('group', 'group/layout.tsx', [
        home('group/page.tsx'),
        at('groupSettings', 'group/settings.tsx'),
        at('groupDeletion', 'group/deletion.tsx'),
        ...viewsOf('group'),
        at('site', 'site/layout.tsx', [
          home('site/page.tsx'),
          at('siteSettings', 'site/settings.tsx'),
          at('siteArchiving', 'site/archiving.tsx'),
          at('siteRestoring', 'site/restoring.tsx'),
          at('siteDeletion', 'site/deletion.tsx'),
          at('newBuilding', 'building/new.tsx'),
          ...viewsOf('site'),
          at('devicesBuilder', 'device/builder.tsx'),
          ...configuration('board.tsx', 'siteNetwork', 'siteTime', 'siteBacnet', 'siteAdminUser', 'siteGraphics'),
          ...configuration('settings.tsx', 'siteNetworkSettings', 'siteTimeSettings', 'siteBacnetSettings'),
          at('siteConfigurationSending', 'configuration/sending-kinds.tsx'),
          at('siteTemplates', 'template/list.tsx'),
          at('newTemplate', 'template/new.tsx'),
          at('template', 'template/page.tsx'),
          at('templateSettings', 'template/settings.tsx'),
          at('templateDeletion', 'template/deletion.tsx'),
          at('templateApplying', 'template/applying.tsx'),
          ...configuration(
            'sending.tsx',
            'siteNetworkSending',
            'siteTimeSending',
            'siteBacnetSending',
            'siteAdminUserSending',
            'siteGraphicsSending',
          ),
          ...configuration('admin-password.tsx', 'siteAdminPassword'),
          ...configuration('graphics-file.tsx', 'siteGraphicsFile'),
          at('building', 'building/layout.tsx', [
            home('building/page.tsx'),
            at('buildingSettings', 'building/settings.tsx'),
            at('buildingDeletion', 'building/deletion.tsx'),
            ...viewsOf('building'),
            at('newSpace', 'space/new.tsx'),
            at('spacesEditing', 'space/edit-many.tsx'),
            at('space', 'space/layout.tsx', [
              home('space/page.tsx'),
              at('spaceSettings', 'space/settings.tsx'),
              at('spaceDeletion', 'space/deletion.tsx'),
              ...viewsOf('space'),
              at('newDevice', 'device/new.tsx'),
              at('device', 'device/layout.tsx', [
                home('device/page.tsx'),
                ...viewsOf('device'),
                at('deviceSettings', 'device/settings.tsx'),
                ...configuration('device.tsx', 'deviceNetwork', 'deviceTime', 'deviceBacnet'),
                at('deviceAdminUser', 'configuration/device-admin-user.tsx'),
                at('deviceGraphics', 'configuration/device-graphics.tsx'),
                at('deviceSchedule', 'schedule/page.tsx'),
                at('deviceBackups', 'backup/device.tsx'),
                at('newBackup', 'backup/new.tsx'),
                at('backupDeletion', 'backup/deletion.tsx'),
                at('backupRestoring', 'backup/restoring.tsx'),
                at('deviceReplacing', 'replacing/page.tsx'),
                at('deviceDeployments', 'deployment/device.tsx'),
                at('deviceOnboarding', 'onboarding/page.tsx'),
                at('deviceOnboardingRemoval', 'onboarding/removal.tsx'),
                at('deviceStateRequest', 'onboarding/state-request.tsx'),
                at('deviceTunnels', 'tunnel/device.tsx'),
                at('deviceTunnel', 'tunnel/page.tsx'),
                at('devicePoints', 'point/list.tsx'),
                at('point', 'point/page.tsx'),
                at('pointOverride', 'point/override.tsx'),
                at('pointHold', 'point/hold.tsx'),
                at('pointValue', 'point/value.tsx'),
                at('pointEmergency', 'point/emergency.tsx'),
                at('pointAutomatic', 'point/automatic.tsx'),
                at('pointEmergencyEnd', 'point/emergency-end.tsx'),
                at('pointValueRelease', 'point/value-release.tsx'),
              ]),
              at('equipment', 'equipment/layout.tsx', [
                home('equipment/page.tsx'),
                ...viewsOf('equipment'),
                at('equipmentPoints', 'equipment/points.tsx'),
                at('equipmentMapping', 'mapping/equipment.tsx'),
                at('equipmentRules', 'rule/equipment.tsx'),
                at('equipmentVariables', 'rule/variables.tsx'),
              ]),
            ]),
          ]),
        ]),
      ]),
    ]),
  ]),
].map((mount) => mount('/')) satisfies RouteConfig
