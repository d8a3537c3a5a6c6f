/** Deletes a place: counts its contents, and plans the deletion as one row (design §12, danger). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { site as contract } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { Plan, PlanRow } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { capabilitiesFor } from '~/changes'
import { address, type Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import { type Entity, entitySubject, entitySubjectAt, type Thing } from '../edit/thing.server'
import { NoFields } from './archived.server'
import { type Confirmation, confirmationAction, confirmationData } from './confirmation.server'
import type { PlaceContents } from './place-deletion'

type PlaceKind = 'group' | 'site' | 'building' | 'space'

export interface PlaceDeletion<Kind extends PlaceKind, Now extends Entity> {
  change: `${Kind}.delete`
  thing: Thing<Kind, Now>
  /** Returns the contents of the place. */
  inside(now: Now): PlaceContents
  /** Whether the contents stay. Otherwise they are also deleted, and tunnels to them are closed. */
  keepsContents?: true
  /** What the person types to confirm; `nameIfControllers` applies only to places with controllers. */
  confirm: 'name' | 'nameIfControllers' | 'none'
  /** Deletes the place. Returns the address of the page that confirms it. */
  send(context: WorkContext<NoFields>, at: ParamsFor<Kind>): Promise<string>
}

/** Returns the data of the page. */
export async function deletionData<Kind extends PlaceKind, Now extends Entity>(
  args: LoaderFunctionArgs,
  deletion: PlaceDeletion<Kind, Now>,
) {
  const { thing, inside } = deletion
  const at = address(thing.kind, args.params)
  const pageReader = await readerFor(args, { capability: capabilitiesFor(deletion.change) })
  const [{ now, data }, tunnels] = await Promise.all([
    confirmationData(args, confirmationOf(deletion), (t) => t('main:site.deletion.short')),
    tunnelsBelow(pageReader, deletion, at),
  ])
  return { ...data, inside: { ...inside(now), tunnels } }
}

export function deletionAction<Kind extends PlaceKind, Now extends Entity>(
  args: ActionFunctionArgs,
  deletion: PlaceDeletion<Kind, Now>,
) {
  return confirmationAction(args, confirmationOf(deletion))
}

function confirmationOf<Kind extends PlaceKind, Now extends Entity>(
  deletion: PlaceDeletion<Kind, Now>,
): Confirmation<Kind, Now, NoFields> {
  const { change, thing, inside, confirm, send } = deletion
  return {
    change,
    thing,
    page: `${thing.kind}Deletion`,
    form: NoFields,
    async plan(now, context, at) {
      const tunnels = await tunnelsBelow({ call: context.read, may: context.may }, deletion, at)
      const contents = inside(now)
      const plan = deletionPlan(thing, now, { inside: { ...contents, tunnels }, language: context.language })
      const isNameTyped = confirm === 'name' || (confirm === 'nameIfControllers' && contents.devices !== 0)
      return isNameTyped ? { ...plan, confirm: now.name } : plan
    },
    send: (context, { at }) => send(context, at),
  }
}

/**
 * Returns the number of open tunnels to controllers below a place. Returns undefined where it is unknown: without the
 * permission, and for backends without the list.
 */
async function tunnelsBelow<Kind extends PlaceKind>(
  { call, may }: { call: PlanContext<unknown>['read']; may: PlanContext<unknown>['may'] },
  { thing, keepsContents }: { thing: { kind: Kind }; keepsContents?: true },
  at: ParamsFor<Kind>,
): Promise<number | undefined> {
  if (keepsContents || !may('tunnel.read')) return undefined
  const { customerId } = at as Place
  const { id: placeId } = entitySubjectAt(thing.kind, at)
  try {
    const response = await call(contract.findTunnels, { query: { customerId, pageSize: 200 } })
    return response.data.filter(({ device }) => device?.path?.some(({ id }) => id === placeId)).length
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

/** Returns one row: the name of the place, then the counts of its contents. */
function deletionPlan<Kind extends PlaceKind, Now extends Entity>(
  thing: Thing<Kind, Now>,
  now: Now,
  { inside, language }: { inside: PlaceContents; language: 'en' | 'fr' },
): Plan {
  const t = translator(language)
  const counts = (Object.keys(inside) as (keyof PlaceContents)[]).flatMap((name) =>
    inside[name] ? [{ name, label: t(`main:site.deletion.inside.${name}`), from: String(inside[name]), to: null }] : [],
  )
  const row: PlanRow = {
    subject: entitySubject(thing.kind, now),
    effect: 'change',
    fields: [{ name: 'name', label: t('field.name'), from: now.name, to: null }, ...counts],
    version: now.eTag,
    before: { ...thing.toForm(now), ...inside },
    after: null,
  }
  return { rows: [row] }
}
