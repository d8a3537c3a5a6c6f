/** Edits one thing's own fields: the data of its form page, and its post (design §7). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import type { Desk, WorkDesk } from '~/change/desk'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import type { PlanRow } from '~/change/plan'
import type { ChangeName } from '~/changes'
import { address, href } from '~/hrefs'
import { languageOf } from '~/i18n/i18n.server'
import type { ParamsFor } from '~/paths'
import { pageOfChange, type Standing, subjectAt, subjectOf, type Thing, type ThingKind } from '~/things/thing.server'
import type { Said } from '../list/filter'
import { editRow } from './edit-row'
import type { FilledIn } from './fields'

/** Why an edit is refused: errors that only the current state reveals, or a reason why the thing cannot be edited. */
export type Refused = { errors: Record<string, string[]> } | { because: string }

/** The page of an edit is at the address `<kind>Settings`, which trail records link to. */
export interface Edit<Kind extends ThingKind, Now extends Standing, Form> {
  change: Extract<ChangeName, `${Kind}.edit`>
  thing: Thing<Kind, Now>
  form(language: 'en' | 'fr'): z.ZodType<Form>
  /** Returns the fields that the form saves. */
  edited(form: Form, now: Now): object
  refused?(form: Form, now: Now): Refused | null
  /** Saves the thing if it still has that version. Returns the address to redirect to, if not the page of the thing. */
  send(
    desk: WorkDesk<Form>,
    given: { at: ParamsFor<Kind>; now: Now; version: string | undefined },
  ): Promise<string | void>
}

/** Returns the data of the page; `now` and `page` are for the page's own additions. */
export async function editData<Kind extends ThingKind, Now extends Standing, Form>(
  args: LoaderFunctionArgs,
  { change, thing }: Edit<Kind, Now, Form>,
  crumb: Said = (t) => t('action.edit'),
) {
  const found = await pageOfChange(args, { thing, change, page: `${thing.kind}Settings`, crumb })
  const original = { version: found.now.eTag ?? '', values: thing.filled(found.now) }
  return { ...found, data: { ...found.data, original, formKey: newKey() } }
}

export async function editAction<Kind extends ThingKind, Now extends Standing, Form>(
  args: ActionFunctionArgs,
  { change, thing, form, edited, refused, send }: Edit<Kind, Now, Form>,
) {
  const at = address(thing.kind, args.params)
  return mutate(args, {
    name: change,
    isDirect: true,
    about: subjectAt(thing.kind, at),
    form: form(await languageOf(args.request)),
    sparesTexts: true,
    async plan(desk: Desk<Form>) {
      const now = await thing.afresh(desk, at)
      const because = refused?.(desk.form, now) ?? null
      if (because && 'errors' in because) return { rows: [], errors: because.errors }
      const filled = thing.filled(now)
      const after = withNamesOf(filled, thing.filled({ ...now, ...edited(desk.form, now) }))
      const before = withNamesOf(after, filled)
      const row: PlanRow = editRow({ subject: subjectOf(thing.kind, now), before, after, version: now.eTag })
      return { rows: [because ? { ...row, effect: 'skip', ...because } : row], current: before }
    },
    async work(desk) {
      const now = await thing.afresh(desk, at)
      const version = desk.plan.rows[0]?.version
      const to = await send(desk, { at, now, version })
      return to ?? href(thing.kind, at, { changed: desk.changeId })
    },
  })
}

/** Adds an empty text for each name only the other has: a row of a list that is new, or removed. */
function withNamesOf(other: FilledIn, filled: FilledIn): FilledIn {
  return {
    ...filled,
    ...Object.fromEntries(Object.keys(other).flatMap((name) => (name in filled ? [] : [[name, '']]))),
  }
}
