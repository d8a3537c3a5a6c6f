import { useSearchParams } from '@remix-run/react'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'

/**
 * Confirms a change on the page it redirects to (`?changed=`), with a link to its record. After a creation
 * (`&created=1`) it shows `name`.
 */
export function ChangedNotice({ tenantId, name }: { tenantId: string; name?: string }) {
  const t = useT()
  const [search] = useSearchParams()
  const changeId = search.get('changed')
  if (!changeId || !/^[\w-]{1,100}$/.test(changeId)) return null
  return (
    <Notice
      tone="ok"
      title={name && search.get('created') === '1' ? t('main:edit.created', { name }) : t('main:edit.done')}
    >
      <A href={href('change', { tenantId, changeId })}>{t('main:edit.record')}</A>
    </Notice>
  )
}
