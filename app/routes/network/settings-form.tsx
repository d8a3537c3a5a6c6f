/** The network form: per interface and setting a field and its "No change" box (spec §5). */
import { type ChangeForm, type FilledIn, useChangeForm } from '~/audit/change-form'
import { FormNotices } from '~/audit/form-notices'
import type { FormReply } from '~/audit/plan'
import { metaFields } from '~/audit/plan'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Fieldset, KeepOr } from '~/ui/choice-field'
import { Disclosure } from '~/ui/disclosure'
import { ErrorSummary } from '~/ui/error-summary'
import { Select, TextInput } from '~/ui/field'
import { fieldId } from '~/ui/field-id'
import { Form, SubmitRow } from '~/ui/form'

import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import type { CurrentInterface, CurrentSetting } from './current-settings'
import { inputName, keepName, originalName } from './fields'

export interface SettingsData {
  devices: readonly { id: string; name: string; isConnected: boolean }[]
  missing: number
  isCut: boolean
  eTag: string | null
  interfaces: readonly CurrentInterface[]
}

/** What every field is drawn with. */
interface Shown {
  isBulk: boolean
  change: ChangeForm
  t: Translate
}

export function SettingsForm({
  data,
  reply,
  cancelHref,
}: {
  data: SettingsData
  reply: FormReply | undefined
  cancelHref: string
}) {
  const t = useT()
  const { devices, interfaces } = data
  const isBulk = devices.length > 1
  const change = useChangeForm(reply, { id: 'network', defaultValue: filledIn(data, isBulk) })
  const carried = [
    'device',
    'eTag',
    ...interfaces.flatMap(({ name, settings }) => settings.map(({ setting }) => originalName(name, setting))),
  ]
  return (
    <Stack>
      <ErrorSummary problems={change.problems} />
      <FormNotices reply={reply} />
      <Chosen data={data} />
      <Form
        {...change.form}
        hidden={{
          ...Object.fromEntries(carried.map((name) => [name, change.valuesOf(name)])),
          [metaFields.reason]: reply?.reason ?? '',
        }}
      >
        {interfaces.map((one) => (
          <Interface key={one.name} current={one} total={devices.length} shown={{ isBulk, change, t }} />
        ))}
        <SubmitRow
          label={t('main:network.settings.review')}
          cancelHref={cancelHref}
          name={metaFields.stage}
          value="plan"
        />
      </Form>
    </Stack>
  )
}

/**
 * The form as it is first shown: every setting left alone; for one controller with what it has now, carried a second
 * time so that the review can tell what moved since.
 */
function filledIn({ devices, eTag, interfaces }: SettingsData, isBulk: boolean): FilledIn {
  const perInterface = (fill: (current: CurrentSetting) => FilledIn[string]): FilledIn =>
    Object.fromEntries(
      interfaces.map(({ name, settings }) => [
        name,
        Object.fromEntries(settings.map((current) => [current.setting, fill(current)])),
      ]),
    )
  const now = isBulk ? {} : perInterface(({ setting, inputs }) => (setting === 'interfaces' ? inputs : inputs[0]))
  return {
    ...now,
    was: now,
    keep: perInterface(() => true),
    device: devices.map(({ id }) => id),
    eTag: eTag ?? undefined,
  }
}

/** Which controllers the form is about, and what to know before filling it in. */
function Chosen({ data: { devices, missing, isCut } }: { data: SettingsData }) {
  const t = useT()
  const offline = devices.filter(({ isConnected }) => !isConnected).length
  return (
    <>
      {missing > 0 && (
        <Notice tone="warn" quiet>
          {t('main:network.settings.missing', { count: missing })}
        </Notice>
      )}
      {isCut && (
        <Notice tone="warn" quiet>
          {t('main:network.settings.cut', { count: devices.length })}
        </Notice>
      )}
      <div className="flex max-w-prose flex-col gap-1.5">
        <p>{devices.length > 1 ? t('main:network.settings.intro') : t('main:network.settings.introOne')}</p>
        <noscript>
          <p>{t('main:network.settings.scripts')}</p>
        </noscript>
      </div>
      {devices.length > 1 && (
        <Disclosure
          className="panel rounded-lg border border-line bg-surface px-4 py-2"
          title={
            <>
              {t('main:network.settings.chosen', { count: devices.length })}
              {offline > 0 && (
                <span className="text-soft">, {t('main:network.settings.offline', { count: offline })}</span>
              )}
            </>
          }
        >
          <ul className="mt-2 columns-2 gap-6 sm:columns-3 lg:columns-4">
            {devices.map(({ id, name }) => (
              <li key={id}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  )
}

/** The settings of one interface; folded away where only some of the controllers have it and nothing is filled in. */
function Interface({ current, total, shown }: { current: CurrentInterface; total: number; shown: Shown }) {
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
