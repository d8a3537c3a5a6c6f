/**
 * C3. No lost update: of two people who edit the same thing, in whichever order and at whatever moment they save, the
 * second is shown yours / theirs / original of every field the first changed, and nothing is saved until a choice was
 * made in each. Figure: 0 silent overwrites in 1,000 interleavings over every form that edits one thing, and the plan
 * of network settings.
 *
 * Seen to fail: with `conflictIn` answering null (nobody was shown a conflict: the second save answered that it was
 * saved, or was refused without a word of what the other wrote).
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChangeName } from '../../app/changes'
import { href } from '../../app/hrefs'
import { type Console, startTestConsole } from '../harness/console'
import { askedChange, changesAsked } from '../harness/every-change'
import { seeded } from '../harness/seeded'
import type { Page, Visitor } from '../harness/visitor'
import { changeForm, englishReader } from '../requests/on-record'
import { type Places, placesOf } from './forms'
import { size, tell } from './size'

let product: Console
let at: Places
/** Two administrators who may edit everything, and look at each other's work. */
let first: Visitor
let second: Visitor
let interleavings = 0
let conflicts = 0

beforeAll(async () => {
  product = await startTestConsole()
  at = placesOf(product)
  first = await englishReader(product, 'marcus')
  second = await englishReader(product, 'amelie')
})
afterAll(async () => {
  await product.close()
  tell('C3', `${interleavings} interleavings, ${conflicts} conflicts shown, 0 silent overwrites`)
})

type Values = Record<string, string>

interface EditForm {
  /** The fields that are edited, and a value of each that is like no other. */
  fields: Record<string, (unique: number) => string>
  /** Somebody's own: the two are one person at two screens. */
  isOwn?: true
}

/** Every form that edits one thing: a new one without a row fails below. */
const edits: { [Name in ChangeName]?: EditForm } = {
  'tenant.edit': {
    fields: {
      name: (unique) => `Boréal Facilities ${unique}`,
      domains: (unique) => `boreal.example\nb${unique}.boreal.example`,
    },
  },
  'customer.edit': {
    fields: {
      name: (unique) => `Université Montcalm ${unique}`,
      description: (unique) => `Three campuses,\n${unique} halls`,
    },
  },
  'user.edit': { fields: { firstName: (unique) => `Hugo ${unique}`, lastName: (unique) => `Lapointe ${unique}` } },
  'user.editProfile': {
    fields: { firstName: (unique) => `Marcus ${unique}`, lastName: (unique) => `Webb ${unique}` },
    isOwn: true,
  },
  'group.edit': { fields: { name: (unique) => `Campuses ${unique}`, description: (unique) => `Group ${unique}` } },
  'site.edit': {
    fields: {
      name: (unique) => `Campus ${unique}`,
      city: (unique) => `Ville ${unique}`,
      postalCode: (unique) => `H${unique}`,
    },
  },
  'building.edit': { fields: { name: (unique) => `Pavillon ${unique}`, address: (unique) => `${unique}, rue Haute` } },
  'device.edit': {
    fields: { name: (unique) => `VAV ${unique}`, description: (unique) => `Box ${unique}` },
  },
  'template.edit': {
    fields: {
      name: (unique) => `Centrale ${unique}`,
      'network-primary-primaryDns': (unique) => `10.43.${unique % 250}.${1 + (unique % 200)}`,
    },
  },
  'equipment.edit': {
    fields: { name: (unique) => `VAV ${unique}`, description: (unique) => `Serves ${unique}` },
  },
  'variables.save': { fields: { lowFlowRatio: (unique) => String(50 + (unique % 45)) } },
  'historian.save': { fields: { retentionDays: (unique) => String(30 + (unique % 300)) } },
  'space.edit': { fields: { name: (unique) => `Étage ${unique}` } },
}

const random = seeded(2026)
const chance = (share: number) => random() < share
let unique = 0

/** What a form is filled in with, of the fields that are edited. */
function valuesIn(page: Page, names: readonly string[]): Values {
  return Object.fromEntries(
    names.map((name) => {
      const field = page.root.querySelectorAll(`${changeForm} [name="${name}"]`)[0]
      if (!field) throw new Error(`No field ${name} at ${page.address}: ${page.text.slice(0, 200)}`)
      const text = field.tagName === 'TEXTAREA' ? field.text : (field.getAttribute('value') ?? '')
      return [name, text.replace(/\r\n/g, '\n').trim()]
    }),
  )
}

/** Some of the fields, at least one, with new values. */
function edited(form: EditForm): Values {
  const names = Object.keys(form.fields)
  const chosen = names.filter(() => chance(0.6))
  const some = chosen.length > 0 ? chosen : [names[Math.floor(random() * names.length)] as string]
  unique += 1
  return Object.fromEntries(some.map((name) => [name, form.fields[name]?.(unique) ?? '']))
}

const isConflict = (page: Page) => page.status === 409 && page.root.querySelectorAll('input[name^="_take."]').length > 0

/** What the conflict page says of a field. */
function toldOf(page: Page, name: string): string {
  const radio = page.root.querySelectorAll(`input[name="_take.${name}"]`)[0]
  return radio?.closest('fieldset')?.text ?? ''
}

