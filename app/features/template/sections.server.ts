/** Converts the sections of a template to form fields and back (domain §8.2). */
import type { Bacnet } from '#contracts/configuration-kinds'
import type { TemplateSections } from '#contracts/configuration-templates'
import { sectionErrors } from '#contracts/template-rules'
import { type BacnetSettings, pathOf, toPageBacnet, toServiceBacnet } from '~/features/bacnet/shared/shape'
import { nestByPath, type SettingValue, settingValueAt } from '~/features/configuration/shared/kind'
import {
  inputTextOf,
  parseSetting,
  type Section,
  sectionSettings,
  sections,
  settingInputName,
  settingOf,
} from './template-settings'

/** Typed settings, by input name. */
export type SettingTexts = Readonly<Record<string, string | undefined>>

/** Returns a section with values at the paths of its settings; null if the template has none. */
export function sectionForForm(all: TemplateSections, section: Section): object | null {
  const value = all[section]
  if (!value) return null
  return section === 'bacnet' ? toPageBacnet(value as Bacnet) : value
}

/** Returns every setting as the text of its input. */
export function settingTexts(all: TemplateSections): Record<string, string> {
  return Object.fromEntries(
    sections.flatMap((section) => {
      const values = sectionForForm(all, section) ?? {}
      return sectionSettings(section).map(({ name, field }) => [
        name,
        inputTextOf(field, settingValueAt(values, field.path)),
      ])
    }),
  )
}

/**
 * Returns the sections with the typed values. Unchanged settings keep their stored value, even if no input can express
 * it, as do values without an input; an empty section is null.
 */
export function sectionsFrom(texts: SettingTexts, stored: TemplateSections = {}): TemplateSections {
  return Object.fromEntries(sections.map((section) => [section, sectionFrom(section, texts, stored)]))
}

function sectionFrom(section: Section, texts: SettingTexts, stored: TemplateSections): object | null {
  const before = sectionForForm(stored, section) ?? {}
  const changes = sectionSettings(section).flatMap(({ name, field }): [string, SettingValue | undefined][] => {
    const text = (texts[name] ?? '').replace(/\r\n?/g, '\n')
    return text === inputTextOf(field, settingValueAt(before, field.path))
      ? []
      : [[field.path, parseSetting(field, text)]]
  })
  const settings = mergeDeep(before, nestByPath(changes)) as object
  const value = withoutEmpty(section === 'bacnet' ? toServiceBacnet(settings as BacnetSettings) : settings)
  return (value as object | undefined) ?? null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function mergeDeep(before: unknown, changes: unknown): unknown {
  if (!isRecord(before) || !isRecord(changes)) return changes
  const merged = Object.entries(changes).map(([name, value]) => [name, mergeDeep(before[name], value)])
  return { ...before, ...Object.fromEntries(merged) }
}

/** Removes empty values, because a template leaves unnamed settings unchanged. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value : undefined
  if (!isRecord(value)) return value
  const entries = Object.entries(value).flatMap(([name, one]) => {
    const rest = withoutEmpty(one)
    return rest === undefined ? [] : [[name, rest] as const]
  })
  return entries.some(([name]) => name !== 'port') ? Object.fromEntries(entries) : undefined
}

/** Returns the errors of the sections as pairs of input name and message key. */
export function problemsIn(all: TemplateSections): [name: string, key: string][] {
  return Object.entries(sectionErrors(all)).map(([field, keys]) => {
    const [root, sectionName = '', ...names] = field.split('.')
    const [section, own] = root === 'sections' ? [sectionName, names.join('.')] : ['', '']
    const key = String([keys].flat()[0] ?? '').replace('errors.', 'errors:')
    if (!isSection(section)) return ['users', key]
    const path = section === 'bacnet' ? pathOf(own, (sectionForForm(all, section) ?? {}) as BacnetSettings) : own
    const setting = settingOf(section, path) ?? settingOf(section, path.replace(/\.\d+$/, ''))
    return [setting ? settingInputName(section, setting) : 'name', key]
  })
}

const isSection = (name: string): name is Section => sections.some((one) => one === name)
