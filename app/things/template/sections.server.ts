/** Converts the sections of a template to form fields and back (domain §8.2). */
import type { Bacnet } from '#contracts/configuration-kinds'
import type { TemplateSections } from '#contracts/configuration-templates'
import { sectionErrors } from '#contracts/template-rules'
import { nested, type SettingValue, valueAt } from '~/screens/configuration/kind'
import { type BacnetSettings, pathOf, sentBacnet, shownBacnet } from '../bacnet/shape'
import { nameOf, type Section, sections, settingOf, settingsOf, textOf, typedValue } from './settings'

/** Typed settings, by input name. */
export type Texts = Readonly<Record<string, string | undefined>>

/** Returns a section with values at the paths of its settings; null if the template has none. */
export function shownSection(all: TemplateSections, section: Section): object | null {
  const value = all[section]
  if (!value) return null
  return section === 'bacnet' ? shownBacnet(value as Bacnet) : value
}

/** Returns every setting as the text of its input. */
export function textsOf(all: TemplateSections): Record<string, string> {
  return Object.fromEntries(
    sections.flatMap((section) => {
      const shown = shownSection(all, section) ?? {}
      return settingsOf(section).map(({ name, field }) => [name, textOf(field, valueAt(shown, field.path))])
    }),
  )
}

/**
 * Returns the sections with the typed values. Unchanged settings keep their stored value, even if no input can express
 * it, as do values without an input; an empty section is null.
 */
export function sectionsFrom(texts: Texts, kept: TemplateSections = {}): TemplateSections {
  return Object.fromEntries(sections.map((section) => [section, sectionFrom(section, texts, kept)]))
}

function sectionFrom(section: Section, texts: Texts, kept: TemplateSections): object | null {
  const before = shownSection(kept, section) ?? {}
  const changes = settingsOf(section).flatMap(({ name, field }): [string, SettingValue | undefined][] => {
    const text = (texts[name] ?? '').replace(/\r\n?/g, '\n')
    return text === textOf(field, valueAt(before, field.path)) ? [] : [[field.path, typedValue(field, text)]]
  })
  const settings = over(before, nested(changes)) as object
  const value = withoutNothing(section === 'bacnet' ? sentBacnet(settings as BacnetSettings) : settings)
  return (value as object | undefined) ?? null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function over(before: unknown, changes: unknown): unknown {
  if (!isRecord(before) || !isRecord(changes)) return changes
  const merged = Object.entries(changes).map(([name, value]) => [name, over(before[name], value)])
  return { ...before, ...Object.fromEntries(merged) }
}

/** Removes empty values, because a template leaves unnamed settings unchanged. */
function withoutNothing(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value : undefined
  if (!isRecord(value)) return value
  const held = Object.entries(value).flatMap(([name, one]) => {
    const left = withoutNothing(one)
    return left === undefined ? [] : [[name, left] as const]
  })
  return held.some(([name]) => name !== 'port') ? Object.fromEntries(held) : undefined
}

/** Returns the errors of the sections as pairs of input name and message key. */
export function problemsIn(all: TemplateSections): [name: string, key: string][] {
  return Object.entries(sectionErrors(all)).map(([field, keys]) => {
    const [root, named = '', ...names] = field.split('.')
    const [section, own] = root === 'sections' ? [named, names.join('.')] : ['', '']
    const key = String([keys].flat()[0] ?? '').replace('errors.', 'errors:')
    if (!isSection(section)) return ['users', key]
    const path = section === 'bacnet' ? pathOf(own, (shownSection(all, section) ?? {}) as BacnetSettings) : own
    const setting = settingOf(section, path) ?? settingOf(section, path.replace(/\.\d+$/, ''))
    return [setting ? nameOf(section, setting) : 'name', key]
  })
}

const isSection = (name: string): name is Section => sections.some((one) => one === name)
