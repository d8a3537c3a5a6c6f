/**
 * BACnet devices for tests, with an encoder and a decoder of their own: an error of the client cannot hide one here. A
 * host is what has an IP address: a device, or a router with devices behind it. Their vendor is 555, reserved for tests.
 */
import { createSocket } from 'node:dgram'
import type { IpEndpoint } from '../../services/bacnet/frames/bvlc'
import type { DatagramPort } from '../../services/bacnet/network/udp-port'
import type { PacketRecording } from './packets'

export type Octets = readonly number[]
/** The elements of an array, each with its tag. */
export type ArrayOctets = readonly Octets[]

export const uint = (value: number, length: number): number[] =>
  Array.from({ length }, (_, at) => Math.floor(value / 256 ** (length - 1 - at)) % 256)
const shortest = (value: number) => uint(value, value < 256 ? 1 : value < 65_536 ? 2 : 3)

export const real = (value: number): Octets => {
  const octets = Buffer.alloc(4)
  octets.writeFloatBE(value)
  return [0x44, ...octets]
}
export const unsigned = (value: number): Octets => [0x20 + shortest(value).length, ...shortest(value)]
export const boolean = (value: boolean): Octets => [value ? 0x11 : 0x10]
export const enumerated = (value: number): Octets => [0x90 + shortest(value).length, ...shortest(value)]
export const text = (value: string): Octets => {
  const octets = [0, ...Buffer.from(value)]
  return [0x75, octets.length, ...octets]
}
export const objectId = (type: number, instance: number): Octets => [0xc4, ...uint(type * 4_194_304 + instance, 4)]
/** An entry of the list of a Structured View, of this device or another one. */
export const subordinate = (type: number, instance: number, device?: number): Octets => [
  ...(device === undefined ? [] : [0x0c, ...uint(8 * 4_194_304 + device, 4)]),
  ...[0x1c, ...uint(type * 4_194_304 + instance, 4)],
]
/** In alarm, fault, overridden, out of service. */
export const flags = (bits = '0000'): Octets => [0x82, 4, Number.parseInt(bits, 2) << 4]
export const free: Octets = [0]

export interface VirtualOptions {
  instance: number
  maxApdu?: number
  sendsSegments?: boolean
  readsMultiple?: boolean
  /** How many subscriptions it has room for. */
  maxSubscriptions?: number
  /** What its list says of its length. */
  listLength?: number
  /** Lists its subscriptions as those of this address and port, in octets. */
  listsSubscriptionsOf?: Octets
}

type Unset = 'listLength' | 'listsSubscriptionsOf'
type Send = (apdu: Octets) => void

interface VirtualWrite {
  object: number
  property: number
  index: number | undefined
  value: Octets
  priority: number | undefined
}

/** Services that change a device, and those that are answered without data. */
const isChange = (service: number) => [0, 8, 9, 15].includes(service)
const isSimple = (service: number) => [5, 17, 20].includes(service) || isChange(service)

/** The data of an answer, or an error or reject. */
export type VirtualAnswer = number[] | { failure: 'reject' | Octets }

interface VirtualSubscription {
  processId: number
  key: string
  isConfirmed: boolean
  send: Send
}

const presentValue = 85
const statusFlags = 111

