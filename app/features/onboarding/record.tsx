/** The onboarding record except its steps: status, requester, detected hardware (domain §6.1, §6.3). */
import type { Onboarding, OnboardingStatus } from '#contracts/onboarding'
import { failedStep, isUnderWay, stepsDone } from '~/domain/onboarding'
import { LicenceStateBadge } from '~/features/licence/shared/state'
import { errorText } from '~/i18n/error-text'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Badge, type Tone } from '~/ui/badge'
import { Facts } from '~/ui/facts'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Time } from '~/ui/time'

const tones = {
  notOnboarded: 'neutral',
  pending: 'progress',
  provisioning: 'progress',
  awaitingConnection: 'progress',
  onboarded: 'ok',
  failed: 'danger',
  removed: 'neutral',
} as const satisfies Record<OnboardingStatus, Tone>

export function OnboardingBadge({ status }: { status: OnboardingStatus }) {
  const t = useT()
  return <Badge tone={tones[status]}>{t(`main:onboarding.status.${status}`)}</Badge>
}

/** Shows the status and the next action. */
export function OnboardingNotice({ record, links }: { record: Onboarding; links: { device: string } }) {
  const t = useT()
  const { status, steps } = record
  if (isUnderWay(status)) {
    return (
      <Notice tone="info" title={t('main:onboarding.running')}>
        {t('main:onboarding.progress', { done: stepsDone(steps), total: steps.length })}
      </Notice>
    )
  }
  if (status === 'failed') {
    return (
      <Notice tone="danger" title={t('main:onboarding.failed')}>
        <p>{failureText(t, record)}</p>
        <p>{t('main:onboarding.failedNext')}</p>
      </Notice>
    )
  }
  if (status === 'onboarded') {
    return (
      <Notice tone="ok" quiet title={t('main:onboarding.done')}>
        <A href={links.device}>{t('main:onboarding.toDevice')}</A>
      </Notice>
    )
  }
  return null
}

/** Returns the failure as text: by its code where that is known, else the message of the failed step. */
function failureText(t: Translate, { failureCode, steps }: Onboarding): string {
  const step = failedStep(steps)
  const stepName = step ? t(`main:onboarding.step.${step.name}`) : t('word.unknown')
  if (failureCode === 'NO_CONNECTION') return t('main:onboarding.failure.noConnection')
  const message = step?.message ?? (failureCode ? errorText(t, failureCode) : null)
  return message
    ? t('main:onboarding.failure.said', { step: stepName, message })
    : t('main:onboarding.failure.unexplained', { step: stepName })
}

/** Shows who requested the onboarding. Only the host id is known for controllers onboarded before records existed. */
export function OnboardingRequest({ record, timeZone }: { record: Onboarding; timeZone?: string | undefined }) {
  const t = useT()
  const { hostId, requestedBy, requestedAt, completedAt, failureCode } = record
  return (
    <Facts
      facts={[
        { term: t('main:onboarding.hostId'), value: hostId && <bdi className="font-mono">{hostId}</bdi> },
        ...(requestedBy ? [{ term: t('main:onboarding.requestedBy'), value: <bdi>{requestedBy.fullName}</bdi> }] : []),
        ...(requestedAt
          ? [{ term: t('main:onboarding.requestedAt'), value: <Time at={requestedAt} timeZone={timeZone} /> }]
          : []),
        ...(completedAt
          ? [{ term: t('main:onboarding.completedAt'), value: <Time at={completedAt} timeZone={timeZone} /> }]
          : []),
        ...(failureCode
          ? [{ term: t('main:onboarding.failureCode'), value: <code className="break-all">{failureCode}</code> }]
          : []),
      ]}
    />
  )
}

export function DetectedHardware({ record, timeZone }: { record: Onboarding; timeZone?: string | undefined }) {
  const t = useT()
  const { device, publicIP, licenses } = record
  const text = (value: string | null | undefined) => value && <bdi>{value}</bdi>
  return (
    <Facts
      facts={[
        { term: t('main:onboarding.model'), value: text(device?.modelName) },
        { term: t('main:onboarding.serialNumber'), value: text(device?.serialNumber) },
        { term: t('main:onboarding.macAddress'), value: text(device?.macAddress) },
        { term: t('main:onboarding.firmware'), value: text(device?.firmwareVersion) },
        {
          term: t('main:onboarding.publicAddress'),
          value: publicIP && (
            <>
              <bdi className="font-mono">{publicIP.address}</bdi>{' '}
              <span className="block text-sm text-soft">
                {publicIP.connectedToInternet ? t('main:onboarding.internet') : t('main:onboarding.noInternet')}
                {' · '}
                <Time at={publicIP.observedAt} timeZone={timeZone} />
              </span>
            </>
          ),
        },
        ...licenses.map((licence) => ({
          term: t('main:onboarding.licence'),
          value: (
            <>
              <span className="flex flex-wrap items-center gap-2">
                <bdi>{licence.product}</bdi>
                <LicenceStateBadge state={licence.state} />
              </span>{' '}
              <span className="block text-sm text-soft">
                {t('main:onboarding.points', { used: licence.usedPoints, max: licence.maxPoints })}
              </span>
            </>
          ),
        })),
      ]}
    />
  )
}
