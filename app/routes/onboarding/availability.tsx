/** Whether a controller answers: asked for on purpose, because a silent one takes seconds to be silent (domain §6.2). */
import type { z } from 'zod'
import type { OnboardingAvailability } from '#contracts/devices'
import { serviceText } from '~/audit/problem-text'
import type { Panel } from '~/backend/reader.server'
import { useT } from '~/i18n/use-t'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Unavailable } from '~/ui/panel'
import { Time } from '~/ui/time'

export function Availability({
  tested,
  testHref,
  timeZone,
}: {
  /** Null until somebody asks; its value is null where the answer does not name the controller. */
  tested: Panel<z.infer<typeof OnboardingAvailability> | null> | null
  testHref: string | null
  timeZone?: string | undefined
}) {
  const t = useT()
  const found = tested?.ok ? tested.value?.deviceOnboardingAvailability : undefined
  return (
    <div className="flex flex-col items-start gap-3">
      {!tested && <p className="text-soft">{t('main:onboarding.untested')}</p>}
      {tested && !tested.ok && <Unavailable detail={serviceText(t, tested.problem)} />}
      {tested?.ok && (
        <Notice
          tone={found?.available ? 'ok' : 'warn'}
          quiet
          title={found?.available ? t('main:onboarding.available') : t('main:onboarding.unavailable')}
        >
          {!found?.available && <p>{t(`main:onboarding.reason.${found?.reason ?? 'unknown'}`)}</p>}
          {found && (
            <p className="text-sm text-soft">
              <Time at={found.timestamp} timeZone={timeZone} />
            </p>
          )}
        </Notice>
      )}
      {testHref && (
        <ButtonLink href={testHref}>{tested ? t('main:onboarding.testAgain') : t('main:onboarding.test')}</ButtonLink>
      )}
    </div>
  )
}
