import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import { type ConfigurationPlace, sendingHref } from './place'

/** Sends to all controllers of a customer, a site group or a site in one state: the filter is posted, not their ids, and planned first. */
export function SendAll({ at }: { at: ConfigurationPlace }) {
  const t = useT()
  return (
    <div className="bulk no-print">
      <Form action={sendingHref(at)} hidden={{ all: '1', state: 'dirty' }} className="">
        <Button small>{t('main:configuration.board.sendDirty')}</Button>
      </Form>
      <Form action={sendingHref(at)} hidden={{ all: '1', state: 'failed' }} className="">
        <Button small>{t('main:configuration.board.sendFailed')}</Button>
      </Form>
    </div>
  )
}
