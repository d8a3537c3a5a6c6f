/** The settings of one interface in the network form, each with its "No change" box (spec §5). */
import type { ChangeForm } from '~/change/change-form'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { inputName, keepName } from '~/things/network/fields'
import { Fieldset, KeepOr } from '~/ui/choice-field'
import { Disclosure } from '~/ui/disclosure'
import { Select, TextInput } from '~/ui/field'
import { fieldId } from '~/ui/field-id'
import { Section } from '~/ui/page'
import type { CurrentInterface, CurrentSetting } from './current-settings'

/** What every field is drawn with. */
export interface Shown {
  isBulk: boolean
  change: ChangeForm
  t: Translate
}

/** The settings of one interface; folded away where only some of the controllers have it and nothing is filled in. */
export function Interface({ current, total, shown }: { current: CurrentInterface; total: number; shown: Shown }) {
  const { t, change, isBulk } = shown
  const { name, supportedBy, settings } = current
  const title = t(`main:network.interface.${name}`)
  if (supportedBy === total) {
    return (
      <Section>
        <Fieldset legend={title}>
          <InterfaceSettings current={current} shown={shown} />
        </Fieldset>
      </Section>
    )
  }
  const isTouched = settings
    .filter(({ setting }) => !(isBulk && setting === 'ipAddress'))
    .some(
      ({ setting }) => !change.box(keepName(name, setting)).defaultChecked || change.errorOf(inputName(name, setting)),
    )
  return (
    <Disclosure
      className="panel rounded-lg border border-line bg-surface px-4 py-3"
      isOpen={isTouched}
      title={
        <>
          <span className="text-lg font-semibold">{title}</span>{' '}
          <span className="font-normal text-soft">
            {t('main:network.settings.supportedBy', { count: supportedBy, total })}
          </span>
        </>
      }
    >
      <div className="mt-3">
        <Fieldset legend={<span className="sr-only">{title}</span>}>
          <InterfaceSettings current={current} shown={shown} />
        </Fieldset>
      </div>
    </Disclosure>
  )
}

function InterfaceSettings({ current: { name, settings }, shown }: { current: CurrentInterface; shown: Shown }) {
  const { t, isBulk, change } = shown
  return settings.map((one) => {
    const { setting } = one
    if (setting === 'ipAddress' && isBulk) return <BulkAddress key={setting} current={one} t={t} />
    const words = { interface: t(`main:network.interface.${name}`), field: t(`main:network.field.${setting}`) }
    return (
      <KeepOr
        key={setting}
        keepName={keepName(name, setting)}
        fieldLabel={t('main:network.setting', words)}
        isKept={change.box(keepName(name, setting)).defaultChecked}
      >
        <Setting interfaceName={name} current={one} shown={shown} />
      </KeepOr>
    )
  })
}

/** One address for many controllers is refused by the services too (domain §5.5): there is nothing to fill in. */
function BulkAddress({ current, t }: { current: CurrentSetting; t: Translate }) {
  return (
    <div>
      <p className="font-medium">{t('main:network.field.ipAddress')}</p>
      <p className="text-sm text-soft">
        {nowText(current, t)}. {t('main:network.settings.bulkAddress')}
      </p>
    </div>
  )
}

function Setting({
  interfaceName,
  current,
  shown,
}: {
  interfaceName: CurrentInterface['name']
  current: CurrentSetting
  shown: Shown
}) {
  const { t, change, isBulk } = shown
  const { setting } = current
  const name = inputName(interfaceName, setting)
  const label = t(`main:network.field.${setting}`)
  const hint = isBulk ? nowText(current, t) : undefined
  if (setting === 'interfaces') return <Members name={name} label={label} hint={hint} change={change} />
  const input = change.input(name)
  if (setting === 'enabled' || setting === 'dhcpEnabled') {
    const options = [
      ...(isBulk || !input.defaultValue ? [{ value: '', label: t('main:network.settings.notChosen') }] : []),
      { value: 'on', label: t('word.on') },
      { value: 'off', label: t('word.off') },
    ]
    const said =
      setting === 'dhcpEnabled' ? [hint, t('main:network.settings.dhcpHint')].filter(Boolean).join('. ') : hint
    return <Select {...input} label={label} hint={said} options={options} />
  }
  const isPrefix = setting === 'subnetPrefixLength'
  const said = isPrefix ? [hint, t('main:network.settings.prefixHint')].filter(Boolean).join('. ') : hint
  return (
    <TextInput
      {...input}
      label={label}
      hint={said}
      inputMode={isPrefix ? 'numeric' : 'decimal'}
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      className="max-w-xs"
    />
  )
}

/** The members of the bridge; auxiliary never is one (domain §5.5). */
function Members({
  name,
  label,
  hint,
  change,
}: {
  name: string
  label: string
  hint?: string | undefined
  change: ChangeForm
}) {
  const t = useT()
  const chosen = change.valuesOf(name)
  const legend = <span className="text-base font-medium">{label}</span>
  return (
    <Fieldset name={name} legend={legend} hint={hint} error={change.errorOf(name)}>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {(['primary', 'secondary'] as const).map((member) => (
          <label key={member} className="flex items-center gap-2">
            <input
              type="checkbox"
              id={fieldId(`${name}-${member}`)}
              name={name}
              value={member}
              defaultChecked={chosen.includes(member)}
            />
            {t(`main:network.interface.${member}`)}
          </label>
        ))}
      </div>
    </Fieldset>
  )
}

function nowText({ text, variety }: CurrentSetting, t: Translate): string {
  if (variety > 1) return t('main:network.settings.nowDiffers', { count: variety })
  return text === null ? t('main:network.settings.nowEmpty') : t('main:network.settings.now', { value: text })
}
