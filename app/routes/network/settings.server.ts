/** The form of network settings for chosen controllers of a customer or a site, and saving them (spec §5, journey 3). */
import { deviceConfiguration } from '#contracts/device-configuration'
import { problemResponse, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { strays } from '~/change/belonging.server'
import type { Change } from '~/change/desk'
import { changedIn, inChunks } from '~/change/in-chunks.server'
import { mostFor } from '~/changes'
import { isSending } from '~/domain/send-state'
import { translator } from '~/i18n/i18n.server'
import { boardHref, type NetworkPlace, subjectAt } from '~/things/network/place'
import { choiceIn } from './choice'
import { chosenControllers, chosenIds, subjectOf } from './chosen.server'
import { currentSettings } from './current-settings'
import { NetworkSettings } from './posted-settings'
import { settingsPlan } from './settings-plan.server'

/** What the form is about: the controllers an address chooses, and what they have now. 404 for another customer's. */
export async function settingsOf(made: Reader, at: NetworkPlace, request: Request) {
  const { ask, may, features, language } = made
  const search = new URL(request.url).searchParams
  const selection = choiceIn(search)
  const { controllers, tooMany } = await asAnswer(async () => {
    const { things: ids, tooMany } = await chosenIds(ask, at, { change: 'network.save', selection })
    const controllers = await chosenControllers({ ask, at, ids }, (id) =>
      ask(deviceConfiguration.getNetwork, { path: { id } }),
    )
    return { controllers, tooMany }
  })
  const found = controllers.flatMap((one) => (one.found ? [one.found] : []))
  if (!at.siteId) await refuseStrays(made, at, found)
  return {
    at,
    choice: selection?.kind === 'these' ? selection.ids : [],
    narrowHref: boardHref(at, selection?.kind === 'all' ? { state: search.get('state'), q: search.get('q') } : {}),
    devices: found.map(({ device }) => {
      const { connected, onBoarded } = device.overallStatus ?? {}
      return {
        id: device.id,
        name: device.name,
        isConnected: connected === true,
        isOnboarded: onBoarded !== false,
        isSending: isSending(device.configStatus?.network?.sendState),
        isUnsent: device.configStatus?.network?.isDirty === true,
      }
    }),
    missing: controllers.length - found.length,
    tooMany,
    maySend: may('config.send') && (found.length < 2 || features.multipleConfiguration),
    eTag: found.length === 1 ? (found[0]?.more.eTag ?? null) : null,
    interfaces: currentSettings(
      found.map(({ more }) => more),
      translator(language),
    ),
  }
}

type Found = Parameters<typeof subjectOf>[0]

async function refuseStrays({ ask }: Reader, at: NetworkPlace, found: readonly { device: Found }[]): Promise<void> {
  const rows = found.map(({ device }) => ({ subject: subjectOf(device), effect: 'change' as const, fields: [] }))
  const isStray = await asAnswer(() => strays(ask, { customerId: at.customerId }, rows))
  if (isStray) throw new Response(null, { status: 404 })
}

/** Trouble while reading the chosen controllers is the page's own. */
async function asAnswer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
}

/** Saving, which sends nothing yet; what was read for the plan is what may be written over. */
export function networkSave(at: NetworkPlace): Omit<Change<NetworkSettings>, 'name'> {
  return {
    about: subjectAt(at),
    form: NetworkSettings,
    plan: (desk) => settingsPlan(desk, at),
    async work(desk) {
      const versions = new Map(desk.plan.rows.map(({ subject, version }) => [subject.id, version]))
      await inChunks(desk, deviceConfiguration.saveNetwork, changedIn(desk.plan), {
        most: mostFor('network.save'),
        input: (deviceIds) => ({ body: { ...versionsOf(deviceIds, versions), deviceIds, value: desk.form.value } }),
      })
      return undefined
    },
  }
}

/** One controller has its eTag, several have none and each its own beside (domain §5.5). */
function versionsOf(ids: readonly string[], versions: ReadonlyMap<string, string | undefined>) {
  const eTags = Object.fromEntries(ids.flatMap((id) => (versions.get(id) ? [[id, versions.get(id) as string]] : [])))
  const [only] = ids
  return ids.length === 1 && only ? { eTag: eTags[only] ?? null } : { eTag: null, eTags }
}