export class VirtualDevice {
  /** Answers nothing and sends nothing while set. */
  isSilent = false
  /** Says nothing of changes, though it confirms subscriptions. */
  isMute = false
  /** Error class and code with which it refuses every change. */
  refusal: readonly [number, number] | null = null
  /** The changes that it took, as `type:instance/property@priority=octets`, and others by their service. */
  readonly changes: string[] = []
  /** Error class and code with which it refuses to write one property, by `type:instance/property`. */
  readonly refusals = new Map<string, readonly [number, number]>()
  /** Octets of the elements of recipient lists, by object. */
  readonly recipients = new Map<string, string[]>()
  /** The data of its answer to GetEventInformation, which may depend on that of the request. */
  eventInformation: Octets | ((request: Octets) => Octets) = [0x0e, 0x0f, 0x19, 0]
  /** Further services, by their number. */
  readonly services = new Map<number, (data: Octets) => VirtualAnswer>()
  /** Is called before a request is answered. */
  onRequest: (service: number) => void = () => {}
  /** Is called for an unconfirmed request that is no Who-Is. */
  onUnconfirmed: (service: number, data: Octets) => void = () => {}
  /** Where it sends events to: whoever requested something last. */
  #lastSend: Send = () => {}
  /** Numbers of the confirmed services that were requested. */
  readonly requested: number[] = []
  readonly subscriptions = new Map<string, VirtualSubscription>()
  /** The subscription that is notified once its request is answered. */
  #subscribed: VirtualSubscription | null = null
  readonly options: Required<Omit<VirtualOptions, Unset>> & Pick<VirtualOptions, Unset>
  readonly #objects = new Map<string, Map<number, Octets | ArrayOctets>>()
  readonly #segments = new Map<number, Octets[]>()
  /** What an array says of its length, by property; else the truth. */
  readonly lengths = new Map<number, number>()
  /** Splits what is written to a whole array into its elements; by property. */
  readonly arrays = new Map<number, (octets: Octets) => ArrayOctets>()
  #invokeId = 0

  constructor(options: VirtualOptions) {
    this.options = { maxApdu: 1476, sendsSegments: true, readsMultiple: true, maxSubscriptions: 10_000, ...options }
    this.put(8, options.instance, {
      77: text(`Controller ${options.instance}`),
      121: text('Plantroom tests'),
      155: unsigned(1),
    })
  }

  /** Adds an object, or changes properties of one; subscribers are notified. */
  put(type: number, instance: number, properties: Readonly<Record<number, Octets | ArrayOctets>>): this {
    const key = `${type}:${instance}`
    const object = this.#objects.get(key) ?? new Map([[statusFlags, flags()]])
    this.#objects.set(key, object)
    for (const [property, value] of Object.entries(properties)) object.set(Number(property), value)
    if (!this.isSilent && !this.isMute)
      for (const one of this.subscriptions.values()) if (one.key === key) this.#notify(one)
    return this
  }

  /** Returns every property of every object as octets, by `type:instance/property`. */
  octets(): Map<string, string> {
    const hex = (value: Octets | ArrayOctets) => Buffer.from(value.flat() as number[]).toString('hex')
    return new Map(
      [...this.#objects].flatMap(([key, object]) =>
        [...object].map(([property, value]): [string, string] => [`${key}/${property}`, hex(value)]),
      ),
    )
  }

  remove(type: number, instance: number): void {
    this.#objects.delete(`${type}:${instance}`)
  }

  iAm(): Octets {
    const { instance, maxApdu, sendsSegments } = this.options
    return [
      0x10,
      0,
      ...objectId(8, instance),
      ...unsigned(maxApdu),
      ...enumerated(sendsSegments ? 0 : 3),
      0x22,
      2,
      0x2b,
    ]
  }

  receive(apdu: Octets, send: Send): void {
    if (this.isSilent) return
    const [first = 0, second = 0, third = 0, service = 0] = apdu
    const kind = first >> 4
    if (kind === 1 && second === 8) this.#answerWhoIs(apdu.slice(2), send)
    else if (kind === 1 && second === 7) this.#answerWhoHas(apdu.slice(2), send)
    else if (kind === 1) this.onUnconfirmed(second, apdu.slice(2))
    if (kind === 4) this.#sendSegment(second, third + 1, send)
    if (kind !== 0) return
    this.requested.push(service)
    this.#lastSend = send
    this.onRequest(service)
    const result = this.#serve(service, apdu.slice(4), send)
    if (!Array.isArray(result))
      return send(result.failure === 'reject' ? [0x60, third, 9] : [0x50, third, service, ...result.failure])
    if (isSimple(service)) send([0x20, third, service])
    else this.#reply({ invokeId: third, service, acceptsSegments: (first & 2) !== 0 }, result, send)
    if (this.#subscribed) this.#notify(this.#subscribed)
    this.#subscribed = null
  }

  #answerWhoIs(data: Octets, send: Send): void {
    const reader = readerOf(data)
    const low = reader.context(0)
    const high = reader.context(1)
    const { instance } = this.options
    if (low === undefined || high === undefined || (instance >= low && instance <= high)) send(this.iAm())
  }

