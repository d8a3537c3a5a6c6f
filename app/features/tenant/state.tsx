/** The state of a tenant as badges (domain §9.1). */
import type { z } from 'zod'
import type { OnboardingStatus } from '#contracts/tenant'
import { useT } from '~/i18n/use-t'
import { Badge, type Tone } from '~/ui/badge'

type Status = z.infer<typeof OnboardingStatus>

const tones = {
  notOnboarded: 'neutral',
  inProgress: 'progress',
  onboarded: 'ok',
  failed: 'danger',
  offboarding: 'progress',
  offboarded: 'neutral',
} as const satisfies Record<Status, Tone>

export function TenantStateBadges({
  onboardingStatus,
  isDisabled,
}: {
  onboardingStatus?: Status
  isDisabled?: boolean
}) {
  const t = useT()
  return (
    <span className="inline-flex flex-wrap gap-1">
      {onboardingStatus && <Badge tone={tones[onboardingStatus]}>{t(`main:tenant.state.${onboardingStatus}`)}</Badge>}
      {isDisabled && <Badge tone="warn">{t('main:tenant.state.disabled')}</Badge>}
    </span>
  )
}
