/** Virtual devices that are started again, silenced, backed up and restored, with an encoder of their own. */
import {
  enumerated,
  type Octets,
  objectId,
  text,
  uint,
  unsigned,
  type VirtualAnswer,
  type VirtualDevice,
} from './virtual-bacnet'

interface VirtualFile {
  instance: number
  /** One piece for a stream; one for each record. */
  pieces: Uint8Array[]
  isRecords?: boolean
}

interface VirtualManagement {
  /** What was ordered, in order: the state of ReinitializeDevice, or of communication with its minutes. */
  orders: string[]
  files: VirtualFile[]
  /** Fails the request to read or write a file when it is called with its start. */
  onAccess(start: number): Octets | null
}

const states = ['cold', 'warm', 'startBackup', 'endBackup', 'startRestore', 'endRestore', 'abortRestore']
const passwordFailure = { failure: [0x91, 4, 0x91, 26] }
const backupState = { startBackup: 3, endBackup: 0, startRestore: 4, endRestore: 0, abortRestore: 0 } as const

/** Lets a device be managed with a password; without one, any is right. */
export function manageable(device: VirtualDevice, { password, files }: { password?: string; files?: VirtualFile[] }) {
  const managed: VirtualManagement = { orders: [], files: files ?? [], onAccess: () => null }
  const isRight = (data: Octets, tag: number) => password === undefined || textIn(data, tag) === password
  device.services.set(20, (data) => {
    if (!isRight(data, 1)) return passwordFailure
    const state = states[data[1] ?? 0] ?? 'unknown'
    managed.orders.push(state)
    const own = backupState[state as keyof typeof backupState]
    if (own !== undefined) device.put(8, device.options.instance, { 338: enumerated(own) })
    return []
  })
  device.services.set(17, (data) => {
    if (!isRight(data, 2)) return passwordFailure
    const hasMinutes = (data[0] ?? 0) >> 4 === 0
    const at = hasMinutes ? 1 + ((data[0] ?? 0) & 7) : 0
    const minutes = data.slice(1, at).reduce((sum, octet) => sum * 256 + octet, 0)
    managed.orders.push(`${['speak', 'silent', 'reserved'][data[at + 1] ?? 0]} ${minutes}`)
    return []
  })
  device.services.set(6, (data) => readFile(managed, data))
  device.services.set(7, (data) => writeFile(managed, data))
  device.put(8, device.options.instance, {
    154: managed.files.map(({ instance }) => objectId(10, instance)),
    338: enumerated(0),
    339: unsigned(5),
  })
  for (const { instance, pieces, isRecords } of managed.files)
    device.put(10, instance, {
      77: text(`Configuration ${instance}`),
      41: enumerated(isRecords ? 0 : 1),
      42: unsigned(pieces.reduce((sum, { length }) => sum + length, 0)),
      141: unsigned(pieces.length),
    })
  return managed
}

/** Returns the characters with a context tag at the end of a request. */
function textIn(data: Octets, tag: number): string | undefined {
  for (let at = 0; at < data.length; ) {
    const head = data[at] ?? 0
    const short = head & 7
    const isLong = short === 5
    const length = isLong ? (data[at + 1] ?? 0) : short
    const start = at + (isLong ? 2 : 1)
    if (head >> 4 === tag) return Buffer.from(data.slice(start + 1, start + length)).toString()
    at = start + length
  }
  return undefined
}

/** Returns the numbers and octets of a request, with their tags: application tags, and the opening ones. */
function valuesOf(data: Octets): Octets[] {
  const values: Octets[] = []
  for (let at = 0; at < data.length; ) {
    const head = data[at] ?? 0
    if ((head & 7) > 5) {
      at += 1
      continue
    }
    let length = head & 7
    let start = at + 1
    if (length === 5) {
      length = data[start] ?? 0
      start += 1
      if (length === 254) {
        length = (data[start] ?? 0) * 256 + (data[start + 1] ?? 0)
        start += 2
      }
    }
    values.push(data.slice(start, start + length))
    at = start + length
  }
  return values
}

const numberOf = (octets: Octets = []) => octets.reduce((sum, octet) => sum * 256 + octet, 0)

function tagged(octets: Uint8Array): Octets {
  const { length } = octets
  if (length < 5) return [0x60 + length, ...octets]
  return [0x65, ...(length < 254 ? [length] : [254, ...uint(length, 2)]), ...octets]
}

const signed = (value: number): Octets => [0x33, ...uint(value, 3)]

function readFile({ files, onAccess }: VirtualManagement, data: Octets): VirtualAnswer {
  const [object, start, count] = valuesOf(data).map(numberOf)
  const file = files.find(({ instance }) => instance === (object ?? 0) % 4_194_304)
  const error = onAccess(start ?? 0)
  if (error) return { failure: error }
  const isRecords = (data[5] ?? 0) === 0x1e
  if (!file || isRecords !== (file.isRecords ?? false)) return { failure: [0x91, 5, 0x91, 10] }
  const [from, length] = [start ?? 0, count ?? 0]
  if (isRecords) {
    const records = file.pieces.slice(from, from + length)
    const isEnd = from + records.length >= file.pieces.length
    const own = [...signed(from), ...unsigned(records.length), ...records.flatMap((one) => [...tagged(one)])]
    return [isEnd ? 0x11 : 0x10, 0x1e, ...own, 0x1f]
  }
  const [octets = new Uint8Array()] = file.pieces
  const part = octets.subarray(from, from + length)
  return [from + part.length >= octets.length ? 0x11 : 0x10, 0x0e, ...signed(from), ...tagged(part), 0x0f]
}

function writeFile({ files, onAccess }: VirtualManagement, data: Octets): VirtualAnswer {
  const [object, start, ...rest] = valuesOf(data)
  const file = files.find(({ instance }) => instance === numberOf(object) % 4_194_304)
  const from = numberOf(start)
  const error = onAccess(from)
  if (error) return { failure: error }
  if (!file) return { failure: [0x91, 1, 0x91, 31] }
  if (file.isRecords) {
    for (const [at, record] of rest.slice(1).entries()) file.pieces[from + at] = Uint8Array.from(record)
    return [0x1b, ...uint(from, 3)]
  }
  const [octets = new Uint8Array()] = file.pieces
  const part = rest[0] ?? []
  const whole = new Uint8Array(Math.max(octets.length, from + part.length))
  whole.set(octets)
  whole.set(part, from)
  file.pieces[0] = whole
  return [0x0b, ...uint(from, 3)]
}
