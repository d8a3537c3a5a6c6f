/** Edits many spaces of a building: form, plan and save (journey 12). */
import { z } from 'zod'
import { plainText } from '#contracts/plain-text'
import { Id } from '#contracts/scalars'
import { site as contract, type Space, SpaceKind, Usage } from '#contracts/site'
import { allowUnchanged } from '~/change/allow-unchanged'
import { forEachRow } from '~/change/each-row'
import type { Plan, PlanRow } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import { changedFields } from '~/kit/edit/edit-row'
import { fieldLabel } from '~/kit/edit/fields'
import { shapeOf } from '~/kit/edit/schema'
import { buildingAt } from '~/kit/place/own-place.server'
import type { ParamsFor } from '~/paths'
import { parseShownValues, type SpaceValues, spaceValues } from './many'
import { spaceFields } from './shared/fields'

/** Rows per form. */
export const maxSpaces = 50

const { name, kind, usage } = shapeOf(spaceFields, 'en')

/** `was` contains the values the form showed, so that only fields the person changed are saved. */
const SpaceRow = z
  .object({ id: Id, was: z.string().max(10_000).default(''), name: z.string(), kind, usage })
  .transform(({ name: typed, ...row }, check) => {
    const shownName = parseShownValues(row.was)?.name
    const parsed = allowUnchanged(name, () => (shownName ? [plainText(shownName)] : [])).safeParse(typed)
    if (parsed.success) return { ...row, name: parsed.data }
    for (const { message } of parsed.error.issues) check.addIssue({ code: 'custom', message, path: ['name'] })
    return z.NEVER
  })

export const SpacesForm = z.object({ space: z.array(SpaceRow).min(1).max(maxSpaces) })
export type SpacesForm = z.infer<typeof SpacesForm>

/** Returns the spaces that change; a concurrent change is kept, or reported where it is overwritten. */
export async function planSpaces(
  { form, read, language }: PlanContext<SpacesForm>,
  at: ParamsFor<'building'>,
): Promise<Plan> {
  const [, spaces] = await Promise.all([
    buildingAt(read, at),
    read(contract.listSpaces, { path: { id: at.buildingId } }),
  ])
  const byId = new Map(spaces.map((space) => [space.id, space]))
  const t = translator(language)
  return { rows: form.space.flatMap((posted) => planRows(t, posted, byId.get(posted.id))) }
}

function planRows(
  t: Translate,
  { id, was, ...typed }: SpacesForm['space'][number],
  space: Space | undefined,
): PlanRow[] {
  if (!space)
    return [
      {
        subject: { kind: 'space', id, name: typed.name },
        effect: 'skip',
        because: 'main:space.many.gone',
        fields: [],
      },
    ]
  const now = spaceValues(space)
  const shownValues = parseShownValues(was) ?? now
  const requested = spaceValues(typed)
  const after = Object.fromEntries(
    Object.entries(requested).map(([name, value]) => [
      name,
      value === shownValues[name as keyof SpaceValues] ? now[name as keyof SpaceValues] : value,
    ]),
  )
  const fields = changedFields({ ...now }, after, (name) => fieldLabel(spaceFields, t, name))
  if (fields.length === 0) return []
  const hasConflict = fields.some(({ name, from }) => shownValues[name as keyof SpaceValues] !== (from ?? ''))
  return [
    {
      subject: { kind: 'space', id, name: space.name, path: space.path },
      effect: 'change',
      because: hasConflict ? 'main:space.many.overlooked' : undefined,
      fields,
      version: space.eTag,
      before: { ...now, parentSpaceId: space.parentSpaceId ?? '' },
      after: { ...after, parentSpaceId: space.parentSpaceId ?? '' },
    },
  ]
}

const Saved = z.object({ name: z.string(), kind: SpaceKind, usage: Usage.or(z.literal('')) })

/** Saves one space after the other; a failure does not stop the others. */
export async function saveSpaces(context: WorkContext<SpacesForm>): Promise<void> {
  await forEachRow(context, async ({ subject, version, after }) => {
    const { name, kind, usage } = Saved.parse(after)
    const body = { name, kind, usage: usage || null, eTag: version }
    await context.write(contract.updateSpace, { path: { id: subject.id }, body }, [subject.id])
  })
}
