/** A change of one thing that shows its plan before it runs: the data of its page, and its two posts. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { firstPlan } from '~/change/first-plan.server'
import { mutate } from '~/change/mutate.server'
import type { Plan, PlanReply } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { type ChangeName, changeNamed } from '~/changes'
import { address } from '~/hrefs'
import type { ParamsFor, PathName } from '~/paths'
import { type Entity, entitySubjectAt, loadChangePage, type Thing, type ThingKind } from '../edit/thing.server'
import type { Label } from '../list/filter'

/** The context of a plan, the same for the page and for its post. */
export type PlanningContext<Form> = Pick<PlanContext<Form>, 'form' | 'read' | 'may' | 'language'>

export interface Confirmation<Kind extends ThingKind, Now extends Entity, Form> {
  change: ChangeName
  thing: Thing<Kind, Now>
  /** The name of its page. */
  page: PathName
  form: z.ZodType<Form>
  /** Plans the change on the current state of the thing. */
  plan(now: Now, context: PlanningContext<Form>, at: ParamsFor<Kind>): Plan | Promise<Plan>
  /** Runs the change if the thing still has that version. Returns the address to redirect to. */
  send(context: WorkContext<Form>, target: { at: ParamsFor<Kind>; version: string | undefined }): Promise<string>
}

/**
 * Returns the data of the page; `now` and `reader` are for the page's own additions. A change without a form starts at
 * its plan (`first`).
 */
export async function confirmationData<Kind extends ThingKind, Now extends Entity, Form>(
  args: LoaderFunctionArgs,
  confirmation: Confirmation<Kind, Now, Form>,
  crumb: Label,
) {
  const { change, thing, page } = confirmation
  const result = await loadChangePage(args, { thing, change, page, crumb })
  return { ...result, data: { ...result.data, first: await firstPlanOf(result, confirmation) } }
}

/** Returns null if the form has required fields, or while no plan can be computed; the post shows the reason. */
async function firstPlanOf<Kind extends ThingKind, Now extends Entity, Form>(
  { reader, at, now }: { reader: Reader; at: ParamsFor<Kind>; now: Now },
  { change, form, plan }: Confirmation<Kind, Now, Form>,
): Promise<PlanReply | null> {
  const emptyForm = form.safeParse({})
  if (!emptyForm.success) return null
  try {
    const { may, language } = reader
    const planned = await plan(now, { form: emptyForm.data, read: reader.call, may, language }, at)
    return Object.keys(planned.errors ?? {}).length > 0 ? null : firstPlan(change, planned, [])
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

export function confirmationAction<Kind extends ThingKind, Now extends Entity, Form>(
  args: ActionFunctionArgs,
  { change, thing, form, plan, send }: Confirmation<Kind, Now, Form>,
) {
  const at = address(thing.kind, args.params)
  const putBack = changeNamed(change)?.back
  return mutate(args, {
    name: change,
    about: entitySubjectAt(thing.kind, at),
    options: { removes: putBack !== undefined && 'never' in putBack && putBack.never === 'deleted' },
    form,
    plan: async (context) => plan(await thing.load(context, at), context, at),
    work: (context) => send(context, { at, version: context.plan.rows[0]?.version }),
  })
}
