/** Schemas of an OpenAPI document: what the services accept and return, each shape under its name. */
import { z } from 'zod'
import type { AnyEndpoint } from '../contracts/endpoint'
import { alwaysSent, Failure, schemaNames } from './openapi-names'

export type JsonSchema = z.core.JSONSchema.BaseSchema
type Io = 'input' | 'output'
type Names = z.core.$ZodRegistry<{ id: string }>

export interface Schemas {
  /** `components.schemas`. */
  components: Record<string, JsonSchema>
  accepted(schema: z.ZodType): JsonSchema
  returned(schema: z.ZodType): JsonSchema
  /** Returns the accepted schema inline, not as a reference. */
  resolved(schema: z.ZodType): JsonSchema
}

/** Returns the schemas of a contract. A schema with different input and output shapes is accepted as `<name>Input`. */
export function schemasOf(contract: Record<string, AnyEndpoint>): Schemas {
  const calls = Object.values(contract)
  const names = namesIn(calls)
  const output: Record<string, JsonSchema> = {}
  const input: Record<string, JsonSchema> = {}
  for (const schema of [Failure, ...calls.map(({ reply }) => reply)])
    convert(schema, { io: 'output', names, into: output })
  for (const schema of calls.flatMap(({ query, body }) => [query, body]))
    if (schema) convert(schema, { io: 'input', names, into: input })

  const others = differingNames(input, output)
  const renamed = (name: string) => (others.has(name) ? `${name}Input` : name)
  const inputs = Object.entries(input).map(
    ([name, schema]) => [renamed(name), withReferences(schema, renamed)] as const,
  )
  const asReturned = (name: string) => name
  const outputs = Object.entries(output).map(([name, schema]) => [name, withReferences(schema, asReturned)] as const)
  const accepted = (schema: z.ZodType) => withReferences(convert(schema, { io: 'input', names, into: {} }), renamed)
  const components = Object.fromEntries([...inputs, ...outputs].sort(([a], [b]) => (a < b ? -1 : 1)))
  return {
    components,
    accepted,
    resolved(schema) {
      const json = accepted(schema)
      return components[json.$ref?.split('/').at(-1) ?? ''] ?? json
    },
    returned: (schema) => withReferences(convert(schema, { io: 'output', names, into: {} }), asReturned),
  }
}

/** Returns the names of the contracts' own schemas, and of the objects used in one call only. */
function namesIn(calls: AnyEndpoint[]): Names {
  const names: Names = z.registry()
  const usedNames = new Set(schemaNames.values())
  for (const [schema, id] of schemaNames) names.add(schema, { id })
  const add = (schema: z.ZodType | undefined, ...ids: (string | undefined)[]) => {
    const id = ids.find((one) => one && !usedNames.has(one))
    if (!id || !(schema instanceof z.ZodObject) || names.has(schema)) return
    usedNames.add(id)
    names.add(schema, { id })
  }
  for (const { name, body, reply } of calls) {
    const pascal = name.charAt(0).toUpperCase() + name.slice(1)
    add(reply, pageName(reply), `${pascal}Reply`)
    add(body, `${pascal}Request`)
  }
  return names
}

/** Returns `DevicePage` for the envelope of a page of `Device`. */
function pageName(reply: z.ZodType): string | undefined {
  if (!(reply instanceof z.ZodObject)) return undefined
  const { data, continuationToken } = reply.shape as Record<string, z.ZodType | undefined>
  const row = continuationToken && data instanceof z.ZodArray ? schemaNames.get(data.element) : undefined
  return row && `${row}Page`
}

interface Conversion {
  io: Io
  names: Names
  /** Collects the referenced named schemas. */
  into: Record<string, JsonSchema>
}

function convert(schema: z.core.$ZodType, { io, names, into }: Conversion): JsonSchema {
  const { $schema, $defs, ...json } = z.toJSONSchema(schema, {
    io,
    metadata: names,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) =>
      void (io === 'output' && tightenOutput(zodSchema, jsonSchema, { names, into })),
  })
  for (const [name, { id, ...memberSchema }] of Object.entries($defs ?? {})) into[name] = memberSchema
  return json
}

/** Tightens an output schema to what our services send: the contracts only state the minimum a backend must send. */
function tightenOutput(
  schema: z.core.$ZodTypes,
  json: JsonSchema,
  { names, into }: Pick<Conversion, 'names' | 'into'>,
): void {
  const { def } = schema._zod
  if (def.type === 'pipe') return void Object.assign(json, pipeSchema(def, { io: 'output', names, into }))
  if (def.type !== 'object' || json.type !== 'object') return
  const sent = alwaysSent[names.get(schema)?.id ?? '']
  const required = [...new Set([...(json.required ?? []), ...(sent ?? [])])]
  if (required.length) json.required = required
  // An object without declared members may have any.
  if (Object.keys(def.shape).length) delete json.additionalProperties
}

/** Returns the schema of a text or a list that is never absent, whatever its input: `text ?? ''`. */
function pipeSchema({ in: from, out }: z.core.$ZodPipeDef, conversion: Conversion): JsonSchema {
  if (out._zod.def.type !== 'transform') return {}
  let inner = from as z.core.$ZodTypes
  while (inner._zod.def.type === 'optional' || inner._zod.def.type === 'nullable')
    inner = inner._zod.def.innerType as z.core.$ZodTypes
  return convert(inner, conversion)
}

/** Returns the names of schemas whose input differs from their output, directly or through a reference. */
function differingNames(input: Record<string, JsonSchema>, output: Record<string, JsonSchema>): Set<string> {
  const others = new Set<string>()
  const both = Object.keys(input).filter((name) => name in output)
  let before = -1
  while (before < others.size) {
    before = others.size
    for (const name of both) {
      const text = JSON.stringify(input[name])
      const refersToOther = [...text.matchAll(reference)].some(([, other = '']) => others.has(other))
      if (refersToOther || text !== JSON.stringify(output[name])) others.add(name)
    }
  }
  return others
}

const reference = /"#\/\$defs\/([^"]+)"/g

const withReferences = (schema: JsonSchema, nameOf: (name: string) => string): JsonSchema =>
  JSON.parse(
    JSON.stringify(schema).replace(reference, (_, name: string) => `"#/components/schemas/${nameOf(name)}"`),
  ) as JsonSchema
