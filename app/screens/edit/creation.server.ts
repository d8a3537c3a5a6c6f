/** Creates a thing inside another: the data of its form page, and its post (design §7). */
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

/** The kinds with a creation form. */
type NewKind = 'customer' | 'group' | 'site' | 'building' | 'space' | 'device' | 'equipment' | 'template'

/** The page of a creation is at the address `new<Kind>`. */
export interface Creation<
  Kind extends ThingKind,
  Inside extends Standing,
  Form extends { name: string },
  New extends Standing,
> {
  change: Extract<ChangeName, `${NewKind}.create`>
  /** The thing it is created in. */
  inside: Thing<Kind, Inside>
  form(language: 'en' | 'fr'): z.ZodType<Form>
  /** Returns the form's values as the trail records them. */
  filled(form: Form, inside: Inside): FilledIn
  /** Creates the thing. Returns null if the new thing cannot be distinguished from existing ones. */
  make(
    desk: WorkDesk<Form>,
    given: { at: ParamsFor<Kind>; inside: Inside; only: readonly string[] },
  ): Promise<Made<New> | null>
  /** Returns the page that shows the new thing; without one, the page of the list it belongs to. */
  seenOn(made: (Made<New> & { form: Form }) | null, at: ParamsFor<Kind>, search?: Search): string
}

/** Returns the data of the page. */
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

/** Returns the ancestors of a thing created in `parent`. Groups and sites have only the customer above them. */
export function pathInside(kind: ThingKind, { id, name, path = [] }: Standing): PathNode[] | undefined {
  return kind === 'site' || kind === 'building' || kind === 'space' ? [...path, { id, name, type: kind }] : undefined
}
