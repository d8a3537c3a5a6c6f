/** Closing a tunnel in one go: a form with a key of its own, so that a second click closes nothing else. */
import { metaFields } from '~/change/plan'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'

export function CloseButton({
  action,
  formKey,
  name,
  list,
  small = false,
}: {
  /** The tunnel's own address. */
  action: string
  formKey: string
  /** Which one, for those who hear the button alone. */
  name: string
  /** Set on the customer's list, to come back to it. */
  list?: boolean
  small?: boolean
}) {
  const t = useT()
  return (
    <Form
      action={action}
      hidden={{ [metaFields.stage]: 'apply', [metaFields.key]: formKey, back: list ? 'customer' : undefined }}
      className=""
    >
      <Button small={small} look={small ? 'secondary' : 'danger'}>
        {t('main:tunnel.close')}
        <span className="sr-only">: {name}</span>
      </Button>
    </Form>
  )
}
