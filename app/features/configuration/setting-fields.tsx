/** The settings of one group in a form, each with its "No change" box (spec §5). */
import type { ChangeForm } from '~/change/change-form'
import type { Translate } from '~/i18n/instance'
import { Fieldset, KeepUnchanged } from '~/ui/choice-field'
import { Disclosure } from '~/ui/disclosure'
import { type Option, Select, TextArea, TextInput } from '~/ui/field'
import { fieldId } from '~/ui/field-id'
import { Section } from '~/ui/page'
import type { CurrentGroup, CurrentSetting } from './current-settings'
import { incrementName, type KindView, keepName, type SettingField } from './shared/kind'

/** The values every field is rendered with. */
export interface FieldContext {
  isBulk: boolean
  change: ChangeForm
  t: Translate
  /** The options of choices, by path. */
  options: Readonly<Record<string, readonly Option[]>>
}

interface SettingProps {
  field: SettingField
  current: CurrentSetting
}

/** The settings of one group. Collapsed if only some controllers support it and nothing is filled in. */
export function SettingsGroup({
  view,
  current: { name, supportedBy, settings },
  total,
  context,
}: {
  view: KindView
  current: CurrentGroup
  total: number
  context: FieldContext
}) {
  const { t, change, isBulk } = context
  const group = view.groups.find((one) => one.name === name)
  const title = group?.title(t)
  const all = settings.flatMap((current): SettingProps[] => {
    const field = group?.fields.find(({ path }) => path === current.path)
    return field ? [{ field, current }] : []
  })
  if (supportedBy === total) {
    return (
      <Section>
        <Fieldset legend={title}>
          <GroupSettings all={all} context={context} />
        </Fieldset>
      </Section>
    )
  }
  const isTouched = all
    .filter(({ field }) => !(isBulk && field.notForMany))
    .some(({ field: { input } }) => !change.box(keepName(input)).defaultChecked || change.errorOf(input))
  return (
    <Disclosure
      className="panel rounded-lg border border-line bg-surface px-4 py-3"
      isOpen={isTouched}
      title={
        <>
          <span className="text-lg font-semibold">{title}</span>{' '}
          <span className="font-normal text-soft">
            {t('main:configuration.settings.supportedBy', { count: supportedBy, total })}
          </span>
        </>
      }
    >
      <div className="mt-3">
        <Fieldset legend={<span className="sr-only">{title}</span>}>
          <GroupSettings all={all} context={context} />
        </Fieldset>
      </div>
    </Disclosure>
  )
}

function GroupSettings({ all, context }: { all: readonly SettingProps[]; context: FieldContext }) {
  const { t, isBulk, change } = context
  return all.map(({ field, current }) => {
    const { input } = field
    if (isBulk && field.notForMany) return <NotForMany key={input} field={field} current={current} t={t} />
    return (
      <KeepUnchanged
        key={input}
        keepName={keepName(input)}
        fieldLabel={field.fullLabel(t)}
        isKept={change.box(keepName(input)).defaultChecked}
      >
        <Setting field={field} current={current} context={context} />
      </KeepUnchanged>
    )
  })
}

/** A setting that several controllers cannot share has no input; the services also refuse it. */
function NotForMany({ field, current, t }: SettingProps & { t: Translate }) {
  return (
    <div>
      <p className="font-medium">{field.label(t)}</p>
      <p className="text-sm text-soft">
        {nowText(current, t)}. {field.notForMany?.(t)}
      </p>
    </div>
  )
}

function Setting({ field, current, context }: SettingProps & { context: FieldContext }) {
  const { t, change, isBulk, options } = context
  const { control, input: name } = field
  const label = field.label(t)
  const now = isBulk ? nowText(current, t) : undefined
  const hint = [now, field.hint?.(t)].filter(Boolean).join('. ') || undefined
  if (control === 'boxes') return <Boxes field={field} label={label} hint={hint} context={context} />
  const input = change.input(name)
  if (control === 'switch' || control === 'choice') {
    const available =
      control === 'choice'
        ? (options[field.path] ?? [])
        : [
            { value: 'on', label: t('word.on') },
            { value: 'off', label: t('word.off') },
          ]
    const emptyOptions =
      isBulk || !input.defaultValue ? [{ value: '', label: t('main:configuration.settings.notChosen') }] : []
    // A value outside the options stays selectable; otherwise the form would post the first option in its place.
    const currentValue = String(input.defaultValue ?? '')
    const missing =
      currentValue && available.every(({ value }) => value !== currentValue)
        ? [{ value: currentValue, label: currentValue }]
        : []
    return <Select {...input} label={label} hint={hint} options={[...emptyOptions, ...missing, ...available]} />
  }
  if (field.isIncremented && isBulk) return <Counted field={field} hint={hint} context={context} />
  if (control === 'lines')
    return <TextArea {...input} label={label} hint={hint} rows={4} maxLength={2_000} spellCheck={false} />
  return (
    <TextInput
      {...input}
      label={label}
      hint={hint}
      inputMode={control === 'digits' ? 'numeric' : field.inputMode}
      autoComplete="off"
      spellCheck={false}
      maxLength={100}
      className="max-w-xs"
    />
  )
}

/** With several controllers the first one receives the typed value, each further one the value plus the step. */
function Counted({
  field,
  hint,
  context: { t, change },
}: {
  field: SettingField
  hint: string | undefined
  context: FieldContext
}) {
  const inputs = { inputMode: 'numeric', autoComplete: 'off', spellCheck: false, maxLength: 100 } as const
  return (
    <div className="flex flex-wrap gap-4">
      <TextInput
        {...change.input(field.input)}
        {...inputs}
        label={t('main:configuration.settings.first', { field: field.label(t) })}
        hint={hint}
        className="max-w-xs"
      />
      <TextInput
        {...change.input(incrementName)}
        {...inputs}
        label={t('main:configuration.settings.increment')}
        hint={t('main:configuration.settings.incrementHint')}
        className="max-w-xs"
      />
    </div>
  )
}

function Boxes({
  field: { input: name, options, selectable },
  label,
  hint,
  context: { t, change },
}: {
  field: SettingField
  label: string
  hint: string | undefined
  context: FieldContext
}) {
  const selected = change.valuesOf(name)
  const legend = <span className="text-base font-medium">{label}</span>
  const boxes = (options?.(t) ?? []).filter(({ value }) => selectable?.includes(value) ?? true)
  return (
    <Fieldset name={name} legend={legend} hint={hint} error={change.errorOf(name)}>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {boxes.map(({ value, label: text }) => (
          <label key={value} className="flex items-center gap-2">
            <input
              type="checkbox"
              id={fieldId(`${name}-${value}`)}
              name={name}
              value={value}
              defaultChecked={selected.includes(value)}
            />
            {text}
          </label>
        ))}
      </div>
    </Fieldset>
  )
}

function nowText({ text, distinctCount }: CurrentSetting, t: Translate): string {
  if (distinctCount > 1) return t('main:configuration.settings.nowDiffers', { count: distinctCount })
  return text === null
    ? t('main:configuration.settings.nowEmpty')
    : t('main:configuration.settings.now', { value: text })
}