  /** Answers with each object of the identifier or name. */
  #answerWhoHas(data: Octets, send: Send): void {
    const reader = readerOf(data)
    const low = reader.context(0)
    const high = reader.context(1)
    const { instance } = this.options
    if (low !== undefined && high !== undefined && (instance < low || instance > high)) return
    const object = reader.context(2)
    // The length of the name may take two octets; its last ones are the text.
    const asked = Buffer.from(data).toString()
    for (const [key, properties] of this.#objects) {
      const name = properties.get(77) as Octets | undefined
      if (!name) continue
      const own = Buffer.from(name.slice(3)).toString()
      const isMeant = object === undefined ? asked.endsWith(`\0${own}`) : key === keyOf(object)
      const [type = 0, number = 0] = key.split(':').map(Number)
      if (isMeant) send([0x10, 1, ...objectId(8, instance), ...objectId(type, number), ...name])
    }
  }

  #serve(service: number, data: Octets, send: Send): VirtualAnswer {
    const reader = readerOf(data)
    const further = this.services.get(service)
    if (further) return further(data)
    if (service === 12) {
      const [object, property, index] = [reader.context(0) ?? 0, reader.context(1) ?? 0, reader.context(2)]
      const value = this.#read(object, property, index)
      if ('error' in value) return { failure: value.error }
      return [...this.#reference(object, property, index, 0), 0x3e, ...value.octets, 0x3f]
    }
    if (service === 14 && this.options.readsMultiple) return this.#readMultiple(reader)
    if (service === 5 && this.options.maxSubscriptions > 0) return this.#subscribe(reader, send)
    if (service === 29) {
      const { eventInformation } = this
      return [...(typeof eventInformation === 'function' ? eventInformation(data) : eventInformation)]
    }
    if (isChange(service)) return this.#change(service, data)
    return { failure: 'reject' }
  }

  /** Sends an event notification: confirmed, with the octets after the process id. */
  notify(data: Octets): void {
    this.#invokeId = (this.#invokeId + 1) % 256
    if (!this.isSilent) this.#lastSend([0x00, 0x05, this.#invokeId, 2, 0x09, 1, ...data])
  }

  #change(service: number, data: Octets): number[] | { failure: Octets } {
    const [errorClass, errorCode] = this.refusal ?? []
    if (errorClass !== undefined && errorCode !== undefined) {
      const error = [0x91, errorClass, 0x91, errorCode]
      return { failure: service === 8 || service === 9 ? [0x0e, ...error, 0x0f, 0x19, 1] : error }
    }
    const hex = Buffer.from(data).toString('hex')
    if (service === 0) this.changes.push(`acknowledge ${hex}`)
    else {
      const reader = readerOf(data)
      const [object = 0, property = 0, index] = [reader.context(0), reader.context(1), reader.context(2)]
      const value = reader.enclosed(3)
      if (service === 15) return this.#write({ object, property, index, value, priority: reader.context(4) })
      this.#changeRecipients(service, keyOf(object), Buffer.from(value).toString('hex'))
    }
    return []
  }

  #write({ object, property, index, value, priority }: VirtualWrite): number[] | { failure: Octets } {
    const key = keyOf(object)
    const properties = this.#objects.get(key)
    if (!properties) return { failure: [0x91, 1, 0x91, 31] }
    const [errorClass, errorCode] = this.refusals.get(`${key}/${property}`) ?? []
    if (errorClass !== undefined && errorCode !== undefined) return { failure: [0x91, errorClass, 0x91, errorCode] }
    const place = index === undefined ? property : `${property}[${index}]`
    this.changes.push(`${key}/${place}@${priority ?? '-'}=${Buffer.from(value).toString('hex')}`)
    const elements = properties.get(property)
    const split = this.arrays.get(property)
    if (split && elements && isElements(elements)) {
      if (index === undefined) properties.set(property, split(value))
      else if (index === 0)
        properties.set(
          property,
          Array.from({ length: value.at(-1) ?? 0 }, (_, at) => elements[at] ?? []),
        )
      else
        properties.set(
          property,
          elements.map((one, at) => (at + 1 === index ? value : one)),
        )
      return []
    }
    const slots = properties.get(87)
    if (priority === undefined || !slots || !isArray(slots)) properties.set(property, value)
    else {
      const changed = slots.map((slot, at) => (at + 1 === priority ? value : slot))
      properties.set(87, changed)
      const free = properties.get(104) as Octets
      properties.set(property, changed.find((slot) => slot[0] !== 0) ?? free)
    }
    for (const one of this.subscriptions.values()) if (one.key === key) this.#notify(one)
    return []
  }

  #changeRecipients(service: number, key: string, element: string): void {
    const others = (this.recipients.get(key) ?? []).filter((one) => one !== element)
    this.recipients.set(key, service === 8 ? [...others, element] : others)
  }

  #readMultiple(reader: Reader): number[] {
    const answer: number[] = []
    for (let object = reader.context(0); object !== undefined; object = reader.context(0)) {
      answer.push(0x0c, ...uint(object, 4), 0x1e)
      reader.skip()
      for (let property = reader.context(0); property !== undefined; property = reader.context(0)) {
        const index = reader.context(1)
        const value = this.#read(object, property, index)
        answer.push(...this.#reference(undefined, property, index, 2))
        if ('error' in value) answer.push(0x5e, ...value.error, 0x5f)
        else answer.push(0x4e, ...value.octets, 0x4f)
      }
      reader.skip()
      answer.push(0x1f)
    }
    return answer
  }

  #subscribe(reader: Reader, send: Send): number[] | { failure: Octets } {
    const [processId, object = 0, confirmed] = [reader.context(0) ?? 0, reader.context(1), reader.context(2)]
    const key = keyOf(object)
    const id = `${processId}/${key}`
    if (!this.#objects.has(key)) return { failure: [0x91, 1, 0x91, 31] }
    if (confirmed === undefined) this.subscriptions.delete(id)
    else {
      if (!this.subscriptions.has(id) && this.subscriptions.size >= this.options.maxSubscriptions)
        return { failure: [0x91, 3, 0x91, 18] }
      this.#subscribed = { processId, key, isConfirmed: confirmed === 1, send }
      this.subscriptions.set(id, this.#subscribed)
    }
    return []
  }

  #notify({ processId, key, isConfirmed, send }: VirtualSubscription): void {
    const [type = 0, instance = 0] = key.split(':').map(Number)
    const value = this.#objects.get(key)
    const octets = (property: number) => (value?.get(property) as Octets | undefined) ?? free
    this.#invokeId = (this.#invokeId + 1) % 256
    send([
      ...(isConfirmed ? [0x00, 0x05, this.#invokeId, 1] : [0x10, 2]),
      ...[0x09, processId, 0x1c, ...uint(8 * 4_194_304 + this.options.instance, 4)],
      ...[0x2c, ...uint(type * 4_194_304 + instance, 4), 0x39, 200, 0x4e],
      ...[
        0x09,
        presentValue,
        0x2e,
        ...octets(presentValue),
        0x2f,
        0x09,
        statusFlags,
        0x2e,
        ...octets(statusFlags),
        0x2f,
      ],
      0x4f,
    ])
  }

  #read(object: number, property: number, index: number | undefined): { octets: Octets } | { error: Octets } {
    const properties = this.#objects.get(keyOf(object))
    if (!properties) return { error: [0x91, 1, 0x91, 31] }
    const own = property === 152 && this.options.listsSubscriptionsOf
    if (own) return { octets: [...this.subscriptions.values()].flatMap((one) => subscriptionOctets(one, own)) }
    const value = property === 76 ? this.#objectList() : properties.get(property)
    if (!value) return { error: [0x91, 2, 0x91, 32] }
    if (!isArray(value)) return { octets: value }
    if (index === undefined) return { octets: value.flat() }
    if (index === 0) {
      const stated = property === 76 ? this.options.listLength : this.lengths.get(property)
      return { octets: unsigned(stated ?? value.length) }
    }
    const element = value[index - 1]
    return element ? { octets: element } : { error: [0x91, 2, 0x91, 42] }
  }

  #objectList(): ArrayOctets {
    return [...this.#objects.keys()].map((key) => {
      const [type = 0, instance = 0] = key.split(':').map(Number)
      return objectId(type, instance)
    })
  }

  #reference(object: number | undefined, property: number, index: number | undefined, tag: number): number[] {
    const context = (number: number, octets: number[]) => [(number << 4) | 8 | octets.length, ...octets]
    return [
      ...(object === undefined ? [] : context(0, uint(object, 4))),
      ...context(object === undefined ? tag : 1, shortest(property)),
      ...(index === undefined ? [] : context(object === undefined ? tag + 1 : 2, shortest(index))),
    ]
  }

  #reply(
    { invokeId, service, acceptsSegments }: { invokeId: number; service: number; acceptsSegments: boolean },
    data: Octets,
    send: Send,
  ): void {
    const { maxApdu, sendsSegments } = this.options
    if (data.length + 3 <= maxApdu) return send([0x30, invokeId, service, ...data])
    if (!sendsSegments || !acceptsSegments) return send([0x71, invokeId, 4])
    const size = maxApdu - 5
    const count = Math.ceil(data.length / size)
    this.#segments.set(
      invokeId,
      Array.from({ length: count }, (_, at) => [
        ...[at < count - 1 ? 0x3c : 0x38, invokeId, at % 256, 1, service],
        ...data.slice(at * size, (at + 1) * size),
      ]),
    )
    this.#sendSegment(invokeId, 0, send)
  }

  #sendSegment(invokeId: number, at: number, send: Send): void {
    const segment = this.#segments.get(invokeId)?.[at]
    if (segment) send(segment)
    else this.#segments.delete(invokeId)
  }
}

