/** What a save of settings for many controllers is put back to: each controller to what it had itself. */
import { z } from 'zod'
import type { Visitor } from '~/backend/reader.server'
import type { Change } from '~/change/desk'
import { eachRow } from '~/change/each-row'
import { putBack } from '~/change/put-back.server'
import type { Standing } from '~/change/put-back-chooser'
import { mostFor } from '~/changes'
import type { ParamsFor } from '~/paths'
import { kinds } from '~/things/configuration.server'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { DeviceIds } from './device-ids'
import { differences, fieldsIn, type SettingKind, saveOf } from './kind'
import { saveFor } from './settings.server'
import { planControllers } from './settings-plan.server'

type At = ParamsFor<'networkPuttingBack'> & { kind: SettingKind }

/** A controller that was saved for, with what it had before and what the change made of it. */
interface Saved {
  id: string
  name: string
  before: object
  after: object
}

/** Of what somebody sees of the change, what was done and can be put back. 404 where that is nothing. */
export async function savedBy(at: At, who: Pick<Visitor, 'person' | 'session' | 'role'>): Promise<Saved[]> {
  const { tenantId, customerId, changeId } = at
  const visible = visibleTo(who)
  const { entries } = await findEntries({
    tenantId,
    customerId,
    changeId,
    visibleTo: visible,
    limit: mostFor(saveOf[at.kind]),
  })
  const kind = kinds[at.kind]
  const saved = entries.filter((entry) => entry.mutation === saveOf[at.kind] && !('why' in putBack(entry)))
  if (saved.length === 0) throw new Response(null, { status: 404 })
  return saved
    .toSorted((one, other) => one.sequence - other.sequence)
    .map(({ subject, before, after, ending }) => ({
      id: subject.id,
      name: subject.name,
      before: kind.valueFrom(keptIn(before)),
      after: kind.valueFrom(keptIn(ending?.after ?? after)),
    }))
}

const keptIn = (kept: unknown) => (kept ?? {}) as Readonly<Record<string, unknown>>

/** Where a controller stands: as the change left it, changed again since, or as it was before. */
export function standingOf(kind: SettingKind, current: object, { before, after }: Saved): Exclude<Standing, 'gone'> {
  const fields = fieldsIn(kinds[kind].view)
  const isAlready = (value: object) => differences(fields, current, value).every((one) => one.kind !== 'change')
  if (isAlready(before)) return 'asBefore'
  return isAlready(after) ? 'asLeft' : 'changedSince'
}

const PuttingBack = z.object({ device: DeviceIds.min(1, { error: 'errors:nothingChosen' }) })

/** One save a controller, since each had its own settings. */
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
        saveFor(desk, place, { ids: [id], most: 1, settings: { ids: [id], value: valueFrom(keptIn(after)) } }),
      )
      return undefined
    },
  }
}
