/** Edits many spaces of a building: form, plan and save (journey 12). */
import { z } from 'zod'
import { plainText } from '#contracts/plain-text'
import { Id } from '#contracts/scalars'
import { site as contract, type Space, SpaceKind, Usage } from '#contracts/site'
import type { Desk, WorkDesk } from '~/change/desk'
import { eachRow } from '~/change/each-row'
import type { Plan, PlanRow } from '~/change/plan'
import { sparing } from '~/change/sparing'
import type { ParamsFor } from '~/paths'
import { fieldsChanged } from '~/screens/edit/edit-row'
import { shapeOf } from '~/screens/edit/schema'
import { buildingAt } from '~/screens/place/own-place.server'
import { spaceFields } from '~/things/space/fields'
import { type Row, rowOf, wasOf } from './many'

/** Rows per form. */
export const mostSpaces = 50

const { name, kind, usage } = shapeOf(spaceFields, 'en')

/** `was` contains the values the form showed, so that only fields the person changed are saved. */
const SpaceRow = z
  .object({ id: Id, was: z.string().max(10_000).default(''), name: z.string(), kind, usage })
  .transform(({ name: typed, ...row }, check) => {
    const shown = wasOf(row.was)?.name
    const read = sparing(name, () => (shown ? [plainText(shown)] : [])).safeParse(typed)
    if (read.success) return { ...row, name: read.data }
    for (const { message } of read.error.issues) check.addIssue({ code: 'custom', message, path: ['name'] })
    return z.NEVER
  })

export const SpacesForm = z.object({ space: z.array(SpaceRow).min(1).max(mostSpaces) })
export type SpacesForm = z.infer<typeof SpacesForm>

/** Returns the spaces that change; a concurrent change is kept, or reported where it is overwritten. */
export async function planSpaces({ form, read }: Desk<SpacesForm>, at: ParamsFor<'building'>): Promise<Plan> {
  const [, spaces] = await Promise.all([
    buildingAt(read, at),
    read(contract.listSpaces, { path: { id: at.buildingId } }),
  ])
  const known = new Map(spaces.map((space) => [space.id, space]))
  return { rows: form.space.flatMap((posted) => planned(posted, known.get(posted.id))) }
}

function planned({ id, was, ...typed }: SpacesForm['space'][number], space: Space | undefined): PlanRow[] {
  if (!space)
    return [
      {
        subject: { kind: 'space', id, name: typed.name },
        effect: 'skip',
        because: 'main:space.many.gone',
        fields: [],
      },
    ]
  const now = rowOf(space)
  const shown = wasOf(was) ?? now
  const wanted = rowOf(typed)
  const after = Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [
      name,
      value === shown[name as keyof Row] ? now[name as keyof Row] : value,
    ]),
  )
  const fields = fieldsChanged({ ...now }, after)
  if (fields.length === 0) return []
  const isOverlooked = fields.some(({ name, from }) => shown[name as keyof Row] !== (from ?? ''))
  return [
    {
      subject: { kind: 'space', id, name: space.name, path: space.path },
      effect: 'change',
      because: isOverlooked ? 'main:space.many.overlooked' : undefined,
      fields,
      version: space.eTag,
      before: { ...now, parentSpaceId: space.parentSpaceId ?? '' },
      after: { ...after, parentSpaceId: space.parentSpaceId ?? '' },
    },
  ]
}

const Saved = z.object({ name: z.string(), kind: SpaceKind, usage: Usage.or(z.literal('')) })

/** Saves one space after the other; a failure does not stop the others. */
export async function saveSpaces(desk: WorkDesk<SpacesForm>): Promise<void> {
  await eachRow(desk, async ({ subject, version, after }) => {
    const { name, kind, usage } = Saved.parse(after)
    const body = { name, kind, usage: usage || null, eTag: version }
    await desk.write(contract.updateSpace, { path: { id: subject.id }, body }, [subject.id])
  })
}
