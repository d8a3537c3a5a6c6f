/**
 * Restores the values before a record: the ordinary form of its change, filled in with them (design §7). It is
 * planned, checked and recorded like any other change. A record without such a form has a reason.
 */

import type { FieldValues } from '~/change/plan'
import { fieldTexts, type PostedFields } from '~/change/posted'
import { changeNamed } from '~/changes'
import type { ChangeKind, IrreversibleReason } from '~/changes/change'
import { endOfDay } from '~/domain/zoned-day'
import { configurationViews, kindOfChange } from '~/features/configuration/shared/configuration'
import {
  fieldsIn,
  inputValues,
  isSettingKind,
  keepName,
  type SettingField,
  type SettingValue,
} from '~/features/configuration/shared/kind'
import { settingsHref } from '~/features/configuration/shared/place'
import { exceptionReversal } from '~/features/schedule/shared/exception-reversal'
import { parseScheduleId } from '~/features/schedule/shared/row'
import { parseLastDays } from '~/features/user/shared/role-end'
import { href, placeParams } from '~/hrefs'
import { type ParamsFor, type PathName, paths } from '~/paths'
import type { TrailEntry } from '~/trail/find-entries.server'

/** A form to open: its address, its fields, and the values of the same fields after the change. */
export interface FilledForm {
  address: string
  fields: PostedFields
  after: FieldValues
}

type PutBackResult = FilledForm | { why: NoPutBackReason }

/** `main:trail.putBack.why.<…>` */
export type NoPutBackReason = IrreversibleReason | 'notDone' | 'nothingBefore' | 'unknownForm'

const formBuilders: Record<
  Extract<ChangeKind['back'], { form: string }>['form'],
  (entry: TrailEntry) => PutBackResult
> = {
  settings,
  variables: (entry) => ofForm('equipmentVariables', 'equipmentId', entry),
  historian: (entry) => ofForm('deviceHistorian', 'deviceId', entry),
  roles,
  configuration,
  exception,
  schedule,
  calendar,
}

/**
 * Returns the form that restores the values before a record, or why there is none. The reader's rights are not
 * checked here.
 */
export function putBackForm(entry: TrailEntry): PutBackResult {
  if ((entry.outcomeRecord?.outcome ?? entry.outcome) !== 'done') return { why: 'notDone' }
  const rule = changeNamed(entry.mutation)?.back
  if (!rule) return { why: 'unknownForm' }
  return 'never' in rule ? { why: rule.never } : formBuilders[rule.form](entry)
}

/** Returns the address of such a form, for the link on a record. */
export function putBackHref({ address }: FilledForm, sequence: number): string {
  return `${address}${address.includes('?') ? '&' : '?'}putBack=${sequence}`
}

/** An edit is recorded by the names of its form's fields. */
function settings(entry: TrailEntry): PutBackResult {
  const before = valuesIn(entry.before)
  if (!before) return { why: 'nothingBefore' }
  const address = ownSettingsHref(entry)
  if (!address) return { why: 'unknownForm' }
  return { address, fields: toPostedFields(before), after: valuesIn(entry.outcomeRecord?.after ?? entry.after) ?? {} }
}

/**
 * A form on a page of its own beside the settings, recorded by its field names, in the units of the person who
 * changed it: the internal variables of equipment, and the data logging of a controller.
 */
function ofForm(
  page: 'equipmentVariables' | 'deviceHistorian',
  id: 'equipmentId' | 'deviceId',
  { tenantId, customerId, subject, before: recorded, after, outcomeRecord }: TrailEntry,
): PutBackResult {
  const before = valuesIn(recorded)
  if (!before) return { why: 'nothingBefore' }
  const path = (subject.path ?? []) as Parameters<typeof placeParams>[1]
  const params = { ...placeParams({ tenantId, customerId: customerId ?? '' }, path), [id]: subject.id }
  if (!params.spaceId) return { why: 'unknownForm' }
  return {
    address: href(page, params),
    fields: toPostedFields(before),
    after: valuesIn(outcomeRecord?.after ?? after) ?? {},
  }
}

/** Returns the settings page of the record's subject; null where the path of the record is not sufficient. */
function ownSettingsHref({ tenantId, customerId, subject }: TrailEntry): string | null {
  const name = `${subject.kind}Settings`
  if (!isPathName(name)) return null
  const params = {
    ...placeParams({ tenantId, customerId: customerId ?? '' }, [
      ...((subject.path ?? []) as Parameters<typeof placeParams>[1]),
    ]),
    ...(customerId ? { customerId } : {}),
    [`${subject.kind}Id`]: subject.id,
  }
  try {
    return href(name, params as ParamsFor<PathName>)
  } catch {
    return null
  }
}

function isPathName(name: string): name is PathName {
  return name in paths
}

function valuesIn(value: unknown): FieldValues | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FieldValues) : null
}

/** An empty value is posted as empty, so that it is cleared again; an unticked checkbox is omitted. */
function toPostedFields(values: FieldValues): PostedFields {
  return Object.entries(values).flatMap(([name, value]): PostedFields => {
    const texts = fieldTexts(value)
    if (texts.length === 0) return typeof value === 'boolean' || Array.isArray(value) ? [] : [[name, '']]
    return texts.map((text): [string, string] => [name, text])
  })
}

