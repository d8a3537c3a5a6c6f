/** Trend logs of virtual devices, read by ReadRange, with an encoder of their own. */
import { boolean, type Octets, objectId, real, text, uint, unsigned, type VirtualDevice } from './virtual-bacnet'

interface VirtualRecord {
  number: number
  octets: Octets
  /** The local time as if it were UTC. */
  wall: number
}

interface VirtualLogOptions {
  instance: number
  /** Type and instance of the object that it records. */
  of: readonly [type: number, instance: number]
  /** The device that has the object; this one by default. */
  owner?: number
  bufferSize?: number
  intervalSeconds?: number
  /** Records of one answer. */
  maxItems?: number
  /** Whether it finds records by their time. */
  findsTimes?: boolean
  /** The number of its first record. */
  firstNumber?: number
}

const maxNumber = 2 ** 32 - 1
const readRange = 26

/** Returns a local time as a BACnetDateTime, of milliseconds that are it as if it were UTC. */
export function dateAndTime(wall: number): Octets {
  const at = new Date(wall)
  const date = [at.getUTCFullYear() - 1_900, at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCDay() || 7]
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds(), Math.floor(at.getUTCMilliseconds() / 10)]
  return [0xa4, ...date, 0xb4, ...time]
}

export class VirtualLog {
  /** The numbers of the records that were sent, in order. */
  readonly sent: number[] = []
  readonly #device: VirtualDevice
  readonly #options: Required<Omit<VirtualLogOptions, 'owner'>>
  #records: VirtualRecord[] = []
  #total: number

  constructor(device: VirtualDevice, { owner, ...options }: VirtualLogOptions) {
    this.#device = device
    this.#options = {
      ...{ bufferSize: 1_000, intervalSeconds: 60, maxItems: 50, findsTimes: true, firstNumber: 1 },
      ...options,
    }
    this.#total = this.#options.firstNumber - 1
    const [type, instance] = this.#options.of
    const reference = [0x0c, ...objectId(type, instance).slice(1), 0x19, 85]
    device.put(20, this.#options.instance, {
      77: text(`Log ${this.#options.instance}`),
      126: unsigned(this.#options.bufferSize),
      132: owner === undefined ? reference : [...reference, 0x3c, ...objectId(8, owner).slice(1)],
      133: boolean(true),
      134: unsigned(this.#options.intervalSeconds * 100),
      144: boolean(false),
    })
    this.#count()
    const next = device.services.get(readRange)
    device.services.set(readRange, (data) => {
      const object = data.slice(1, 5)
      if (object.join() === objectId(20, this.#options.instance).slice(1).join()) return this.#answer(data.slice(7))
      return next?.(data) ?? { failure: [0x91, 1, 0x91, 31] }
    })
  }

  /** Adds a record with a number. */
  add(wall: number, value: number, { flags = '0000' } = {}): this {
    const [, ...octets] = real(value)
    return this.#append(wall, [0x2c, ...octets], [0x2a, 4, Number.parseInt(flags, 2) << 4])
  }

  /** Adds a record about the log: disabled, purged, interrupted. */
  addStatus(wall: number, bits: string): this {
    return this.#append(wall, [0x0a, 5, Number.parseInt(bits, 2) << 5])
  }

  addFailure(wall: number): this {
    return this.#append(wall, [0x8e, 0x91, 1, 0x91, 31, 0x8f])
  }

  /** Adds a record of a change of the clock. */
  addTimeChange(wall: number, seconds: number): this {
    const [, ...octets] = real(seconds)
    return this.#append(wall, [0x9c, ...octets])
  }

  /** Removes all records; the number goes on, or begins anew. */
  clear({ isNew = false } = {}): this {
    this.#records = []
    if (isNew) this.#total = 0
    return this.#count()
  }

  #append(wall: number, datum: Octets, flags: Octets = []): this {
    this.#total = (this.#total % maxNumber) + 1
    const octets = [0x0e, ...dateAndTime(wall), 0x0f, 0x1e, ...datum, 0x1f, ...flags]
    this.#records.push({ number: this.#total, wall, octets })
    if (this.#records.length > this.#options.bufferSize) this.#records.shift()
    return this.#count()
  }

  #count(): this {
    const counts = { 141: unsigned(this.#records.length), 145: [0x24, ...uint(this.#total, 4)] }
    this.#device.put(20, this.#options.instance, counts)
    return this
  }

  #answer(range: Octets) {
    const { instance, maxItems, findsTimes } = this.#options
    const at = this.#indexOf(range)
    if (at === 'unknown' && !findsTimes) return { failure: [0x91, 5, 0x91, 7] }
    const count = range[range.length - 2] ?? 0
    const start = at === 'unknown' ? -1 : at
    const items = start < 0 ? [] : this.#records.slice(start, start + Math.min(count, maxItems))
    const isLast = items.at(-1) === this.#records.at(-1)
    this.sent.push(...items.map(({ number }) => number))
    const flags = (start === 0 ? 0x80 : 0) | (isLast ? 0x40 : 0) | (items.length < count && !isLast ? 0x20 : 0)
    const first = items[0] ? [0x6c, ...uint(items[0].number, 4)] : []
    return [
      ...[0x0c, ...objectId(20, instance).slice(1), 0x19, 131, 0x3a, 5, flags, 0x49, items.length, 0x5e],
      ...items.flatMap(({ octets }) => octets),
      ...[0x5f, ...first],
    ]
  }

  #indexOf([opening, ...data]: Octets): number | 'unknown' {
    if (opening === 0x6e) {
      const length = (data[0] ?? 0) & 7
      const number = data.slice(1, 1 + length).reduce((sum, octet) => sum * 256 + octet, 0)
      return this.#records.findIndex((one) => one.number === number)
    }
    if (!this.#options.findsTimes) return 'unknown'
    const [year = 0, month = 0, day = 0] = data.slice(1, 4)
    const [hour, minute, second, hundredths = 0] = data.slice(6, 10)
    const wall = Date.UTC(year + 1_900, month - 1, day, hour, minute, second, hundredths * 10)
    return this.#records.findIndex((one) => one.wall > wall)
  }
}
