/** The page of one kind of configuration of a controller: the kind's own content, with the send state beside it. */
import type { SerializeFrom } from '@remix-run/node'
import type { ReactNode } from 'react'
import { serviceProblemText } from '~/change/problem-text'
import { DeviceHeader } from '~/features/device/shared/header'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import type { Offer } from '~/ui/empty-state'
import { type Fact, Facts } from '~/ui/facts'
import { Form } from '~/ui/form'
import { actionLink } from '~/ui/head'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Columns, Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { SendStateBadge } from '~/ui/states'
import { Time } from '~/ui/time'
import type { loadControllerPage } from './one-controller.server'
import { SendLog } from './send-log'
import { boardHref, deviceConfigurationHref, sendingHref } from './shared/place'

type Data = SerializeFrom<Awaited<ReturnType<typeof loadControllerPage>>>

export function ControllerConfiguration({
  data,
  actions,
  canSend = true,
  facts = [],
  after,
  children,
}: {
  data: Data
  /** Actions of the kind, in the head before the common ones. */
  actions?: ReactNode
  /** Whether the saved settings can be sent at all. */
  canSend?: boolean
  /** Facts of the kind, shown with the send state. */
  facts?: readonly Fact[]
  /** Content below the log. */
  after?: ReactNode
  children: ReactNode
}) {
  const t = useT()
  const { at, device, sendState, isUnsent, maySend, log, timeZone } = data
  const isSendable = maySend && isUnsent && canSend
  return (
    <>
      <DeviceHeader
        device={device}
        view={at.kind}
        status={
          <>
            {t('word.titled', { title: t(`main:view.${at.kind}`) })} <SendStateBadge state={sendState} />{' '}
            {isUnsent && <Badge tone="warn">{t('device.unsent')}</Badge>}
          </>
        }
        beside={actionLink(t('main:configuration.device.fleet'), boardHref(at))}
        actions={
          (actions || data.cancelHref || isSendable) && (
            <>
              {actions}
              {data.cancelHref && <ButtonLink href={data.cancelHref}>{t('main:send.cancel.button')}</ButtonLink>}
              {isSendable && (
                <Form action={sendingHref(at)} hidden={{ device: at.deviceId }} className="">
                  <Button look="primary">{t('main:configuration.device.send')}</Button>
                </Form>
              )}
            </>
          )
        }
      />
      <Stack>
        <SendNotice data={data} />
        <Columns>
          {children}
          <SendFacts data={data} facts={facts} />
        </Columns>
        {log && (
          <Log
            title={t('main:configuration.device.log')}
            log={log}
            timeZone={timeZone}
            empty={
              data.lastSentTime
                ? { title: t('main:configuration.device.logGone'), text: t('main:configuration.device.logGoneText') }
                : undefined
            }
            offers={sendOffers(t, data, canSend)}
          />
        )}
        {after}
      </Stack>
    </>
  )
}

/** Returns what comes before a first entry of the send log: to onboard, to send what is saved, or to save something. */
function sendOffers(t: Translate, data: Data, canSend: boolean): Offer[] {
  const { at, device, onboardingHref, isUnderWay, isUnsent, maySend } = data
  if (!device.isOnboarded) return [{ label: t('main:change.device.onboard'), href: onboardingHref }]
  if (isUnderWay) return [{ label: t('action.refresh'), href: deviceConfigurationHref(at) }]
  return isUnsent && canSend
    ? [
        {
          label: t('main:configuration.device.send'),
          href: maySend ? sendingHref(at, { device: at.deviceId }) : null,
        },
      ]
    : [{ label: t(`main:${at.kind}.change`), href: device.links.change?.href ?? null }]
}

export function Log({
  title,
  log,
  timeZone,
  empty,
  offers,
}: {
  title: string
  log: NonNullable<Data['log']>
  timeZone: string | null
  /** The text of an empty log. */
  empty?: { title: string; text: string } | undefined
  /** The next steps out of an empty log. */
  offers: readonly Offer[]
}) {
  const t = useT()
  return (
    <Section title={title} flush={log.ok}>
      {log.ok ? (
        <SendLog caption={title} lines={log.lines} timeZone={timeZone ?? undefined} empty={empty} offers={offers} />
      ) : (
        <Unavailable detail={serviceProblemText(t, log.problem)} />
      )}
    </Section>
  )
}

/** What a failed or waiting send means for the controller. */
function SendNotice({ data: { sendState, lastError } }: { data: Data }) {
  const t = useT()
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

function SendFacts({
  data: { sendState, isUnsent, lastSentTime, timeZone, waiting },
  facts,
}: {
  data: Data
  facts: readonly Fact[]
}) {
  const t = useT()
  const zone = timeZone ?? undefined
  return (
    <Section title={t('main:configuration.device.sending')}>
      <Facts
        facts={[
          ...facts,
          { term: t('main:configuration.device.state'), value: <SendStateBadge state={sendState} /> },
          ...(waiting?.since
            ? [{ term: t('main:send.cancel.since'), value: <Time at={waiting.since} timeZone={zone} /> }]
            : []),
          ...(waiting?.until
            ? [{ term: t('main:send.cancel.until'), value: <Time at={waiting.until} timeZone={zone} /> }]
            : []),
          { term: t('main:configuration.board.unsent'), value: isUnsent ? t('word.yes') : t('word.no') },
          {
            term: t('main:configuration.device.lastSent'),
            value: lastSentTime ? <Time at={lastSentTime} timeZone={zone} /> : t('time.never'),
          },
        ]}
      />
    </Section>
  )
}
