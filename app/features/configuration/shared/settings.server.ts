/**
 * The settings form for the selected controllers of a customer, a site group or a site, and its save (spec §5, journey
 * 3).
 */
import { maxControllersPerCall } from '#contracts/configuration-kinds'
import { problemResponse, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { touchesOthers } from '~/change/ownership.server'
import type { Plan } from '~/change/plan'
import type { Change, WorkContext } from '~/change/plan-context'
import { changedIds, chunksOf, type WriteContext, writeCalls } from '~/change/write-in-chunks.server'
import { isSending } from '~/domain/send-state'
import { translator } from '~/i18n/i18n.server'
import { parseBoardSelection } from '../board-selection'
import { currentSettings } from '../current-settings'
import type { SaveTarget } from '../send-preview'
import { serverKinds } from './configuration.server'
import { type DeviceWithState, deviceSubject, readDeviceSettings, selectedIds } from './controllers.server'
import { saveChangeOf } from './kind'
import type { SettingsInput } from './kind.server'
import { boardHref, type ConfigurationPlace, configurationSubject, type SettingsPlace } from './place'
import { planSettings } from './settings-plan.server'

/**
 * Returns the controllers selected in an address with their current settings. Throws a 404 for controllers of another
 * customer.
 */
export async function loadSettingsPage(reader: Reader, at: SettingsPlace, request: Request) {
  const { call, may, features, language } = reader
  const kind = serverKinds[at.kind]
  const search = new URL(request.url).searchParams
  const selection = parseBoardSelection(search)
  const [{ controllers, tooMany }, options] = await Promise.all([
    withProblemResponse(async () => {
      const { things: ids, tooMany } = await selectedIds(call, at, { change: saveChangeOf[at.kind], selection })
      return { controllers: await readDeviceSettings(call, at, ids), tooMany }
    }),
    withProblemResponse(async () => (await kind.options?.(call)) ?? {}),
  ])
  const devices = controllers.flatMap((one) => one.match ?? [])
  if (!at.siteId) await refuseOtherCustomers(reader, at, devices)
  return {
    at,
    choice: selection?.kind === 'these' ? selection.ids : [],
    narrowHref: boardHref(at, selection?.kind === 'all' ? { state: search.get('state'), q: search.get('q') } : {}),
    devices: devices.map(toSaveTarget),
    missing: controllers.length - devices.length,
    tooMany,
    maySend: may('config.send') && (devices.length < 2 || features.multipleConfiguration),
    eTag: devices.length === 1 ? (devices[0]?.saved.eTag ?? null) : null,
    groups: currentSettings(
      kind,
      devices.map(({ saved }) => saved),
      translator(language),
    ),
    options,
  }
}

export function toSaveTarget({ device, state }: DeviceWithState): SaveTarget {
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

export async function refuseOtherCustomers(
  { call }: Reader,
  at: ConfigurationPlace,
  devices: readonly DeviceWithState[],
): Promise<void> {
  const rows = devices.map(({ device }) => ({
    subject: deviceSubject(device),
    customerId: device.customerId,
    effect: 'change' as const,
    fields: [],
  }))
  const hasOtherCustomers = await withProblemResponse(() => touchesOthers(call, { customerId: at.customerId }, rows))
  if (hasOtherCustomers) throw new Response(null, { status: 404 })
}

/** Runs the work and throws a `ServiceError` as the problem response of the page. */
export async function withProblemResponse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
}

/** Saves without sending. The save is conditional on the versions the plan was read with. */
export function configurationSave(at: SettingsPlace): Change<SettingsInput> {
  const kind = serverKinds[at.kind]
  return {
    name: saveChangeOf[at.kind],
    about: configurationSubject(at),
    form: kind.form,
    plan: (context) => planSettings(context, at),
    async work(context) {
      await saveFor(context, at, { ids: changedIds(context.plan), settings: context.form })
      return undefined
    },
  }
}

interface SaveRequest {
  ids: readonly string[]
  settings: Pick<SettingsInput, 'ids' | 'value' | 'increment'>
  /** Whether saves of other kinds follow in the same change. */
  hasFurtherCalls?: boolean
}

/** Saves, call by call. */
export function saveFor(
  { plan, write, setOutcome }: Pick<WorkContext<unknown>, 'plan'> & WriteContext,
  at: SettingsPlace,
  { ids, settings, hasFurtherCalls = false }: SaveRequest,
): Promise<void> {
  const kind = serverKinds[at.kind]
  const before = new Map(plan.rows.map((row) => [row.subject.id, (row.before ?? {}) as object]))
  const saves = kind.toCalls?.(settings, ids, before) ?? [{ ids, body: { value: settings.value } }]
  const savedIds = new Set<string>()
  // A second call for the same controller has no version: the first save changed it.
  const isFirst = (some: readonly string[]) => {
    const first = new Set(some.filter((id) => !savedIds.has(id)))
    for (const id of some) savedIds.add(id)
    return first
  }
  const calls = saves.flatMap(({ ids: some, body }) =>
    chunksOf(some, maxControllersPerCall).map((deviceIds) => ({
      ids: deviceIds,
      input: { body: { ...versionsOf(plan, deviceIds, isFirst(deviceIds)), deviceIds, ...body } },
    })),
  )
  return writeCalls({ write, setOutcome }, kind.save, calls, { hasFurtherCalls })
}

/** Returns the versions of a save: one eTag for a single controller, `eTags` by id for several (domain §5). */
export function versionsOf({ rows }: Plan, ids: readonly string[], versioned: ReadonlySet<string> = new Set(ids)) {
  const own = rows.flatMap(({ subject: { id }, version }): [string, string][] =>
    version && versioned.has(id) && ids.includes(id) ? [[id, version]] : [],
  )
  const eTags = Object.fromEntries(own)
  const [only] = ids
  return ids.length === 1 && only ? { eTag: eTags[only] ?? null } : { eTag: null, eTags }
}
