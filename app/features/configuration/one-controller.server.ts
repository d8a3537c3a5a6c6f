/** The data shared by the pages of one controller, whatever the kind: its heading, its send state and its send log. */
import type { LogLine } from '#contracts/device-configuration'
import { deviceConfiguration } from '#contracts/device-configuration'
import { site } from '#contracts/site'
import type { Panel, Reader } from '~/backend/reader.server'
import { isSending, isWaiting, parseProcessState } from '~/domain/send-state'
import { deviceHeading } from '~/features/device/shared/header'
import { onboardingOf } from '~/features/device/shared/onboarding-of'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { crumbsOf } from '~/kit/place/crumbs'
import { locateOrRedirect } from '~/kit/place/locate-or-redirect.server'
import type { ParamsFor } from '~/paths'
import { configurationTypeOf, type KindName } from './shared/kind'
import type { ConfigurationKind } from './shared/kind.server'
import { deviceConfigurationHref, pages } from './shared/place'
import { findWaitingSend } from './waiting-sends.server'

type LogCall =
  | ConfigurationKind['logs']
  | typeof deviceConfiguration.adminUserSendLogs
  | typeof deviceConfiguration.gfxSendLog
  | typeof deviceConfiguration.gfxBuildLog

/** Returns the data at the canonical address. The log is null for readers without `config.log`. */
export async function loadControllerPage<Kind extends KindName>(
  reader: Reader,
  options: { at: ParamsFor<'deviceNetwork'> & { kind: Kind }; request: Request; logs: LogCall },
) {
  const { at, request, logs } = options
  const { read, panel, may, language } = reader
  const id = at.deviceId
  const [located, info, log, catalogues] = await Promise.all([
    locateOrRedirect(
      { reader: reader, name: pages[at.kind].device, at, request },
      read(site.getDevice, { path: { id } }),
    ),
    panel(deviceConfiguration.getInfo, { path: { id } }),
    readSendLog(reader, logs, id),
    reader.catalogues(),
  ])
  const { node, path } = located
  const type = configurationTypeOf[at.kind]
  const state = (info.ok ? info.value[type] : node.configStatus?.[type]) ?? null
  const isConnected = node.overallStatus?.connected === true
  const sendState = state?.sendState || 'notSet'
  const waiting = sendState === 'queued' ? await findWaitingSend(reader, at) : null
  const device = deviceHeading(reader, { at, device: node, catalogues, kind: at.kind })
  return {
    at,
    device,
    onboardingHref: onboardingOf(reader, at, device),
    timeZone: (located.site?.ok && located.site.value.timeZone) || null,
    sendState: isWaiting(sendState, isConnected) ? ('waiting' as const) : sendState,
    processState: parseProcessState(state && 'processState' in state ? state.processState : null),
    isUnsent: state?.isDirty === true,
    isUnderWay: sendState === 'queued' || isSending(sendState),
    lastSentTime: state?.lastSentTime ?? null,
    log: log?.shown,
    lastError: log?.lastError ?? null,
    waiting: waiting && { since: waiting.queuedAt ?? null, until: waiting.waitsUntil ?? null },
    cancelHref:
      waiting && may('config.send') ? href('sendsCancelling', at, { kind: at.kind, device: at.deviceId }) : null,
    maySend: may('config.send') && node.overallStatus?.onBoarded !== false && !isSending(sendState),
    crumbs: crumbsOf(at, [...path, { id, name: node.name, type: 'device' }], {
      name: translator(language)(`main:view.${at.kind}`),
      href: deviceConfigurationHref(at),
    }),
  }
}

/** The number of log lines on a page, newest first; the service keeps 1,000. */
const maxLogLines = 100

/** Returns a log, newest line first, with its last error; null for readers without `config.log`. */
export async function readSendLog({ panel, may }: Reader, logs: LogCall, id: string) {
  if (!may('config.log')) return null
  const log: Panel<LogLine[]> = await panel(logs, { path: { id } })
  if (!log.ok) return { shown: log, lastError: null }
  return {
    shown: { ok: true as const, lines: log.value.slice(-maxLogLines).reverse() },
    lastError: log.value.findLast(({ level }) => level === 'error') ?? null,
  }
}
