/** The forms of a controller, and the values sent for them (spec §3, §5, domain §15). */
import { z } from 'zod'
import type { ControllerModel } from '#contracts/product'
import { freeText } from '#contracts/scalars'
import type { Device } from '#contracts/site'
import { editedProperties, PropertyList, propertiesToForm } from '~/features/property/shared/form'
import { type InputValues, toInputValues } from '~/kit/edit/fields'
import { shapeOf } from '~/kit/edit/schema'
import { controllerFields, descriptionFields } from './fields'

/** Maximum number of controllers that one form adds (domain §15). */
export const maxNewDevices = 100

/** `productId` is the type code of the model, which people know; the id if the catalogue does not list it. */
const { spaceId, ...fields } = shapeOf(controllerFields, 'en')
const descriptionShape = { ...fields, productId: z.string().max(200).optional() }

/** The form of new controllers. A host id belongs to one controller, so it excludes a quantity above 1. */
export const NewDeviceForm = z
  .object({
    ...descriptionShape,
    hostId: freeText(100).optional(),
    quantity: z
      .number({ error: 'errors:device.quantity' })
      .int('errors:device.quantity')
      .min(1, 'errors:device.quantity')
      .max(maxNewDevices, 'errors:device.quantity')
      .default(1),
  })
  .refine(({ hostId, quantity }) => !hostId || quantity === 1, { path: ['quantity'], error: 'errors:device.oneHostId' })
export type NewDeviceForm = z.infer<typeof NewDeviceForm>

export const DeviceForm = z.object({ ...descriptionShape, spaceId, property: PropertyList })
export type DeviceForm = z.infer<typeof DeviceForm>

/** A controller with the catalogue of models. */
export type DeviceEntity = Device & { models: readonly ControllerModel[] }

/** Returns the values of an edit. The model of an onboarded controller cannot change (domain §15). */
export function editedDevice(form: DeviceForm, { models, ...device }: DeviceEntity) {
  const isOnboarded = device.overallStatus?.onBoarded === true
  return {
    name: form.name,
    description: form.description ?? '',
    spaceServed: form.spaceServed ?? '',
    productId: isOnboarded ? (device.productId ?? null) : productIdOf(form.productId, models),
    spaceId: form.spaceId,
    additionalProperties: editedProperties(form.property, device.additionalProperties),
  }
}

/** Returns the id of the model with the type code, or the input itself if no model has it; null for no input. */
export function productIdOf(typeCode: string | undefined, models: readonly ControllerModel[]): string | null {
  if (!typeCode) return null
  return models.find(({ model }) => model.type === typeCode)?.id ?? typeCode
}

type DeviceValues = Pick<Device, 'name' | 'spaceId'> &
  Partial<Pick<Device, 'description' | 'spaceServed' | 'productId'>> & {
    additionalProperties?: Record<string, unknown> | null | undefined
    models: readonly ControllerModel[]
  }

/** Returns the form values of a controller. */
export function deviceToForm({ models, ...device }: DeviceValues): InputValues {
  return {
    ...toInputValues(descriptionFields, device),
    productId: typeCodeOf(device.productId, models),
    spaceId: device.spaceId,
    ...propertiesToForm(device.additionalProperties),
  }
}

/** Returns the type code of a model, or its id if the catalogue does not list it. */
export function typeCodeOf(productId: string | null | undefined, models: readonly ControllerModel[]): string {
  return models.find(({ id }) => id === productId)?.model.type ?? productId ?? ''
}
