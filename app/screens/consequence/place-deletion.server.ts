/** Deletes a place: counts its contents, and plans the deletion as one row (design §12, danger). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { site as contract } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { Desk, WorkDesk } from '~/change/desk'
import type { Plan, PlanRow } from '~/change/plan'
import { capabilitiesFor } from '~/changes'
import { address, type Place } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { type Standing, subjectAt, subjectOf, type Thing } from '~/things/thing.server'
import { NoFields } from './archived.server'
import { type Consequence, consequenceAction, consequenceData } from './consequence.server'
import type { Inside } from './place-deletion'

type PlaceKind = 'group' | 'site' | 'building' | 'space'

export interface PlaceDeletion<Kind extends PlaceKind, Now extends Standing> {
  change: `${Kind}.delete`
  thing: Thing<Kind, Now>
  /** Returns the contents of the place. */
  inside(now: Now): Inside
  /** Whether the contents stay. Otherwise they are also deleted, and tunnels to them are closed. */
  isInsideKept?: true
  /** What the person types to confirm; `nameIfControllers` applies only to places with controllers. */
  confirm: 'name' | 'nameIfControllers' | 'none'
  /** Deletes the place. Returns the address of the page that confirms it. */
  send(desk: WorkDesk<NoFields>, at: ParamsFor<Kind>): Promise<string>
}

/** Returns the data of the page. */
export async function deletionData<Kind extends PlaceKind, Now extends Standing>(
  args: LoaderFunctionArgs,
  deletion: PlaceDeletion<Kind, Now>,
) {
  const { thing, inside } = deletion
  const at = address(thing.kind, args.params)
  const page = await reader(args, { capability: capabilitiesFor(deletion.change) })
  const [{ now, data }, tunnels] = await Promise.all([
    consequenceData(args, consequenceOf(deletion), (t) => t('main:site.deletion.short')),
    tunnelsBelow(page, deletion, at),
  ])
  return { ...data, inside: { ...inside(now), tunnels } }
}

export function deletionAction<Kind extends PlaceKind, Now extends Standing>(
  args: ActionFunctionArgs,
  deletion: PlaceDeletion<Kind, Now>,
) {
  return consequenceAction(args, consequenceOf(deletion))
}

function consequenceOf<Kind extends PlaceKind, Now extends Standing>(
  deletion: PlaceDeletion<Kind, Now>,
): Consequence<Kind, Now, NoFields> {
  const { change, thing, inside, confirm, send } = deletion
  return {
    change,
    thing,
    page: `${thing.kind}Deletion`,
    form: NoFields,
    async plan(now, desk, at) {
      const tunnels = await tunnelsBelow({ ask: desk.read, may: desk.may }, deletion, at)
      const inIt = inside(now)
      const plan = deletionPlan(thing, now, { ...inIt, tunnels })
      const isNameTyped = confirm === 'name' || (confirm === 'nameIfControllers' && inIt.devices !== 0)
      return isNameTyped ? { ...plan, confirm: now.name } : plan
    },
    send: (desk, { at }) => send(desk, at),
  }
}

/**
 * Returns the number of open tunnels to controllers below a place. Returns undefined where it is unknown: without the
 * permission, and for backends without the list.
 */
async function tunnelsBelow<Kind extends PlaceKind>(
  { ask, may }: { ask: Desk<unknown>['read']; may: Desk<unknown>['may'] },
  { thing, isInsideKept }: { thing: { kind: Kind }; isInsideKept?: true },
  at: ParamsFor<Kind>,
): Promise<number | undefined> {
  if (isInsideKept || !may('tunnel.read')) return undefined
  const { customerId } = at as Place
  const { id: placeId } = subjectAt(thing.kind, at)
  try {
    const found = await ask(contract.findTunnels, { query: { customerId, pageSize: 200 } })
    return found.data.filter(({ device }) => device?.path?.some(({ id }) => id === placeId)).length
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

/** Returns one row: the name of the place, then the counts of its contents. */
function deletionPlan<Kind extends PlaceKind, Now extends Standing>(
  thing: Thing<Kind, Now>,
  now: Now,
  inside: Inside,
): Plan {
  const counts = Object.entries(inside).flatMap(([name, count]) =>
    count ? [{ name, from: String(count), to: null }] : [],
  )
  const row: PlanRow = {
    subject: subjectOf(thing.kind, now),
    effect: 'change',
    fields: [{ name: 'name', from: now.name, to: null }, ...counts],
    version: now.eTag,
    before: { ...thing.filled(now), ...inside },
    after: null,
  }
  return { rows: [row] }
}
