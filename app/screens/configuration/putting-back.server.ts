/** Reverts a save for many controllers: each one returns to its own previous settings. */
import { z } from 'zod'
import type { Visitor } from '~/backend/reader.server'
import type { Change } from '~/change/desk'
import { eachRow } from '~/change/each-row'
import { putBack } from '~/change/put-back.server'
import type { Standing } from '~/change/put-back-chooser'
import { mostFor } from '~/changes'
import { isId } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { kinds } from '~/things/configuration.server'
import { findEntries, type TrailEntry } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { DeviceIds } from './device-ids'
import { differences, fieldsIn, type SettingKind, saveOf } from './kind'
import { alsoName } from './place'
import { saveFor } from './settings.server'
import { planControllers } from './settings-plan.server'

type At = ParamsFor<'networkPuttingBack'> & {
  kind: SettingKind
  /** Further changes that are reverted together with this one. */
  also: readonly string[]
}

/** The maximum number of further changes. */
const mostAlso = 20

/** Returns the further changes in an address. */
export function alsoIn(request: Request): string[] {
  return new URL(request.url).searchParams.getAll(alsoName).filter(isId).slice(0, mostAlso)
}

/** A controller of the saves, with its settings before and after. */
interface Saved {
  id: string
  name: string
  before: object
  after: object
}

/**
 * Returns the controllers whose saves can be reverted, as far as the records are visible. Throws a 404 if there are
 * none.
 */
export async function savedBy(at: At, who: Pick<Visitor, 'person' | 'session' | 'role'>): Promise<Saved[]> {
  const { tenantId, customerId, changeId, also, kind } = at
  const { entries } = await findEntries({
    tenantId,
    customerId,
    changeId: [changeId, ...also],
    visibleTo: visibleTo(who),
    limit: mostFor(saveOf[kind]) * (1 + also.length),
  })
  const saved = new Map<string, { name: string; before: Kept; after: Kept }>()
  for (const entry of entries.toSorted((one, other) => one.sequence - other.sequence)) {
    if (!isSaveOf(kind, entry)) continue
    const { subject, before, after, ending } = entry
    const known = saved.get(subject.id)
    // The earliest record has the settings from before all of the changes.
    saved.set(subject.id, {
      name: subject.name,
      before: { ...keptIn(before), ...known?.before },
      after: { ...known?.after, ...keptIn(ending?.after ?? after) },
    })
  }
  if (saved.size === 0) throw new Response(null, { status: 404 })
  const { valueFrom } = kinds[kind]
  return [...saved].map(([id, { name, before, after }]) => ({
    id,
    name,
    before: valueFrom(before),
    after: valueFrom(after),
  }))
}

/** A template saves several kinds with one change. */
function isSaveOf(kind: SettingKind, entry: TrailEntry): boolean {
  if (entry.mutation === saveOf[kind]) return !('why' in putBack(entry))
  const before = keptIn(entry.before)
  const isOfKind = fieldsIn(kinds[kind].view).some(({ path }) => path in before)
  return entry.mutation === 'template.apply' && entry.ending?.outcome === 'done' && isOfKind
}

type Kept = Readonly<Record<string, unknown>>

const keptIn = (kept: unknown) => (kept ?? {}) as Kept

/** Compares a controller with the save: unchanged since, changed again, or already reverted. */
export function standingOf(kind: SettingKind, current: object, { before, after }: Saved): Exclude<Standing, 'gone'> {
  const fields = fieldsIn(kinds[kind].view)
  const isAlready = (value: object) => differences(fields, current, value).every((one) => one.kind !== 'change')
  if (isAlready(before)) return 'asBefore'
  return isAlready(after) ? 'asLeft' : 'changedSince'
}

const PuttingBack = z.object({ device: DeviceIds.min(1, { error: 'errors:nothingChosen' }) })

/** One save call per controller, since each had its own settings. */
export function configurationPutBack(at: At): Omit<Change<z.infer<typeof PuttingBack>>, 'name'> {
  return {
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: PuttingBack,
    async plan(desk) {
      const saved = new Map((await savedBy(at, desk)).map((one) => [one.id, one]))
      const ids = [...new Set(desk.form.device)].filter((id) => saved.has(id))
      const { rows, found, notes } = await planControllers(desk, {
        at: { tenantId: at.tenantId, customerId: at.customerId, kind: at.kind },
        form: { ids, eTag: null, overlooked: [] },
        wantedOf: (id) => saved.get(id)?.before ?? {},
      })
      const now = new Map(found.map((one) => [one.device.id, one.saved]))
      return {
        rows: rows.map((row) => {
          const [current, one] = [now.get(row.subject.id), saved.get(row.subject.id)]
          const isOthers =
            current && one && row.effect === 'change' && standingOf(at.kind, current, one) === 'changedSince'
          return isOthers && !row.because ? { ...row, because: 'main:change.back.since' } : row
        }),
        notes,
      }
    },
    async work(desk) {
      const { valueFrom } = kinds[at.kind]
      const place = { tenantId: at.tenantId, customerId: at.customerId, kind: at.kind }
      await eachRow(desk, ({ subject: { id }, after }) =>
        saveFor(desk, place, { ids: [id], settings: { ids: [id], value: valueFrom(keptIn(after)) } }),
      )
      return undefined
    },
  }
}
