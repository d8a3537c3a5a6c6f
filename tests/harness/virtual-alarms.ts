/** Objects of a virtual device that report high limits by themselves, and keep which transitions were acknowledged. */
import {
  enumerated,
  flags,
  type Octets,
  objectId,
  real,
  uint,
  type VirtualAnswer,
  type VirtualDevice,
} from './virtual-bacnet'

const analogInput = 0
const [normal, highLimit] = [0, 3]
const limit = 68

interface VirtualAlarm {
  instance: number
  priority: number
  state: number
  /** Whether to-offnormal, to-fault and to-normal are acknowledged. */
  acknowledged: [boolean, boolean, boolean]
  /** The sequence number of each transition. */
  stamps: [number, number, number]
}

const acknowledgedTransitions = 0
const eventState = 36
const bits = (all: readonly boolean[]) => all.reduce((sum, one, at) => sum | (one ? 0x80 >> at : 0), 0)
const stamp = (number: number) => [0x1a, ...uint(number, 2)]

export class VirtualAlarms {
  readonly #device: VirtualDevice
  readonly #alarms = new Map<number, VirtualAlarm>()
  #sequence = 0

  /** Answers for the events of a device and their acknowledgement. */
  constructor(device: VirtualDevice) {
    this.#device = device
    device.eventInformation = () => [0x0e, ...[...this.#alarms.values()].flatMap(summaryOf), 0x0f, 0x19, 0]
    device.services.set(0, (data) => this.#acknowledge(data))
  }

  /** Lets an analog input go beyond its limit. */
  raise(instance: number, { value, priority }: { value: number; priority: number }): void {
    const known = this.#alarms.get(instance)
    const alarm = known ?? { instance, priority, state: normal, acknowledged: [true, true, true], stamps: [0, 0, 0] }
    this.#alarms.set(instance, alarm)
    this.#move(alarm, highLimit, value)
  }

  /** Lets it come back. */
  end(instance: number, value: number): void {
    const alarm = this.#alarms.get(instance)
    if (alarm) this.#move(alarm, normal, value)
  }

  #move(alarm: VirtualAlarm, into: number, value: number): void {
    const from = alarm.state
    const at = into === normal ? 2 : 0
    this.#sequence += 1
    alarm.state = into
    alarm.acknowledged[at] = into === normal
    alarm.stamps[at] = this.#sequence
    this.#put(alarm, { 85: real(value) })
    this.#notify(alarm, [
      ...[0x89, 0, 0x99, into === normal ? 0 : 1, 0xa9, from, 0xb9, into],
      ...[0xce, 0x5e, 0x0c, ...real(value).slice(1), 0x1a, 4, into === normal ? 0 : 0x80],
      ...[0x2c, ...real(1).slice(1), 0x3c, ...real(limit).slice(1), 0x5f, 0xcf],
    ])
  }

  #acknowledge(data: Octets): VirtualAnswer {
    const object = 1 + ((data[0] ?? 0) & 7) + 1
    const instance = (data[object + 2] ?? 0) * 256 + (data[object + 3] ?? 0)
    const alarm = this.#alarms.get(instance)
    if (!alarm) return { failure: [0x91, 1, 0x91, 31] }
    const into = data[object + 5] ?? 0
    const at = into === normal ? 2 : 0
    // The number has one octet or two.
    const length = (data[object + 7] ?? 0) & 7
    const given = data.slice(object + 8, object + 8 + length).reduce((sum, octet) => sum * 256 + octet, 0)
    if (given !== alarm.stamps[at]) return { failure: [0x91, 5, 0x91, 14] }
    alarm.acknowledged[at] = true
    this.#device.changes.push(`acknowledge ${instance}`)
    this.#put(alarm, {})
    this.#notify(alarm, [0x89, 2, 0xb9, into])
    return []
  }

  #put({ instance, state, acknowledged }: VirtualAlarm, more: Record<number, Octets>): void {
    this.#device.put(analogInput, instance, {
      ...more,
      [acknowledgedTransitions]: [0x82, 5, bits(acknowledged)],
      [eventState]: enumerated(state),
      111: flags(state === normal ? '0000' : '1000'),
    })
  }

  /** Notifies the recipients of its class, if there are any. */
  #notify({ instance, priority }: VirtualAlarm, rest: Octets): void {
    if (!this.#device.recipients.get('15:1')?.length) return
    this.#device.notify([
      ...[0x1c, ...objectId(8, this.#device.options.instance).slice(1)],
      ...[0x2c, ...objectId(analogInput, instance).slice(1)],
      ...[0x3e, ...stamp(this.#sequence), 0x3f, 0x49, 1, 0x59, priority, 0x69, 5, ...rest],
    ])
  }
}

/** Its entry in the answer to GetEventInformation. */
function summaryOf({ instance, priority, state, acknowledged, stamps }: VirtualAlarm): number[] {
  if (state === normal && acknowledged.every(Boolean)) return []
  return [
    ...[0x0c, ...objectId(analogInput, instance).slice(1), 0x19, state, 0x2a, 5, bits(acknowledged)],
    ...[0x3e, ...stamps.flatMap(stamp), 0x3f, 0x49, 0, 0x5a, 5, 0xe0],
    ...[0x6e, 0x21, priority, 0x21, priority, 0x21, priority, 0x6f],
  ]
}
