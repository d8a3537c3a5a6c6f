/** Labels and texts for the fields of a record: those of the change's form, else as stored. */
import { timeIn } from '~/domain/override-time'
import { lifetimeIn } from '~/domain/tunnel'
import { isQuantity, unitSymbol } from '~/domain/units'
import type { Translate } from '~/i18n/instance'
import { type Fields, fieldLabel, valueText } from '~/screens/edit/fields'
import { buildingFields } from '~/things/building/fields'
import { isSave, settingText } from '~/things/configuration'
import { customerFields } from '~/things/customer/fields'
import { allDeviceFields } from '~/things/device/fields'
import { allEquipmentFields } from '~/things/equipment/fields'
import { groupFields } from '~/things/group/fields'
import { keepingLabel, keepingText } from '~/things/point/keeping'
import type { KeptWrite } from '~/things/point/writes-on-trail.server'
import { daysText } from '~/things/schedule/calendar-words'
import { exceptionIn, exceptionText } from '~/things/schedule/exception'
import { partLabel, partText } from '~/things/schedule/part-words'
import { newSiteFields } from '~/things/site/fields'
import { spaceFields } from '~/things/space/fields'
import { templateFields } from '~/things/template/fields'
import { tenantFields } from '~/things/tenant/fields'
import { newPersonFields } from '~/things/user/fields'
import type { TrailEntry } from '~/trail/find-entries.server'
import { formatsFor } from '~/ui/format'
import { type FieldDifference, fieldDifferences } from './differences'

/** Fields of the forms, by kind of entity. */
export const fields: Readonly<Record<string, Fields>> = {
  tenant: tenantFields,
  customer: customerFields,
  group: groupFields,
  site: newSiteFields,
  building: buildingFields,
  space: spaceFields,
  user: newPersonFields,
  device: allDeviceFields,
  template: templateFields,
  equipment: allEquipmentFields,
}

/** Labels of fields that no edit form has. */
export const ownLabels: Readonly<Record<string, Label>> = {
  service: 'main:tunnel.to',
  deleteAfterMin: 'main:tunnel.lifetime',
  targetPort: 'main:tunnel.port',
  status: 'field.state',
  onboardingStatus: 'field.state',
  reason: 'field.reason',
  exception: 'main:schedule.exception',
  resolution: 'main:fault.field.resolution',
  comment: 'main:fault.field.comment',
  text: 'main:fault.field.text',
  backups: 'main:template.backups',
  backup: 'main:backup.one',
  template: 'main:backup.template',
  parts: 'main:backup.parts',
  archived: 'main:trail.field.archived',
  adminEmail: 'main:trail.field.adminEmail',
  force: 'main:trail.field.force',
  level: 'main:point.level',
  value: 'main:point.value',
  minutes: 'main:point.writing.duration',
  until: 'main:user.roles.until',
}

const alarmLabels: Readonly<Record<string, 'main:alarm.acknowledgement' | 'main:alarm.until' | 'main:alarm.note'>> = {
  ackState: 'main:alarm.acknowledgement',
  until: 'main:alarm.until',
  note: 'main:alarm.note',
}

type Label =
  | 'main:send.plan.state'
  | 'main:tunnel.to'
  | 'main:tunnel.lifetime'
  | 'main:tunnel.port'
  | 'field.state'
  | 'main:point.level'
  | 'main:point.value'
  | 'main:point.writing.duration'
  | 'field.reason'
  | 'main:schedule.exception'
  | `main:fault.field.${'resolution' | 'comment' | 'text'}`
  | 'main:user.roles.until'
  | 'main:template.backups'
  | `main:backup.${'one' | 'template' | 'parts'}`
  | `main:trail.field.${'archived' | 'adminEmail' | 'force'}`

const calendarLabels: Readonly<Record<string, 'main:calendar.one' | 'main:calendar.days'>> = {
  calendar: 'main:calendar.one',
  entries: 'main:calendar.days',
}

/** A language and its translations. */
export interface Words {
  t: Translate
  language: 'en' | 'fr'
}

/** Whether a field is a role. All changes record roles as `{ tenantRole, customerRoles: { "name (id)": role } }`. */
function isRole(name: string): boolean {
  return name === 'tenantRole' || name.startsWith('customerRoles.')
}

/** Returns the fields that a record changed, with labels and texts. */
export function differencesIn(words: Words, entry: TrailEntry): (FieldDifference & { label: string })[] {
  const [before, after] = [entry.before, entry.ending?.after ?? entry.after]
  const told = (kept: unknown) => (entry.subject.kind === 'point' ? writeText(words, kept) : kept)
  const lasting = fieldDifferences(told(before), told(after)).map(({ name, before, after }) => ({
    name,
    label: labelOf(words, entry, { name, before, after }),
    before: textOf(words, entry, { name, text: before }),
    after: textOf(words, entry, { name, text: after }),
  }))
  return [...sentAnew(words, entry), ...lasting]
}

