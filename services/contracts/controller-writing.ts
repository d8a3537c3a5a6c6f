/** Whether this installation may write to a controller of another maker: off until somebody who may switches it on. */
import { z } from 'zod'
import { maxDeviceInstance } from './bacnet-names'
import { read, write } from './endpoint'
import { ObjectType } from './points'
import { ETag, freeText, Timestamp } from './scalars'

/** Most objects that writing is limited to. */
export const maxWritableObjects = 500

export const WritableObject = z.object({
  objectType: z.union([ObjectType, z.enum(['schedule', 'calendar'])]),
  objectInstance: z.number().int().min(0).max(maxDeviceInstance),
})
export type WritableObject = z.infer<typeof WritableObject>

export const ControllerWriting = z.looseObject({
  eTag: ETag.optional(),
  isOn: z.boolean(),
  /** The objects that may be written; null for all that the controller lets be commanded. */
  objects: z.array(z.looseObject({ objectType: z.string(), objectInstance: z.number().int() })).nullable(),
  /** Of the newest change; null before the first. */
  reason: z.string().nullable(),
  changedBy: z.looseObject({ id: z.string(), fullName: z.string() }).nullable(),
  changedAt: Timestamp.nullable(),
})
export type ControllerWriting = z.infer<typeof ControllerWriting>

/** Spread into the contract of the site service. */
export const controllerWritingCalls = {
  getControllerWriting: read('GET /x/devices/{id}/writing', {
    area: 'devices',
    capability: 'device.read',
    extension: true,
    reply: z.looseObject({ data: ControllerWriting.nullable() }),
    meaning: 'Get whether a controller may be written to; null where no switch is needed.',
  }),
  setControllerWriting: write('PUT /x/devices/{id}/writing', {
    area: 'devices',
    capability: 'config.write',
    extension: true,
    body: z.object({
      isOn: z.boolean(),
      objects: z.array(WritableObject).max(maxWritableObjects, { error: 'errors.writing.tooMany' }).nullish(),
      reason: freeText(500).refine((text) => text !== '', { error: 'errors.field.required' }),
      eTag: ETag.optional(),
    }),
    reply: z.looseObject({ data: ControllerWriting }),
    errors: [4000, 4009, 4201, 4202, 4310],
    meaning: 'Switch writing to a controller on or off, for all of its commandable objects or for some.',
  }),
}
