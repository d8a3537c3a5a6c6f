/**
 * Put back: the ordinary form of a change, filled in with what was before a record (design §7). Nothing is undone
 * behind anyone's back: the form is planned, checked and recorded like any other. What cannot be put back says why.
 */
import { changeNamed } from '~/changes'
import type { ChangeKind, NeverBack } from '~/changes/change'
import { endOfDay } from '~/domain/zoned-day'
import { href, placeParams } from '~/hrefs'
import { type ParamsFor, type PathName, paths } from '~/paths'
import {
  fieldsIn,
  inputValues,
  isSettingKind,
  keepName,
  type SettingField,
  type SettingValue,
} from '~/screens/configuration/kind'
import { settingsHref } from '~/screens/configuration/place'
import { kindOfChange, views } from '~/things/configuration'
import { scheduleOf } from '~/things/schedule/row'
import { takingBack } from '~/things/schedule/taking-back'
import { daysIn } from '~/things/user/role-end'
import type { TrailEntry } from '~/trail/find-entries.server'
import type { HeldFields } from './plan'
import { type Fields, textsOf } from './posted'

/** A form to open: where it stands, what it is filled in with, and what the change had made of the same fields. */
export interface FilledForm {
  address: string
  fields: Fields
  after: HeldFields
}

type Answer = FilledForm | { why: Why }

/** `main:trail.putBack.why.<…>` */
export type Why = NeverBack | 'notDone' | 'nothingBefore' | 'unknownForm'

const ways: Record<Extract<ChangeKind['back'], { form: string }>['form'], (entry: TrailEntry) => Answer> = {
  settings,
  variables: (entry) => ofForm('equipmentVariables', 'equipmentId', entry),
  historian: (entry) => ofForm('deviceHistorian', 'deviceId', entry),
  roles,
  configuration,
  exception,
  schedule,
  calendar,
}

/** The form that puts back what a record changed, or why there is none. Whether the reader may is not asked here. */
export function putBack(entry: TrailEntry): Answer {
  if ((entry.ending?.outcome ?? entry.outcome) !== 'done') return { why: 'notDone' }
  const back = changeNamed(entry.mutation)?.back
  if (!back) return { why: 'unknownForm' }
  return 'never' in back ? { why: back.never } : ways[back.form](entry)
}

/** The address of a form that is to be put back, for the link on a record. */
export function putBackHref({ address }: FilledForm, sequence: number): string {
  return `${address}${address.includes('?') ? '&' : '?'}putBack=${sequence}`
}

/** An edit kept what it changed by the names of its form's fields. */
function settings(entry: TrailEntry): Answer {
  const before = heldIn(entry.before)
  if (!before) return { why: 'nothingBefore' }
  const address = ownSettingsHref(entry)
  if (!address) return { why: 'unknownForm' }
  return { address, fields: postedOf(before), after: heldIn(entry.ending?.after ?? entry.after) ?? {} }
}

/**
 * What a page beside the settings of a thing sets, by the names of its fields, in the units of whoever changed them: the
 * internal variables of a piece of equipment, and what a controller keeps of its points.
 */
function ofForm(
  page: 'equipmentVariables' | 'deviceHistorian',
  id: 'equipmentId' | 'deviceId',
  { tenantId, customerId, subject, before: was, after, ending }: TrailEntry,
): Answer {
  const before = heldIn(was)
  if (!before) return { why: 'nothingBefore' }
  const path = (subject.path ?? []) as Parameters<typeof placeParams>[1]
  const params = { ...placeParams({ tenantId, customerId: customerId ?? '' }, path), [id]: subject.id }
  if (!params.spaceId) return { why: 'unknownForm' }
  return {
    address: href(page, params),
    fields: postedOf(before),
    after: heldIn(ending?.after ?? after) ?? {},
  }
}

/** Every kind of thing has its form at an address named after it; null where the path of the record does not lead there. */
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

function heldIn(value: unknown): HeldFields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as HeldFields) : null
}

/** A field that held nothing is posted empty, so that it is emptied again; a box that was not ticked is left out. */
function postedOf(held: HeldFields): Fields {
  return Object.entries(held).flatMap(([name, value]): Fields => {
    const texts = textsOf(value)
    if (texts.length === 0) return typeof value === 'boolean' || Array.isArray(value) ? [] : [[name, '']]
    return texts.map((text): [string, string] => [name, text])
  })
}

