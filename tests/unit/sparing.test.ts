/** What an edit leaves alone passes whatever it is; what was typed does not. */
import { parseWithZod } from '@conform-to/zod/v4'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { allowUnchanged } from '~/change/allow-unchanged'
import { configureErrorKeys } from '~/change/form-errors'
import { parsePosted } from '~/change/posted'
import { CustomerForm } from '~/features/customer/form'
import { DeviceForm } from '~/features/device/shared/form'
import { siteForm } from '~/features/site/shared/form'
import { SpacesForm } from '~/features/space/many.server'
import { TenantEditForm } from '~/features/tenant/form'
import { PersonForm } from '~/features/user/shared/form'

beforeAll(configureErrorKeys)

const long = 'é'.repeat(150)
const longer = 'x'.repeat(3_000)
const device = { name: 'VAV', spaceId: 'here', 'property[0].name': 'Panel', 'property[0].value': longer }
const person = { firstName: long, lastName: 'Roy', initials: 'R!', language: 'fr', unit: 'us', region: 'Elsewhere' }
const site = { name: long, description: `${longer}\n${longer}`, city: 'q'.repeat(201), postalCode: 'p'.repeat(21) }

const cases: [name: string, form: z.ZodType, was: Record<string, string>, typed: Record<string, string>][] = [
  ['a name', CustomerForm, { name: long, description: '' }, { name: long, description: 'New' }],
  ['lines, as a browser ends them', siteForm('en'), site, { ...site, description: `${longer}\r\n${longer} ` }],
  ['a short name', TenantEditForm, { name: 'T', domains: '' }, { name: 'T', domains: 'new.example' }],
  ['names, initials and a region', PersonForm, person, { ...person, unit: 'metric' }],
  [
    'the value of a property, in another row',
    DeviceForm,
    device,
    {
      ...{ name: 'VAV 2', spaceId: 'here', 'property[0].name': 'New', 'property[0].value': '1' },
      ...{ 'property[1].name': 'Panel', 'property[1].value': longer },
    },
  ],
  [
    'the name of a property',
    DeviceForm,
    { ...device, 'property[0].name': 'Panel '.repeat(20).trim() },
    {
      ...device,
      'property[0].name': 'Panel '.repeat(20).trim(),
    },
  ],
]

interface Judged {
  status: string | undefined
  value?: unknown
  error?: Record<string, string[] | null> | null
}

const judged = (form: z.ZodType, was: Record<string, string> | null, typed: Record<string, string>): Judged => {
  const { fields, shownTexts } = parsePosted([...Object.entries(typed), ['_was', was ? JSON.stringify(was) : '']])
  const posted = new FormData()
  for (const [name, value] of fields) posted.append(name, value)
  return parseWithZod(posted, { schema: allowUnchanged(form, shownTexts) })
}

test.each(cases)('%s that stands as it was shown', (_, form, was, typed) => {
  expect(judged(form, was, typed)).toMatchObject({ status: 'success' })
  expect(judged(form, null, typed).status).toBe('error')
})

test('a text that was typed is judged as ever, and says what is wrong with it', () => {
  const was = { name: long, description: '' }
  expect(judged(CustomerForm, was, { name: `${long}!` }).error).toEqual({ name: ['errors:field.tooLong'] })
  expect(judged(CustomerForm, was, { name: '' }).error).toEqual({ name: ['errors:field.required'] })
  // What one field showed is not spared in another.
  expect(judged(CustomerForm, { name: 'A', description: long }, { name: long }).error).toEqual({
    name: ['errors:field.tooLong'],
  })
  const kept = judged(siteForm('en'), site, { ...site, name: '  Tour\u0000 ' })
  expect(kept.error).toEqual({ name: ['errors.text.control'] })
  expect(judged(PersonForm, person, { ...person, firstName: '' }).error).toEqual({
    firstName: ['errors:user.firstName'],
  })
})

test('a name in the form of many spaces', () => {
  const row = (name: string) => ({ 'space[0].id': 'one', 'space[0].name': name, 'space[0].kind': 'Space' })
  const was = JSON.stringify({ name: long, kind: 'Floor', usage: '' })
  expect(judged(SpacesForm, null, { ...row(long), 'space[0].was': was })).toMatchObject({
    status: 'success',
    value: { space: [{ name: long, kind: 'Space' }] },
  })
  expect(judged(SpacesForm, null, { ...row(`${long}!`), 'space[0].was': was }).error).toEqual({
    'space[0].name': ['errors:field.tooLong'],
  })
})
