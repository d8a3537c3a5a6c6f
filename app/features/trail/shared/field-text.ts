/** Labels and texts for the fields of a record: those of the change's form, else as stored. */
import type { Value } from '#contracts/points'
import { durationIn } from '~/domain/override-time'
import { lifetimeIn } from '~/domain/tunnel'
import { isQuantity, unitSymbol } from '~/domain/units'
import { buildingFields } from '~/features/building/shared/fields'
import { isSave, settingText } from '~/features/configuration/shared/configuration'
import { controllerNetworkFields } from '~/features/controller-network/shared/fields'
import { writingFields } from '~/features/controller-writing/shared/fields'
import { customerFields } from '~/features/customer/shared/fields'
import { allDeviceFields } from '~/features/device/shared/fields'
import { allEquipmentFields } from '~/features/equipment/shared/fields'
import { groupFields } from '~/features/group/shared/fields'
import { answerIn, priorityArrayText } from '~/features/point/shared/controller-answer'
import { loggingLabel, loggingText } from '~/features/point/shared/data-logging'
import type { RecordedWrite } from '~/features/point/shared/trail-writes.server'
import { calendarDaysText } from '~/features/schedule/shared/calendar-words'
import { exceptionText, parseException } from '~/features/schedule/shared/exception'
import { partLabel, schedulePartText } from '~/features/schedule/shared/part-words'
import { newSiteFields } from '~/features/site/shared/fields'
import { siteAgentFields } from '~/features/site-agent/shared/fields'
import { spaceFields } from '~/features/space/shared/fields'
import { templateFields } from '~/features/template/shared/fields'
import { tenantFields } from '~/features/tenant/shared/fields'
import { newPersonFields } from '~/features/user/shared/fields'
import type { Translate } from '~/i18n/instance'
import { stateWordText, switchedText } from '~/i18n/state-word'
import { type FormDefinition, fieldLabel, fieldValueText } from '~/kit/edit/fields'
import type { TrailEntry } from '~/trail/find-entries.server'
import { formatsFor } from '~/ui/format'
import { type FieldDifference, fieldDifferences } from './differences'

/** Fields of the forms, by kind of entity. */
export const fieldsByKind: Readonly<Record<string, FormDefinition>> = {
  tenant: tenantFields,
  customer: customerFields,
  group: groupFields,
  site: newSiteFields,
  building: buildingFields,
  space: spaceFields,
  user: newPersonFields,
  device: { ...allDeviceFields, ...writingFields },
  template: templateFields,
  controllerNetwork: controllerNetworkFields,
  siteAgent: siteAgentFields,
  equipment: allEquipmentFields,
}

