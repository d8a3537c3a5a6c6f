/** A change of many things that were selected in a list: the data of its page, and its two posts (design §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import type { LoadedSelection } from '~/backend/load-selection.server'
import { asPage, type Reader, readerFor } from '~/backend/reader.server'
import { firstPlan } from '~/change/first-plan.server'
import { mutate } from '~/change/mutate.server'
import type { Plan, PlanReply } from '~/change/plan'
import type { Change, WorkContext } from '~/change/plan-context'
import { groupByName, type PostedFields } from '~/change/posted'
import { type BulkChangeName, capabilitiesFor, flagsFor } from '~/changes'
import { address, href, type Place, type QueryParams } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor, PathName } from '~/paths'
import type { Subject } from '~/trail/record'
import type { Crumb } from '~/ui/breadcrumb'
import type { Label } from '../list/filter'
import { ownCustomer } from '../place/own-customer.server'
import type { BulkReader, BulkSelection } from './selection.server'

/** The pages of a tenant, or of a place in it. */
type BulkPageName = {
  [Name in PathName]: ParamsFor<Name> extends { tenantId: string } ? Name : never
}[PathName]

/** The selected things that a plan is for. */
export type Selected<Chosen, Thing> = Pick<LoadedSelection<Thing>, 'things' | 'missing'> & { chosen: Chosen }

/** The place of a page: its name is the heading, its crumbs precede those of the list. */
export interface BulkPlace<At> {
  /** The subject that refusals are recorded about. */
  about(at: At): Subject
  load(reader: Reader, at: At, request: Request): Promise<{ name: string; crumbs?: readonly Crumb[] }>
}

/** The place of a page unless it has its own. */
const customerPlace: BulkPlace<Place> = {
  about: ({ customerId }) => ({ kind: 'customer', id: customerId, name: customerId }),
  load: ({ read }, at) => ownCustomer(read, at),
}

export interface Bulk<Page extends BulkPageName, Chosen, Thing, Form> {
  change: BulkChangeName
  /** The name of its page. */
  page: Page
  /** Whether it continues after its response when controllers take long. */
  continues?: boolean
  /** Its place, where that is not a customer. */
  place?: BulkPlace<ParamsFor<Page>>
  /** The time for its reads, ms; the default where absent. */
  budgetMs?: number
  /** The list that the things are selected in. */
  list: { href(at: ParamsFor<Page>, search?: QueryParams): string; label: Label }
  /** Its name in the breadcrumbs. */
  crumb: Label
  selection: BulkSelection<ParamsFor<Page>, Chosen, Thing>
  form: z.ZodType<Form>
  /** Returns the selection in the form. */
  chosenIn(form: Form): Chosen
  /** Returns the form and its fields beside the selection, where the address has all of it: the page starts at its plan. */
  initial?(search: URLSearchParams, chosen: Chosen): { form: Form; fields?: PostedFields } | null
  /** Plans the selected things, one or more rows each. */
  plan(
    selected: Selected<Chosen, Thing>,
    context: BulkReader & { form: Form },
    at: ParamsFor<Page>,
  ): Plan | Promise<Plan>
  /** Carries out the plan. Returns the address to redirect to, if not the page of the change. */
  send(context: WorkContext<Form>, at: ParamsFor<Page>): Promise<string | undefined | void>
}

/** Returns the data of the page; all but `data` is for the page's own additions. */
export async function bulkData<Page extends BulkPageName, Chosen, Thing, Form>(
  args: LoaderFunctionArgs,
  bulk: Bulk<Page, Chosen, Thing, Form>,
) {
  const { change, page, budgetMs, list, crumb, selection } = bulk
  const at = address(page, args.params)
  const { load } = placeOf(bulk)
  const reader = await readerFor(args, { capability: capabilitiesFor(change), ...(budgetMs && { budgetMs }) })
  if (flagsFor(change).some((flag) => !reader.features[flag])) throw new Response(null, { status: 404 })
  const chosen = selection.parse(args.request)
  const context: BulkReader = { ...reader, read: reader.call, files: {}, only: [] }
  const [place, loaded] = await Promise.all([
    load(reader, at, args.request),
    asPage(selection.load(context, at, chosen)),
  ])
  const fields = selection.fieldsOf(chosen, loaded.things)
  const t = translator(reader.language)
  return {
    reader,
    at,
    chosen,
    things: loaded.things,
    data: {
      place: place.name,
      total: loaded.things.length,
      tooMany: loaded.tooMany,
      fields: groupByName(fields),
      first: await asPage(initialPlan()),
      listHref: list.href(at, selection.filterOf(chosen)),
      crumbs: [
        ...(place.crumbs ?? []),
        { name: list.label(t), href: list.href(at) },
        { name: crumb(t), href: href(page, at) },
      ],
      age: reader.age(),
    },
  }

  async function initialPlan(): Promise<PlanReply | null> {
    const initial = loaded.tooMany ? null : bulk.initial?.(new URL(args.request.url).searchParams, chosen)
    if (!initial) return null
    const plan = await bulk.plan({ ...loaded, chosen }, { ...context, form: initial.form }, at)
    return plan.errors || plan.rows.length === 0
      ? null
      : firstPlan(change, plan, [...fields, ...(initial.fields ?? [])])
  }
}

/** Returns the plan of the posted selection, or the reply after its work. */
export function bulkAction<Page extends BulkPageName, Chosen, Thing, Form>(
  args: ActionFunctionArgs,
  bulk: Bulk<Page, Chosen, Thing, Form>,
) {
  return mutate(args, bulkChange(bulk, address(bulk.page, args.params)))
}

/** Returns the change of the posted selection. */
export function bulkChange<Page extends BulkPageName, Chosen, Thing, Form>(
  bulk: Bulk<Page, Chosen, Thing, Form>,
  at: ParamsFor<Page>,
): Change<Form> {
  const { change, selection, form, chosenIn, plan, send, continues } = bulk
  return {
    name: change,
    about: placeOf(bulk).about(at),
    ...(continues && { options: { continues } }),
    form,
    async plan(context) {
      const chosen = chosenIn(context.form)
      const { tooMany, ...loaded } = await selection.load(context, at, chosen)
      return tooMany ? { rows: [], tooMany } : plan({ ...loaded, chosen }, context, at)
    },
    work: async (context) => (await send(context, at)) ?? undefined,
  }
}

const placeOf = <At>({ place }: { place?: BulkPlace<At> }) => place ?? (customerPlace as unknown as BulkPlace<At>)
