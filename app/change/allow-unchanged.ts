/** Accepts values that an edit leaves unchanged: a backend may have other limits than ours, or none. */
import { z } from 'zod'
import { plainText } from '#contracts/plain-text'

/** Returns the texts that a form showed in a field; the rows of a list share one name, `property[].value`. */
export type ShownTexts = (name: string) => readonly string[]

/** Returns the schema, extended to accept a text that is still as its field showed it. */
export function allowUnchanged<Form>(schema: z.ZodType<Form>, shownTexts: ShownTexts): z.ZodType<Form> {
  return allowUnchangedAt(schema, shownTexts, '') as z.ZodType<Form>
}

function allowUnchangedAt(schema: z.ZodType, shownTexts: ShownTexts, name: string): z.ZodType {
  const inside = (part: unknown, path = name) => allowUnchangedAt(part as z.ZodType, shownTexts, path)
  if (schema instanceof z.ZodString) return allowUnchangedText(schema, shownTexts(name))
  if (schema instanceof z.ZodObject) {
    const parts = Object.entries(schema.shape).map(([key, part]) => [key, inside(part, name ? `${name}.${key}` : key)])
    return schema.clone({ ...schema.def, shape: Object.fromEntries(parts) })
  }
  if (schema instanceof z.ZodArray)
    return schema.clone({ ...schema.def, element: inside(schema.def.element, `${name}[]`) })
  if (schema instanceof z.ZodPipe) return schema.clone({ ...schema.def, in: inside(schema.def.in) })
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return schema.clone({ ...schema.def, innerType: inside(schema.def.innerType) } as never)
  return schema
}

function allowUnchangedText(schema: z.ZodString, shownTexts: readonly string[]): z.ZodType {
  if (shownTexts.length === 0) return schema
  const errorOptions = { error: ({ input }: { input?: unknown }) => schema.safeParse(input).error?.issues[0]?.message }
  return z.string(errorOptions).transform((typed, check) => {
    const text = plainText(typed)
    if (shownTexts.includes(text)) return text
    const read = schema.safeParse(typed)
    if (read.success) return read.data
    for (const { message } of read.error.issues) check.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}
