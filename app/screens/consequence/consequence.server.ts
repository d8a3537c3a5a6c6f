/** A change of one thing that is planned before it is done: the page that says what it means, and its two posts. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import type { Desk, WorkDesk } from '~/change/desk'
import { mutate } from '~/change/mutate.server'
import type { Plan } from '~/change/plan'
import { type ChangeName, changeNamed } from '~/changes'
import { address } from '~/hrefs'
import type { ParamsFor, PathName } from '~/paths'
import { pageOfChange, type Standing, subjectAt, type Thing, type ThingKind } from '~/things/thing.server'
import type { Said } from '../list/filter'

export interface Consequence<Kind extends ThingKind, Now extends Standing, Form> {
  change: ChangeName
  thing: Thing<Kind, Now>
  /** The address of its page. */
  page: PathName
  form: z.ZodType<Form>
  /** What it will do to the thing as it is now. */
  plan(now: Now, desk: Desk<Form>, at: ParamsFor<Kind>): Plan | Promise<Plan>
  /** Does it, if the thing is still of that version; answers where to go on. */
  send(desk: WorkDesk<Form>, given: { at: ParamsFor<Kind>; version: string | undefined }): Promise<string>
}

/** What the page is given; `now` and `page` are for what is its own. */
export function consequenceData<Kind extends ThingKind, Now extends Standing, Form>(
  args: LoaderFunctionArgs,
  { change, thing, page }: Consequence<Kind, Now, Form>,
  crumb: Said,
) {
  return pageOfChange(args, { thing, change, page, crumb })
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