async function interleave(name: ChangeName, form: EditForm): Promise<void> {
  const address = askedChange(name).address(at.montcalm)
  const names = Object.keys(form.fields)
  const [one, other] = form.isOwn ? [first, first] : chance(0.5) ? [first, second] : [second, first]
  const [left, right] = await Promise.all([one.get(address), other.get(address)])
  const before = valuesIn(left, names)
  const theirs = edited(form)
  const yours = edited(form)
  let late: Page
  let kept: Values
  if (chance(0.3)) {
    // Both press at the same moment: whoever comes second is told.
    const answers = await Promise.all([
      left.submit(changeForm, { fill: theirs }),
      right.submit(changeForm, { fill: yours }),
    ])
    expect(answers.filter(isConflict)).toHaveLength(1)
    const isRightLate = isConflict(answers[1])
    late = isRightLate ? answers[1] : answers[0]
    kept = isRightLate ? theirs : yours
  } else {
    expect((await left.submit(changeForm, { fill: theirs })).status).toBe(200)
    late = await right.submit(changeForm, { fill: yours })
    kept = theirs
  }
  const mine = kept === theirs ? yours : theirs
  const now = { ...before, ...kept }
  const typed = { ...before, ...mine }
  interleavings += 1

  expect(isConflict(late), `${address}: ${late.status} ${late.text.slice(0, 200)}`).toBe(true)
  conflicts += 1
  expect(valuesIn(await one.get(address), names)).toEqual(now)
  const told = [
    ...new Set(
      late.root.querySelectorAll('input[name^="_take."]').map((radio) => radio.getAttribute('name')?.slice(6) ?? ''),
    ),
  ]
  expect(told.sort()).toEqual(Object.keys(kept).sort())
  for (const name of told) {
    for (const value of [now[name], typed[name], before[name]])
      for (const line of (value ?? '').split('\n')) expect(toldOf(late, name)).toContain(line)
  }

  if (chance(0.25)) {
    // Pressing on without choosing saves nothing and asks once more.
    const nothing = await late.submit(changeForm, {
      fill: Object.fromEntries(told.map((name) => [`_take.${name}`, null])),
    })
    expect(isConflict(nothing)).toBe(true)
    expect(valuesIn(await one.get(address), names)).toEqual(now)
    late = nothing
  }
  const taken = Object.fromEntries(told.map((name) => [name, chance(0.5) ? 'yours' : 'theirs']))
  const choice = Object.fromEntries(told.map((name) => [`_take.${name}`, taken[name] as string]))
  const wanted = {
    ...typed,
    ...Object.fromEntries(told.flatMap((name) => (taken[name] === 'theirs' ? [[name, now[name] as string]] : []))),
  }
  const done = await late.submit(changeForm, { fill: choice })
  expect(isConflict(done)).toBe(false)
  expect(valuesIn(await one.get(address), names)).toEqual(wanted)
}

test('every form that edits one thing has a row', async () => {
  const missing: string[] = []
  for (const name of changesAsked.filter((one) => askedChange(one).isDirect && !(one in edits))) {
    const page = await first.get(askedChange(name).address(at.montcalm))
    if (page.root.querySelector('input[name=_version]')) missing.push(name)
  }
  expect(missing).toEqual([])
})

const share = Math.ceil(size({ smoke: 14, full: 1_000 }) / (Object.keys(edits).length + 1))

test.each(Object.entries(edits) as [ChangeName, EditForm][])(
  'nobody overwrites anybody unseen: %s',
  async (name, form) => {
    for (let time = 0; time < share; time += 1) await interleave(name, form)
  },
  600_000,
)

test('nobody overwrites anybody unseen: the plan of network settings', async () => {
  const device = at.controllers('SCI-ECYVAV-9')
  const address = href('siteNetworkSettings', at.campus, { device })
  const planned = async (by: Visitor, dns: string) =>
    (await by.get(address)).submit(changeForm, {
      fill: { 'primary.primaryDns': dns, 'keep.primary.primaryDns': null },
    })
  const apply = { press: '_stage=apply', fill: { reason: 'x' } }
  const current = async () => {
    const id = device[0] ?? ''
    const { body } = await product.services.call('device-configuration', `GET /devices/${id}/network`, { as: 'marcus' })
    return body.primary?.ipv4?.primaryDns ?? body.value?.primary?.ipv4?.primaryDns
  }
  for (let time = 0; time < share; time += 1) {
    unique += 1
    const [a, b] = [`10.3.${unique % 250}.1`, `10.3.${unique % 250}.2`]
    const [one, other] = chance(0.5) ? [first, second] : [second, first]
    const [left, right] = [await planned(one, a), await planned(other, b)]
    const answers = chance(0.3)
      ? await Promise.all([left.submit(changeForm, apply), right.submit(changeForm, apply)])
      : [await left.submit(changeForm, apply), await right.submit(changeForm, apply)]
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(1)
    const [won, lost] = refused[0] === answers[1] ? [a, b] : [b, a]
    expect(await current()).toBe(won)
    // The plan comes back with what is there now, and applies once it was seen.
    expect(refused[0]?.text).toContain(won)
    expect((await (refused[0] as Page).submit(changeForm, apply)).status).toBe(200)
    expect(await current()).toBe(lost)
    interleavings += 1
    conflicts += 1
  }
}, 600_000)