/** Returns the fields of a send that ended in the same state as before, with the queued state in between. */
function sentAnew(words: Words, entry: TrailEntry): (FieldDifference & { label: string })[] {
  if (entry.mutation !== 'configuration.send' || !entry.ending?.after) return []
  const asked = fieldDifferences(entry.before, entry.after)
  const ended = fieldDifferences(entry.before, entry.ending.after)
  const anew = asked.filter(
    ({ name, before, after }) =>
      name.endsWith('.sendState') && before !== null && after !== null && !ended.some((one) => one.name === name),
  )
  return anew.map(({ name, before, after }) => {
    const said = (text: string | null) => textOf(words, entry, { name, text })
    return {
      name,
      label: labelOf(words, entry, { name, before, after }),
      before: said(before),
      after: words.t('main:trail.thenAgain', { first: said(after), last: said(before) }),
    }
  })
}

/** Returns the recorded level of a point with its value as text, including the unit or the label of the state. */
function writeText({ t }: Words, kept: unknown): unknown {
  if (typeof kept !== 'object' || kept === null || !('level' in kept)) return kept
  const { level, value, unit, state, minutes } = kept as KeptWrite
  const symbol = unit && isQuantity(unit) ? unitSymbol(unit, 'metric') : unit
  const said = state ?? (typeof value === 'boolean' ? t(value ? 'word.on' : 'word.off') : value)
  const time = minutes === undefined ? undefined : timeIn(minutes)
  return {
    level,
    value: said === null ? null : [said, symbol].filter(Boolean).join(' '),
    ...(time && { minutes: t(`main:point.time.${time.unit}`, { count: time.count }) }),
  }
}

function labelOf(
  { t, language }: Words,
  { mutation, subject }: TrailEntry,
  { name, before, after }: FieldDifference,
): string {
  if (mutation.startsWith('calendar.')) return t(calendarLabels[name] ?? 'field.name')
  const ofAlarm = mutation.startsWith('alarm.') ? alarmLabels[name] : undefined
  if (ofAlarm) return t(ofAlarm)
  if (mutation === 'historian.save') return keepingLabel({ t, language }, name)
  if (isPassword(mutation)) return t('main:adminUser.setAt')
  if (isOfParts(mutation)) return partLabel({ t, language }, name, after, before)
  const isSettings =
    isSave(mutation) ||
    mutation === 'template.apply' ||
    (mutation.startsWith('configuration.') && !name.endsWith('.sendState'))
  if (isSettings) return settingText(t, name) ?? name
  const own = name.endsWith('.sendState') ? 'main:send.plan.state' : ownLabels[name]
  if (own) return t(own)
  if (mutation === 'overrides.clear') return t('main:override.clearing.level', { level: name.replace('level', '') })
  if (name.startsWith('until.')) return t('main:user.roles.untilIn', { customer: name.replace('until.', '') })
  if (isRole(name)) return name === 'tenantRole' ? t('field.role') : name.replace('customerRoles.', '')
  return fieldLabel(fields[subject.kind] ?? {}, t, name)
}

/** Whether the change records a schedule in the parts of its form. */
export const isOfParts = (mutation: string) =>
  ['schedule.create', 'schedule.edit', 'schedule.delete'].includes(mutation)

const isPassword = (mutation: string) => mutation === 'adminUser.save'

const isMoment = (text: string) => !Number.isNaN(Date.parse(text))

const momentText = (language: Words['language'], text: string) =>
  formatsFor({ language, unit: 'metric', timeZone: 'UTC' }).dateTime(text)

/** Returns a value as text, translated if the console has a text for it. */
function textOf(
  { t, language }: Words,
  { mutation, subject }: TrailEntry,
  { name, text }: { name: string; text: string | null },
): string | null {
  if (text === null) return null
  if (mutation.startsWith('calendar.') && name === 'entries') return daysText({ t, language }, text)
  if (mutation === 'historian.save') return keepingText({ t, language }, name, text)
  // A password is recorded only by the time it was set.
  if (isPassword(mutation)) return momentText(language, text)
  if (isOfParts(mutation)) return partText({ t, language }, name, text)
  if (mutation === 'schedule.exception') {
    const exception = exceptionIn(text)
    return exception ? exceptionText({ t, language }, exception) : text
  }
  const said = (key: string) => t(key as 'role.admin', { defaultValue: text })
  if (isRole(name)) return said(`role.${text}`)
  if (name.endsWith('.sendState')) return said(`sendState.${text}`)
  if (mutation === 'alarm.acknowledge' && name === 'ackState') return said(`main:alarm.ack.${text}`)
  // The end of an acknowledgement is requested as a span and recorded as a moment.
  if (mutation === 'alarm.acknowledge' && name === 'until')
    return isMoment(text) ? momentText(language, text) : said(`main:alarm.for.${text}`)
  if (mutation === 'fault.resolve' && name !== 'comment')
    return said(`main:fault.${name === 'status' ? 'status' : 'resolution'}.${text}`)
  if (mutation.startsWith('tunnel.')) {
    if (name === 'service' || name === 'status') return said(`main:tunnel.${name}.${text}`)
    const { unit, count } = lifetimeIn(Number(text))
    if (name === 'deleteAfterMin') return t(`main:tunnel.${unit}`, { count })
  }
  if (text === 'true' || text === 'false') return t(text === 'true' ? 'word.yes' : 'word.no')
  return valueText(fields[subject.kind] ?? {}, { t, language })(name, text)
}
