/** On the page of a save: how many controllers were sent the saved settings, and the names of the others. */
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import type { SendsAfterSave } from './sends-after-save.server'

export function SendsNotice({
  tenantId,
  sends: { sent, open, savedOnly },
}: {
  tenantId: string
  sends: SendsAfterSave
}) {
  const t = useT()
  const counts = { sent, open, left: savedOnly.length }
  return (
    <Notice
      tone={savedOnly.length > 0 || open > 0 ? 'warn' : 'ok'}
      title={t(open > 0 ? 'main:change.page.sendsOpen' : 'main:change.page.sends', counts)}
    >
      {savedOnly.length > 0 && (
        <>
          <p>{t('main:change.page.savedOnly')}</p>
          <ul className="list-disc ps-5">
            {savedOnly.map(({ id, name }) => (
              <li key={id}>
                <A href={href('deviceById', { tenantId, deviceId: id })}>
                  <bdi>{name}</bdi>
                </A>
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}
