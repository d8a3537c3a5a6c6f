/** Reverts a save for many controllers: each one returns to its own previous settings. */
import { z } from 'zod'
import type { Visitor } from '~/backend/reader.server'
import { forEachRow } from '~/change/each-row'
import type { Change } from '~/change/plan-context'
import type { PutBackState } from '~/change/put-back-chooser'
import { limitFor } from '~/changes'
import { putBackForm } from '~/features/trail/shared/put-back.server'
import { isId } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { findEntries, type TrailEntry } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { serverKinds } from './shared/configuration.server'
import { SelectedDeviceIds } from './shared/device-ids'
import { fieldsIn, type SettingKind, saveChangeOf, settingDifferences } from './shared/kind'
import { alsoParam } from './shared/place'
import { saveFor } from './shared/settings.server'
import { planControllers } from './shared/settings-plan.server'

type At = ParamsFor<'networkPuttingBack'> & {
  kind: SettingKind
  /** Further changes that are reverted together with this one. */
  also: readonly string[]
}

/** The maximum number of further changes. */
const maxAlso = 20

/** Returns the further changes in an address. */
export function parseAlso(request: Request): string[] {
  return new URL(request.url).searchParams.getAll(alsoParam).filter(isId).slice(0, maxAlso)
}

/** A controller of the saves, with its settings before and after. */
interface RevertibleController {
  id: string
  name: string
  before: object
  after: object
}

/**
 * Returns the controllers whose saves can be reverted, as far as the records are visible. Throws a 404 if there are
 * none.
 */
export async function findRevertible(
  at: At,
  viewer: Pick<Visitor, 'person' | 'session' | 'role'>,
): Promise<RevertibleController[]> {
  const { tenantId, customerId, changeId, also, kind } = at
  const { entries } = await findEntries({
    tenantId,
    customerId,
    changeId: [changeId, ...also],
    visibleTo: visibleTo(viewer),
    limit: limitFor(saveChangeOf[kind]) * (1 + also.length),
  })
  const saved = new Map<string, { name: string; before: Recorded; after: Recorded }>()
  for (const entry of entries.toSorted((one, other) => one.sequence - other.sequence)) {
    if (!isSaveOf(kind, entry)) continue
    const { subject, before, after, outcomeRecord } = entry
    const previous = saved.get(subject.id)
    // The earliest record has the settings from before all of the changes.
    saved.set(subject.id, {
      name: subject.name,
      before: { ...asRecorded(before), ...previous?.before },
      after: { ...previous?.after, ...asRecorded(outcomeRecord?.after ?? after) },
    })
  }
  if (saved.size === 0) throw new Response(null, { status: 404 })
  const { valueFrom } = serverKinds[kind]
  return [...saved].map(([id, { name, before, after }]) => ({
    id,
    name,
    before: valueFrom(before),
    after: valueFrom(after),
  }))
}

/** A template saves several kinds with one change. */
function isSaveOf(kind: SettingKind, entry: TrailEntry): boolean {
  if (entry.mutation === saveChangeOf[kind]) return !('why' in putBackForm(entry))
  const before = asRecorded(entry.before)
  const isOfKind = fieldsIn(serverKinds[kind].view).some(({ path }) => path in before)
  return entry.mutation === 'template.apply' && entry.outcomeRecord?.outcome === 'done' && isOfKind
}

type Recorded = Readonly<Record<string, unknown>>

const asRecorded = (value: unknown) => (value ?? {}) as Recorded

/** Compares a controller with the save: unchanged since, changed again, or already reverted. */
export function putBackStatus(
  kind: SettingKind,
  current: object,
  { before, after }: RevertibleController,
): Exclude<PutBackState, 'gone'> {
  const fields = fieldsIn(serverKinds[kind].view)
  const isAlready = (value: object) => settingDifferences(fields, current, value).every((one) => one.kind !== 'change')
  if (isAlready(before)) return 'asBefore'
  return isAlready(after) ? 'asLeft' : 'changedSince'
}

const PuttingBack = z.object({ device: SelectedDeviceIds.min(1, { error: 'errors:nothingChosen' }) })

/** One save call per controller, since each had its own settings. */
export function configurationPutBack(at: At): Omit<Change<z.infer<typeof PuttingBack>>, 'name'> {
  return {
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: PuttingBack,
    async plan(context) {
      const saved = new Map((await findRevertible(at, context)).map((one) => [one.id, one]))
      const ids = [...new Set(context.form.device)].filter((id) => saved.has(id))
      const { rows, devices, notes } = await planControllers(context, {
        at: { tenantId: at.tenantId, customerId: at.customerId, kind: at.kind },
        form: { ids, eTag: null, overlooked: [] },
        valueFor: (id) => saved.get(id)?.before ?? {},
      })
      const now = new Map(devices.map((one) => [one.device.id, one.saved]))
      return {
        rows: rows.map((row) => {
          const [current, one] = [now.get(row.subject.id), saved.get(row.subject.id)]
          const isChangedSince =
            current && one && row.effect === 'change' && putBackStatus(at.kind, current, one) === 'changedSince'
          return isChangedSince && !row.because ? { ...row, because: 'main:change.back.since' } : row
        }),
        notes,
      }
    },
    async work(context) {
      const { valueFrom } = serverKinds[at.kind]
      const place = { tenantId: at.tenantId, customerId: at.customerId, kind: at.kind }
      await forEachRow(context, ({ subject: { id }, after }) =>
        saveFor(context, place, { ids: [id], settings: { ids: [id], value: valueFrom(asRecorded(after)) } }),
      )
      return undefined
    },
  }
}
