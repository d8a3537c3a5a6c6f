/** Notice of roles that have expired, with a link to their removal, or that expire soon. */
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { useFormat } from '~/ui/use-format'
import type { RemovalAttempt } from './removal-attempt.server'
import type { RoleEndsSummary } from './role-ends-summary.server'

/** `isOnList`: the page already lists the people. */
export function RoleEndsNotice({ ends, isOnList = false }: { ends: RoleEndsSummary | null; isOnList?: boolean }) {
  const t = useT()
  if (!ends) return null
  const { expired, upcoming } = ends
  return (
    <>
      {expired > 0 && (
        <Notice tone="warn" quiet title={t('main:user.runOut.notice', { count: expired })}>
          {ends.attempt && <AutomaticRemoval attempt={ends.attempt} />}
          <A href={ends.expiredHref}>{t('main:user.runOut.show')}</A>
        </Notice>
      )}
      {upcoming && (
        <Notice tone="info" quiet title={t('main:user.runOut.ahead', { count: upcoming.count, day: upcoming.lastDay })}>
          {!isOnList && <A href={ends.upcomingHref}>{t('main:user.runOut.people')}</A>}
        </Notice>
      )}
    </>
  )
}

/** Shows that the console removes the roles itself, or why that failed and when it is retried. */
function AutomaticRemoval({ attempt: { failed } }: { attempt: RemovalAttempt }) {
  const t = useT()
  const format = useFormat()
  if (!failed) return <p>{t('main:user.runOut.byItself')}</p>
  const { because, triedAt, nextAt, changeHref } = failed
  return (
    <p>
      {t('main:user.runOut.tried', { at: format.minute(triedAt), why: t(`main:user.runOut.why.${because}`) })}{' '}
      {t('main:user.runOut.triesAgain', { at: format.minute(nextAt) })}{' '}
      {changeHref && <A href={changeHref}>{t('main:user.runOut.whatHappened')}</A>}
    </p>
  )
}
