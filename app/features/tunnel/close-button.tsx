/** Closes a tunnel in one step: the form has its own key, so a second click closes nothing else. */
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
  /** The address of the tunnel. */
  action: string
  formKey: string
  /** The name of the tunnel, for screen readers. */
  name: string
  /** Whether to return to the customer's list. */
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
