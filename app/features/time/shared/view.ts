/** The time settings of a controller as pages show them: its zone and the source of its clock (domain §5.7). */
import type { KindView, SettingField } from '~/features/configuration/shared/kind'

const field = (
  name: 'timeZone' | 'autoTime' | 'ntpServers' | 'dateTime',
  control: SettingField['control'],
  more: Partial<SettingField> = {},
): SettingField => ({
  path: name,
  input: name,
  label: (t) => t(`main:time.field.${name}`),
  fullLabel: (t) => t(`main:time.field.${name}`),
  control,
  ...more,
})

export const timeView: KindView = {
  name: 'time',
  groups: [
    {
      name: 'time',
      title: (t) => t('main:time.title'),
      fields: [
        field('timeZone', 'choice'),
        field('autoTime', 'switch', { hint: (t) => t('main:time.autoHint') }),
        field('ntpServers', 'lines', { splitsOnSpaces: true, hint: (t) => t('main:time.serversHint') }),
        field('dateTime', 'words', { isClearable: true, hint: (t) => t('main:time.dateTimeHint') }),
      ],
    },
  ],
}
