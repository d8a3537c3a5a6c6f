/** The plan of a save for each selected controller: current → new, unchanged, or skipped because… (design §7). */
import type { Desk } from '~/change/desk'
import type { Plan, PlanRow } from '~/change/plan'
import { mostFor } from '~/changes'
import { tooManyOf } from '~/domain/selection'
import { isSending } from '~/domain/send-state'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { kinds } from '~/things/configuration.server'
import { type Controller, controllersOf, subjectOf, unknownSubject } from './controllers.server'
import { differences, fieldsIn, type KindView, saveOf, valueText } from './kind'
import type { ConfigurationKind, Settings } from './kind.server'
import type { SettingsPlace } from './place'

/** Returns one row per controller, and the form's errors where every controller refuses the value. */
export async function settingsPlan(desk: Desk<Settings>, at: SettingsPlace): Promise<Plan> {
  const { form } = desk
  const kind = kinds[at.kind]
  const tooMany = tooManyOf('devices', form.ids, mostFor(saveOf[at.kind]))
  if (tooMany) return { rows: [], tooMany }
  const { rows, found, notes } = await planControllers(desk, {
    at,
    form,
    wantedOf: (id) => kind.wantedOf?.(form, id) ?? form.value,
  })
  return { rows, errors: errorsOf(kind, form.value, found), notes }
}

type Asked = Pick<Settings, 'ids' | 'eTag' | 'overlooked'>
type WantedOf = (id: string) => object

/** Returns one row per controller with its new value and its warnings, and the controllers that exist. */
export async function planControllers(
  desk: Pick<Desk<unknown>, 'read' | 'language' | 'may' | 'catalogues'>,
  { at, form, wantedOf }: { at: SettingsPlace; form: Asked; wantedOf: WantedOf },
): Promise<{ rows: PlanRow[]; found: Controller[]; notes: string[] }> {
  const t = translator(desk.language)
  const looked = await controllersOf(desk.read, at, form.ids)
  const found = looked.flatMap((one) => one.found ?? [])
  const rows = looked.map(
    ({ id, found: one }): PlanRow =>
      one
        ? rowOf({ t, kind: kinds[at.kind], controller: one, value: wantedOf(id), overlooked: form.overlooked })
        : { subject: unknownSubject(id), effect: 'skip', because: 'main:configuration.plan.missing', fields: [] },
  )
  const before = await preflightOf(desk, { at, rows, found, wantedOf })
  return { rows: before.rows, found, notes: [...notesOf(form, found), ...before.notes] }
}

/** Adds the warnings of the kind to the rows that change. */
async function preflightOf(
  desk: Parameters<typeof planControllers>[0],
  { at, rows, found, wantedOf }: { at: SettingsPlace; rows: PlanRow[]; found: Controller[]; wantedOf: WantedOf },
): Promise<{ rows: PlanRow[]; notes: string[] }> {
  const changing = new Set(rows.flatMap(({ effect, subject }) => (effect === 'change' ? [subject.id] : [])))
  const controllers = found
    .filter(({ device }) => changing.has(device.id))
    .map(({ device: { id, siteId, path }, saved }) => ({
      id,
      siteId: siteId ?? path?.find(({ type }) => type === 'site')?.id,
      saved,
      value: wantedOf(id),
    }))
  const { preflight } = kinds[at.kind]
  if (!preflight || controllers.length === 0) return { rows, notes: [] }
  const { told, notes } = await preflight(desk, { customerId: at.customerId, controllers })
  const knowing = rows.map((row) => {
    const because = told.get(row.subject.id)
    return because ? { ...row, because } : row
  })
  return { rows: knowing, notes }
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
  controller: Controller
  value: object
  overlooked: readonly string[]
}): PlanRow {
  const row = {
    subject: subjectOf(device),
    ...(saved.eTag ? { version: saved.eTag } : {}),
    customerId: device.customerId,
  }
  const groups = kind.view.groups.filter(({ name }) => kind.supports(saved, name))
  const all = differences(fieldsIn({ ...kind.view, groups }), saved, value)
  const beyond = differences(lackedBy(kind, saved), saved, value)
  if (beyond.some((one) => one.kind !== 'kept'))
    return { ...row, effect: 'skip', because: `main:${kind.view.name}.unsupported`, fields: [] }
  const [problem] = Object.values(kind.problems(value, saved))
  if (problem) return { ...row, effect: 'skip', because: problem, fields: [] }
  // A setting filled in beside a ticked box is shown unchanged, if the form changes nothing else.
  const given = all.filter(({ field, kind }) => kind !== 'kept' || overlooked.includes(field.path))
  const changes = given.filter((one) => one.kind === 'change')
  return {
    ...row,
    effect: changes.length > 0 ? 'change' : 'same',
    fields: (changes.length > 0 ? changes : given).map(({ field, current: from, next }) => ({
      name: field.path,
      from: valueText(t, field, from),
      to: valueText(t, field, next),
    })),
    before: Object.fromEntries(changes.map(({ field, current: from }) => [field.path, from])),
    after: Object.fromEntries(changes.map(({ field, next }) => [field.path, next])),
  }
}

function lackedBy(kind: ConfigurationKind, saved: Controller['saved']) {
  const view: KindView = kind.view
  return fieldsIn({ ...view, groups: view.groups.filter(({ name }) => !kind.supports(saved, name)) })
}

/** Where no selected controller accepts the value, the form itself is invalid, field by field (domain §5). */
function errorsOf(kind: ConfigurationKind, value: object, found: readonly Controller[]): Record<string, string[]> {
  const problems = found.map(({ saved }) => Object.entries(kind.problems(value, saved)))
  if (problems.some((one) => one.length === 0)) return {}
  const inputOf = (path: string) => fieldsIn(kind.view).find((field) => field.path === path)?.input ?? path
  return Object.fromEntries(problems.flat().map(([path, key]) => [inputOf(path), [key]]))
}

function notesOf(form: Asked, found: readonly Controller[]): string[] {
  const [only] = form.ids.length === 1 ? found : []
  const hasMoved = Boolean(only && form.eTag && only.saved.eTag && form.eTag !== only.saved.eTag)
  return [
    ...(hasMoved ? ['main:configuration.plan.changedMeanwhile'] : []),
    ...(form.overlooked.length > 0 ? [`main:configuration.plan.overlooked ${form.overlooked.join(' ')}`] : []),
    ...(found.some(({ device }) => device.overallStatus?.connected !== true)
      ? ['main:configuration.plan.offline']
      : []),
    ...(found.some(({ state }) => isSending(state.sendState)) ? ['main:configuration.plan.sending'] : []),
  ]
}
