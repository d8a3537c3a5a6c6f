/** A new thing inside another: the page of its form, and what posting it does (design §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import type { PathNode } from '#contracts/scalars'
import type { WorkDesk } from '~/change/desk'
import { newKey } from '~/change/idempotency.server'
import type { Made } from '~/change/made'
import { mutate } from '~/change/mutate.server'
import type { ChangeName } from '~/changes'
import { address, type Search } from '~/hrefs'
import { languageOf } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import { pageOfChange, type Standing, subjectAt, type Thing, type ThingKind } from '~/things/thing.server'
import { editRow } from './edit-row'
import type { FilledIn } from './fields'

/** The kinds that have a form of their own for a new one. */
type NewKind = 'customer' | 'group' | 'site' | 'building' | 'space' | 'device' | 'equipment' | 'template'

/** Its page is at the address `new<Kind>`. */
export interface Creation<
  Kind extends ThingKind,
  Inside extends Standing,
  Form extends { name: string },
  New extends Standing,
> {
  change: Extract<ChangeName, `${NewKind}.create`>
  /** What it is made in. */
  inside: Thing<Kind, Inside>
  form(language: 'en' | 'fr'): z.ZodType<Form>
  /** The form as the trail keeps it. */
  filled(form: Form, inside: Inside): FilledIn
  /** Makes it; null where nobody can say which of those that are there it is. */
  make(
    desk: WorkDesk<Form>,
    given: { at: ParamsFor<Kind>; inside: Inside; only: readonly string[] },
  ): Promise<Made<New> | null>
  /** The page it is seen on; where it is not known or not made, the one that it would be found from. */
  seenOn(made: (Made<New> & { form: Form }) | null, at: ParamsFor<Kind>, search?: Search): string
}

/** What the page is given. */
export async function creationData<Kind extends ThingKind, Inside extends Standing>(
  args: LoaderFunctionArgs,
  {
    change,
    inside,
    seenOn,
  }: {
    change: Creation<Kind, Inside, { name: string }, Standing>['change']
    inside: Thing<Kind, Inside>
    seenOn(made: null, at: ParamsFor<Kind>): string
  },
) {
  const kind = kindOf(change)
  const page = `new${kind.charAt(0).toUpperCase()}${kind.slice(1)}` as `new${Capitalize<NewKind>}`
  const found = await pageOfChange(args, { thing: inside, change, page, crumb: (t) => t(`main:change.${change}`) })
  return { ...found, data: { ...found.data, formKey: newKey(), cancelHref: seenOn(null, found.at) } }
}

export async function creationAction<
  Kind extends ThingKind,
  Inside extends Standing,
  Form extends { name: string },
  New extends Standing,
>(args: ActionFunctionArgs, creation: Creation<Kind, Inside, Form, New>) {
  const { change, inside: thing, form, filled, make, seenOn } = creation
  const at = address(thing.kind, args.params)
  const kind = kindOf(change)
  const idOf = (name: string) => `new:${name}`
  return mutate(args, {
    name: change,
    isDirect: true,
    about: subjectAt(thing.kind, at),
    form: form(await languageOf(args.request)),
    async plan(desk) {
      const inside = await thing.afresh(desk, at)
      const { name } = desk.form
      const subject = { kind, id: idOf(name), name, path: pathInside(thing.kind, inside) }
      return { rows: [editRow({ subject, before: null, after: filled(desk.form, inside) })] }
    },
    async work(desk) {
      const inside = await thing.afresh(desk, at)
      const id = idOf(desk.form.name)
      const made = await make(desk, { at, inside, only: [id] })
      const changed = { changed: desk.changeId }
      if (!made) return seenOn(null, at, changed)
      desk.became(id, { kind, id: made.id, name: made.name ?? desk.form.name, path: made.path })
      return seenOn({ ...made, form: desk.form }, at, { ...changed, created: 1 })
    },
  })
}

function kindOf(change: Extract<ChangeName, `${NewKind}.create`>): NewKind {
  return change.slice(0, change.indexOf('.')) as NewKind
}

/** The ancestors of what is made in a thing; above groups and sites there is only the customer. */
export function pathInside(kind: ThingKind, { id, name, path = [] }: Standing): PathNode[] | undefined {
  return kind === 'site' || kind === 'building' || kind === 'space' ? [...path, { id, name, type: kind }] : undefined
}
