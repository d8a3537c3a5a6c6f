/** The settings of one kind on one controller, their send state and the send log (spec §3, §4). */
import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { asPanel, type Reader, readerFor } from '~/backend/reader.server'
import { serviceProblemText } from '~/change/problem-text'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import { currentSettings } from './current-settings'
import { DifferingSettings } from './differing-settings'
import { ControllerConfiguration } from './one-controller'
import { loadControllerPage } from './one-controller.server'
import { readSettingStates, settingStateRows } from './setting-states.server'
import { SettingsMatrix } from './settings-matrix'
import { configurationViews } from './shared/configuration'
import { serverKinds } from './shared/configuration.server'
import type { KindFact } from './shared/kind.server'
import { parseSettingKind } from './shared/place.server'

export const handle = {
  title: (data, t) => t(`main:${data.at.kind}.of`, { name: data.device.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = { ...address('deviceNetwork', args.params), kind: parseSettingKind(args.request) }
  const { view, read, toSettings, logs, supports, facts } = serverKinds[at.kind]
  const reader = await readerFor(args, { view: at.kind })
  const [one, saved, comparisons] = await Promise.all([
    loadControllerPage(reader, { at, request: args.request, logs }),
    reader.panel(read, { path: { id: at.deviceId } }),
    asPanel(readSettingStates(reader.call, at.kind, [at.deviceId])),
  ])
  const comparison = comparisons.ok ? comparisons.value.get(at.deviceId) : undefined
  return {
    ...one,
    settings: saved.ok
      ? {
          ok: true as const,
          groups: currentSettings(
            { view, supports },
            [toSettings?.(saved.value) ?? saved.value],
            translator(reader.language),
          ),
          isClockOnly: 'hasSettings' in saved.value && saved.value.hasSettings === false,
          /** Where its clock is set; null where it follows the settings, or for readers who may not. */
          clockHref:
            'clockSetting' in saved.value && saved.value.clockSetting && reader.may('config.send')
              ? href('clocksSetting', at, { device: at.deviceId })
              : null,
          facts: (facts?.(toSettings?.(saved.value) ?? saved.value) ?? []).map((fact) => factOf(fact, reader.age())),
        }
      : saved,
    differs: comparison
      ? {
          rows: settingStateRows(at.kind, comparison),
          wasSent: Boolean(comparison.sent),
          isRunningKnown: Boolean(comparison.running),
          changedBy: comparison.changedBy ?? null,
          changedAt: comparison.changedAt ?? null,
        }
      : null,
    age: reader.age(),
  }
}

/** Adds the clock deviation in seconds, negative when behind; null when the reported time is not current. */
function factOf({ clock, ...fact }: KindFact, { seconds }: ReturnType<Reader['age']>) {
  const off = clock && seconds === null ? Math.round((Date.parse(clock) - Date.now()) / 1_000) : Number.NaN
  return { ...fact, ...(clock && { text: clock.replace('T', ' ') }), off: Number.isNaN(off) ? null : off }
}

export default function DeviceConfiguration() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const { settings, differs, timeZone } = data
  return (
    <ControllerConfiguration
      data={data}
      actions={
        settings.ok && settings.clockHref && <ButtonLink href={settings.clockHref}>{t('main:time.set')}</ButtonLink>
      }
    >
      <Stack>
        <DifferingSettings comparison={differs} timeZone={timeZone} />
        {settings.ok ? (
          <Groups groups={settings.groups} facts={settings.facts} isClockOnly={settings.isClockOnly} />
        ) : (
          <Unavailable detail={serviceProblemText(t, settings.problem)} />
        )}
      </Stack>
    </ControllerConfiguration>
  )
}

type Settings = Extract<SerializeFrom<typeof loader>['settings'], { ok: true }>

function Groups({ groups, facts, isClockOnly }: Pick<Settings, 'groups' | 'facts' | 'isClockOnly'>) {
  const t = useT()
  const { at, timeZone } = useLoaderData<typeof loader>()
  const view = configurationViews[at.kind]
  const factRows = facts.map(({ term, text, moment, off }) => ({
    term: t(term as 'field.name'),
    value: moment ? (
      <Time at={moment} timeZone={timeZone ?? undefined} />
    ) : off === null ? (
      text
    ) : (
      <>
        {text} <ClockOff seconds={off} />
      </>
    ),
  }))
  if (isClockOnly)
    return (
      <Section title={t('main:time.clock')}>
        <p className="mb-3 text-soft">{t('main:time.clockOnly')}</p>
        <Facts facts={factRows} />
      </Section>
    )
  if (groups.length === 0) return <Section title={t(`main:${at.kind}.none`)}>{t(`main:${at.kind}.noneText`)}</Section>
  if (view.isMatrix) return <SettingsMatrix view={view} groups={groups} title={t(`main:${at.kind}.title`)} />
  return (
    <Stack>
      {groups.map(({ name, settings }, position) => {
        const group = view.groups.find((one) => one.name === name)
        const labelOf = (path: string) => group?.fields.find((field) => field.path === path)?.label(t) ?? path
        return (
          <Section key={name} title={group?.title(t)}>
            <Facts
              facts={[
                ...settings.map(({ path, text }) => ({ term: labelOf(path), value: text })),
                ...(position === 0 ? factRows : []),
              ]}
            />
          </Section>
        )
      })}
    </Stack>
  )
}

/** Up to 5 s off may be the load time of the page; more than 60 s off shifts the schedules noticeably. */
const [accurateSeconds, wrongSeconds] = [5, 60]

function ClockOff({ seconds }: { seconds: number }) {
  const t = useT()
  const format = useFormat()
  const offSeconds = Math.abs(seconds)
  if (offSeconds <= accurateSeconds) return <span className="text-soft">({t('main:time.right')})</span>
  const text = t(seconds > 0 ? 'main:time.ahead' : 'main:time.behind', { span: format.duration(offSeconds) })
  return offSeconds > wrongSeconds ? <Badge tone="warn">{text}</Badge> : <span className="text-soft">({text})</span>
}
