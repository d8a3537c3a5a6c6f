/** One tunnel: its address for a single view by its author, its end, and closing it (domain §6.4). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { site } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { FormNotices } from '~/change/form-notices'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { formIn, useReply } from '~/change/use-reply'
import { isOpening, isTunnelLive } from '~/domain/tunnel'
import { contextOf } from '~/door/context'
import { controllerAt } from '~/features/device/shared/controller.server'
import { DeviceHeader } from '~/features/device/shared/header'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { peekOneTimeText, showOneTimeText } from '~/session/one-time-text.server'
import { CopyButton } from '~/ui/copy'
import { Facts } from '~/ui/facts'
import type { PageHandle } from '~/ui/handle'
import { A, ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { Time } from '~/ui/time'
import { CloseButton } from './close-button'
import { planClosing } from './closing.server'
import { tunnelRow } from './row'
import { isService, TunnelState } from './state'

export const handle = {
  title: (page, t) => t('main:tunnel.titleOne', { name: page.heading.name }),
  menu: 'tunnels',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deviceTunnel', args.params)
  const reader = await readerFor(args, { capability: 'tunnel.read' })
  const [{ device, heading, timeZone, crumbs }, tunnels] = await Promise.all([
    controllerAt(reader, { name: 'deviceTunnel', at, request: args.request }),
    reader.read(site.listTunnels, { path: { id: at.deviceId } }),
  ])
  const current = tunnels.find(({ tunnelId }) => tunnelId === at.tunnelId)
  if (!current) throw new Response(null, { status: 404 })
  refusePrefetch(args.request)
  const isStillOpening = isOpening(current.status)
  const linkKey = { personId: reader.person.id, thing: at.tunnelId }
  const link = await (isStillOpening ? peekOneTimeText(linkKey) : showOneTimeText(linkKey, contextOf(args)))
  const { id, name, hostId, path } = device
  const t = translator(reader.language)
  return {
    heading,
    timeZone,
    tunnel: tunnelRow(at, { ...current, device: { id, name, hostId, path } }),
    link: link && isTunnelLive(current.status) ? link : null,
    isSoon: isStillOpening,
    ownHref: href('deviceTunnel', at),
    allHref: href('deviceTunnels', at),
    listHref: href('customerTunnels', at),
    mayClose: reader.may('tunnel.manage') && isTunnelLive(current.status),
    formKey: newKey(),
    crumbs: [
      ...crumbs,
      { name: t('main:view.tunnels'), href: href('deviceTunnels', at) },
      { name: t('main:tunnel.one'), href: href('deviceTunnel', at) },
    ],
    age: reader.age(),
  }
}

/** Refuses prefetches with 503: they would use up the single view of the address. */
function refusePrefetch(request: Request): void {
  const purpose = request.headers.get('sec-purpose') ?? request.headers.get('purpose') ?? ''
  if (purpose.includes('prefetch')) throw new Response(null, { status: 503 })
}

export async function action(args: ActionFunctionArgs) {
  const at = address('deviceTunnel', args.params)
  return mutate(args, {
    name: 'tunnel.close',
    about: { kind: 'device', id: at.deviceId, name: at.deviceId },
    options: { isDirect: true },
    form: z.object({ back: z.literal('customer').optional() }),
    plan: (context) => planClosing(context, at),
    async work({ form, write }) {
      await write(site.closeTunnel, { path: { id: at.deviceId, tunnelId: at.tunnelId } }, [at.deviceId])
      return form.back ? href('customerTunnels', at, { closed: 1 }) : href('deviceTunnels', at, { closed: 1 })
    },
  })
}

export default function TunnelPage() {
  const t = useT()
  const {
    heading,
    tunnel,
    link,
    isSoon: isOpening,
    ownHref,
    allHref,
    listHref,
    mayClose,
    formKey,
    timeZone,
  } = useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  const zone = timeZone ?? undefined
  const time = (at: string | null) => at && <Time at={at} timeZone={zone} />
  return (
    <Stack>
      <DeviceHeader device={heading} view="tunnels" status={<TunnelState tunnel={tunnel} />} />
      <FormNotices reply={reply} />
      {link && (
        <Notice tone="ok" title={isOpening ? t('main:tunnel.linkSoon') : t('main:tunnel.linkOnce')}>
          <p>
            <A href={link} target="_blank" rel="noopener noreferrer" className="font-mono break-all">
              {link}
            </A>{' '}
            <CopyButton text={link} label={t('main:tunnel.linkSoon')} />
          </p>
          <p>{isOpening ? t('main:tunnel.linkSoonText') : t('main:tunnel.linkOnceText')}</p>
        </Notice>
      )}
      <Section title={t('main:tunnel.one')}>
        <Facts
          facts={[
            {
              term: t('main:tunnel.to'),
              value: isService(tunnel.service) ? t(`main:tunnel.service.${tunnel.service}`) : tunnel.service,
            },
            { term: t('main:tunnel.port'), value: tunnel.port && String(tunnel.port) },
            { term: t('main:tunnel.who'), value: tunnel.by && <bdi>{tunnel.by}</bdi> },
            { term: t('main:tunnel.why'), value: tunnel.why && <bdi>{tunnel.why}</bdi> },
            { term: t('main:tunnel.openedAt'), value: time(tunnel.openedAt) },
            tunnel.isLive
              ? { term: t('main:tunnel.until'), value: time(tunnel.endsAt) ?? t('main:tunnel.noEnd') }
              : { term: t('main:tunnel.closedAt'), value: time(tunnel.closedAt ?? tunnel.endsAt) },
          ]}
        />
      </Section>
      {mayClose && !link && !tunnel.isLegacy && <p className="text-soft">{t('main:tunnel.linkGone')}</p>}
      {tunnel.isLegacy && (
        <Notice tone="warn" quiet title={t('main:tunnel.legacy')}>
          {t('main:tunnel.legacyText')}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {mayClose && <CloseButton action={ownHref} formKey={reply?.key ?? formKey} name={heading.name} />}
        {(isOpening || !link) && (
          <ButtonLink look="quiet" href={ownHref}>
            {t('action.refresh')}
          </ButtonLink>
        )}
        <ButtonLink look="quiet" href={allHref}>
          {t('main:tunnel.allOfDevice')}
        </ButtonLink>
        <ButtonLink look="quiet" href={listHref}>
          {t('main:tunnel.allOfCustomer')}
        </ButtonLink>
      </div>
    </Stack>
  )
}
