/**
 * Managing one device: starting it again, silencing it, and writing its files. Passwords are sent as they are, since the
 * protocol has nothing better; they are kept nowhere.
 */
import { type Codec, decodeWhole, encodeWhole } from '../encoding/codec'
import type { ObjectId } from '../encoding/primitives'
import { type Primitive, primitive } from '../encoding/values'
import { atomicWriteFileAck, atomicWriteFileRequest, type FilePart } from '../messages/files'
import {
  type CommunicationState,
  communicationStates,
  deviceCommunicationControlRequest,
  type ReinitializedState,
  reinitializeDeviceRequest,
  reinitializedStates,
} from '../messages/management'
import { writePropertyRequest } from '../messages/writing'
import { DamagedFrame } from '../octets'
import { properties } from '../property-ids'
import { RequestFailure } from '../refusals'
import { confirmedServices } from '../service-numbers'
import type { ApplicationLayer } from './application-layer'
import type { RemoteDevice } from './remote-device'

export class DeviceManager {
  readonly #application: ApplicationLayer
  readonly #device: RemoteDevice

  constructor(application: ApplicationLayer, device: RemoteDevice) {
    this.#application = application
    this.#device = device
  }

  /** Starts the device again, or a backup or restore of it. Rejects with `RequestFailure` when it refuses or is silent. */
  async reinitialize(state: ReinitializedState, password: string | null): Promise<void> {
    await this.#send(confirmedServices.reinitializeDevice, reinitializeDeviceRequest, {
      state: reinitializedStates[state],
      ...(password !== null && { password: { text: password } }),
    })
  }

  /** Silences the device for some minutes, or lets it speak again. */
  async control(state: CommunicationState, minutes: number | null, password: string | null): Promise<void> {
    await this.#send(confirmedServices.deviceCommunicationControl, deviceCommunicationControlRequest, {
      ...(minutes !== null && { duration: minutes }),
      state: communicationStates[state],
      ...(password !== null && { password: { text: password } }),
    })
  }

  /** Writes octets or records of a file from a start. Rejects when the device has written them elsewhere. */
  async writeFile(file: ObjectId, content: FilePart['content']): Promise<void> {
    const answer = await this.#send(confirmedServices.atomicWriteFile, atomicWriteFileRequest, { file, content })
    const { kind, value } = decoded(atomicWriteFileAck, answer)
    if (kind !== content.kind || value !== content.value.start)
      throw new RequestFailure({ kind: 'damagedAnswer', detail: 'written elsewhere' })
  }

  /** Writes the size of a file, in octets. */
  async writeFileSize(file: ObjectId, size: number): Promise<void> {
    const value: Primitive = { type: 'unsigned', value: size }
    await this.#send(confirmedServices.writeProperty, writePropertyRequest, {
      ...{ object: file, property: properties.fileSize },
      value: encodeWhole(primitive, value),
    })
  }

  #send<Request>(service: number, codec: Codec<Request>, request: Request): Promise<Uint8Array> {
    const { address, limits } = this.#device
    return this.#application.request(address.peer, service, encodeWhole(codec, request), limits)
  }
}

function decoded<Value>(codec: Codec<Value>, octets: Uint8Array): Value {
  try {
    return decodeWhole(codec, octets)
  } catch (error) {
    if (error instanceof DamagedFrame) throw new RequestFailure({ kind: 'damagedAnswer', detail: error.message })
    throw error
  }
}
