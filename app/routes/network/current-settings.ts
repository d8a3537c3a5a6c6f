/** What the chosen controllers have now, setting by setting: one value, or several. */
import type { Network } from '#contracts/device-configuration'
import { type InterfaceName, interfaceNames } from '#contracts/network-names'
import { fieldOf } from '~/domain/network-form'
import type { Translate } from '~/i18n/instance'
import { inputValues, type SettingName, settingPath, settingsOf, supports, valueText } from '~/things/network/fields'

export interface CurrentSetting {
  setting: SettingName
  /** In words; null for none. Only where all have the same. */
  text: string | null
  /** How many different values there are, none counted as one. */
  variety: number
  /** As inputs write it; filled in for a single controller. */
  inputs: string[]
}

export interface CurrentInterface {
  name: InterfaceName
  /** How many of the chosen controllers have it. */
  supportedBy: number
  settings: CurrentSetting[]
}

/** The interfaces at least one of the controllers has, in the order of the specification. */
export function currentSettings(networks: readonly Network[], t: Translate): CurrentInterface[] {
  return interfaceNames.flatMap((name) => {
    const having = networks.filter((network) => supports(network, name))
    if (having.length === 0) return []
    return [
      {
        name,
        supportedBy: having.length,
        settings: settingsOf(name).map((setting) => currentSetting(having, name, setting, t)),
      },
    ]
  })
}

function currentSetting(
  having: readonly Network[],
  name: InterfaceName,
  setting: SettingName,
  t: Translate,
): CurrentSetting {
  const values = having.map((network) => fieldOf(network, settingPath(name, setting)) ?? null)
  const inputs = values.map((value) => inputValues(value))
  const variety = new Set(inputs.map((each) => [...each].sort().join())).size
  return {
    setting,
    text: variety === 1 ? valueText(t, values[0]) : null,
    variety,
    inputs: inputs.length === 1 ? (inputs[0] ?? []) : [],
  }
}
