/** Whether a tunnel to a controller can be opened just now: asked for on purpose (domain §6.2). */
import type { z } from 'zod'
import type { TunnelingAvailability } from '#contracts/devices'
import { serviceText } from '~/audit/problem-text'
import type { Panel } from '~/backend/reader.server'
import { useT } from '~/i18n/use-t'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Unavailable } from '~/ui/panel'
import { Time } from '~/ui/time'

export function Reachability({
  tested,
  testHref,
  timeZone,
}: {
  /** Null until somebody asks; its value is null where the answer does not name the controller. */
  tested: Panel<z.infer<typeof TunnelingAvailability> | null> | null
  testHref: string | null
  timeZone?: string | undefined
}) {
  const t = useT()
  const found = tested?.ok ? tested.value?.deviceRemoteTunnelingAvailability : undefined
  return (
    <div className="flex flex-col items-start gap-3">
      {tested && !tested.ok && <Unavailable detail={serviceText(t, tested.problem)} />}
      {tested?.ok && (
        <Notice
          tone={found?.isConnected ? 'ok' : 'warn'}
          quiet
          title={found?.isConnected ? t('main:tunnel.reachable') : t('main:tunnel.unreachable')}
        >
          {!found?.isConnected && <p>{t(`main:onboarding.reason.${found?.reason ?? 'unknown'}`)}</p>}
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
