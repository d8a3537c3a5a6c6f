/**
 * ReadPropertyMultiple with any device (clause 15.7): batches as large as its messages allow, halved when it aborts, one
 * by one where it does not know the service.
 */
import { decodeWhole, encodeWhole } from '../encoding/codec'
import { type ObjectId, objectKey } from '../encoding/primitives'
import { decodeProperty, type PropertyValue } from '../encoding/property-values'
import type { RequestOptions } from '../exchange/request-queue'
import { readPropertyMultipleAck, readPropertyMultipleRequest } from '../messages/reading'
import { DamagedFrame } from '../octets'
import { type Failure, isRequestFailure, isUnanswered, RequestFailure, rejectReasons } from '../refusals'
import { confirmedServices } from '../service-numbers'

export interface PropertyToRead {
  object: ObjectId
  property: number
  arrayIndex?: number | undefined
}

export type PropertyResult = { value: PropertyValue } | { failure: Failure }

/** Whether a person waits for it. */
export type ReadOptions = Pick<RequestOptions, 'isAwaited'>

interface MultipleReaderOptions {
  maxApdu: number
  sendsSegments: boolean
  request(service: number, data: Uint8Array, options: ReadOptions): Promise<Uint8Array>
  readOne(ref: PropertyToRead, options: ReadOptions): Promise<PropertyValue>
}

/** Octets of an average property in a reply; a batch that proves too long is halved. */
const replyOctetsPerProperty = 24
/** Octets of a property in a request, at most. */
const requestOctetsPerProperty = 14
const headOctets = 8
/** More in one request would keep a slow device busy for too long. */
const maxProperties = 200

export class MultipleReader {
  readonly #options: MultipleReaderOptions
  #maxProperties: number

  constructor(options: MultipleReaderOptions) {
    this.#options = options
    const { maxApdu, sendsSegments } = options
    const octets = sendsSegments ? requestOctetsPerProperty : replyOctetsPerProperty
    this.#maxProperties = Math.min(maxProperties, Math.max(1, Math.floor((maxApdu - headOctets) / octets)))
  }

  /** Returns a result for each property, in the order of the properties. */
  async read(refs: readonly PropertyToRead[], options: ReadOptions = {}): Promise<PropertyResult[]> {
    const results: PropertyResult[] = []
    while (results.length < refs.length) {
      const batch = refs.slice(results.length, results.length + this.#maxProperties)
      const read = await this.#readBatch(batch, options)
      results.push(...read)
      const last = read.at(-1)
      if (last && 'failure' in last && isUnanswered(last.failure)) {
        const { failure } = last
        results.push(...refs.slice(results.length).map(() => ({ failure })))
      }
    }
    return results
  }

  async #readBatch(batch: readonly PropertyToRead[], options: ReadOptions): Promise<PropertyResult[]> {
    const [first] = batch
    if (first && batch.length === 1) return [await this.#readOne(first, options)]
    try {
      const data = encodeWhole(readPropertyMultipleRequest, groupByObject(batch))
      const answer = await this.#options.request(confirmedServices.readPropertyMultiple, data, options)
      return matchResults(batch, answer)
    } catch (error) {
      if (!isRequestFailure(error)) throw error
      const { failure } = error
      if (isUnanswered(failure)) return batch.map(() => ({ failure }))
      const half = Math.ceil(batch.length / 2)
      if (failure.kind === 'reject' && failure.reason === rejectReasons.unrecognizedService) this.#maxProperties = 1
      else if (failure.kind !== 'error') this.#maxProperties = Math.min(this.#maxProperties, half)
      const read = await this.read(batch.slice(0, half), options)
      return [...read, ...(await this.read(batch.slice(half), options))]
    }
  }

  async #readOne(ref: PropertyToRead, options: ReadOptions): Promise<PropertyResult> {
    try {
      return { value: await this.#options.readOne(ref, options) }
    } catch (error) {
      if (isRequestFailure(error)) return { failure: error.failure }
      throw error
    }
  }
}

function groupByObject(batch: readonly PropertyToRead[]) {
  const groups = new Map<string, { object: PropertyToRead['object']; properties: Omit<PropertyToRead, 'object'>[] }>()
  for (const { object, property, arrayIndex } of batch) {
    const key = objectKey(object)
    const group = groups.get(key) ?? { object, properties: [] }
    group.properties.push({ property, arrayIndex })
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Returns the results in the order of the request; what the device left out is a failure of its own. */
function matchResults(batch: readonly PropertyToRead[], answer: Uint8Array): PropertyResult[] {
  const byKey = new Map<string, PropertyResult>()
  for (const { object, results } of decodeAck(answer)) {
    for (const { property, arrayIndex, result } of results) {
      const ref = { objectType: object.type, property, arrayIndex }
      const read: PropertyResult =
        result.kind === 'value'
          ? { value: decodeProperty(ref, result.value) }
          : { failure: { kind: 'error', ...result.value } }
      byKey.set(keyOf({ object, property, arrayIndex }), read)
    }
  }
  const missing: PropertyResult = { failure: { kind: 'damagedAnswer', detail: 'the property is missing' } }
  return batch.map((ref) => byKey.get(keyOf(ref)) ?? missing)
}

function decodeAck(answer: Uint8Array) {
  try {
    return decodeWhole(readPropertyMultipleAck, answer)
  } catch (error) {
    if (error instanceof DamagedFrame) throw new RequestFailure({ kind: 'damagedAnswer', detail: error.message })
    throw error
  }
}

const keyOf = ({ object, property, arrayIndex }: PropertyToRead) =>
  `${objectKey(object)}/${property}[${arrayIndex ?? ''}]`
