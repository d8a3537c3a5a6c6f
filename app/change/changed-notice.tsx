import { useSearchParams } from '@remix-run/react'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'

/** After a change: that it was made, and its record; on the page its address leads to with `?changed=`. */
export function ChangedNotice({ tenantId }: { tenantId: string }) {
  const t = useT()
  const changeId = useSearchParams()[0].get('changed')
  if (!changeId || !/^[\w-]{1,100}$/.test(changeId)) return null
  return (
    <Notice tone="ok" title={t('main:edit.done')}>
      <A href={href('change', { tenantId, changeId })}>{t('main:edit.record')}</A>
    </Notice>
  )
}
