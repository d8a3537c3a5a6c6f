/** Creates a thing inside another: the data of its form page, and its post (design §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import type { PathNode } from '#contracts/scalars'
import type { Created } from '~/change/created'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import type { WorkContext } from '~/change/plan-context'
import type { ChangeName } from '~/changes'
import { address, type QueryParams } from '~/hrefs'
import { requestLanguage } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import { editRow } from './edit-row'
import type { InputValues } from './fields'
import { type Entity, entitySubjectAt, loadChangePage, type Thing, type ThingKind } from './thing.server'

/** The kinds with a creation form. */
type NewKind =
  | 'customer'
  | 'group'
  | 'site'
  | 'building'
  | 'space'
  | 'device'
  | 'equipment'
  | 'template'
  | 'controllerNetwork'
  | 'siteAgent'

/** The page of a creation is at the address `new<Kind>`. */
export interface Creation<
  Kind extends ThingKind,
  Parent extends Entity,
  Form extends { name: string },
  New extends Entity,
> {
  change: Extract<ChangeName, `${NewKind}.create`>
  /** The thing it is created in. */
  parent: Thing<Kind, Parent>
  form(language: 'en' | 'fr'): z.ZodType<Form>
  /** Returns the form's values as the trail records them. */
  toForm(form: Form, parent: Parent): InputValues
  /** Creates the thing. Returns null if the new thing cannot be distinguished from existing ones. */
  create(
    context: WorkContext<Form>,
    options: { at: ParamsFor<Kind>; parent: Parent; only: readonly string[] },
  ): Promise<Created<New> | null>
  /** Returns the page that shows the new thing; without one, the page of the list it belongs to. */
  resultHref(created: (Created<New> & { form: Form }) | null, at: ParamsFor<Kind>, search?: QueryParams): string
}

/** Returns the data of the page. */
export async function creationData<Kind extends ThingKind, Parent extends Entity>(
  args: LoaderFunctionArgs,
  {
    change,
    parent,
    resultHref,
  }: {
    change: Creation<Kind, Parent, { name: string }, Entity>['change']
    parent: Thing<Kind, Parent>
    resultHref(created: null, at: ParamsFor<Kind>): string
  },
) {
  const kind = kindOf(change)
  const page = `new${kind.charAt(0).toUpperCase()}${kind.slice(1)}` as `new${Capitalize<NewKind>}`
  const loaded = await loadChangePage(args, { thing: parent, change, page, crumb: (t) => t(`main:change.${change}`) })
  return { ...loaded, data: { ...loaded.data, formKey: newKey(), cancelHref: resultHref(null, loaded.at) } }
}

export async function creationAction<
  Kind extends ThingKind,
  Parent extends Entity,
  Form extends { name: string },
  New extends Entity,
>(args: ActionFunctionArgs, creation: Creation<Kind, Parent, Form, New>) {
  const { change, parent: thing, form, toForm, create, resultHref } = creation
  const at = address(thing.kind, args.params)
  const kind = kindOf(change)
  const idOf = (name: string) => `new:${name}`
  return mutate(args, {
    name: change,
    about: entitySubjectAt(thing.kind, at),
    options: { isDirect: true },
    form: form(await requestLanguage(args.request)),
    async plan(context) {
      const parent = await thing.load(context, at)
      const { name } = context.form
      const subject = { kind, id: idOf(name), name, path: pathBelow(thing.kind, parent) }
      return { rows: [editRow({ subject, before: null, after: toForm(context.form, parent) })] }
    },
    async work(context) {
      const parent = await thing.load(context, at)
      const id = idOf(context.form.name)
      const created = await create(context, { at, parent, only: [id] })
      const changed = { changed: context.changeId }
      if (!created) return resultHref(null, at, changed)
      context.setSubjectId(id, { kind, id: created.id, name: created.name ?? context.form.name, path: created.path })
      return resultHref({ ...created, form: context.form }, at, { ...changed, created: 1 })
    },
  })
}

function kindOf(change: Extract<ChangeName, `${NewKind}.create`>): NewKind {
  return change.slice(0, change.indexOf('.')) as NewKind
}

/** Returns the ancestors of a thing created in `parent`. Groups and sites have only the customer above them. */
export function pathBelow(kind: ThingKind, { id, name, path = [] }: Entity): PathNode[] | undefined {
  return kind === 'site' || kind === 'building' || kind === 'space' ? [...path, { id, name, type: kind }] : undefined
}
