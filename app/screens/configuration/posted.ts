/** The schema of a settings form, built from the settings of its kind, and the parser of its fields. */
import { z } from 'zod'
import { DeviceIds } from './device-ids'
import { fieldsIn, incrementName, type KindView, nested, type SettingField, type SettingValue, valueAt } from './kind'
import type { Settings } from './kind.server'

const longestText = 100
const longestLines = 10_000

/** Returns the schema of a kind's form. Names with dots nest a setting inside its group. */
export function postedSchema(view: KindView) {
  const inside = (schema: (field: SettingField) => z.ZodType) =>
    shapeOf(nested(fieldsIn(view).map((field) => [field.input, schema(field)])))
  return z.object({
    ...inside(typedSchema),
    device: DeviceIds.min(1, { error: 'errors:nothingChosen' }),
    eTag: z.string().max(500).optional(),
    shown: z.array(z.string().max(100)).max(100).optional(),
    [incrementName]: z.string().max(longestText).optional(),
    keep: z.object(inside(() => z.literal('on').optional())).optional(),
    was: z.object(inside(() => z.union([z.string(), z.array(z.string())]).optional())).optional(),
  })
}

type Posted = z.infer<ReturnType<typeof postedSchema>>

function typedSchema({ control }: SettingField): z.ZodType {
  if (control === 'switch') return z.enum(['on', 'off']).optional()
  if (control === 'boxes') return z.array(z.string().max(longestText)).max(100).optional()
  return z
    .string()
    .max(control === 'lines' ? longestLines : longestText)
    .optional()
}

/** The keys depend on the settings of the kind and are unknown to the types. */
function shapeOf(inside: Record<string, unknown>): Record<never, z.ZodType> {
  return Object.fromEntries(
    Object.entries(inside).map(([name, one]) => [
      name,
      one instanceof z.ZodType ? one : z.object(shapeOf(one as Record<string, unknown>)).optional(),
    ]),
  )
}

/**
 * Returns the submitted value without settings left unchanged, and the settings filled in beside a ticked "No change"
 * box.
 */
export function typedIn(view: KindView, posted: Posted): Settings {
  const { keep = {}, was = {}, shown = [] } = posted
  const value: [path: string, value: SettingValue][] = []
  const overlooked: string[] = []
  for (const field of fieldsIn(view)) {
    const typed = valueAt(posted, field.input)
    if (valueAt(keep, field.input)) {
      const isTyped = typed !== undefined && typed !== '' && textOf(typed) !== textOf(valueAt(was, field.input))
      if (isTyped) overlooked.push(field.path)
      continue
    }
    // A browser posts an empty input as nothing: only inputs the form rendered were cleared on purpose.
    if (typed === undefined && !shown.includes(field.input)) continue
    const read = readAs(field, typed)
    if (read !== undefined) value.push([field.path, read])
  }
  return { ids: [...new Set(posted.device)], eTag: posted.eTag ?? null, value: nested(value), overlooked }
}

const textOf = (value: SettingValue | undefined) => JSON.stringify([value ?? ''].flat().toSorted())

/**
 * Returns undefined for an unset switch or choice. Returns NaN for an invalid number, which validation then refuses.
 */
function readAs(field: SettingField, typed: SettingValue | undefined): SettingValue | undefined {
  const { control, isNumber, isClearable, isOfWords } = field
  if (Array.isArray(typed)) return typed
  const text = String(typed ?? '').trim()
  if (control === 'switch') return text === '' ? undefined : text === 'on'
  if (control === 'choice' && text === '') return undefined
  if (control === 'lines') {
    const lines = text.split(isOfWords ? /[\s,;]+/ : '\n').map((line) => line.trim())
    return lines.filter(Boolean)
  }
  if (isClearable && text === '') return null
  if (control !== 'digits' && !isNumber) return text
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}
