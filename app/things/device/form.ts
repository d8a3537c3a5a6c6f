/** What a person fills in about a controller, and what of it is sent (spec §3, §5, domain §15). */
import { z } from 'zod'
import type { AdditionalProperties } from '#contracts/devices'
import type { ControllerModel } from '#contracts/product'
import { freeText } from '#contracts/scalars'
import type { Device } from '#contracts/site'
import { type DeviceProperty, propertyText, readProperties, writeProperties } from '~/domain/device'
import { type FilledIn, filledWith } from '~/screens/edit/fields'
import { shapeOf } from '~/screens/edit/schema'
import { isSecret } from '~/trail/redact'
import { controllerFields, describedFields } from './fields'
import { propertyField } from './form-fields'

/** As many of one kind as one form adds, and as many properties as a controller holds (domain §15). */
export const mostAdded = 100
export const mostProperties = 50

/** `productId` is the type code of the model, which people know it by; an id where the catalogue lacks it. */
const { spaceId, ...fields } = shapeOf(controllerFields, 'en')
const described = { ...fields, productId: z.string().max(200).optional() }

/** A host id belongs to one controller, so several cannot share one. */
export const NewDeviceForm = z
  .object({
    ...described,
    hostId: freeText(100).optional(),
    quantity: z
      .number({ error: 'errors:device.quantity' })
      .int('errors:device.quantity')
      .min(1, 'errors:device.quantity')
      .max(mostAdded, 'errors:device.quantity')
      .default(1),
  })
  .refine(({ hostId, quantity }) => !hostId || quantity === 1, { path: ['quantity'], error: 'errors:device.oneHostId' })
export type NewDeviceForm = z.infer<typeof NewDeviceForm>

const Property = z
  .object({ name: freeText(60).optional(), value: freeText(500).optional() })
  .transform(({ name = '', value = '' }) => ({ name, value }))

/** A property whose name and value are both empty is none; that is how one is taken away. */
export const DeviceForm = z
  .object({ ...described, spaceId, property: z.array(Property).max(mostProperties).default([]) })
  .superRefine(({ property }, check) => {
    const names = property.map(({ name }) => name)
    for (const [at, { name, value }] of property.entries()) {
      const problem = propertyProblem({ name, value, isTwice: names.indexOf(name) < at })
      if (problem) check.addIssue({ code: 'custom', message: problem, path: ['property', at, 'name'] })
    }
  })
export type DeviceForm = z.infer<typeof DeviceForm>

function propertyProblem({ name, value, isTwice }: { name: string; value: string; isTwice: boolean }): string | null {
  if (!name) return value ? 'errors:field.required' : null
  if (!/^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,59}$/u.test(name)) return 'errors:device.propertyName'
  if (isSecret(name)) return 'errors:device.propertySecret'
  return isTwice ? 'errors:device.propertyTwice' : null
}

/** A controller with the catalogue that knows its model. */
export type DeviceNow = Device & { models: readonly ControllerModel[] }

/** What an edit makes of a controller. The model of one that is onboarded stays as it is (domain §15). */
export function editedDevice(form: DeviceForm, { models, ...device }: DeviceNow) {
  const { properties, unseen, rest } = propertiesIn(device.additionalProperties)
  const isOnboarded = device.overallStatus?.onBoarded === true
  return {
    name: form.name,
    description: form.description ?? '',
    spaceServed: form.spaceServed ?? '',
    productId: isOnboarded ? (device.productId ?? null) : productIdOf(form.productId, models),
    spaceId: form.spaceId,
    additionalProperties: scalars(writeProperties([...unseen, ...propertiesOf(form, properties)], rest)),
  }
}

/** The properties a form shows; those that hold a secret, such as the activation code, stay unseen and unchanged. */
function propertiesIn(additional: Shown['additionalProperties']) {
  const { properties, rest } = readProperties(additional)
  return {
    properties: properties.filter(({ name }) => !isSecret(name)),
    unseen: properties.filter(({ name }) => isSecret(name)),
    rest,
  }
}

/** What a service takes as values; anything else there was is sent as its text. */
function scalars(properties: Record<string, unknown>): z.infer<typeof AdditionalProperties> {
  const isScalar = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      isScalar(value) ? (value as string | number | boolean | null) : propertyText(value),
    ]),
  )
}

/** A value left as it was keeps its type: `42` typed anew is a text, `42` left alone the number it was. */
function propertiesOf({ property }: DeviceForm, before: readonly DeviceProperty[]): DeviceProperty[] {
  return property.flatMap(({ name, value }) => {
    if (!name) return []
    const was = before.find((one) => one.name === name)
    return [{ name, value: was && propertyText(was.value) === value ? was.value : value }]
  })
}

/** The id of the model with that type code; null for none. */
export function productIdOf(typed: string | undefined, models: readonly ControllerModel[]): string | null {
  if (!typed) return null
  return models.find(({ model }) => model.type === typed)?.id ?? typed
}

type Shown = Pick<Device, 'name' | 'spaceId'> &
  Partial<Pick<Device, 'description' | 'spaceServed' | 'productId'>> & {
    additionalProperties?: Record<string, unknown> | null | undefined
    models: readonly ControllerModel[]
  }

/** The form as it is filled in for a controller. */
export function filledDevice({ models, ...device }: Shown): FilledIn {
  const { properties } = propertiesIn(device.additionalProperties)
  return {
    ...filledWith(describedFields, device),
    productId: typeOf(device.productId, models),
    spaceId: device.spaceId,
    ...Object.fromEntries(
      properties.flatMap(({ name, value }, at) => [
        [propertyField(at, 'name'), name],
        [propertyField(at, 'value'), propertyText(value)],
      ]),
    ),
  }
}

/** The type code of a model; its id where the catalogue lacks it. */
export function typeOf(productId: string | null | undefined, models: readonly ControllerModel[]): string {
  return models.find(({ id }) => id === productId)?.model.type ?? productId ?? ''
}