/** An entry of the list of subscriptions: its recipient, the object with its value, confirmed, seconds left. */
function subscriptionOctets({ processId, key }: VirtualSubscription, own: Octets): number[] {
  const [type = 0, instance = 0] = key.split(':').map(Number)
  const recipient = [0x0e, 0x1e, 0x21, 0, 0x65, own.length, ...own, 0x1f, 0x0f, 0x19, processId]
  const property = [0x0c, ...uint(type * 4_194_304 + instance, 4), 0x19, presentValue]
  return [0x0e, ...recipient, 0x0f, 0x1e, ...property, 0x1f, 0x29, 1, 0x39, 200]
}

const keyOf = (object: number) => `${Math.floor(object / 4_194_304)}:${object % 4_194_304}`
const isArray = (value: Octets | ArrayOctets): value is ArrayOctets => value.length > 0 && Array.isArray(value[0])
/** An array may be empty. */
const isElements = (value: Octets | ArrayOctets): value is ArrayOctets => value.length === 0 || isArray(value)

type Reader = ReturnType<typeof readerOf>

/** Reads context tags of up to four octets. */
function readerOf(data: Octets) {
  let at = 0
  return {
    /** Returns the number with a context tag; undefined when another one follows. */
    context(number: number): number | undefined {
      const head = data[at]
      if (head === undefined || head >> 4 !== number || (head & 8) === 0 || (head & 7) > 4) return undefined
      const length = head & 7
      const value = data.slice(at + 1, at + 1 + length).reduce((sum, octet) => sum * 256 + octet, 0)
      at += 1 + length
      return value
    },
    /** Returns the octets between an opening and the closing tag; values within have no context tags of that number. */
    enclosed(number: number): Octets {
      const opening = (number << 4) | 0x0e
      const end = data.lastIndexOf(opening + 1)
      const content = data[at] === opening && end > at ? data.slice(at + 1, end) : []
      at = end + 1
      return content
    },
    /** Skips an opening or closing tag. */
    skip(): void {
      at += 1
    },
  }
}

