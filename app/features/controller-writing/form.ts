/** The form that switches writing on and off: an object per line, by its type and instance. */
import { z } from 'zod'
import { type ControllerWriting, maxWritableObjects, WritableObject } from '#contracts/controller-writing'
import type { InputValues } from '~/kit/edit/fields'
import { shapeOf } from '~/kit/edit/schema'
import { type WritingScope, writingFields } from './shared/fields'

/** Whether and what may be written; `objects` is null for all. */
export type WritingSettings = Pick<ControllerWriting, 'isOn' | 'objects'>

const objectLine = /^([a-zA-Z]{3,40})[ :,;-]{1,3}(\d{1,7})$/

/** Results in the settings that the service saves. No field is a typed number, so the language does not matter. */
export const WritingForm = z
  .object(shapeOf(writingFields, 'en'))
  .transform(({ writing, objects: text }, check): { isOn: boolean; objects: WritableObject[] | null } => {
    const refuse = (message: string) =>
      check.addIssue({ code: 'custom', path: ['objects'], message: `errors:writing.${message}` })
    if (writing !== 'some') return { isOn: writing === 'all', objects: null }
    const lines = (text ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    const objects = lines.flatMap((line) => {
      const [, type, digits] = objectLine.exec(line) ?? []
      const object = WritableObject.safeParse({ objectType: type, objectInstance: Number(digits) })
      return object.success ? [object.data] : []
    })
    if (lines.length === 0) refuse('noObjects')
    else if (objects.length < lines.length) refuse('object')
    if (objects.length > maxWritableObjects) refuse('tooMany')
    return { isOn: true, objects }
  })
export type WritingForm = z.infer<typeof WritingForm>

export const scopeOf = ({ isOn, objects }: WritingSettings): WritingScope => {
  if (!isOn) return 'off'
  return objects === null ? 'all' : 'some'
}

/** Returns the objects as the form has them, one per line. */
export const objectLines = ({ objects }: WritingSettings): string =>
  (objects ?? []).map(({ objectType, objectInstance }) => `${objectType} ${objectInstance}`).join('\n')

/** Returns the values of the form, also stored in the trail. */
export const writingToForm = (settings: WritingSettings): InputValues => ({
  writing: scopeOf(settings),
  objects: objectLines(settings),
})
