/** The current settings of the selected controllers: one value each, or the number of different ones. */
import type { Translate } from '~/i18n/instance'
import { inputValues, type KindView, type SettingField, settingValueAt, settingValueText } from './shared/kind'

export interface CurrentSetting {
  path: string
  /** The value in words, if all controllers have the same; null for no value. */
  text: string | null
  /** The number of different values; no value counts as one. */
  distinctCount: number
  /** The value as the inputs write it, for a single controller. */
  inputs: string[]
}

export interface CurrentGroup {
  name: string
  /** How many of the selected controllers support the group. */
  supportedBy: number
  settings: CurrentSetting[]
}

/** Returns the groups that at least one controller supports, in the order of the kind. */
export function currentSettings<Saved extends object>(
  { view, supports }: { view: KindView; supports: (saved: Saved, group: string) => boolean },
  all: readonly Saved[],
  t: Translate,
): CurrentGroup[] {
  return view.groups.flatMap(({ name, fields }) => {
    const supporting = all.filter((saved) => supports(saved, name))
    if (supporting.length === 0) return []
    return [
      { name, supportedBy: supporting.length, settings: fields.map((field) => currentSetting(supporting, field, t)) },
    ]
  })
}

function currentSetting(supporting: readonly object[], field: SettingField, t: Translate): CurrentSetting {
  const values = supporting.map((saved) => settingValueAt(saved, field.path) ?? null)
  const inputs = values.map((value) => inputValues(value))
  const order = (each: string[]) => (field.control === 'boxes' ? [...each].sort() : each)
  const distinctCount = new Set(inputs.map((each) => order(each).join())).size
  return {
    path: field.path,
    text: distinctCount === 1 ? settingValueText(t, field, values[0]) : null,
    distinctCount,
    inputs: inputs.length === 1 ? (inputs[0] ?? []) : [],
  }
}
