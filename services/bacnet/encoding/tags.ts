/** Tags (ASHRAE 135, clause 20.2.1): the heads of encoded values, with bounds on depth and count. */
import { DamagedFrame, OctetReader, OctetWriter } from '../octets'

/** Constructed values in one another; the deepest of the standard needs seven. */
const maxDepth = 16
/** Elements of one list. A log buffer or an object list of a large device has some ten thousand. */
const maxElements = 100_000

export interface Tag {
  number: number
  isContext: boolean
  shape: 'primitive' | 'opening' | 'closing'
  /** Octets of content; for an application boolean, the value itself. */
  length: number
}

const booleanTag = 1

/** Reads tagged values from the front, each octet once or twice. */
export class TagReader {
  readonly #reader: OctetReader
  #depth = 0
  #next: Tag | undefined
  #contentAt = 0

  constructor(octets: Uint8Array) {
    this.#reader = new OctetReader(octets)
  }

  get isAtEnd(): boolean {
    return this.#next === undefined && this.#reader.remaining === 0
  }

  /** Returns the next tag without consuming it; undefined at the end. */
  peek(): Tag | undefined {
    if (this.#next || this.#reader.remaining === 0) return this.#next
    const start = this.#reader.position
    this.#next = this.#readTag()
    this.#contentAt = this.#reader.position
    this.#reader.seek(start)
    return this.#next
  }

  nextIs(shape: Tag['shape'], context: number): boolean {
    const tag = this.peek()
    return tag !== undefined && tag.isContext && tag.shape === shape && tag.number === context
  }

  nextIsApplication(number?: number): boolean {
    const tag = this.peek()
    return tag !== undefined && !tag.isContext && (number === undefined || tag.number === number)
  }

  /** Returns the content of an application value. The content of a boolean is one octet, 0 or 1. */
  application(number?: number): { number: number; content: Uint8Array } {
    const tag = this.#consume()
    if (tag.isContext || (number !== undefined && tag.number !== number))
      throw new DamagedFrame('another type of value')
    if (tag.number === booleanTag) return { number: booleanTag, content: Uint8Array.of(tag.length) }
    return { number: tag.number, content: this.#reader.take(tag.length) }
  }

  /** Returns the content of a primitive value with a context tag. */
  context(number: number): Uint8Array {
    if (!this.nextIs('primitive', number)) throw new DamagedFrame(`no value with the context tag ${number}`)
    return this.#reader.take(this.#consume().length)
  }

  open(number: number): void {
    if (!this.nextIs('opening', number)) throw new DamagedFrame(`no opening tag ${number}`)
    this.#consume()
    this.#depth += 1
    if (this.#depth > maxDepth) throw new DamagedFrame('too many values in one another')
  }

  close(number: number): void {
    if (!this.nextIs('closing', number)) throw new DamagedFrame(`no closing tag ${number}`)
    this.#consume()
    this.#depth -= 1
  }

  /** Reads elements up to a closing tag, which is left, or to the end. */
  list<Element>(readElement: () => Element, maxCount = maxElements): Element[] {
    const elements: Element[] = []
    while (!this.isAtEnd && this.peek()?.shape !== 'closing') {
      if (elements.length >= maxCount) throw new DamagedFrame('too many elements')
      const start = this.#reader.position
      elements.push(readElement())
      if (this.#reader.position === start) throw new DamagedFrame('an element without octets')
    }
    return elements
  }

  /** Consumes whole elements up to the closing tag of this level, or to the end, and returns their octets. */
  raw(): Uint8Array {
    const start = this.#reader.position
    const open: number[] = []
    for (let tag = this.peek(); tag; tag = this.peek()) {
      if (tag.shape === 'closing') {
        if (open.length === 0) break
        if (open.pop() !== tag.number) throw new DamagedFrame('a closing tag without its opening tag')
      }
      this.#consume()
      if (tag.shape === 'opening') open.push(tag.number)
      if (this.#depth + open.length > maxDepth) throw new DamagedFrame('too many values in one another')
      if (tag.shape === 'primitive' && (tag.isContext || tag.number !== booleanTag)) this.#reader.take(tag.length)
    }
    if (open.length > 0) throw new DamagedFrame('an opening tag without its closing tag')
    return this.#reader.between(start, this.#reader.position)
  }

  #consume(): Tag {
    const tag = this.peek()
    if (!tag) throw new DamagedFrame('the frame ends too early')
    this.#next = undefined
    this.#reader.seek(this.#contentAt)
    return tag
  }

  #readTag(): Tag {
    const first = this.#reader.uint8()
    const number = first >>> 4 === 15 ? this.#reader.uint8() : first >>> 4
    const isContext = (first & 8) !== 0
    const kind = first & 7
    if (kind >= 6) {
      if (!isContext) throw new DamagedFrame('an application tag that opens or closes')
      return { number, isContext, shape: kind === 6 ? 'opening' : 'closing', length: 0 }
    }
    if (!isContext && number === booleanTag) {
      if (kind > 1) throw new DamagedFrame('a boolean that is neither true nor false')
      return { number, isContext, shape: 'primitive', length: kind }
    }
    const length = kind < 5 ? kind : this.#extendedLength()
    if (length > this.#reader.remaining) throw new DamagedFrame('a value longer than the frame')
    return { number, isContext, shape: 'primitive', length }
  }

  #extendedLength(): number {
    const first = this.#reader.uint8()
    if (first < 254) return first
    return first === 254 ? this.#reader.uint16() : this.#reader.uint32()
  }
}

export class TagWriter {
  readonly #writer = new OctetWriter()

  application(number: number, content: Uint8Array): this {
    if (number === booleanTag) return this.#tag(number, false, content[0] ?? 0)
    this.#head(number, false, content.length)
    this.#writer.write(content)
    return this
  }

  context(number: number, content: Uint8Array): this {
    this.#head(number, true, content.length)
    this.#writer.write(content)
    return this
  }

  open(number: number): this {
    return this.#tag(number, true, 6)
  }

  close(number: number): this {
    return this.#tag(number, true, 7)
  }

  raw(octets: Uint8Array): this {
    this.#writer.write(octets)
    return this
  }

  octets(): Uint8Array {
    return this.#writer.octets()
  }

  #head(number: number, isContext: boolean, length: number): void {
    this.#tag(number, isContext, Math.min(length, 5))
    if (length < 5) return
    if (length < 254) this.#writer.uint8(length)
    else if (length < 65_536) this.#writer.uint8(254).uint16(length)
    else this.#writer.uint8(255).uint32(length)
  }

  #tag(number: number, isContext: boolean, kind: number): this {
    const low = (isContext ? 8 : 0) | kind
    if (number < 15) this.#writer.uint8((number << 4) | low)
    else this.#writer.uint8(0xf0 | low).uint8(number)
    return this
  }
}
