/** The plan of a save for each selected controller: current → new, unchanged, or skipped because… (design §7). */

import type { Plan, PlanRow } from '~/change/plan'
import type { PlanContext } from '~/change/plan-context'
import { limitFor } from '~/changes'
import { tooManyOf } from '~/domain/selection'
import { isSending } from '~/domain/send-state'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { settingText } from './configuration'
import { serverKinds } from './configuration.server'
import { type DeviceWithSettings, deviceSubject, readDeviceSettings, unknownDeviceSubject } from './controllers.server'
import { fieldsIn, type KindView, saveChangeOf, settingDifferences, settingValueText } from './kind'
import type { ConfigurationKind, SettingsInput } from './kind.server'
import type { SettingsPlace } from './place'

/** Returns one row per controller, and the form's errors where every controller refuses the value. */
export async function planSettings(context: PlanContext<SettingsInput>, at: SettingsPlace): Promise<Plan> {
  const { form } = context
  const kind = serverKinds[at.kind]
  const tooMany = tooManyOf('devices', form.ids, limitFor(saveChangeOf[at.kind]))
  if (tooMany) return { rows: [], tooMany }
  const { rows, devices, notes } = await planControllers(context, {
    at,
    form,
    valueFor: (id) => kind.valueFor?.(form, id) ?? form.value,
  })
  return { rows, errors: formErrors(kind, form.value, devices), notes }
}

type PlanInput = Pick<SettingsInput, 'ids' | 'eTag' | 'overlooked'>
type ValueFor = (id: string) => object

/** Returns one row per controller with its new value and its warnings, and the controllers that exist. */
export async function planControllers(
  context: Pick<PlanContext<unknown>, 'read' | 'language' | 'may' | 'catalogues'>,
  { at, form, valueFor }: { at: SettingsPlace; form: PlanInput; valueFor: ValueFor },
): Promise<{ rows: PlanRow[]; devices: DeviceWithSettings[]; notes: string[] }> {
  const t = translator(context.language)
  const lookups = await readDeviceSettings(context.read, at, form.ids)
  const devices = lookups.flatMap((one) => one.match ?? [])
  const rows = lookups.map(
    ({ id, match: one }): PlanRow =>
      one
        ? rowOf({ t, kind: serverKinds[at.kind], controller: one, value: valueFor(id), overlooked: form.overlooked })
        : { subject: unknownDeviceSubject(id), effect: 'skip', because: 'main:configuration.plan.missing', fields: [] },
  )
  const checked = await preflightOf(context, { at, rows, devices, valueFor })
  return { rows: checked.rows, devices, notes: [...notesOf(t, form, devices), ...checked.notes] }
}

/** Adds the warnings of the kind to the rows that change. */
async function preflightOf(
  context: Parameters<typeof planControllers>[0],
  {
    at,
    rows,
    devices,
    valueFor,
  }: { at: SettingsPlace; rows: PlanRow[]; devices: DeviceWithSettings[]; valueFor: ValueFor },
): Promise<{ rows: PlanRow[]; notes: string[] }> {
  const changing = new Set(rows.flatMap(({ effect, subject }) => (effect === 'change' ? [subject.id] : [])))
  const controllers = devices
    .filter(({ device }) => changing.has(device.id))
    .map(({ device: { id, siteId, path }, saved }) => ({
      id,
      siteId: siteId ?? path?.find(({ type }) => type === 'site')?.id,
      saved,
      value: valueFor(id),
    }))
  const { preflight } = serverKinds[at.kind]
  if (!preflight || controllers.length === 0) return { rows, notes: [] }
  const { warnings, notes } = await preflight(context, { customerId: at.customerId, controllers })
  const withWarnings = rows.map((row) => {
    const because = warnings.get(row.subject.id)
    return because ? { ...row, because } : row
  })
  return { rows: withWarnings, notes }
}

function rowOf({
  t,
  kind,
  controller: { device, saved },
  value,
  overlooked,
}: {
  t: Translate
  kind: ConfigurationKind
  controller: DeviceWithSettings
  value: object
  overlooked: readonly string[]
}): PlanRow {
  const row = {
    subject: deviceSubject(device),
    ...(saved.eTag ? { version: saved.eTag } : {}),
    customerId: device.customerId,
  }
  const groups = kind.view.groups.filter(({ name }) => kind.supports(saved, name))
  const all = settingDifferences(fieldsIn({ ...kind.view, groups }), saved, value)
  const beyond = settingDifferences(unsupportedFields(kind, saved), saved, value)
  if (beyond.some((one) => one.kind !== 'kept'))
    return { ...row, effect: 'skip', because: `main:${kind.view.name}.unsupported`, fields: [] }
  const [problem] = Object.values(kind.problems(value, saved))
  if (problem) return { ...row, effect: 'skip', because: problem, fields: [] }
  // A setting filled in beside a ticked box is shown unchanged, if the form changes nothing else.
  const relevant = all.filter(({ field, kind }) => kind !== 'kept' || overlooked.includes(field.path))
  const changes = relevant.filter((one) => one.kind === 'change')
  return {
    ...row,
    effect: changes.length > 0 ? 'change' : 'same',
    fields: (changes.length > 0 ? changes : relevant).map(({ field, current: from, next }) => ({
      name: field.path,
      label: field.fullLabel(t),
      from: settingValueText(t, field, from),
      to: settingValueText(t, field, next),
    })),
    before: Object.fromEntries(changes.map(({ field, current: from }) => [field.path, from])),
    after: Object.fromEntries(changes.map(({ field, next }) => [field.path, next])),
  }
}

function unsupportedFields(kind: ConfigurationKind, saved: DeviceWithSettings['saved']) {
  const view: KindView = kind.view
  return fieldsIn({ ...view, groups: view.groups.filter(({ name }) => !kind.supports(saved, name)) })
}

/** Where no selected controller accepts the value, the form itself is invalid, field by field (domain §5). */
function formErrors(
  kind: ConfigurationKind,
  value: object,
  devices: readonly DeviceWithSettings[],
): Record<string, string[]> {
  const problems = devices.map(({ saved }) => Object.entries(kind.problems(value, saved)))
  if (problems.some((one) => one.length === 0)) return {}
  const inputOf = (path: string) => fieldsIn(kind.view).find((field) => field.path === path)?.input ?? path
  return Object.fromEntries(problems.flat().map(([path, key]) => [inputOf(path), [key]]))
}

function notesOf(t: Translate, form: PlanInput, devices: readonly DeviceWithSettings[]): string[] {
  const [only] = form.ids.length === 1 ? devices : []
  const hasMoved = Boolean(only && form.eTag && only.saved.eTag && form.eTag !== only.saved.eTag)
  const overlooked = form.overlooked.map((path) => settingText(t, path) ?? path).join(', ')
  return [
    ...(hasMoved ? ['main:configuration.plan.changedMeanwhile'] : []),
    ...(overlooked ? [t('main:configuration.plan.overlooked', { fields: overlooked })] : []),
    ...(devices.some(({ device }) => device.overallStatus?.connected !== true)
      ? ['main:configuration.plan.offline']
      : []),
    ...(devices.some(({ state }) => isSending(state.sendState)) ? ['main:configuration.plan.sending'] : []),
  ]
}
