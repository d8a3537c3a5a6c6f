/** The `$` properties of a controller or of equipment: form schema, form values and the values sent (spec §3). */
import { z } from 'zod'
import type { AdditionalProperties } from '#contracts/devices'
import { freeText } from '#contracts/scalars'
import { type DeviceProperty, propertyText, readProperties, writeProperties } from '~/domain/device'
import type { InputValues } from '~/kit/edit/fields'
import { isSecret } from '~/trail/redact'
import { maxProperties, propertyField } from '../form-fields'

const Property = z
  .object({ name: freeText(60).optional(), value: freeText(500).optional() })
  .transform(({ name = '', value = '' }) => ({ name, value }))

/** The property list of a form. A property without name and value is removed. */
export const PropertyList = z
  .array(Property)
  .max(maxProperties)
  .default([])
  .superRefine((properties, check) => {
    const names = properties.map(({ name }) => name)
    for (const [at, { name, value }] of properties.entries()) {
      const problem = problemOf({ name, value, isTwice: names.indexOf(name) < at })
      if (problem) check.addIssue({ code: 'custom', message: problem, path: [at, 'name'] })
    }
  })
type TypedProperties = z.infer<typeof PropertyList>

function problemOf({ name, value, isTwice }: { name: string; value: string; isTwice: boolean }): string | null {
  if (!name) return value ? 'errors:field.required' : null
  // The schema of the field checks the length.
  if (!/^[\p{L}\p{N}][\p{L}\p{N} _.-]*$/u.test(name)) return 'errors:device.propertyName'
  if (isSecret(name)) return 'errors:device.propertySecret'
  return isTwice ? 'errors:device.propertyTwice' : null
}

type Additional = Record<string, unknown> | null | undefined

/** Returns the additional properties after an edit; those not in the form are unchanged. */
export function editedProperties(typed: TypedProperties, additional: Additional): z.infer<typeof AdditionalProperties> {
  const { properties, unseen: hidden, rest } = propertiesIn(additional)
  return scalars(writeProperties([...hidden, ...propertiesOf(typed, properties)], rest))
}

/** Returns the form values of properties. */
export function propertiesToForm(additional: Additional): InputValues {
  const { properties } = propertiesIn(additional)
  return Object.fromEntries(
    properties.flatMap(({ name, value }, at) => [
      [propertyField(at, 'name'), name],
      [propertyField(at, 'value'), propertyText(value)],
    ]),
  )
}

/**
 * Splits properties into those that a form shows and secret ones, such as the activation code, which remain hidden and
 * unchanged.
 */
function propertiesIn(additional: Additional) {
  const { properties, rest } = readProperties(additional)
  return {
    properties: properties.filter(({ name }) => !isSecret(name)),
    unseen: properties.filter(({ name }) => isSecret(name)),
    rest,
  }
}

/** Converts values that a service does not accept to text. */
function scalars(properties: Record<string, unknown>): z.infer<typeof AdditionalProperties> {
  const isScalar = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      isScalar(value) ? (value as string | number | boolean | null) : propertyText(value),
    ]),
  )
}

/**
 * Returns the typed properties. An unchanged value keeps its type: a typed `42` is text, an unchanged `42` remains a
 * number.
 */
function propertiesOf(typed: TypedProperties, before: readonly DeviceProperty[]): DeviceProperty[] {
  return typed.flatMap(({ name, value }) => {
    if (!name) return []
    const previous = before.find((one) => one.name === name)
    return [{ name, value: previous && propertyText(previous.value) === value ? previous.value : value }]
  })
}
