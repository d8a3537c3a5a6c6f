/** What to know before working in a tenant that is not simply onboarded. */
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import { AutoRefresh, Refresh } from '~/ui/refresh'
import { isMoving } from './onboarding-status'
import type { TenantPageData } from './overview.server'

export function TenantNotice({
  at,
  facts,
  isAuto,
}: Pick<TenantPageData, 'at'> & { facts: NonNullable<TenantPageData['facts']>; isAuto: boolean }) {
  const t = useT()
  const { onboardingStatus, isDisabled } = facts
  return (
    <>
      <AutoRefresh isAuto={isAuto} />
      {onboardingStatus && onboardingStatus !== 'onboarded' && (
        <Notice
          tone={onboardingStatus === 'failed' ? 'warn' : 'info'}
          quiet
          title={t(`main:tenant.standing.${onboardingStatus}`)}
        >
          {isMoving(facts) && (
            <Refresh href={href('tenant', at)} autoHref={href('tenant', at, { auto: 10 })} isAuto={isAuto} />
          )}
        </Notice>
      )}
      {isDisabled && <Notice tone="warn" quiet title={t('main:tenant.standing.disabled')} />}
    </>
  )
}
