import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import { type ConfigurationPlace, sendingHref } from './shared/place'

/** Sends to every controller of the place in one state: posts the filter instead of ids, and shows a plan first. */
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
