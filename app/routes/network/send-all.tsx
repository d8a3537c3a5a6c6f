import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import type { ParamsFor } from '~/paths'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'

/** Sends to all controllers of a site in one state: the filter is posted, not their ids, and planned first. */
export function SendAll({ at }: { at: ParamsFor<'siteNetworkSending'> }) {
  const t = useT()
  return (
    <div className="no-print flex flex-wrap gap-2">
      <Form action={href('siteNetworkSending', at)} hidden={{ all: '1', state: 'dirty' }} className="">
        <Button>{t('main:network.board.sendDirty')}</Button>
      </Form>
      <Form action={href('siteNetworkSending', at)} hidden={{ all: '1', state: 'failed' }} className="">
        <Button>{t('main:network.board.sendFailed')}</Button>
      </Form>
    </div>
  )
}
