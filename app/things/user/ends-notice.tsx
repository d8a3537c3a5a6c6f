/** Notice of roles that have expired, with a link to their removal, or that expire soon. */
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { useFormat } from '~/ui/use-format'
import type { EndsTold } from './ends-told.server'
import type { OwnTurn } from './own-turn.server'

/** `isOnList`: the page already lists the people. */
export function EndsNotice({ ends, isOnList = false }: { ends: EndsTold | null; isOnList?: boolean }) {
  const t = useT()
  if (!ends) return null
  const { over, ahead } = ends
  return (
    <>
      {over > 0 && (
        <Notice tone="warn" quiet title={t('main:user.runOut.notice', { count: over })}>
          {ends.own && <ByItself own={ends.own} />}
          <A href={ends.overHref}>{t('main:user.runOut.show')}</A>
        </Notice>
      )}
      {ahead && (
        <Notice tone="info" quiet title={t('main:user.runOut.ahead', { count: ahead.count, day: ahead.lastDay })}>
          {!isOnList && <A href={ends.aheadHref}>{t('main:user.runOut.people')}</A>}
        </Notice>
      )}
    </>
  )
}

/** Shows that the console removes the roles itself, or why that failed and when it is retried. */
function ByItself({ own: { failed } }: { own: OwnTurn }) {
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
