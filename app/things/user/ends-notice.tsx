/** Says that roles have run out, with the way to the change that takes them away, or that some end soon. */
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import type { EndsTold } from './ends-told.server'

export function EndsNotice({ ends }: { ends: EndsTold | null }) {
  const t = useT()
  if (!ends) return null
  const { over, ahead } = ends
  return (
    <>
      {over > 0 && (
        <Notice tone="warn" quiet title={t('main:user.runOut.notice', { count: over })}>
          <A href={ends.overHref}>{t('main:user.runOut.show')}</A>
        </Notice>
      )}
      {ahead && (
        <Notice tone="info" quiet title={t('main:user.runOut.ahead', { count: ahead.count, day: ahead.lastDay })}>
          <A href={ends.aheadHref}>{t('main:user.runOut.people')}</A>
        </Notice>
      )}
    </>
  )
}
