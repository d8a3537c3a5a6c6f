/** The settings of a kind of one controller, where their sending stands, and what happened when they were sent (spec §3, §4). */
import type { LoaderFunctionArgs, SerializeFrom } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { deviceConfiguration } from '#contracts/device-configuration'
import { site } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { serviceText } from '~/change/problem-text'
import { isSending, isWaiting } from '~/domain/send-state'
import { address } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { currentSettings } from '~/screens/configuration/current-settings'
import { boardHref, deviceHref, kindIn, pages, sendingHref } from '~/screens/configuration/place'
import { SendLog } from '~/screens/configuration/send-log'
import { crumbsOf } from '~/screens/place/crumbs'
import { atRightAddress } from '~/screens/place/right-address.server'
import { views } from '~/things/configuration'
import { kinds } from '~/things/configuration.server'
import { DeviceHeader, deviceHeading } from '~/things/device/header'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { Facts } from '~/ui/facts'
import { Form } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Columns, Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { SendStateBadge } from '~/ui/states'
import { Time } from '~/ui/time'

export const handle = {
  title: (data, t) => t(`main:${data.at.kind}.of`, { name: data.device.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = { ...address('deviceNetwork', args.params), kind: kindIn(args.request) }
  const { view, read: one, shown, logs, supports, facts } = kinds[at.kind]
  const made = await reader(args, { view: at.kind })
  const { read, panel, may, language } = made
  const id = at.deviceId
  const [placed, saved, info, log, catalogues] = await Promise.all([
    atRightAddress(
      { reader: made, name: pages[at.kind].device, at, request: args.request },
      read(site.getDevice, { path: { id } }),
    ),
    panel(one, { path: { id } }),
    panel(deviceConfiguration.getInfo, { path: { id } }),
    may('config.log') ? panel(logs, { path: { id } }) : null,
    made.catalogues(),
  ])
  const { node, path } = placed
  const t = translator(language)
  const state = (info.ok ? info.value[at.kind] : node.configStatus?.[at.kind]) ?? null
  const isConnected = node.overallStatus?.connected === true
  const sendState = state?.sendState ?? 'notSet'
  return {
    at,
    device: deviceHeading(made, { at, device: node, catalogues, kind: at.kind }),
    timeZone: (placed.site?.ok && placed.site.value.timeZone) || null,
    settings: saved.ok
      ? {
          ok: true as const,
          groups: currentSettings({ view, supports }, [shown?.(saved.value) ?? saved.value], t),
          facts: facts?.(shown?.(saved.value) ?? saved.value) ?? [],
        }
      : saved,
    sendState: isWaiting(sendState, isConnected) ? ('waiting' as const) : sendState,
    isUnsent: state?.isDirty === true,
    lastSentTime: state?.lastSentTime ?? null,
    log: log && (log.ok ? { ok: true as const, lines: log.value.slice(-shownLines).reverse() } : log),
    lastError: log?.ok ? (log.value.findLast(({ level }) => level === 'error') ?? null) : null,
    maySend: may('config.send') && node.overallStatus?.onBoarded !== false && !isSending(sendState),
    crumbs: crumbsOf(at, [...path, { id, name: node.name, type: 'device' }], {
      name: t(`main:view.${at.kind}`),
      href: deviceHref(at),
    }),
    age: made.age(),
  }
}

/** Newest lines of the log a page shows; the service keeps 1,000. */
const shownLines = 100

export default function DeviceConfiguration() {
  const t = useT()
  const { at, device, settings, log, timeZone, sendState, maySend, isUnsent } = useLoaderData<typeof loader>()
  return (
    <>
      <DeviceHeader
        device={device}
        view={at.kind}
        status={
          <>
            {t(`main:device.configurationType.${at.kind}`)}: <SendStateBadge state={sendState} />{' '}
            {isUnsent && <Badge tone="warn">{t('device.unsent')}</Badge>}
          </>
        }
        actions={
          <>
            <ButtonLink href={boardHref(at)}>{t('main:configuration.device.fleet')}</ButtonLink>
            {maySend && isUnsent && (
              <Form action={sendingHref(at)} hidden={{ device: at.deviceId }} className="">
                <Button look="primary">{t('main:configuration.device.send')}</Button>
              </Form>
            )}
          </>
        }
      />
      <Stack>
        <SendNotice />
        <Columns>
          {settings.ok ? (
            <Groups groups={settings.groups} facts={settings.facts} />
          ) : (
            <Unavailable detail={serviceText(t, settings.problem)} />
          )}
          <SendFacts />
        </Columns>
        {log && (
          <Section title={t('main:configuration.device.log')} flush={log.ok}>
            {log.ok ? (
              <SendLog lines={log.lines} timeZone={timeZone ?? undefined} />
            ) : (
              <Unavailable detail={serviceText(t, log.problem)} />
            )}
          </Section>
        )}
      </Stack>
    </>
  )
}

/** What a failed or waiting send means for the controller. */
function SendNotice() {
  const t = useT()
  const { sendState, lastError } = useLoaderData<typeof loader>()
  if (sendState === 'waiting')
    return (
      <Notice tone="info" quiet>
        {t('main:configuration.device.waiting')}
      </Notice>
    )
  if (sendState !== 'failed') return null
  const isRolledBack = lastError?.code === 'ROLLED_BACK'
  return (
    <Notice
      tone="danger"
      quiet
      title={isRolledBack ? t('main:configuration.device.rolledBack') : t('main:configuration.device.failed')}
    >
      {lastError && (
        <>
          <bdi>{lastError.message}</bdi> {lastError.code && <code>{lastError.code}</code>}
        </>
      )}
    </Notice>
  )
}

function Groups({ groups, facts }: Pick<Settings, 'groups' | 'facts'>) {
  const t = useT()
  const { at, timeZone } = useLoaderData<typeof loader>()
  const view = views[at.kind]
  if (groups.length === 0) return <Section title={t(`main:${at.kind}.none`)}>{t(`main:${at.kind}.noneText`)}</Section>
  const shown = facts.map(({ term, text, moment }) => ({
    term: t(term as 'field.name'),
    value: moment ? <Time at={moment} timeZone={timeZone ?? undefined} /> : text,
  }))
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
                ...(position === 0 ? shown : []),
              ]}
            />
          </Section>
        )
      })}
    </Stack>
  )
}

type Settings = Extract<SerializeFrom<typeof loader>['settings'], { ok: true }>

function SendFacts() {
  const t = useT()
  const { sendState, isUnsent, lastSentTime, timeZone } = useLoaderData<typeof loader>()
  return (
    <Section title={t('main:configuration.device.sending')}>
      <Facts
        facts={[
          { term: t('main:configuration.device.state'), value: <SendStateBadge state={sendState} /> },
          { term: t('main:configuration.board.unsent'), value: isUnsent ? t('word.yes') : t('word.no') },
          {
            term: t('main:configuration.device.lastSent'),
            value: lastSentTime ? <Time at={lastSentTime} timeZone={timeZone ?? undefined} /> : t('time.never'),
          },
        ]}
      />
    </Section>
  )
}
