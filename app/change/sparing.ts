/** Accepts values that an edit leaves unchanged: a backend may have other limits than ours, or none. */
import { z } from 'zod'
import { plainText } from '#contracts/plain-text'

/** Returns the texts that a form showed in a field; the rows of a list share one name, `property[].value`. */
export type Shown = (name: string) => readonly string[]

/** Returns the schema, extended to accept a text that is still as its field showed it. */
export function sparing<Form>(schema: z.ZodType<Form>, shown: Shown): z.ZodType<Form> {
  return sparingAt(schema, shown, '') as z.ZodType<Form>
}

function sparingAt(schema: z.ZodType, shown: Shown, name: string): z.ZodType {
  const inside = (part: unknown, called = name) => sparingAt(part as z.ZodType, shown, called)
  if (schema instanceof z.ZodString) return sparingText(schema, shown(name))
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

function sparingText(schema: z.ZodString, shown: readonly string[]): z.ZodType {
  if (shown.length === 0) return schema
  const isNone = { error: ({ input }: { input?: unknown }) => schema.safeParse(input).error?.issues[0]?.message }
  return z.string(isNone).transform((typed, check) => {
    const text = plainText(typed)
    if (shown.includes(text)) return text
    const read = schema.safeParse(typed)
    if (read.success) return read.data
    for (const { message } of read.error.issues) check.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}
