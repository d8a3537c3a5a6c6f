/** The graphics of one controller: file, build and send state, and the logs (domain §5.9). */
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { deviceConfiguration } from '#contracts/device-configuration'
import { readerFor } from '~/backend/reader.server'
import { serviceProblemText } from '~/change/problem-text'
import { isBuilding, isSending, parseProcessState } from '~/domain/send-state'
import { graphicsOf } from '~/features/graphics/shared/info.server'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { autoPaused, isLivePage } from '~/kit/frame/refresh'
import { EmptyState } from '~/ui/empty-state'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Refresh, refreshSeconds } from '~/ui/refresh'
import { ProcessStateBadge } from '~/ui/states'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import { ControllerConfiguration, Log } from './one-controller'
import { loadControllerPage, readSendLog } from './one-controller.server'
import { settingsHref } from './shared/place'

export const handle = {
  title: (data, t) => t('main:graphics.of', { name: data.device.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data?.isAuto ? [{ httpEquiv: 'refresh', content: String(refreshSeconds) }] : []

export async function loader(args: LoaderFunctionArgs) {
  const at = { ...address('deviceGraphics', args.params), kind: 'graphics' as const }
  const reader = await readerFor(args, { view: 'graphics' })
  const [one, file, build] = await Promise.all([
    loadControllerPage(reader, { at, request: args.request, logs: deviceConfiguration.gfxSendLog }),
    graphicsOf(reader.call, at.deviceId),
    readSendLog(reader, deviceConfiguration.gfxBuildLog, at.deviceId),
  ])
  const search = new URL(args.request.url).searchParams
  const processState = file.ok ? parseProcessState(file.value?.processState) : one.processState
  const isRunning = isBuilding(processState) || (one.sendState !== 'waiting' && isSending(one.sendState))
  return {
    ...one,
    processState,
    file,
    build: build?.shown,
    buildError: processState === 'failed' ? (build?.lastError?.message ?? null) : null,
    contentHref: reader.may('config.log') ? href('deviceGraphicsContent', at) : null,
    isAuto: search.get('auto') === String(refreshSeconds) || isLivePage(search, isRunning),
    age: reader.age(),
  }
}

export default function DeviceGraphics() {
  const t = useT()
  const format = useFormat()
  const data = useLoaderData<typeof loader>()
  const { at, file, build, buildError, processState, contentHref, timeZone, isAuto, device } = data
  const info = file.ok ? file.value : null
  const upload = {
    label: t('main:graphics.change'),
    href: device.links.change && settingsHref(at, { device: at.deviceId }),
  }
  return (
    <ControllerConfiguration
      data={data}
      canSend={processState === 'completed'}
      actions={
        info && (
          <Refresh
            href={href('deviceGraphics', at, isAuto ? { auto: autoPaused } : {})}
            autoHref={href('deviceGraphics', at, { auto: refreshSeconds })}
            isAuto={isAuto}
          />
        )
      }
      facts={
        processState ? [{ term: t('main:graphics.build'), value: <ProcessStateBadge state={processState} /> }] : []
      }
      after={
        build && (
          <Log
            title={t('main:graphics.buildLog')}
            log={build}
            timeZone={timeZone}
            empty={{ title: t('main:graphics.buildLogEmpty'), text: t('main:graphics.buildLogEmptyText') }}
            offers={[upload]}
          />
        )
      }
    >
      <Stack>
        {buildError && (
          <Notice tone="danger" quiet title={t('main:graphics.buildFailed')}>
            <bdi>{buildError}</bdi>
          </Notice>
        )}
        {!file.ok && <Unavailable detail={serviceProblemText(t, file.problem)} />}
        {file.ok && !info && (
          <Section>
            <EmptyState title={t('main:graphics.none')} offers={[{ ...upload, isMain: true }]}>
              {t('main:graphics.noneText')}
            </EmptyState>
          </Section>
        )}
        {info && (
          <Section title={t('main:graphics.title')}>
            <Facts
              facts={[
                {
                  term: t('main:graphics.file'),
                  value: (
                    <span className="flex flex-wrap gap-x-3">
                      <bdi>{info.fileName}</bdi>
                      {contentHref && <A href={contentHref}>{t('main:graphics.download')}</A>}
                    </span>
                  ),
                },
                {
                  term: t('main:graphics.size'),
                  value: typeof info.size === 'number' ? format.bytes(info.size) : null,
                },
                {
                  term: t('main:graphics.project'),
                  value: [info.projectName, info.projectVersion].filter(Boolean).join(' ') || null,
                },
                {
                  term: t('main:graphics.uploadedAt'),
                  value: info.uploadedAt ? <Time at={info.uploadedAt} timeZone={timeZone ?? undefined} /> : null,
                },
                { term: t('main:graphics.uploadedBy'), value: info.uploadedBy ? <bdi>{info.uploadedBy}</bdi> : null },
              ]}
            />
          </Section>
        )}
      </Stack>
    </ControllerConfiguration>
  )
}
