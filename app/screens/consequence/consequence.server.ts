/** A change of one thing that shows its plan before it runs: the data of its page, and its two posts. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { Desk, WorkDesk } from '~/change/desk'
import { firstPlan } from '~/change/first-plan.server'
import { mutate } from '~/change/mutate.server'
import type { Plan, PlanReply } from '~/change/plan'
import { type ChangeName, changeNamed } from '~/changes'
import { address } from '~/hrefs'
import type { ParamsFor, PathName } from '~/paths'
import { pageOfChange, type Standing, subjectAt, type Thing, type ThingKind } from '~/things/thing.server'
import type { Said } from '../list/filter'

/** The context of a plan, the same for the page and for its post. */
export type Planning<Form> = Pick<Desk<Form>, 'form' | 'read' | 'may' | 'language'>

export interface Consequence<Kind extends ThingKind, Now extends Standing, Form> {
  change: ChangeName
  thing: Thing<Kind, Now>
  /** The name of its page. */
  page: PathName
  form: z.ZodType<Form>
  /** Plans the change on the current state of the thing. */
  plan(now: Now, desk: Planning<Form>, at: ParamsFor<Kind>): Plan | Promise<Plan>
  /** Runs the change if the thing still has that version. Returns the address to redirect to. */
  send(desk: WorkDesk<Form>, given: { at: ParamsFor<Kind>; version: string | undefined }): Promise<string>
}

/**
 * Returns the data of the page; `now` and `page` are for the page's own additions. A change without a form starts at
 * its plan (`first`).
 */
export async function consequenceData<Kind extends ThingKind, Now extends Standing, Form>(
  args: LoaderFunctionArgs,
  consequence: Consequence<Kind, Now, Form>,
  crumb: Said,
) {
  const { change, thing, page } = consequence
  const made = await pageOfChange(args, { thing, change, page, crumb })
  return { ...made, data: { ...made.data, first: await firstOf(made, consequence) } }
}

/** Returns null if the form has required fields, or while no plan can be computed; the post shows the reason. */
async function firstOf<Kind extends ThingKind, Now extends Standing, Form>(
  { page, at, now }: { page: Reader; at: ParamsFor<Kind>; now: Now },
  { change, form, plan }: Consequence<Kind, Now, Form>,
): Promise<PlanReply | null> {
  const nothing = form.safeParse({})
  if (!nothing.success) return null
  try {
    const { may, language } = page
    const planned = await plan(now, { form: nothing.data, read: page.ask, may, language }, at)
    return Object.keys(planned.errors ?? {}).length > 0 ? null : firstPlan(change, planned, [])
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

export function consequenceAction<Kind extends ThingKind, Now extends Standing, Form>(
  args: ActionFunctionArgs,
  { change, thing, form, plan, send }: Consequence<Kind, Now, Form>,
) {
  const at = address(thing.kind, args.params)
  const back = changeNamed(change)?.back
  return mutate(args, {
    name: change,
    about: subjectAt(thing.kind, at),
    removes: back !== undefined && 'never' in back && back.never === 'deleted',
    form,
    plan: async (desk) => plan(await thing.afresh(desk, at), desk, at),
    work: (desk) => send(desk, { at, version: desk.plan.rows[0]?.version }),
  })
}
