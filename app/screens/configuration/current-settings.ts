/** What the chosen controllers have now, setting by setting: one value, or several. */
import type { Translate } from '~/i18n/instance'
import { inputValues, type KindView, type SettingField, valueAt, valueText } from './kind'

export interface CurrentSetting {
  path: string
  /** In words; null for none. Only where all have the same. */
  text: string | null
  /** How many different values there are, none counted as one. */
  variety: number
  /** As inputs write it; filled in for a single controller. */
  inputs: string[]
}

export interface CurrentGroup {
  name: string
  /** How many of the chosen controllers have it. */
  supportedBy: number
  settings: CurrentSetting[]
}

/** The groups that at least one of the controllers has, in the order of the kind. */
export function currentSettings<Saved extends object>(
  { view, supports }: { view: KindView; supports: (saved: Saved, group: string) => boolean },
  all: readonly Saved[],
  t: Translate,
): CurrentGroup[] {
  return view.groups.flatMap(({ name, fields }) => {
    const having = all.filter((saved) => supports(saved, name))
    if (having.length === 0) return []
    return [{ name, supportedBy: having.length, settings: fields.map((field) => currentSetting(having, field, t)) }]
  })
}

function currentSetting(having: readonly object[], field: SettingField, t: Translate): CurrentSetting {
  const values = having.map((saved) => valueAt(saved, field.path) ?? null)
  const inputs = values.map((value) => inputValues(value))
  const order = (each: string[]) => (field.control === 'boxes' ? [...each].sort() : each)
  const variety = new Set(inputs.map((each) => order(each).join())).size
  return {
    path: field.path,
    text: variety === 1 ? valueText(t, field, values[0]) : null,
    variety,
    inputs: inputs.length === 1 ? (inputs[0] ?? []) : [],
  }
}
