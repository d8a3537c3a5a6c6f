/** The `$` properties of a controller or of equipment, as a form shows them and as they are sent (spec §3). */
import { z } from 'zod'
import type { AdditionalProperties } from '#contracts/devices'
import { freeText } from '#contracts/scalars'
import { type DeviceProperty, propertyText, readProperties, writeProperties } from '~/domain/device'
import type { FilledIn } from '~/screens/edit/fields'
import { isSecret } from '~/trail/redact'
import { mostProperties, propertyField } from './form-fields'

const Property = z
  .object({ name: freeText(60).optional(), value: freeText(500).optional() })
  .transform(({ name = '', value = '' }) => ({ name, value }))

/** A property whose name and value are both empty is none; that is how one is taken away. */
export const PropertyList = z
  .array(Property)
  .max(mostProperties)
  .default([])
  .superRefine((properties, check) => {
    const names = properties.map(({ name }) => name)
    for (const [at, { name, value }] of properties.entries()) {
      const problem = problemOf({ name, value, isTwice: names.indexOf(name) < at })
      if (problem) check.addIssue({ code: 'custom', message: problem, path: [at, 'name'] })
    }
  })
type Typed = z.infer<typeof PropertyList>

function problemOf({ name, value, isTwice }: { name: string; value: string; isTwice: boolean }): string | null {
  if (!name) return value ? 'errors:field.required' : null
  // How long it may be, its field says.
  if (!/^[\p{L}\p{N}][\p{L}\p{N} _.-]*$/u.test(name)) return 'errors:device.propertyName'
  if (isSecret(name)) return 'errors:device.propertySecret'
  return isTwice ? 'errors:device.propertyTwice' : null
}

type Additional = Record<string, unknown> | null | undefined

/** What an edit makes of the additional properties: what no form shows stays as it is. */
export function editedProperties(typed: Typed, additional: Additional): z.infer<typeof AdditionalProperties> {
  const { properties, unseen, rest } = propertiesIn(additional)
  return scalars(writeProperties([...unseen, ...propertiesOf(typed, properties)], rest))
}

/** The inputs of properties as they are filled in. */
export function filledProperties(additional: Additional): FilledIn {
  const { properties } = propertiesIn(additional)
  return Object.fromEntries(
    properties.flatMap(({ name, value }, at) => [
      [propertyField(at, 'name'), name],
      [propertyField(at, 'value'), propertyText(value)],
    ]),
  )
}

/** The properties a form shows; those that hold a secret, such as the activation code, stay unseen and unchanged. */
function propertiesIn(additional: Additional) {
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
function propertiesOf(typed: Typed, before: readonly DeviceProperty[]): DeviceProperty[] {
  return typed.flatMap(({ name, value }) => {
    if (!name) return []
    const was = before.find((one) => one.name === name)
    return [{ name, value: was && propertyText(was.value) === value ? was.value : value }]
  })
}
