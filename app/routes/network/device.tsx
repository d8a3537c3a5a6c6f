/** The network settings of one controller, where their sending stands, and what happened when they were sent (spec §3, §4). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { deviceConfiguration } from '#contracts/device-configuration'
import { site } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { serviceText } from '~/change/problem-text'
import { isSending, isWaiting } from '~/domain/send-state'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { crumbsOf } from '~/screens/place/crumbs'
import { atRightAddress } from '~/screens/place/right-address.server'
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
import { currentSettings } from './current-settings'
import { SendLog } from './send-log'

export const handle = {
  title: (data, t) => t('main:network.settings.titleOne', { name: data.device.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deviceNetwork', args.params)
  const made = await reader(args, { view: 'network' })
  const { read, panel, may, language } = made
  const id = at.deviceId
  const [placed, network, info, log, catalogues] = await Promise.all([
    atRightAddress(
      { reader: made, name: 'deviceNetwork', at, request: args.request },
      read(site.getDevice, { path: { id } }),
    ),
    panel(deviceConfiguration.getNetwork, { path: { id } }),
    panel(deviceConfiguration.getInfo, { path: { id } }),
    may('config.log') ? panel(deviceConfiguration.networkSendLogs, { path: { id } }) : null,
    made.catalogues(),
  ])
  const { node, path } = placed
  const t = translator(language)
  const state = (info.ok ? info.value.network : node.configStatus?.network) ?? null
  const isConnected = node.overallStatus?.connected === true
  const sendState = state?.sendState ?? 'notSet'
  return {
    at,
    device: deviceHeading(made, { at, device: node, catalogues }),
    timeZone: (placed.site?.ok && placed.site.value.timeZone) || null,
    settings: network.ok ? { ok: true as const, interfaces: currentSettings([network.value], t) } : network,
    sendState: isWaiting(sendState, isConnected) ? ('waiting' as const) : sendState,
    isUnsent: state?.isDirty === true,
    lastSentTime: state?.lastSentTime ?? null,
    log: log && (log.ok ? { ok: true as const, lines: log.value.slice(-shownLines).reverse() } : log),
    lastError: log?.ok ? (log.value.findLast(({ level }) => level === 'error') ?? null) : null,
    maySend: may('config.send') && node.overallStatus?.onBoarded !== false && !isSending(sendState),
    crumbs: crumbsOf(at, [...path, { id, name: node.name, type: 'device' }], {
      name: t('main:network.device.crumb'),
      href: href('deviceNetwork', at),
    }),
    age: made.age(),
  }
}

/** Newest lines of the log a page shows; the service keeps 1,000. */
const shownLines = 100

export default function DeviceNetwork() {
  const t = useT()
  const { at, device, settings, log, timeZone, sendState, maySend, isUnsent } = useLoaderData<typeof loader>()
  return (
    <>
      <DeviceHeader
        device={device}
        view="network"
        status={
          <>
            <SendStateBadge state={sendState} />
            {isUnsent && <Badge tone="warn">{t('device.unsent')}</Badge>}
          </>
        }
        actions={
          <>
            <ButtonLink href={href('siteNetwork', at)}>{t('main:network.device.fleet')}</ButtonLink>
            {maySend && isUnsent && (
              <Form action={href('siteNetworkSending', at)} hidden={{ device: at.deviceId }} className="">
                <Button look="primary">{t('main:network.device.send')}</Button>
              </Form>
            )}
          </>
        }
      />
      <Stack>
        <SendNotice />
        <Columns>
          {settings.ok ? (
            <Interfaces interfaces={settings.interfaces} />
          ) : (
            <Unavailable detail={serviceText(t, settings.problem)} />
          )}
          <SendFacts />
        </Columns>
        {log && (
          <Section title={t('main:network.device.log')} flush={log.ok}>
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
        {t('main:network.device.waiting')}
      </Notice>
    )
  if (sendState !== 'failed') return null
  const isRolledBack = lastError?.code === 'ROLLED_BACK'
  return (
    <Notice
      tone="danger"
      quiet
      title={isRolledBack ? t('main:network.device.rolledBack') : t('main:network.device.failed')}
    >
      {lastError && (
        <>
          <bdi>{lastError.message}</bdi> {lastError.code && <code>{lastError.code}</code>}
        </>
      )}
    </Notice>
  )
}

function Interfaces({ interfaces }: { interfaces: ReturnType<typeof currentSettings> }) {
  const t = useT()
  if (interfaces.length === 0)
    return <Section title={t('main:network.device.none')}>{t('main:network.device.noneText')}</Section>
  return (
    <Stack>
      {interfaces.map(({ name, settings }) => (
        <Section key={name} title={t(`main:network.interface.${name}`)}>
          <Facts
            facts={settings.map(({ setting, text }) => ({ term: t(`main:network.field.${setting}`), value: text }))}
          />
        </Section>
      ))}
    </Stack>
  )
}

function SendFacts() {
  const t = useT()
  const { sendState, isUnsent, lastSentTime, timeZone } = useLoaderData<typeof loader>()
  return (
    <Section title={t('main:network.device.sending')}>
      <Facts
        facts={[
          { term: t('main:network.device.state'), value: <SendStateBadge state={sendState} /> },
          { term: t('main:network.board.unsent'), value: isUnsent ? t('word.yes') : t('word.no') },
          {
            term: t('main:network.device.lastSent'),
            value: lastSentTime ? <Time at={lastSentTime} timeZone={timeZone ?? undefined} /> : t('time.never'),
          },
        ]}
      />
    </Section>
  )
}
