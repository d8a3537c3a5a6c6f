/** The network form: per interface and setting a field and its "No change" box (spec §5). */
import { addressFields } from '#contracts/network-names'
import { type FilledIn, useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import type { FormReply } from '~/change/plan'
import { metaFields } from '~/change/plan'
import { useT } from '~/i18n/use-t'
import { inputName, originalName } from '~/things/network/fields'
import { Disclosure } from '~/ui/disclosure'
import { ErrorSummary } from '~/ui/error-summary'
import { Form, SubmitRow } from '~/ui/form'
import { Notice } from '~/ui/notice'
import { Stack } from '~/ui/page'
import type { CurrentInterface, CurrentSetting } from './current-settings'
import { Interface } from './interface-settings'

export interface SettingsData {
  devices: readonly {
    id: string
    name: string
    isConnected: boolean
    isOnboarded: boolean
    isSending: boolean
    isUnsent: boolean
  }[]
  missing: number
  maySend: boolean
  eTag: string | null
  interfaces: readonly CurrentInterface[]
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
          shown: textInputs(interfaces, isBulk),
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

/** The settings with an input to write in: left empty with no box ticked, they are cleared. */
function textInputs(interfaces: SettingsData['interfaces'], isBulk: boolean): string[] {
  return interfaces.flatMap(({ name }) =>
    addressFields.filter((field) => !(isBulk && field === 'ipAddress')).map((field) => inputName(name, field)),
  )
}

/** Which controllers the form is about, and what to know before filling it in. */
function Chosen({ data: { devices, missing } }: { data: SettingsData }) {
  const t = useT()
  const offline = devices.filter(({ isConnected }) => !isConnected).length
  return (
    <>
      {missing > 0 && (
        <Notice tone="warn" quiet>
          {t('main:network.settings.missing', { count: missing })}
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
