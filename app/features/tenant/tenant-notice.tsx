/** A notice for a tenant that is not onboarded or is disabled. */
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import { AutoRefresh, Refresh } from '~/ui/refresh'
import { isInTransition } from './onboarding-status'
import type { TenantPageData } from './overview.server'

export function TenantNotice({
  at,
  facts,
  isAuto,
}: Pick<TenantPageData, 'at'> & { facts: NonNullable<TenantPageData['facts']>; isAuto: boolean }) {
  const t = useT()
  const { onboardingStatus, isDisabled } = facts
  const autoHref = href('tenant', at, { auto: 10 })
  return (
    <>
      <AutoRefresh isAuto={isAuto} autoHref={autoHref} />
      {onboardingStatus && onboardingStatus !== 'onboarded' && (
        <Notice
          tone={onboardingStatus === 'failed' ? 'warn' : 'info'}
          quiet
          title={t(`main:tenant.standing.${onboardingStatus}`)}
        >
          {isInTransition(facts) && <Refresh href={href('tenant', at)} autoHref={autoHref} isAuto={isAuto} />}
        </Notice>
      )}
      {isDisabled && <Notice tone="warn" quiet title={t('main:tenant.standing.disabled')} />}
    </>
  )
}
