/** What a save of network settings for many controllers is put back to: each controller to what it had itself. */
import { z } from 'zod'
import { deviceConfiguration, type Network, type NetworkValue } from '#contracts/device-configuration'
import { interfaceNames } from '#contracts/network-names'
import type { Visitor } from '~/backend/reader.server'
import type { Change } from '~/change/desk'
import { eachRow } from '~/change/each-row'
import { putBack } from '~/change/put-back.server'
import { mostFor } from '~/changes'
import { type NetworkFieldValue, type NetworkForm, networkDifference, networkValue } from '~/domain/network-form'
import type { ParamsFor } from '~/paths'
import { settingPath, settingsOf } from '~/things/network/fields'
import { findEntries, type TrailEntry } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { DeviceIds } from './device-ids'
import { planControllers } from './settings-plan.server'

type At = ParamsFor<'networkPuttingBack'>

/** A controller that was saved for, with what it had before and what the change made of it. */
interface Saved {
  id: string
  name: string
  before: NetworkValue
  after: NetworkValue
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
    limit: mostFor('network.save'),
  })
  const saved = entries.filter(isSave)
  if (saved.length === 0) throw new Response(null, { status: 404 })
  return saved
    .toSorted((one, other) => one.sequence - other.sequence)
    .map(({ subject, before, after, ending }) => ({
      id: subject.id,
      name: subject.name,
      before: valueIn(before),
      after: valueIn(ending?.after ?? after),
    }))
}

const isSave = (entry: TrailEntry) => entry.mutation === 'network.save' && !('why' in putBack(entry))

/** Settings as a record keeps them, by their paths, as the value to save; what is not among them stays. */
function valueIn(kept: unknown): NetworkValue {
  const settings = (kept ?? {}) as Record<string, NetworkFieldValue>
  const form = interfaceNames.map((name) => {
    const fields = settingsOf(name).map((setting) => {
      const path = settingPath(name, setting)
      return [setting, { keep: !(path in settings), value: settings[path] }] as const
    })
    const { enabled, interfaces, ...ipv4 } = Object.fromEntries(fields)
    return [name, { enabled, interfaces, ipv4 }]
  })
  return networkValue(Object.fromEntries(form) as NetworkForm)
}

/** Where a controller stands: as the change left it, changed again since, or as it was before. */
export function standingOf(current: Network, { before, after }: Saved): 'asLeft' | 'changedSince' | 'asBefore' {
  const isAlready = (value: NetworkValue) => networkDifference(current, value).every(({ kind }) => kind !== 'change')
  if (isAlready(before)) return 'asBefore'
  return isAlready(after) ? 'asLeft' : 'changedSince'
}

const PuttingBack = z.object({ device: DeviceIds.min(1, { error: 'errors:nothingChosen' }) })

/** One save a controller, since each had its own settings. */
export function networkPutBack(at: At): Omit<Change<z.infer<typeof PuttingBack>>, 'name'> {
  return {
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: PuttingBack,
    async plan(desk) {
      const saved = new Map((await savedBy(at, desk)).map((one) => [one.id, one]))
      const ids = [...new Set(desk.form.device)].filter((id) => saved.has(id))
      const { rows, networks, notes } = await planControllers(desk, {
        at: { tenantId: at.tenantId, customerId: at.customerId },
        form: { ids, eTag: null, overlooked: [] },
        wantedOf: (id) => saved.get(id)?.before ?? {},
      })
      return {
        rows: rows.map((row) => {
          const [current, one] = [networks.get(row.subject.id), saved.get(row.subject.id)]
          const isOthers = current && one && row.effect === 'change' && standingOf(current, one) === 'changedSince'
          return isOthers ? { ...row, because: 'main:network.back.since' } : row
        }),
        notes,
      }
    },
    async work(desk) {
      await eachRow(desk, ({ subject: { id }, version, after }) => {
        const body = { eTag: version ?? null, deviceIds: [id], value: valueIn(after) }
        return desk.write(deviceConfiguration.saveNetwork, { body }, [id])
      })
      return undefined
    },
  }
}
