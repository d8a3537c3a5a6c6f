/** What saving network settings will do to each chosen controller: current → new, unchanged, or skipped because… (design §7). */
import { deviceConfiguration, type Network, type NetworkValue } from '#contracts/device-configuration'
import { interfaceNames } from '#contracts/network-names'
import type { Device } from '#contracts/site'
import type { Desk } from '~/change/desk'
import type { Plan, PlanRow } from '~/change/plan'
import { mostFor } from '~/changes'
import { networkDifference } from '~/domain/network-form'
import { networkProblems } from '~/domain/network-problems'
import { tooManyOf } from '~/domain/selection'
import { isSending } from '~/domain/send-state'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { inputOf, supports, valueText } from '~/things/network/fields'
import type { NetworkPlace } from '~/things/network/place'
import { chosenControllers, subjectOf, unknownSubject } from './chosen.server'
import type { NetworkSettings } from './posted-settings'

/** One row a controller; the form's problems where one controller's own settings show them. */
export async function settingsPlan(desk: Desk<NetworkSettings>, at: NetworkPlace): Promise<Plan> {
  const { form } = desk
  const tooMany = tooManyOf('devices', form.ids, mostFor('network.save'))
  if (tooMany) return { rows: [], tooMany }
  const { rows, networks, notes } = await planControllers(desk, { at, form, wantedOf: () => form.value })
  return { rows, errors: errorsOf(form.value, networks), notes }
}

type Asked = Pick<NetworkSettings, 'ids' | 'eTag' | 'overlooked'>

/** One row a controller, each with the value that it is to have; and the settings they have now. */
export async function planControllers(
  { read, language }: Pick<Desk<unknown>, 'read' | 'language'>,
  { at, form, wantedOf }: { at: NetworkPlace; form: Asked; wantedOf: (id: string) => NetworkValue },
): Promise<{ rows: PlanRow[]; networks: Map<string, Network>; notes: string[] }> {
  const t = translator(language)
  const chosen = await chosenControllers({ ask: read, at, ids: form.ids }, (id) =>
    read(deviceConfiguration.getNetwork, { path: { id } }),
  )
  const found = chosen.flatMap((one) => (one.found ? [one.found] : []))
  return {
    rows: chosen.map(({ id, found: one }) =>
      one
        ? rowOf({ t, device: one.device, current: one.more, value: wantedOf(id), overlooked: form.overlooked })
        : { subject: unknownSubject(id), effect: 'skip', because: 'main:network.plan.missing', fields: [] },
    ),
    networks: new Map(found.map(({ device, more }) => [device.id, more])),
    notes: notesOf(form, found),
  }
}

function rowOf({
  t,
  device,
  current,
  value,
  overlooked,
}: {
  t: Translate
  device: Device
  current: Network
  value: NetworkValue
  overlooked: readonly string[]
}): PlanRow {
  const row = { subject: subjectOf(device), ...(current.eTag ? { version: current.eTag } : {}) }
  if (interfaceNames.some((name) => value[name] && !supports(current, name)))
    return { ...row, effect: 'skip', because: 'main:network.plan.unsupported', fields: [] }
  const [problem] = Object.values(networkProblems(value, { bulk: false, current }))
  if (problem) return { ...row, effect: 'skip', because: `errors:${problem}`, fields: [] }
  const all = networkDifference(current, value)
  // What was filled in beside a ticked box is shown as it is and stays, where nothing else is asked for.
  const given = all.filter(({ field, kind }) => kind !== 'kept' || overlooked.includes(field))
  const changes = given.filter(({ kind }) => kind === 'change')
  return {
    ...row,
    effect: changes.length > 0 ? 'change' : 'same',
    fields: (changes.length > 0 ? changes : given).map(({ field, current: from, next }) => ({
      name: field,
      from: valueText(t, from),
      to: valueText(t, next),
    })),
    before: Object.fromEntries(changes.map(({ field, current: from }) => [field, from])),
    after: Object.fromEntries(changes.map(({ field, next }) => [field, next])),
  }
}

/** Where no chosen controller could take the value, it is the form that is wrong, field by field (domain §5.5). */
function errorsOf(value: NetworkValue, networks: ReadonlyMap<string, Network>): Record<string, string[]> {
  const problems = [...networks.values()].map((current) =>
    Object.entries(networkProblems(value, { bulk: false, current })),
  )
  if (problems.some((found) => found.length === 0)) return {}
  return Object.fromEntries(problems.flat().map(([path, key]) => [inputOf(path), [`errors:${key}`]]))
}

function notesOf(form: Asked, found: readonly { device: Device; more: Network }[]): string[] {
  const [only] = form.ids.length === 1 ? found : []
  const hasMoved = Boolean(only && form.eTag && only.more.eTag && form.eTag !== only.more.eTag)
  return [
    ...(hasMoved ? ['main:network.plan.changedMeanwhile'] : []),
    ...(form.overlooked.length > 0 ? [`main:network.plan.overlooked ${form.overlooked.join(' ')}`] : []),
    ...(found.some(({ device }) => device.overallStatus?.connected !== true) ? ['main:network.plan.offline'] : []),
    ...(found.some(({ device }) => isSending(device.configStatus?.network?.sendState))
      ? ['main:network.plan.sending']
      : []),
  ]
}
