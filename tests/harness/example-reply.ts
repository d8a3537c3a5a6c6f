/** An answer that a contract promises, made of its schema: every member there, every list with two rows. */
import type { z } from 'zod'
import { schemaMeaningOf } from '../../services/contracts/lenient'

const uuid = (at: number) => `0000000a-0000-4000-8000-${String(at).padStart(12, '0')}`

/** The same for the same schema. */
export function exampleOf(schema: z.core.$ZodType, at = 1): unknown {
  const meaning = schemaMeaningOf(schema)
  if (meaning === 'id' || meaning === 'key') return uuid(at)
  if (meaning === 'time') return '2026-03-09T14:05:00.000Z'
  const { def } = (schema as z.core.$ZodTypes)._zod
  const inner = (one: z.core.$ZodType) => exampleOf(one, at)
  switch (def.type) {
    case 'string':
      return `text ${at}`
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'null':
      return null
    case 'array': {
      const exact = def.checks?.map((check) => (check._zod.def as { length?: number }).length).find(Boolean) ?? 2
      return Array.from({ length: exact }, (_, row) => exampleOf(def.element, row + 1))
    }
    case 'tuple':
      return def.items.map(inner)
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([name, member]) => [name, inner(member as z.core.$ZodType)]),
      )
    case 'record': {
      const key = inner(def.keyType)
      return { [String(key)]: inner(def.valueType) }
    }
    case 'union':
      return inner(def.options[0] as z.core.$ZodType)
    case 'pipe':
      return inner((def.in as z.core.$ZodTypes)._zod.def.type === 'transform' ? def.out : def.in)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return inner(def.innerType)
    default:
      return { any: at }
  }
}
