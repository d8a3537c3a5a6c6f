/** The states of the specification (spec §4) as badges, with the same words and tones everywhere. */
import type { ReactNode } from 'react'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Badge, badge, type Tone } from './badge'

const severityTones = {
  critical: 'danger',
  high: 'high',
  medium: 'warn',
  low: 'low',
} as const satisfies Record<string, Tone>

/** The severity of an alarm or a fault, by shape and word. */
export function SeverityBadge({ severity }: { severity: keyof typeof severityTones }) {
  const t = useT()
  return <Badge tone={severityTones[severity]}>{t(`severity.${severity}`)}</Badge>
}

const sendTones = {
  notSet: 'neutral',
  queued: 'progress',
  waiting: 'warn',
  running: 'progress',
  succeed: 'ok',
  failed: 'danger',
} as const satisfies Record<string, Tone>

export type SendStateName = keyof typeof sendTones

/** `waiting` is a queued send whose controller is offline. */
export function SendStateBadge({ state }: { state: SendStateName }) {
  const t = useT()
  return <Badge tone={sendTones[state]}>{t(`sendState.${state}`)}</Badge>
}

const processTones = {
  initiated: 'progress',
  queued: 'progress',
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
  return <Badge tone={deploymentTones[status]}>{t(`deploymentStatus.${status}`)}</Badge>
}

const packageTones = {
  notInstalled: 'neutral',
  upToDate: 'ok',
  outdated: 'warn',
  notAvailable: 'neutral',
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

export type OutcomeName = keyof typeof outcomeTones

/** The outcomes of the trail (design §8), and `notTried` for subjects a stopped change did not reach. */
export function OutcomeBadge({ outcome }: { outcome: OutcomeName }) {
  const t = useT()
  return <Badge tone={outcomeTones[outcome]}>{t(`outcome.${outcome}`)}</Badge>
}

export function ConnectionBadge({ isConnected }: { isConnected: boolean }) {
  return connectionBadge(useT(), isConnected)
}

export function OnboardedBadge({ isOnboarded }: { isOnboarded: boolean }) {
  return onboardedBadge(useT(), isOnboarded)
}

/** The same two as plain functions, for the rows of lists. */
export const connectionBadge = (t: Translate, isConnected: boolean): ReactNode =>
  badge(isConnected ? 'ok' : 'danger', t(isConnected ? 'device.connected' : 'device.offline'))

export const onboardedBadge = (t: Translate, isOnboarded: boolean): ReactNode =>
  badge(isOnboarded ? 'ok' : 'neutral', t(isOnboarded ? 'device.onboarded' : 'device.notOnboarded'))
