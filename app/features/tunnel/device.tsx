/** The tunnels of one controller, and the form that opens another (domain §6.4). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { serviceProblemText } from '~/change/problem-text'
import { formIn, useReply } from '~/change/use-reply'
import { sortTunnels } from '~/domain/tunnel'
import { controllerAt } from '~/features/device/shared/controller.server'
import { DeviceHeader } from '~/features/device/shared/header'
import { onboardingOf } from '~/features/device/shared/onboarding-of'
import { TestResultPanel, toTestResult } from '~/features/device/shared/test-result'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { ViewTable } from '~/kit/list/list'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { tunnelsOfDevice } from './columns'
import { OpenForm, openFormId } from './open-form'
import { openTunnel, planOpening, TunnelForm } from './opening.server'
import { tunnelRow } from './row'

export const handle = {
  title: (page, t) => t('main:tunnel.titleOf', { name: page.heading.name }),
  menu: 'tunnels',
} satisfies PageHandle<typeof loader>

/** The limit of ended tunnels, newest first. */
const maxEnded = 20

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deviceTunnels', args.params)
  const reader = await readerFor(args, { view: 'tunnels' })
  const { panel, may } = reader
  const search = new URL(args.request.url).searchParams
  const isTested = search.get('test') === '1' && may('device.test')
  const [{ device, heading, timeZone, crumbs }, tunnels, testResult] = await Promise.all([
    controllerAt(reader, { name: 'deviceTunnels', at, request: args.request }),
    panel(site.listTunnels, { path: { id: at.deviceId } }),
    isTested ? panel(site.testTunnelingAvailability, { body: { deviceIds: [at.deviceId] } }) : null,
  ])
  const { id, name, hostId, path } = device
  const rows = tunnels.ok
    ? sortTunnels(tunnels.value).map((tunnel) => ({
        ...tunnelRow(at, { ...tunnel, device: { id, name, hostId, path } }),
        formKey: newKey(),
      }))
    : []
  const ended = rows.filter((row) => !row.isLive)
  return {
    heading,
    timeZone,
    crumbs: [...crumbs, { name: translator(reader.language)('main:view.tunnels'), href: href('deviceTunnels', at) }],
    problem: tunnels.ok ? null : tunnels.problem,
    open: rows.filter((row) => row.isLive),
    ended: ended.slice(0, maxEnded),
    endedCount: ended.length,
    testResult: toTestResult(
      testResult,
      ({ deviceRemoteTunnelingAvailability: { isConnected, reason, timestamp } }) => ({
        isOk: isConnected,
        reason,
        at: timestamp,
      }),
    ),
    testHref: may('device.test') ? href('deviceTunnels', at, { test: 1 }) : null,
    deviceHref: href('device', at),
    onboardingHref: onboardingOf(reader, at, heading),
    openHref: may('tunnel.manage') ? `${href('deviceTunnels', at)}#${openFormId}` : null,
    mayOpen: may('tunnel.manage'),
    isClosed: search.get('closed') === '1',
    formKey: newKey(),
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('deviceTunnels', args.params)
  return mutate(args, {
    name: 'tunnel.open',
    about: { kind: 'device', id: at.deviceId, name: at.deviceId },
    options: { isDirect: true, continues: true },
    form: TunnelForm,
    async plan(context) {
      return planOpening(context, await context.read(site.getDevice, { path: { id: at.deviceId } }))
    },
    work: (context) => openTunnel(context, at),
  })
}

export default function DeviceTunnels() {
  const t = useT()
  const { heading, open, ended, endedCount, problem, testResult, testHref, timeZone, isClosed, ...data } =
    useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  const zone = timeZone ?? undefined
  return (
    <Stack>
      <DeviceHeader device={heading} view="tunnels" />
      {isClosed && <Notice tone="ok" title={t('main:tunnel.closedNow')} />}
      <Section title={t('main:tunnel.openOnes')} flush={!problem}>
        {problem ? (
          <Unavailable detail={serviceProblemText(t, problem)} />
        ) : (
          <ViewTable
            view={tunnelsOfDevice({ mayClose: data.mayOpen, timeZone: zone })}
            caption={t('main:tunnel.openOf', { name: heading.name })}
            rows={open}
            empty={
              <EmptyState
                title={t('main:tunnel.none')}
                offers={[
                  heading.isOnboarded
                    ? { label: t('main:tunnel.openNew'), href: data.openHref }
                    : { label: t('main:change.device.onboard'), href: data.onboardingHref },
                ]}
              >
                {t('main:tunnel.noneText')}
              </EmptyState>
            }
          />
        )}
      </Section>
      {(data.mayOpen || reply) && (
        <Section title={t('main:tunnel.openNew')}>
          <Stack>
            <TestResultPanel
              result={testResult}
              titles={{ ok: t('main:tunnel.reachable'), failed: t('main:tunnel.unreachable') }}
              testHref={testHref}
              timeZone={zone}
            />
            <OpenForm formKey={data.formKey} cancelHref={data.deviceHref} />
          </Stack>
        </Section>
      )}
      {ended.length > 0 && (
        <Section title={t('main:tunnel.ended')} flush>
          <ViewTable
            view={tunnelsOfDevice({ mayClose: false, timeZone: zone })}
            caption={t('main:tunnel.endedOf', { name: heading.name })}
            rows={ended}
          />
          {endedCount > ended.length && (
            <p className="border-t border-line px-4 py-2 text-sm text-soft">
              {t('table.shown', { shown: ended.length, total: endedCount })}
            </p>
          )}
        </Section>
      )}
    </Stack>
  )
}