export interface VirtualHost {
  receive(datagram: Uint8Array, from: string, send: (datagram: Uint8Array) => void): void
}

interface Stationed {
  device: VirtualDevice
  /** Behind this host as a router; the host itself without one. */
  station?: { network: number; mac: number }
}

/** Returns what has one IP address; stations are found by broadcasts to all networks, and by their address. */
export function virtualHost(devices: readonly Stationed[]): VirtualHost {
  const senders = new Map<string, Send>()
  return {
    receive(datagram, from, send) {
      const [, bvlc = 0, , , , control = 0] = datagram
      let at = 6
      let destination: { network: number; mac: number | undefined } | undefined
      if (control & 0x20) {
        const length = datagram[at + 2] ?? 0
        destination = {
          network: (datagram[at] ?? 0) * 256 + (datagram[at + 1] ?? 0),
          mac: length ? datagram[at + 3] : undefined,
        }
        at += 3 + length
      }
      if (destination) at += 1
      const apdu = [...datagram.subarray(at)]
      for (const { device, station } of devices) {
        const isForAll = destination?.network === 0xffff
        const isForThis = station
          ? isForAll || (destination?.network === station.network && destination.mac === station.mac)
          : !destination || isForAll
        if (!isForThis || (bvlc !== 0x0a && bvlc !== 0x0b)) continue
        const key = `${from}/${station?.mac ?? ''}`
        const sender = senders.get(key) ?? ((reply: Octets) => send(datagramOf(reply, station)))
        senders.set(key, sender)
        device.receive(apdu, sender)
      }
    },
  }
}

