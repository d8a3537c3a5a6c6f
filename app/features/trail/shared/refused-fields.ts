/** Labels of the form fields that were refused; a record stores only their names. */
import { metaFields } from '~/change/plan'
import { settingInputText } from '~/features/configuration/shared/configuration'
import { inputLabel } from '~/features/schedule/shared/part-words'
import { fieldLabel } from '~/kit/edit/fields'
import type { TrailRecord } from '~/trail/record'
import { formatsFor } from '~/ui/format'
import { extraLabels, fieldsByKind, type RecordWords, recordsParts } from './field-text'

/** Labels of inputs that select or upload, and change no field of an entity. */
const inputLabels = {
  device: 'entity.device',
  user: 'entity.user',
  alarm: 'entity.alarm',
  fault: 'entity.fault',
  equipment: 'entity.equipment',
  point: 'entity.point',
  override: 'main:view.overrides',
  groupId: 'entity.group',
  csv: 'main:import.file.label',
  rows: 'main:import.file.pasted',
  file: 'main:graphics.file',
  hostId: 'main:onboarding.hostId',
  activationCode: 'main:onboarding.activationCode',
  controller: 'entity.device',
  controllerPassword: 'main:controllerManagement.password',
  adminPassword: 'main:adminUser.newPassword',
  adminPasswordAgain: 'main:adminUser.again',
  wish: 'main:deployment.new.packages',
  duration: 'main:point.writing.duration',
  part: 'main:backup.parts',
  like: 'main:scheduleMaking.like',
  valueType: 'main:schedule.type.label',
  unit: 'main:scheduleMaking.unit',
  priority: 'main:schedule.strength',
  entries: 'main:calendar.days',
  name: 'field.name',
  description: 'field.description',
} as const

type RefusedRecord = Pick<TrailRecord, 'mutation' | 'subject'>

/** Returns the labels of the refused fields as a list; unknown fields keep their recorded name. */
export function refusedFieldsText(words: RecordWords, record: RefusedRecord, names: unknown): string {
  const labels = [names ?? []].flat().map((name) => inputText(words, record, String(name)))
  return formatsFor({ language: words.language, unit: 'metric', timeZone: 'UTC' }).list([...new Set(labels)])
}

/** Returns the label of an input; repeated rows share one label. */
function inputText(words: RecordWords, { mutation, subject }: RefusedRecord, name: string): string {
  const { t } = words
  const [area = ''] = mutation.split('.')
  const plain = name.split(/\[\d+\]/, 1)[0] ?? ''
  if (name === metaFields.reason) return t('field.reason')
  if (mutation === 'user.changeRoles' && plain === 'level') return t('field.role')
  if (recordsParts(mutation) && inputLabel(words, name) !== name) return inputLabel(words, name)
  // A refused creation is recorded under the parent of the new entity.
  for (const kind of [area, subject.kind]) {
    const label = fieldLabel(fieldsByKind[kind] ?? {}, t, name)
    if (label !== name) return label
  }
  const key = Object.hasOwn(inputLabels, plain) ? inputLabels[plain as keyof typeof inputLabels] : extraLabels[plain]
  return (key && t(key)) ?? settingInputText(t, name) ?? name
}
