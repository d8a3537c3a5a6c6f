/** Plans and sends the addition of controllers that a search found. */

import { z } from 'zod'
import type { NetworkFinding } from '#contracts/controller-networks'
import { Id, type PathNode } from '#contracts/scalars'
import { type Device, type Space, site } from '#contracts/site'
import type { PlanRow } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { changedIds, chunksOf, writeCalls } from '~/change/write-in-chunks.server'
import { countInReply } from '~/domain/count'
import { maxSelectedIds } from '~/domain/selection'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import type { Bulk } from '~/kit/bulk/bulk.server'
import { type ListSelection, listSelection } from '~/kit/bulk/selection.server'
import { entitySubjectAt } from '~/kit/edit/thing.server'
import type { ParamsFor } from '~/paths'
import { findingFields } from './finding-columns'
import { controllerFindingRow, findingName } from './finding-row'
import { controllerNetworkThing } from './thing.server'

type At = ParamsFor<'controllersAdding'>

const AddingForm = z.object({
  instance: z
    .array(z.string().regex(/^\d{1,7}$/))
    .max(maxSelectedIds)
    .optional(),
  all: z.literal('1').optional(),
  filter: z.string().max(2_000).optional(),
  spaceId: Id,
})
type AddingForm = z.infer<typeof AddingForm>

/** The most that one call accepts, and returns. */
const maxPerCall = 200

export const adding: Bulk<'controllersAdding', ListSelection, NetworkFinding, AddingForm> = {
  change: 'device.add',
  page: 'controllersAdding',
  place: {
    about: (at) => entitySubjectAt('controllerNetwork', at),
    async load(reader, at, request) {
      const { now, crumbs } = await controllerNetworkThing.loadPage(reader, { at, page: 'controllersAdding', request })
      return { name: now.name, crumbs: crumbs.slice(0, -1) }
    },
  },
  list: {
    href: (at, search) => href('controllerNetwork', at, search),
    label: (t) => t('main:controllerNetwork.findCrumb'),
  },
  crumb: (t) => t('main:controllerNetwork.add.short'),
  selection: listSelection({
    change: 'device.add',
    of: 'devices',
    service: 'site',
    name: 'instance',
    fields: findingFields,
    keyOf: ({ instance }) => String(instance),
    async named({ read }, at: At, ids) {
      const known = ids.filter((id) => /^\d{1,7}$/.test(id))
      const pages = await Promise.all(
        chunksOf(known, maxPerCall).map((chunk) => {
          const query = { instances: chunk.join(','), pageSize: maxPerCall }
          return read(site.findNetworkControllers, { path: { id: at.controllerNetworkId }, query })
        }),
      )
      return pages.flatMap(({ data }) => data)
    },
    async matching({ read }, at, { q, state }, after) {
      const query = { search: q, state, pageSize: maxPerCall, continuationToken: after }
      const reply = await read(site.findNetworkControllers, { path: { id: at.controllerNetworkId }, query })
      const { data: things, continuationToken } = reply
      return { things, next: continuationToken ?? null, total: countInReply(reply), incomplete: false }
    },
  }),
  form: AddingForm,
  chosenIn: ({ instance = [], all, filter }) => ({ ids: instance, filter: all ? (filter ?? '') : null }),
  /** Each controller with its name and place; one that is in the tree, or is not a single one, is skipped. */
  async plan({ things }, { read, form, language }, at) {
    const space = await spaceInSite(read, form.spaceId, at)
    if (!space) return { rows: [], errors: { spaceId: ['errors:unknownChoice'] } }
    const t = translator(language)
    const path: PathNode[] = [...(space.path ?? []), { id: space.id, name: space.name, type: 'space' }]
    return { rows: things.map((finding) => rowOf(finding, { at, path, t })) }
  },
  send: (context, at) => addAll(context, at),
}

/** Returns the space with its path; null unless it is in the site of the address. */
async function spaceInSite(read: PlanContext<unknown>['read'], id: string, { siteId }: At): Promise<Space | null> {
  const space = await read(site.getSpace, { path: { id } })
  return space.path?.some((node) => node.type === 'site' && node.id === siteId) ? space : null
}

function rowOf(finding: NetworkFinding, { at, path, t }: { at: At; path: PathNode[]; t: Translate }): PlanRow {
  const row = controllerFindingRow(at, finding)
  const name = findingName(row)
  const subject = { kind: 'device', id: `new:${finding.instance}`, name, path }
  const obstacle = (['duplicate', 'missing', 'known'] as const).find((state) => row.states.includes(state))
  if (obstacle)
    return { subject, effect: 'skip', because: `main:controllerNetwork.add.because.${obstacle}`, fields: [] }
  const values = { instance: String(row.instance), vendorModel: row.model, networkAddress: row.addresses.join(', ') }
  const labels = {
    instance: t('main:controllerNetwork.instance'),
    vendorModel: t('main:controllerNetwork.model'),
    networkAddress: t('field.address'),
  }
  const fields = (Object.keys(values) as (keyof typeof values)[]).flatMap((name) =>
    values[name] ? [{ name, label: labels[name], from: null, to: values[name] }] : [],
  )
  const isUnread = row.states.includes('silent') || row.states.includes('refused')
  return {
    subject,
    effect: 'change',
    ...(isUnread && { because: 'main:controllerNetwork.add.because.unread' }),
    fields,
    before: null,
    after: values,
  }
}

const instanceIn = (id: string) => Number(id.replace('new:', ''))

/** Adds the planned controllers; each gets its id in the trail as soon as the service returns it. */
async function addAll(context: WorkContext<AddingForm>, at: At): Promise<void> {
  const { form, plan, setSubjectId } = context
  const names = new Map(plan.rows.map(({ subject }) => [subject.id, subject.name]))
  const networkId = at.controllerNetworkId
  const calls = chunksOf(changedIds(plan), maxPerCall).map((ids) => ({
    ids,
    input: {
      path: { id: form.spaceId },
      body: {
        networkId,
        controllers: ids.map((id) => ({ key: id, instance: instanceIn(id), name: names.get(id)?.slice(0, 80) })),
      },
    },
  }))
  await writeCalls(context, site.addFoundControllers, calls, {
    doneDetail({ data = [] }, id) {
      const hostId = `bacnet:${networkId}:${instanceIn(id)}`
      const device = (data as readonly Device[]).find((one) => one.hostId === hostId)
      if (device) setSubjectId(id, { kind: 'device', id: device.id, name: device.name, path: device.path })
      return undefined
    },
  })
}
