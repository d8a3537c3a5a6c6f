/** Names of the contracts' schemas in the OpenAPI documents, and the members our services always send. */
import { z } from 'zod'
import * as alarms from '../contracts/alarms'
import * as bacnet from '../contracts/bacnet-value'
import * as kinds from '../contracts/configuration-kinds'
import * as templates from '../contracts/configuration-templates'
import * as controllerManagement from '../contracts/controller-management'
import * as controllerNetworks from '../contracts/controller-networks'
import * as controllerWriting from '../contracts/controller-writing'
import * as designer from '../contracts/designer'
import * as configuration from '../contracts/device-configuration'
import * as devices from '../contracts/devices'
import * as equipment from '../contracts/equipment'
import * as errors from '../contracts/errors'
import * as faults from '../contracts/faults'
import * as hierarchy from '../contracts/hierarchy'
import * as historian from '../contracts/historian'
import * as network from '../contracts/network-value'
import * as onboarding from '../contracts/onboarding'
import * as organisation from '../contracts/organisation'
import * as packages from '../contracts/package'
import * as pointTrends from '../contracts/point-trends'
import * as points from '../contracts/points'
import * as product from '../contracts/product'
import * as rollouts from '../contracts/rollouts'
import * as rules from '../contracts/rules'
import * as scalars from '../contracts/scalars'
import * as schedules from '../contracts/schedules'
import * as search from '../contracts/search'
import * as sendLog from '../contracts/send-log'
import * as siteLocations from '../contracts/site-locations'
import * as site from '../contracts/site-shapes'
import * as tenant from '../contracts/tenant'
import * as administration from '../contracts/tenant-administration'
import * as time from '../contracts/time-value'
import * as tunnels from '../contracts/tunnels'

/** The body of every error; the last three members belong to some codes only. */
export const Failure = errors.ErrorBody.extend({
  /** Of 4100: results of the entities that succeeded. */
  data: z.array(z.unknown()).optional(),
  /** Of 4009: the current state. */
  current: z.unknown().optional(),
  currentETag: scalars.ETag.optional(),
})

/** A schema is named after its export; when two modules export the same name, the module is part of it. */
const modules = [
  { ScheduleStatusFlags: schedules.ScheduleStatusFlags, TenantOnboardingStatus: organisation.TenantOnboardingStatus },
  scalars,
  site,
  devices,
  equipment,
  hierarchy,
  historian,
  points,
  pointTrends,
  rollouts,
  search,
  siteLocations,
  controllerNetworks,
  controllerManagement,
  controllerWriting,
  templates,
  tunnels,
  onboarding,
  configuration,
  kinds,
  bacnet,
  network,
  time,
  sendLog,
  designer,
  packages,
  product,
  organisation,
  tenant,
  administration,
  alarms,
  faults,
  rules,
  schedules,
  { ...errors, ErrorBody: undefined, Error: Failure },
]

const namesOf = (): Map<z.core.$ZodType, string> => {
  const names = new Map<z.core.$ZodType, string>()
  const usedNames = new Set<string>()
  for (const [name, schema] of modules.flatMap((module) => Object.entries<unknown>(module))) {
    if (!(schema instanceof z.ZodType) || names.has(schema)) continue
    if (usedNames.has(name)) throw new Error(`two schemas are named ${name}`)
    names.set(schema, name)
    usedNames.add(name)
  }
  return names
}

/** Every named schema, with its name. */
export const schemaNames: ReadonlyMap<z.core.$ZodType, string> = namesOf()

/**
 * Members that are optional in the contracts, because other backends implement them too, and that our services always
 * send.
 */
