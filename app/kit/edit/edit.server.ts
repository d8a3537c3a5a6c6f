/** Edits one thing's own fields: the data of its form page, and its post (design §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import type { PlanRow } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import type { ChangeName } from '~/changes'
import { address, href } from '~/hrefs'
import { requestLanguage } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import type { Label } from '../list/filter'
import { editRow } from './edit-row'
import type { InputValues } from './fields'
import { type Entity, entitySubject, entitySubjectAt, loadChangePage, type Thing, type ThingKind } from './thing.server'

/** Why an edit is refused: errors that only the current state reveals, or a reason why the thing cannot be edited. */
export type EditRefusal = { errors: Record<string, string[]> } | { because: string }

/** The page of an edit is at the address `<kind>Settings`, which trail records link to. */
export interface Edit<Kind extends ThingKind, Now extends Entity, Form> {
  change: Extract<ChangeName, `${Kind}.edit`>
  thing: Thing<Kind, Now>
  form(language: 'en' | 'fr'): z.ZodType<Form>
  /** Returns the fields that the form saves. */
  savedFields(form: Form, now: Now): object
  refusalFor?(form: Form, now: Now): EditRefusal | null
  /** Saves the thing if it still has that version. Returns the address to redirect to, if not the page of the thing. */
  send(
    context: WorkContext<Form>,
    target: { at: ParamsFor<Kind>; now: Now; version: string | undefined },
  ): Promise<string | void>
}

/** Returns the data of the page; `now` and `page` are for the page's own additions. */
export async function editData<Kind extends ThingKind, Now extends Entity, Form>(
  args: LoaderFunctionArgs,
  { change, thing }: Edit<Kind, Now, Form>,
  crumb: Label = (t) => t('action.edit'),
) {
  const loaded = await loadChangePage(args, { thing, change, page: `${thing.kind}Settings`, crumb })
  const original = { version: loaded.now.eTag ?? '', values: thing.toForm(loaded.now) }
  return { ...loaded, data: { ...loaded.data, original, formKey: newKey() } }
}

export async function editAction<Kind extends ThingKind, Now extends Entity, Form>(
  args: ActionFunctionArgs,
  { change, thing, form, savedFields, refusalFor, send }: Edit<Kind, Now, Form>,
) {
  const at = address(thing.kind, args.params)
  return mutate(args, {
    name: change,
    about: entitySubjectAt(thing.kind, at),
    options: { isDirect: true, keepsUnchangedText: true },
    form: form(await requestLanguage(args.request)),
    async plan(context: PlanContext<Form>) {
      const now = await thing.load(context, at)
      const because = refusalFor?.(context.form, now) ?? null
      if (because && 'errors' in because) return { rows: [], errors: because.errors }
      const values = thing.toForm(now)
      const after = withMissingNames(values, thing.toForm({ ...now, ...savedFields(context.form, now) }))
      const before = withMissingNames(after, values)
      const row: PlanRow = editRow({ subject: entitySubject(thing.kind, now), before, after, version: now.eTag })
      return { rows: [because ? { ...row, effect: 'skip', ...because } : row], current: before }
    },
    async work(context) {
      const now = await thing.load(context, at)
      const version = context.plan.rows[0]?.version
      const to = await send(context, { at, now, version })
      return to ?? href(thing.kind, at, { changed: context.changeId })
    },
  })
}

/** Adds an empty text for each name only the other has: a row of a list that is new, or removed. */
function withMissingNames(other: InputValues, values: InputValues): InputValues {
  return {
    ...values,
    ...Object.fromEntries(Object.keys(other).flatMap((name) => (name in values ? [] : [[name, '']]))),
  }
}