/** Roles are recorded as `{ tenantRole, customerRoles: { "name (id)": role } }`. */
function roles({ tenantId, subject, before, after, outcomeRecord }: TrailEntry): PutBackResult {
  if (outcomeRecord?.calls.some(({ method, path }) => method === 'DELETE' && /^\/tenants\/[^/]+\/users$/.test(path)))
    return { why: 'ended' }
  const rolesBefore = recordedRoles(before)
  const rolesAfter = recordedRoles(after)
  const restored = rolesBefore.customerRoles.map(([id, role]) => `${id}:${role}`)
  const added = rolesAfter.customerRoles.filter(
    ([id]) => !rolesBefore.customerRoles.some(([otherId]) => otherId === id),
  )
  const level = rolesBefore.tenantRole || rolesBefore.customerRoles.length === 0 ? 'tenant' : 'customer'
  const choices = [...restored, ...added.map(([id]) => `${id}:remove`)]
  return {
    address: href('userRoles', { tenantId, userId: subject.id }),
    fields: [
      ['level', level],
      ...(level === 'tenant'
        ? [['tenantRole', rolesBefore.tenantRole ?? 'no-access'] as [string, string]]
        : choices.map((choice, at): [string, string] => [`customerRole[${at}]`, choice])),
      ...lastDayIn(before).map((day): [string, string] => ['until', day]),
    ],
    after: {},
  }
}

/** Returns the one end date of roles that is still in the future; none when there are several. */
function lastDayIn(recorded: unknown): string[] {
  const days = [...new Set(parseLastDays(recorded).flatMap(({ lastDay }) => lastDay ?? []))]
  return days.length === 1 ? days.filter((day) => Date.parse(endOfDay(day, 'UTC')) > Date.now()) : []
}

/** Returns the roles in a record. */
export function recordedRoles(recorded: unknown): {
  tenantRole: string | null
  customerRoles: [id: string, role: string][]
} {
  const { tenantRole, customerRoles } = (recorded ?? {}) as {
    tenantRole?: string
    customerRoles?: Record<string, string>
  }
  return {
    tenantRole: tenantRole ?? null,
    customerRoles: Object.entries(customerRoles ?? {}).flatMap(([name, role]): [string, string][] => {
      const id = name.match(/\(([^()]+)\)$/)?.[1]
      return id ? [[id, role]] : []
    }),
  }
}

/** An added exception is removed again, and a removed one is added. */
function exception(entry: TrailEntry): PutBackResult {
  const { tenantId, customerId, subject } = entry
  const fields = exceptionReversal(entry)
  if (!fields || !customerId) return { why: 'nothingBefore' }
  return {
    address: href('customerScheduleExceptions', { tenantId, customerId }, { how: fields.how }),
    fields: [['schedule', subject.id], ...Object.entries(fields)],
    after: {},
  }
}

/** A schedule is recorded by the fields of its form; its key is unique per controller. */
function schedule({
  tenantId,
  customerId,
  subject,
  before: recorded,
  after,
  outcomeRecord,
}: TrailEntry): PutBackResult {
  const before = valuesIn(recorded)
  if (!before) return { why: 'nothingBefore' }
  const one = parseScheduleId(subject.id)
  const path = (subject.path ?? []) as Parameters<typeof placeParams>[1]
  const params = { ...placeParams({ tenantId, customerId: customerId ?? '' }, path), scheduleId: one?.key ?? '' }
  if (!params.spaceId || !params.scheduleId) return { why: 'unknownForm' }
  return {
    address: href('scheduleSettings', params),
    fields: toPostedFields(before),
    after: valuesIn(outcomeRecord?.after ?? after) ?? {},
  }
}

/** A calendar is recorded with its key, on its controller. */
function calendar({
  tenantId,
  customerId,
  subject,
  before: recorded,
  after,
  outcomeRecord,
}: TrailEntry): PutBackResult {
  const { calendar: key, ...before } = valuesIn(recorded) ?? {}
  if (typeof key !== 'string') return { why: 'nothingBefore' }
  const path = (subject.path ?? []) as Parameters<typeof placeParams>[1]
  const params = { ...placeParams({ tenantId, customerId: customerId ?? '' }, path), deviceId: subject.id }
  if (!params.spaceId) return { why: 'unknownForm' }
  return {
    address: href('calendarSettings', { ...params, calendarId: key }),
    fields: toPostedFields(before),
    after: valuesIn(outcomeRecord?.after ?? after) ?? {},
  }
}

/** Settings are recorded by path (`primary.ipv4.gateway`); unchanged ones keep their no-change checkbox ticked. */
function configuration({ tenantId, customerId, subject, mutation, before }: TrailEntry): PutBackResult {
  const settingsBefore = (before ?? {}) as Record<string, SettingValue>
  const path = (subject.path ?? []) as Parameters<typeof placeParams>[1]
  const params = customerId ? placeParams({ tenantId, customerId }, path) : null
  if (!params?.siteId) return { why: 'unknownForm' }
  const kind = kindOfChange({ mutation, before })
  if (!isSettingKind(kind)) return { why: 'unknownForm' }
  const all = fieldsIn(configurationViews[kind])
  const unchanged = all.filter((field) => !(field.path in settingsBefore))
  return {
    address: settingsHref({ ...params, kind }, { device: subject.id }),
    fields: [
      ['device', subject.id],
      ...all.flatMap((field) => {
        const value = settingsBefore[field.path]
        return value === undefined
          ? []
          : postedValues(field, value).map((text): [string, string] => [field.input, text])
      }),
      ...unchanged.map(({ input }): [string, string] => [keepName(input), 'on']),
    ],
    after: {},
  }
}

/** Returns the values as the form's controls post them: an empty value is cleared again. */
function postedValues({ control }: SettingField, value: SettingValue): string[] {
  const texts = inputValues(value)
  if (control === 'lines') return [texts.join('\n')]
  return texts.length > 0 || Array.isArray(value) ? texts : ['']
}
