/** The states of the specification (spec §4) as badges, in the same words and tones everywhere. */
import { useT } from '~/i18n/use-t'
import { Badge, type Tone } from './badge'
import type { IconName } from './icons'

const sendTones = {
  notSet: 'neutral',
  queued: 'info',
  waiting: 'warn',
  running: 'progress',
  succeed: 'ok',
  failed: 'danger',
} as const satisfies Record<string, Tone>

const sendIcons: Partial<Record<keyof typeof sendTones, IconName>> = { queued: 'clock', waiting: 'clock' }

export type SendStateShown = keyof typeof sendTones

/** `waiting` is a queued send whose controller is offline. */
export function SendStateBadge({ state }: { state: SendStateShown }) {
  const t = useT()
  return (
    <Badge tone={sendTones[state]} icon={sendIcons[state]}>
      {t(`sendState.${state}`)}
    </Badge>
  )
}

const processTones = {
  initiated: 'info',
  queued: 'info',
  inProgress: 'progress',
  completed: 'ok',
  failed: 'danger',
} as const satisfies Record<string, Tone>

export function ProcessStateBadge({ state }: { state: keyof typeof processTones }) {
  const t = useT()
  return <Badge tone={processTones[state]}>{t(`processState.${state}`)}</Badge>
}

const deploymentTones = {
  NotStarted: 'neutral',
  PackageUploadInProgress: 'progress',
  PackageUploadSuccess: 'progress',
  PackageUploadFailure: 'danger',
  PackageInstallationInProgress: 'progress',
  PackageInstallationSuccess: 'ok',
  PackageInstallationFailure: 'danger',
} as const satisfies Record<string, Tone>

export function DeploymentBadge({ status }: { status: keyof typeof deploymentTones }) {
  const t = useT()
  return (
    <Badge tone={deploymentTones[status]} icon={status === 'NotStarted' ? 'clock' : undefined}>
      {t(`deploymentStatus.${status}`)}
    </Badge>
  )
}

const packageTones = {
  notInstalled: 'neutral',
  upToDate: 'ok',
  outdated: 'warn',
  notAvailable: 'info',
} as const satisfies Record<string, Tone>

export function PackageStatusBadge({ status }: { status: keyof typeof packageTones }) {
  const t = useT()
  return <Badge tone={packageTones[status]}>{t(`packageStatus.${status}`)}</Badge>
}

const outcomeTones = {
  pending: 'progress',
  done: 'ok',
  failed: 'danger',
  refused: 'warn',
  denied: 'danger',
  unknown: 'warn',
  notTried: 'neutral',
} as const satisfies Record<string, Tone>

export type OutcomeShown = keyof typeof outcomeTones

/** The trail's outcome words (design §8), and `notTried` for what a stopped change never reached. */
export function OutcomeBadge({ outcome }: { outcome: OutcomeShown }) {
  const t = useT()
  return <Badge tone={outcomeTones[outcome]}>{t(`outcome.${outcome}`)}</Badge>
}

export function ConnectionBadge({ isConnected }: { isConnected: boolean }) {
  const t = useT()
  return isConnected ? (
    <Badge tone="ok" icon="link">
      {t('device.connected')}
    </Badge>
  ) : (
    <Badge tone="danger" icon="unlink">
      {t('device.offline')}
    </Badge>
  )
}

export function OnboardedBadge({ isOnboarded }: { isOnboarded: boolean }) {
  const t = useT()
  return isOnboarded ? (
    <Badge tone="ok">{t('device.onboarded')}</Badge>
  ) : (
    <Badge tone="neutral">{t('device.notOnboarded')}</Badge>
  )
}
