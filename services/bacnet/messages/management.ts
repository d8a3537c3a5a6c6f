/** Starting a device again, and silencing it (clauses 16.1 and 16.4). */
import { context, optional, sequence } from '../encoding/codec'
import { characterStringType, enumeratedType, unsignedType } from '../encoding/primitives'

export const reinitializedStates = {
  coldStart: 0,
  warmStart: 1,
  startBackup: 2,
  endBackup: 3,
  startRestore: 4,
  endRestore: 5,
  abortRestore: 6,
} as const
export type ReinitializedState = keyof typeof reinitializedStates

export const reinitializeDeviceRequest = sequence({
  state: context(0, enumeratedType),
  password: optional(context(1, characterStringType)),
})

export const communicationStates = { enable: 0, disable: 1, disableInitiation: 2 } as const
export type CommunicationState = keyof typeof communicationStates

export const deviceCommunicationControlRequest = sequence({
  /** Minutes; without them, until it is enabled. */
  duration: optional(context(0, unsignedType)),
  state: context(1, enumeratedType),
  password: optional(context(2, characterStringType)),
})