export const alwaysSent: Record<string, readonly string[] | undefined> = {
  Error: ['errorCode', 'key', 'message', 'traceId'],
  ActiveOverride: ['displayName', 'equipmentId', 'equipmentName', 'hostId', 'path', 'reason', 'state', 'unit'],
  AdminUser: ['adminPassword', 'deviceId', 'eTag', 'isDirty', 'lastSentTime', 'passwordSetAt', 'sendState'],
  Alarm: [
    'ackComment',
    'ackRequired',
    'ackedTransitions',
    'acknowledgedAt',
    'acknowledgedBy',
    'customerId',
    'deviceId',
    'deviceName',
    'durationSec',
    'eTag',
    'equipmentId',
    'equipmentName',
    'equipmentType',
    'eventType',
    'hostId',
    'limit',
    'location',
    'messageText',
    'normalAt',
    'notificationClass',
    'notifyType',
    'objectInstance',
    'objectType',
    'occurrenceCount',
    'parentEquipmentId',
    'path',
    'pointId',
    'pointName',
    'presentValue',
    'previousEventState',
    'siteName',
    'statusFlags',
    'tenantId',
    'unit',
    'updatedAt',
  ],
  AlarmOccurrence: [
    'ackState',
    'acknowledgedAt',
    'acknowledgedBy',
    'durationSec',
    'messageText',
    'normalAt',
    'peakValue',
    'presentValue',
    'transitions',
    'unit',
  ],
  Bacnet: ['deviceId', 'eTag'],
  Building: ['address', 'counts', 'eTag', 'path', 'siteId', 'size', 'usage'],
  Catalog: ['discoveredAt'],
  ConfigState: ['isDirty', 'lastSentTime', 'sendState'],
  ConfigurationTemplate: ['createdAt', 'createdBy', 'eTag', 'modelType', 'productId', 'updatedAt'],
  ControllerModel: [
    'details',
    'eTag',
    'erpId',
    'inputs',
    'license',
    'module',
    'outputs',
    'preRelease',
    'subnet',
    'uukl',
  ],
  Counts: ['alarms', 'devices', 'faults', 'offline', 'spaces'],
  Customer: ['eTag'],
  CustomerPermission: ['customerName'],
  Deployment: ['completedAt', 'message', 'progressPercent', 'requestedBy', 'scheduledAt', 'startedAt'],
  Device: ['buildingId', 'eTag', 'hostId', 'overallStatus', 'path', 'productId', 'siteId'],
  DeviceStatus: ['bacnet', 'gfx', 'network', 'time', 'users'],
  DeviceTime: ['deviceId', 'eTag'],
  Equipment: [
    'additionalProperties',
    'alarmCount',
    'buildingId',
    'customerId',
    'eTag',
    'faultCount',
    'parentEquipmentId',
    'path',
    'pointsMapped',
    'pointsRequired',
    'ruleReadiness',
    'siteId',
  ],
  Fault: [
    'category',
    'description',
    'detectedAt',
    'deviceId',
    'durationMin',
    'eTag',
    'endedAt',
    'equipmentName',
    'equipmentType',
    'hostId',
    'lastNote',
    'lastSeenAt',
    'location',
    'noteCount',
    'occurrenceCount',
    'path',
    'possibleDiagnosis',
    'resolution',
    'resolutionComment',
    'resolvedAt',
    'resolvedBy',
    'ruleName',
    'siteName',
  ],
  FaultNote: ['editedAt', 'kind', 'resolution'],
  FaultOccurrence: ['detectedAt', 'deviationUnit', 'endedAt', 'evidence', 'operatingState', 'peakDeviation'],
  FaultRule: [
    'code',
    'description',
    'equation',
    'faults',
    'featureFlag',
    'isManuallyToggledRule',
    'name',
    'operatingStates',
    'possibleDiagnosis',
    'severity',
    'source',
    'status',
  ],
  FileProject: ['updatedBy'],
  SearchMatch: ['customer', 'hostId'],
  GfxInfo: [
    'deviceId',
    'isDirty',
    'lastSentTime',
    'projectName',
    'projectVersion',
    'sha256',
    'size',
    'uploadedAt',
    'uploadedBy',
  ],
  Historian: ['eTag'],
  InternalVariable: ['unit'],
  InternalVariables: ['equipmentType', 'updatedAt', 'updatedBy'],
  KeptPoint: ['covIncrement'],
  Licence: ['expiresAt', 'issuedAt'],
  LogLine: ['attempt', 'code', 'deviceId', 'level', 'operationId', 'step'],
  MappedPoint: ['mappedAt', 'mappedBy', 'unit'],
  MissingPoint: ['name', 'pointTypeId'],
  Network: ['deviceId', 'eTag'],
  Onboarding: ['completedAt', 'device', 'failureCode', 'publicIP', 'requestedAt', 'requestedBy'],
  OnboardingStep: ['at', 'message'],
  OperationsSite: [
    'activeAlarmCount',
    'city',
    'country',
    'latitude',
    'longitude',
    'openFaultCount',
    'siteGroupId',
    'state',
  ],
  Package: ['dependencies'],
  PlacedDocument: ['lastSyncedAt', 'updatedAt', 'updatedBy'],
  PlacedPoint: [
    'activePriority',
    'covIncrement',
    'displayName',
    'eTag',
    'equipmentId',
    'eventState',
    'historian',
    'hostId',
    'max',
    'min',
    'override',
    'path',
    'pointTypeId',
    'precision',
    'presentValue',
    'productId',
    'reliability',
    'statusFlags',
    'timestamp',
    'unit',
  ],
  Point: [
    'activePriority',
    'covIncrement',
    'displayName',
    'eTag',
    'equipmentId',
    'eventState',
    'historian',
    'hostId',
    'max',
    'min',
    'override',
    'pointTypeId',
    'precision',
    'presentValue',
    'reliability',
    'statusFlags',
    'timestamp',
    'unit',
  ],
  PointMappings: ['eTag'],
  PointTrend: ['displayName', 'timeZone', 'unit'],
  Rollout: ['device', 'requestedBy'],
  RuleState: [
    'activeFaultId',
    'customerId',
    'equipmentName',
    'equipmentType',
    'isManuallyToggledRule',
    'location',
    'path',
    'siteName',
  ],
  ListedRule: [
    'category',
    'code',
    'description',
    'equation',
    'featureFlag',
    'name',
    'operatingStates',
    'points',
    'possibleDiagnosis',
    'severity',
    'source',
    'variables',
  ],
  RuleVariable: ['unit'],
  Schedule: ['presentValue', 'reliability', 'statusFlags'],
  ScheduleDocument: ['lastSyncedAt', 'updatedAt', 'updatedBy'],
  ScheduleTarget: ['deviceInstance', 'pointId', 'propertyIdentifier'],
  Send: ['attempt', 'hostId', 'operationId', 'queuedAt', 'waitsUntil'],
  Site: [
    'address',
    'city',
    'country',
    'counts',
    'customerId',
    'eTag',
    'latitude',
    'longitude',
    'path',
    'postalCode',
    'projectIds',
    'projects',
    'siteGroupId',
    'size',
    'state',
    'timeZone',
    'units',
    'usage',
  ],
  SiteGroup: ['customerId', 'eTag', 'siteCount'],
  SiteLocation: ['city', 'country', 'latitude', 'longitude', 'offline', 'siteGroupId'],
  Space: ['buildingId', 'counts', 'eTag', 'parentSpaceId', 'path', 'usage'],
  TenantUser: ['created', 'customerPermissions', 'eTag', 'fullName', 'initials', 'language', 'region', 'role', 'unit'],
  TreeNode: ['kind'],
  TrendSeries: ['pointId', 'unit'],
  TrendThreshold: ['unit'],
  Tunnel: [
    'bytesIn',
    'bytesOut',
    'closedAt',
    'createdAt',
    'createdBy',
    'deviceId',
    'expiresAt',
    'isLegacy',
    'reason',
    'service',
    'status',
    'targetPort',
  ],
}
