/** The schema of a settings form, built from the settings of its kind, and the parser of its fields. */
import { z } from 'zod'
import { SelectedDeviceIds } from './device-ids'
import {
  fieldsIn,
  incrementName,
  type KindView,
  nestByPath,
  type SettingField,
  type SettingValue,
  settingValueAt,
} from './kind'
import type { SettingsInput } from './kind.server'

const maxTextLength = 100
const maxLinesLength = 10_000

/** Returns the schema of a kind's form. Names with dots nest a setting inside its group. */
export function settingsFormSchema(view: KindView) {
  const inside = (schema: (field: SettingField) => z.ZodType) =>
    shapeOf(nestByPath(fieldsIn(view).map((field) => [field.input, schema(field)])))
  return z.object({
    ...inside(typedSchema),
    device: SelectedDeviceIds.min(1, { error: 'errors:nothingChosen' }),
    eTag: z.string().max(500).optional(),
    shown: z.array(z.string().max(100)).max(100).optional(),
    [incrementName]: z.string().max(maxTextLength).optional(),
    keep: z.object(inside(() => z.literal('on').optional())).optional(),
    was: z.object(inside(() => z.union([z.string(), z.array(z.string())]).optional())).optional(),
  })
}

type PostedSettings = z.infer<ReturnType<typeof settingsFormSchema>>

function typedSchema({ control }: SettingField): z.ZodType {
  if (control === 'switch') return z.enum(['on', 'off']).optional()
  if (control === 'boxes') return z.array(z.string().max(maxTextLength)).max(100).optional()
  return z
    .string()
    .max(control === 'lines' ? maxLinesLength : maxTextLength)
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
export function parseSettingsInput(view: KindView, posted: PostedSettings): SettingsInput {
  const { keep = {}, was = {}, shown: rendered = [] } = posted
  const value: [path: string, value: SettingValue][] = []
  const overlooked: string[] = []
  for (const field of fieldsIn(view)) {
    const typed = settingValueAt(posted, field.input)
    if (settingValueAt(keep, field.input)) {
      const isTyped = typed !== undefined && typed !== '' && textOf(typed) !== textOf(settingValueAt(was, field.input))
      if (isTyped) overlooked.push(field.path)
      continue
    }
    // A browser posts an empty input as nothing: only inputs the form rendered were cleared on purpose.
    if (typed === undefined && !rendered.includes(field.input)) continue
    const parsed = parseSetting(field, typed)
    if (parsed !== undefined) value.push([field.path, parsed])
  }
  return { ids: [...new Set(posted.device)], eTag: posted.eTag ?? null, value: nestByPath(value), overlooked }
}

const textOf = (value: SettingValue | undefined) => JSON.stringify([value ?? ''].flat().toSorted())

/**
 * Returns undefined for an unset switch or choice. Returns NaN for an invalid number, which validation then refuses.
 */
function parseSetting(field: SettingField, typed: SettingValue | undefined): SettingValue | undefined {
  const { control, isNumber, isClearable, splitsOnSpaces } = field
  if (Array.isArray(typed)) return typed
  const text = String(typed ?? '').trim()
  if (control === 'switch') return text === '' ? undefined : text === 'on'
  if (control === 'choice' && text === '') return undefined
  if (control === 'lines') {
    const lines = text.split(splitsOnSpaces ? /[\s,;]+/ : '\n').map((line) => line.trim())
    return lines.filter(Boolean)
  }
  if (isClearable && text === '') return null
  if (control !== 'digits' && !isNumber) return text
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}
