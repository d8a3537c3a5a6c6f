/** The settings form: per group a field for each setting, with its "No change" box (spec §5). */
import { type FormValues, useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import type { FormReply } from '~/change/plan'
import { metaFields } from '~/change/plan'
import { useT } from '~/i18n/use-t'
import { Disclosure } from '~/ui/disclosure'
import { ErrorSummary } from '~/ui/error-summary'
import type { Option } from '~/ui/field'
import { Form, SubmitRow } from '~/ui/form'
import { Notice } from '~/ui/notice'
import { Stack } from '~/ui/page'
import { ChangeSteps } from '~/ui/steps'
import type { CurrentGroup, CurrentSetting } from './current-settings'
import type { SaveTarget } from './send-preview'
import { SettingsGroup } from './setting-fields'
import { configurationViews } from './shared/configuration'
import { incrementName, type KindView, nestByPath, originalName, type SettingField } from './shared/kind'
import type { SettingsPlace } from './shared/place'

export interface SettingsData {
  at: Pick<SettingsPlace, 'kind'>
  devices: readonly SaveTarget[]
  missing: number
  maySend: boolean
  eTag: string | null
  groups: readonly CurrentGroup[]
  /** The options of choices, by path. */
  options: Readonly<Record<string, readonly Option[]>>
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
  const { devices, groups, options } = data
  const view = configurationViews[data.at.kind]
  const isBulk = devices.length > 1
  const change = useChangeForm(reply, { id: view.name, defaultValue: initialValues(view, data, isBulk) })
  const hiddenNames = ['device', 'eTag', ...visibleSettings(view, groups).map(({ field }) => originalName(field.input))]
  return (
    <Stack>
      <ChangeSteps at="choose" />
      <ErrorSummary problems={change.problems} />
      <FormNotices reply={reply} />
      <SelectionSummary data={data} />
      <Form
        {...change.form}
        hidden={{
          ...Object.fromEntries(hiddenNames.map((name) => [name, change.valuesOf(name)])),
          shown: textInputs(view, groups, isBulk),
          [metaFields.reason]: reply?.reason ?? '',
        }}
      >
        {groups.map((one) => (
          <SettingsGroup
            key={one.name}
            view={view}
            current={one}
            total={devices.length}
            context={{ isBulk, change, t, options }}
          />
        ))}
        <SubmitRow
          label={t('main:configuration.settings.review')}
          cancelHref={cancelHref}
          name={metaFields.stage}
          value="plan"
        />
      </Form>
    </Stack>
  )
}

/**
 * Returns the initial form: every setting unchanged. A single controller's values are filled in and repeated in hidden
 * fields, so that the plan detects concurrent changes.
 */
function initialValues(view: KindView, { devices, eTag, groups }: SettingsData, isBulk: boolean): FormValues {
  const visible = visibleSettings(view, groups)
  const now = isBulk ? [] : visible.map(({ field, current }) => [field.input, inputValue(field, current)] as const)
  return {
    ...(nestByPath(now) as FormValues),
    was: nestByPath(now) as FormValues,
    keep: nestByPath(visible.map(({ field }) => [field.input, true])) as FormValues,
    device: devices.map(({ id }) => id),
    eTag: eTag ?? undefined,
    ...(isBulk && visible.some(({ field }) => field.isIncremented) ? { [incrementName]: '1' } : {}),
  }
}

function inputValue({ control }: SettingField, { inputs }: CurrentSetting): FormValues[string] {
  if (control === 'boxes') return inputs
  return control === 'lines' ? inputs.join('\n') : inputs[0]
}

/** Returns the settings with a text input. Left empty with their box unticked, they are cleared. */
function textInputs(view: KindView, groups: readonly CurrentGroup[], isBulk: boolean): string[] {
  return visibleSettings(view, groups)
    .filter(({ field }) => ['words', 'digits', 'lines'].includes(field.control) && !(isBulk && field.notForMany))
    .map(({ field }) => field.input)
}

function visibleSettings(view: KindView, groups: readonly CurrentGroup[]) {
  return groups.flatMap(({ name, settings }) => {
    const fields = view.groups.find((group) => group.name === name)?.fields ?? []
    return settings.flatMap((current) => {
      const field = fields.find(({ path }) => path === current.path)
      return field ? [{ field, current }] : []
    })
  })
}

/** The controllers of the form, and what to know before filling it in. */
function SelectionSummary({ data: { devices, missing } }: { data: SettingsData }) {
  const t = useT()
  const offline = devices.filter(({ isConnected }) => !isConnected).length
  return (
    <>
      {missing > 0 && (
        <Notice tone="warn" quiet>
          {t('main:configuration.settings.missing', { count: missing })}
        </Notice>
      )}
      <div className="flex max-w-prose flex-col gap-1.5">
        <p>{devices.length > 1 ? t('main:configuration.settings.intro') : t('main:configuration.settings.introOne')}</p>
        <noscript>
          <p>{t('main:configuration.settings.scripts')}</p>
        </noscript>
      </div>
      {devices.length > 1 && (
        <Disclosure
          className="panel rounded-lg border border-line bg-surface px-4 py-2"
          title={
            <>
              {t('main:configuration.settings.chosen', { count: devices.length })}
              {offline > 0 && (
                <span className="text-soft">, {t('main:configuration.settings.offline', { count: offline })}</span>
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
