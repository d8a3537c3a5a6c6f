/** A change of one thing that is planned before it is done: the page that says what it means, and its two posts. */
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

/** What a plan is made with, for the page as for its post. */
export type Planning<Form> = Pick<Desk<Form>, 'form' | 'read' | 'may' | 'language'>

export interface Consequence<Kind extends ThingKind, Now extends Standing, Form> {
  change: ChangeName
  thing: Thing<Kind, Now>
  /** The address of its page. */
  page: PathName
  form: z.ZodType<Form>
  /** What it will do to the thing as it is now. */
  plan(now: Now, desk: Planning<Form>, at: ParamsFor<Kind>): Plan | Promise<Plan>
  /** Does it, if the thing is still of that version; answers where to go on. */
  send(desk: WorkDesk<Form>, given: { at: ParamsFor<Kind>; version: string | undefined }): Promise<string>
}

/**
 * What the page is given; `now` and `page` are for what is its own. Where nothing is asked before the plan, the page
 * begins with it (`first`).
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

/** Null where the form has something to ask, or no plan can be made now: the post says why. */
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
