/** Inputs of a configuration template: its own fields, then its sections, collapsed while empty. */
import type { ChangeForm } from '~/change/change-form'
import { useT } from '~/i18n/use-t'
import { FieldInput, Inputs } from '~/kit/edit/inputs'
import { Fieldset } from '~/ui/choice-field'
import { Disclosure } from '~/ui/disclosure'
import { type Option, Select, TextArea, TextInput } from '~/ui/field'
import { boxesText, templateFields, templateOwnFields, usersField } from './shared/fields'
import { combinationsOf, type Section, sections, settingGroups, type TemplateSetting } from './template-settings'

/** Options of select inputs, by input name. */
export type TemplateOptions = Readonly<Record<string, readonly Option[]>>

export function TemplateInputs({ form, offered }: { form: ChangeForm; offered: TemplateOptions }) {
  const t = useT()
  return (
    <>
      <Inputs fields={templateOwnFields} form={form} offered={offered} />
      <p className="max-w-prose text-soft">{t('main:template.onlyFilled')}</p>
      {sections.map((section) => (
        <SectionInputs key={section} section={section} form={form} offered={offered} />
      ))}
      <FieldInput name={usersField} field={templateFields[usersField] as (typeof templateFields)[string]} form={form} />
    </>
  )
}

function SectionInputs({ section, form, offered }: { section: Section; form: ChangeForm; offered: TemplateOptions }) {
  const t = useT()
  const groups = settingGroups(section).filter(({ settings }) => settings.length > 0)
  const hasInput = groups.some(({ settings }) =>
    settings.some(({ name }) => form.valuesOf(name).some(Boolean) || form.errorOf(name)),
  )
  return (
    <Disclosure
      className="panel rounded-lg border border-line bg-surface px-4 py-3"
      isOpen={hasInput}
      title={<span className="text-lg font-semibold">{t(`main:template.section.${section}`)}</span>}
    >
      <div className="mt-3 flex flex-col gap-4">
        {groups.map(({ name, title, settings }) => (
          <Fieldset key={name} legend={title(t)}>
            <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
              {settings.map((setting) => (
                <SettingInput key={setting.name} setting={setting} form={form} offered={offered[setting.name]} />
              ))}
            </div>
          </Fieldset>
        ))}
      </div>
    </Disclosure>
  )
}

function SettingInput({
  setting: { name, field },
  form,
  offered = [],
}: {
  setting: TemplateSetting
  form: ChangeForm
  offered?: readonly Option[] | undefined
}) {
  const t = useT()
  const { control, options } = field
  const input = form.input(name)
  const inputProps = { ...input, label: field.label(t), hint: field.hint?.(t) }
  if (control === 'lines') return <TextArea {...inputProps} rows={3} maxLength={2_000} spellCheck={false} />
  if (control === 'words' || control === 'digits')
    return (
      <TextInput
        {...inputProps}
        inputMode={control === 'digits' ? 'numeric' : field.inputMode}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
    )
  const choices = control === 'choice' ? offered : fixedOptions()
  // Keeps a stored value that is not among the options, so that submitting does not clear it.
  const stored = String(input.defaultValue ?? '')
  const missing = stored && choices.every(({ value }) => value !== stored) ? [{ value: stored, label: stored }] : []
  return <Select {...inputProps} options={[{ value: '', label: t('main:template.notInIt') }, ...missing, ...choices]} />

  function fixedOptions(): Option[] {
    if (control === 'boxes')
      return combinationsOf(field.selectable ?? []).map((value) => ({ value, label: boxesText(t, options, value) }))
    return (['on', 'off'] as const).map((value) => ({ value, label: t(`word.${value}`) }))
  }
}
