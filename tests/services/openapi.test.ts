/** The OpenAPI documents of the services against the schema of OpenAPI 3.1 (design §5). */
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { contracts } from '../../services/contracts'
import type { AnyEndpoint, ServiceName } from '../../services/contracts/endpoint'
import { openApi } from '../../services/kit/openapi'

interface Document {
  openapi: string
  paths: Record<string, Record<string, { operationId: string; parameters: { name: string; in: string }[] }>>
}
const documents = Object.entries(contracts).map(([, contract]) => {
  const calls = Object.values(contract as Record<string, AnyEndpoint>)
  const name = calls[0]?.service as ServiceName
  return { name, calls, document: openApi(name, contract) as Document }
})

describe.each(documents)('the document of $name', ({ calls, document }) => {
  it('is valid OpenAPI 3.1, its references lead somewhere', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document) as never)
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
    expect(validator.version).toBe('3.1')
    expect(() => validator.resolveRefs()).not.toThrow()
  })

  it('has every call once, with the parameters its path names', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, ...operation })),
    )
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(calls.map(({ name }) => name).sort())
    for (const { path, parameters } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(named)
    }
  })
})