/** Labels of fields that no edit form has. */
export const extraLabels: Readonly<Record<string, Label>> = {
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
  sharedView: 'main:trail.field.sharedView',
  force: 'main:trail.field.force',
  level: 'main:point.level',
  value: 'main:point.value',
  minutes: 'main:point.writing.duration',
  until: 'main:user.roles.until',
  instance: 'main:controllerNetwork.instance',
  vendorModel: 'main:controllerNetwork.model',
  object: 'main:controllerNetwork.object.label',
  networkAddress: 'field.address',
  key: 'main:siteAgent.key.one',
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
  | 'field.address'
  | `main:controllerNetwork.${'instance' | 'model' | 'object.label'}`
  | 'main:siteAgent.key.one'
  | `main:backup.${'one' | 'template' | 'parts'}`
  | `main:trail.field.${'archived' | 'adminEmail' | 'force' | 'sharedView'}`

const calendarLabels: Readonly<Record<string, 'main:calendar.one' | 'main:calendar.days'>> = {
  calendar: 'main:calendar.one',
  entries: 'main:calendar.days',
}

/** A language and its translations. */
export interface RecordWords {
  t: Translate
  language: 'en' | 'fr'
}

/** Whether a field is a role. All changes record roles as `{ tenantRole, customerRoles: { "name (id)": role } }`. */
function isRole(name: string): boolean {
  return name === 'tenantRole' || name.startsWith('customerRoles.')
}

/** Returns the fields that a record changed, with labels and texts. */
export function differencesIn(words: RecordWords, entry: TrailEntry): (FieldDifference & { label: string })[] {
  const [before, after] = [entry.before, entry.outcomeRecord?.after ?? entry.after]
  const readable = (value: unknown) => (entry.subject.kind === 'point' ? writeText(words, value) : value)
  const differences = fieldDifferences(readable(before), readable(after)).map(({ name, before, after }) => ({
    name,
    label: labelOf(words, entry, { name, before, after }),
    before: textOf(words, entry, { name, text: before }),
    after: textOf(words, entry, { name, text: after }),
  }))
  return [...resentFields(words, entry), ...differences, ...controllerFields(words, entry)]
}

/** Returns the priority array that the controller held before a write and after it. */
function controllerFields({ t, language }: RecordWords, entry: TrailEntry): (FieldDifference & { label: string })[] {
  const answer = answerIn(entry.outcomeRecord?.detail)
  if (!answer) return []
  const { unit = null } = (entry.after ?? {}) as Partial<RecordedWrite>
  const symbol = unit && isQuantity(unit) ? unitSymbol(unit, 'metric') : unit
  const text = (value: Value) =>
    [valueText({ t, language }, value), typeof value !== 'boolean' && symbol].filter(Boolean).join(' ')
  return [
    {
      name: 'priorityArray',
      label: t('main:point.levels'),
      before: priorityArrayText(t, answer.before, text),
      after: priorityArrayText(t, answer.after, text),
    },
  ]
}

/** Returns the fields of a send that ended in the same state as before, with the queued state in between. */
function resentFields(words: RecordWords, entry: TrailEntry): (FieldDifference & { label: string })[] {
  if (entry.mutation !== 'configuration.send' || !entry.outcomeRecord?.after) return []
  const requested = fieldDifferences(entry.before, entry.after)
  const outcome = fieldDifferences(entry.before, entry.outcomeRecord.after)
  const repeated = requested.filter(
    ({ name, before, after }) =>
      name.endsWith('.sendState') && before !== null && after !== null && !outcome.some((one) => one.name === name),
  )
  return repeated.map(({ name, before, after }) => {
    const toText = (text: string | null) => textOf(words, entry, { name, text })
    return {
      name,
      label: labelOf(words, entry, { name, before, after }),
      before: toText(before),
      after: words.t('main:trail.thenAgain', { first: toText(after), last: toText(before) }),
    }
  })
}

/** Digits of a recorded number: all that it has. */
const recordedDigits = 17

/** Returns a recorded value of a point as text, without its unit. */
function valueText({ t, language }: RecordWords, value: Value | null): string | null {
  if (typeof value === 'boolean') return switchedText(t, value)
  return typeof value === 'number'
    ? formatsFor({ language, unit: 'metric', timeZone: 'UTC' }).number(value, recordedDigits)
    : value
}

/** Returns the recorded level of a point with its value as text, including the unit or the label of the state. */
function writeText({ t, language }: RecordWords, record: unknown): unknown {
  if (typeof record !== 'object' || record === null || !('level' in record)) return record
  const { level, value, unit, state, minutes } = record as RecordedWrite
  const symbol = unit && isQuantity(unit) ? unitSymbol(unit, 'metric') : unit
  const label = state ? stateWordText(t, state) : valueText({ t, language }, value)
  const time = minutes === undefined ? undefined : durationIn(minutes)
  return {
    level,
    value: label === null ? null : [label, symbol].filter(Boolean).join(' '),
    ...(time && { minutes: t(`main:point.time.${time.unit}`, { count: time.count }) }),
  }
}

function labelOf(
  { t, language }: RecordWords,
  { mutation, subject }: TrailEntry,
  { name, before, after }: FieldDifference,
): string {
  if (mutation.startsWith('calendar.')) return t(calendarLabels[name] ?? 'field.name')
  const ofAlarm = mutation.startsWith('alarm.') ? alarmLabels[name] : undefined
  if (ofAlarm) return t(ofAlarm)
  if (mutation === 'historian.save') return loggingLabel({ t, language }, name)
  if (isPassword(mutation)) return t('main:adminUser.setAt')
  if (recordsParts(mutation)) return partLabel({ t, language }, name, after, before)
  const isSettings =
    isSave(mutation) ||
    mutation === 'template.apply' ||
    (mutation.startsWith('configuration.') && !name.endsWith('.sendState'))
  if (isSettings) return settingText(t, name) ?? name
  const own = name.endsWith('.sendState') ? 'main:send.plan.state' : extraLabels[name]
  if (own) return t(own)
  if (mutation === 'overrides.clear') return t('main:override.clearing.level', { level: name.replace('level', '') })
  if (name.startsWith('until.')) return t('main:user.roles.untilIn', { customer: name.replace('until.', '') })
  if (isRole(name)) return name === 'tenantRole' ? t('field.role') : name.replace('customerRoles.', '')
  return fieldLabel(fieldsByKind[subject.kind] ?? {}, t, name)
}

/** Whether the change records a schedule in the parts of its form. */
export const recordsParts = (mutation: string) =>
  ['schedule.create', 'schedule.edit', 'schedule.delete'].includes(mutation)

const isPassword = (mutation: string) => mutation === 'adminUser.save'

const isMoment = (text: string) => !Number.isNaN(Date.parse(text))

const momentText = (language: RecordWords['language'], text: string) =>
  formatsFor({ language, unit: 'metric', timeZone: 'UTC' }).dateTime(text)

/** Returns a value as text, translated if the console has a text for it. */
function textOf(
  { t, language }: RecordWords,
  { mutation, subject }: TrailEntry,
  { name, text }: { name: string; text: string | null },
): string | null {
  if (text === null) return null
  if (mutation.startsWith('calendar.') && name === 'entries') return calendarDaysText({ t, language }, text)
  if (mutation === 'historian.save') return loggingText({ t, language }, name, text)
  // A password is recorded only by the time it was set.
  if (isPassword(mutation)) return momentText(language, text)
  if (recordsParts(mutation)) return schedulePartText({ t, language }, name, text)
  if (mutation === 'schedule.exception') {
    const exception = parseException(text)
    return exception ? exceptionText({ t, language }, exception) : text
  }
  const translated = (key: string) => t(key as 'role.admin', { defaultValue: text })
  if (isRole(name)) return translated(`role.${text}`)
  if (name.endsWith('.sendState')) return translated(`sendState.${text}`)
  if (mutation === 'alarm.acknowledge' && name === 'ackState') return translated(`main:alarm.ack.${text}`)
  // The end of an acknowledgement is requested as a span and recorded as a moment.
  if (mutation === 'alarm.acknowledge' && name === 'until')
    return isMoment(text) ? momentText(language, text) : translated(`main:alarm.for.${text}`)
  if (mutation === 'fault.resolve' && name !== 'comment')
    return translated(`main:fault.${name === 'status' ? 'status' : 'resolution'}.${text}`)
  if (mutation.startsWith('tunnel.')) {
    if (name === 'service' || name === 'status') return translated(`main:tunnel.${name}.${text}`)
    const { unit, count } = lifetimeIn(Number(text))
    if (name === 'deleteAfterMin') return t(`main:tunnel.${unit}`, { count })
  }
  if (text === 'true' || text === 'false') return t(text === 'true' ? 'word.yes' : 'word.no')
  return fieldValueText(fieldsByKind[subject.kind] ?? {}, { t, language })(name, text)
}