/** Roles are kept as `{ tenantRole, customerRoles: { "name (id)": role } }`. */
function roles({ tenantId, subject, before, after, ending }: TrailEntry): Answer {
  if (ending?.calls.some(({ method, path }) => method === 'DELETE' && /^\/tenants\/[^/]+\/users$/.test(path)))
    return { why: 'ended' }
  const was = rolesIn(before)
  const became = rolesIn(after)
  const wanted = was.customerRoles.map(([id, role]) => `${id}:${role}`)
  const given = became.customerRoles.filter(([id]) => !was.customerRoles.some(([known]) => known === id))
  const level = was.tenantRole || was.customerRoles.length === 0 ? 'tenant' : 'customer'
  const choices = [...wanted, ...given.map(([id]) => `${id}:remove`)]
  return {
    address: href('userRoles', { tenantId, userId: subject.id }),
    fields: [
      ['level', level],
      ...(level === 'tenant'
        ? [['tenantRole', was.tenantRole ?? 'no-access'] as [string, string]]
        : choices.map((choice, at): [string, string] => [`customerRole[${at}]`, choice])),
      ...lastDayIn(before).map((day): [string, string] => ['until', day]),
    ],
    after: {},
  }
}

/** The one day until which roles were held that is not over everywhere; none where there are several. */
function lastDayIn(told: unknown): string[] {
  const days = [...new Set(daysIn(told).flatMap(({ lastDay }) => lastDay ?? []))]
  return days.length === 1 ? days.filter((day) => Date.parse(endOfDay(day, 'UTC')) > Date.now()) : []
}

/** The roles as a record keeps them. */
export function rolesIn(told: unknown): { tenantRole: string | null; customerRoles: [id: string, role: string][] } {
  const { tenantRole, customerRoles } = (told ?? {}) as { tenantRole?: string; customerRoles?: Record<string, string> }
  return {
    tenantRole: tenantRole ?? null,
    customerRoles: Object.entries(customerRoles ?? {}).flatMap(([name, role]): [string, string][] => {
      const id = name.match(/\(([^()]+)\)$/)?.[1]
      return id ? [[id, role]] : []
    }),
  }
}

/** An exception that was added is taken away again, and one that was taken away is added. */
function exception(entry: TrailEntry): Answer {
  const { tenantId, customerId, subject } = entry
  const fields = takingBack(entry)
  if (!fields || !customerId) return { why: 'nothingBefore' }
  return {
    address: href('customerScheduleExceptions', { tenantId, customerId }, { how: fields.how }),
    fields: [['schedule', subject.id], ...Object.entries(fields)],
    after: {},
  }
}

/** A schedule is kept by the parts of its form; its key is its controller's alone. */
function schedule({ tenantId, customerId, subject, before: was, after, ending }: TrailEntry): Answer {
  const before = heldIn(was)
  if (!before) return { why: 'nothingBefore' }
  const one = scheduleOf(subject.id)
  const path = (subject.path ?? []) as Parameters<typeof placeParams>[1]
  const params = { ...placeParams({ tenantId, customerId: customerId ?? '' }, path), scheduleId: one?.key ?? '' }
  if (!params.spaceId || !params.scheduleId) return { why: 'unknownForm' }
  return {
    address: href('scheduleSettings', params),
    fields: postedOf(before),
    after: heldIn(ending?.after ?? after) ?? {},
  }
}

/** A calendar is kept with its key, on record of its controller. */
function calendar({ tenantId, customerId, subject, before: was, after, ending }: TrailEntry): Answer {
  const { calendar: key, ...before } = heldIn(was) ?? {}
  if (typeof key !== 'string') return { why: 'nothingBefore' }
  const path = (subject.path ?? []) as Parameters<typeof placeParams>[1]
  const params = { ...placeParams({ tenantId, customerId: customerId ?? '' }, path), deviceId: subject.id }
  if (!params.spaceId) return { why: 'unknownForm' }
  return {
    address: href('calendarSettings', { ...params, calendarId: key }),
    fields: postedOf(before),
    after: heldIn(ending?.after ?? after) ?? {},
  }
}

/** Settings are kept by their paths (`primary.ipv4.gateway`); what was not changed keeps its no-change box. */
function configuration({ tenantId, customerId, subject, mutation, before }: TrailEntry): Answer {
  const was = (before ?? {}) as Record<string, SettingValue>
  const path = (subject.path ?? []) as Parameters<typeof placeParams>[1]
  const params = customerId ? placeParams({ tenantId, customerId }, path) : null
  if (!params?.siteId) return { why: 'unknownForm' }
  const kind = kindOfChange({ mutation, before })
  if (!isSettingKind(kind)) return { why: 'unknownForm' }
  const all = fieldsIn(views[kind])
  const kept = all.filter((field) => !(field.path in was))
  return {
    address: settingsHref({ ...params, kind }, { device: subject.id }),
    fields: [
      ['device', subject.id],
      ...all.flatMap((field) => {
        const value = was[field.path]
        return value === undefined
          ? []
          : postedValues(field, value).map((text): [string, string] => [field.input, text])
      }),
      ...kept.map(({ input }): [string, string] => [keepName(input), 'on']),
    ],
    after: {},
  }
}

/** As the form's controls post it: a value that was empty is emptied again. */
function postedValues({ control }: SettingField, value: SettingValue): string[] {
  const texts = inputValues(value)
  if (control === 'lines') return [texts.join('\n')]
  return texts.length > 0 || Array.isArray(value) ? texts : ['']
}
