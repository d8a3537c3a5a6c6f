/**
 * The settings form for the selected controllers of a customer, a site group or a site, and its save (spec §5, journey
 * 3).
 */
import { mostInOneCall } from '#contracts/configuration-kinds'
import { problemResponse, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { strays } from '~/change/belonging.server'
import type { Change, WorkDesk } from '~/change/desk'
import { changedIn, inCalls, partsOf, type Sender } from '~/change/in-chunks.server'
import type { Plan } from '~/change/plan'
import { isSending } from '~/domain/send-state'
import { translator } from '~/i18n/i18n.server'
import { kinds } from '~/things/configuration.server'
import { choiceIn } from './choice'
import { chosenIds, controllersOf, type Standing, subjectOf } from './controllers.server'
import { currentSettings } from './current-settings'
import { saveOf } from './kind'
import type { Settings } from './kind.server'
import { boardHref, type ConfigurationPlace, type SettingsPlace, subjectAt } from './place'
import { settingsPlan } from './settings-plan.server'
import type { SaveTarget } from './then-sent'

/**
 * Returns the controllers selected in an address with their current settings. Throws a 404 for controllers of another
 * customer.
 */
export async function settingsOf(made: Reader, at: SettingsPlace, request: Request) {
  const { ask, may, features, language } = made
  const kind = kinds[at.kind]
  const search = new URL(request.url).searchParams
  const selection = choiceIn(search)
  const [{ controllers, tooMany }, options] = await Promise.all([
    asAnswer(async () => {
      const { things: ids, tooMany } = await chosenIds(ask, at, { change: saveOf[at.kind], selection })
      return { controllers: await controllersOf(ask, at, ids), tooMany }
    }),
    asAnswer(async () => (await kind.options?.(ask)) ?? {}),
  ])
  const found = controllers.flatMap((one) => one.found ?? [])
  if (!at.siteId) await refuseStrays(made, at, found)
  return {
    at,
    choice: selection?.kind === 'these' ? selection.ids : [],
    narrowHref: boardHref(at, selection?.kind === 'all' ? { state: search.get('state'), q: search.get('q') } : {}),
    devices: found.map(toSaveTarget),
    missing: controllers.length - found.length,
    tooMany,
    maySend: may('config.send') && (found.length < 2 || features.multipleConfiguration),
    eTag: found.length === 1 ? (found[0]?.saved.eTag ?? null) : null,
    groups: currentSettings(
      kind,
      found.map(({ saved }) => saved),
      translator(language),
    ),
    options,
  }
}

export function toSaveTarget({ device, state }: Standing): SaveTarget {
  const { connected, onBoarded } = device.overallStatus ?? {}
  return {
    id: device.id,
    name: device.name,
    isConnected: connected === true,
    isOnboarded: onBoarded !== false,
    isSending: isSending(state.sendState),
    isUnsent: state.isDirty === true,
  }
}

export async function refuseStrays({ ask }: Reader, at: ConfigurationPlace, found: readonly Standing[]): Promise<void> {
  const rows = found.map(({ device }) => ({
    subject: subjectOf(device),
    customerId: device.customerId,
    effect: 'change' as const,
    fields: [],
  }))
  const isStray = await asAnswer(() => strays(ask, { customerId: at.customerId }, rows))
  if (isStray) throw new Response(null, { status: 404 })
}

/** Runs the work and throws a `ServiceError` as the problem response of the page. */
export async function asAnswer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
}

/** Saves without sending. The save is conditional on the versions the plan was read with. */
export function configurationSave(at: SettingsPlace): Change<Settings> {
  const kind = kinds[at.kind]
  return {
    name: saveOf[at.kind],
    about: subjectAt(at),
    form: kind.form,
    plan: (desk) => settingsPlan(desk, at),
    async work(desk) {
      await saveFor(desk, at, { ids: changedIn(desk.plan), settings: desk.form })
      return undefined
    },
  }
}

interface ToSave {
  ids: readonly string[]
  settings: Pick<Settings, 'ids' | 'value' | 'increment'>
  /** Whether saves of other kinds follow in the same change. */
  isPart?: boolean
}

/** Saves, call by call. */
export function saveFor(
  { plan, write, ended }: Pick<WorkDesk<unknown>, 'plan'> & Sender,
  at: SettingsPlace,
  { ids, settings, isPart = false }: ToSave,
): Promise<void> {
  const kind = kinds[at.kind]
  const before = new Map(plan.rows.map((row) => [row.subject.id, (row.before ?? {}) as object]))
  const saves = kind.saves?.(settings, ids, before) ?? [{ ids, body: { value: settings.value } }]
  const begun = new Set<string>()
  // A second call for the same controller has no version: the first save changed it.
  const isFirst = (some: readonly string[]) => {
    const first = new Set(some.filter((id) => !begun.has(id)))
    for (const id of some) begun.add(id)
    return first
  }
  const calls = saves.flatMap(({ ids: some, body }) =>
    partsOf(some, mostInOneCall).map((deviceIds) => ({
      ids: deviceIds,
      input: { body: { ...versionsOf(plan, deviceIds, isFirst(deviceIds)), deviceIds, ...body } },
    })),
  )
  return inCalls({ write, ended }, kind.save, calls, { isPart })
}

/** Returns the versions of a save: one eTag for a single controller, `eTags` by id for several (domain §5). */
export function versionsOf({ rows }: Plan, ids: readonly string[], known: ReadonlySet<string> = new Set(ids)) {
  const own = rows.flatMap(({ subject: { id }, version }): [string, string][] =>
    version && known.has(id) && ids.includes(id) ? [[id, version]] : [],
  )
  const eTags = Object.fromEntries(own)
  const [only] = ids
  return ids.length === 1 && only ? { eTag: eTags[only] ?? null } : { eTag: null, eTags }
}