function datagramOf(apdu: Octets, station: Stationed['station']): Uint8Array {
  const isRequest = (apdu[0] ?? 0) >> 4 === 0
  const control = (station ? 0x08 : 0) | (isRequest ? 0x04 : 0)
  const npdu = [1, control, ...(station ? [...uint(station.network, 2), 1, station.mac] : []), ...apdu]
  return Uint8Array.from([0x81, 0x0a, ...uint(npdu.length + 4, 2), ...npdu])
}

/** A network in memory: the hosts by their address, and a socket for the client. */
export function virtualNetwork(hosts: Map<string, VirtualHost>, recording?: PacketRecording) {
  let listener: (datagram: Uint8Array, from: IpEndpoint) => void = () => {}
  const sent: Uint8Array[] = []
  const port: DatagramPort = {
    local: { address: '10.0.0.1', port: 47_808 },
    send(datagram, { address, port: number }) {
      sent.push(datagram)
      const to = { address, port: number }
      recording?.add({ from: port.local, to, datagram })
      const host = hosts.get(`${address}:${number}`)
      const reply = (answer: Uint8Array) => {
        recording?.add({ from: to, to: port.local, datagram: answer })
        queueMicrotask(() => listener(answer, to))
      }
      queueMicrotask(() => host?.receive(datagram, `10.0.0.1:47808 to ${address}`, reply))
    },
    onDatagram(one) {
      listener = one
    },
    close: async () => {},
  }
  return { port, sent }
}

export interface OpenHost {
  port: number
  /** Sends octets as they are to a port of the same address. */
  send(datagram: Uint8Array, to: number): void
  close(): Promise<void>
}

/**
 * Puts a host on a port of a loopback address, and returns the port and what ends it. What it sends and receives is
 * recorded where that is wanted.
 */
export async function openVirtualHost(
  host: VirtualHost,
  { address = '127.0.0.1', port = 0, recording }: { address?: string; port?: number; recording?: PacketRecording } = {},
): Promise<OpenHost> {
  const socket = createSocket('udp4')
  socket.on('message', (datagram, from) => {
    const own = { address, port: socket.address().port }
    recording?.add({ from, to: own, datagram })
    host.receive(datagram, `${from.address}:${from.port}`, (answer) => {
      recording?.add({ from: own, to: from, datagram: answer })
      socket.send(answer, from.port, from.address)
    })
  })
  await new Promise<void>((resolve) => socket.bind(port, address, resolve))
  return {
    port: socket.address().port,
    send: (datagram, to) => socket.send(datagram, to, address),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}
