import { maxControllerPassword } from '#contracts/management-names'
import type { ChangeForm } from '~/change/change-form'
import { useT } from '~/i18n/use-t'
import { TextInput } from '~/ui/field'

/** The password of a controller, beside the plan: it is never carried from one form to the next. */
export function ControllerPasswordField({ form }: { form: ChangeForm }) {
  const t = useT()
  return (
    <TextInput
      {...form.input('controllerPassword')}
      label={t('main:controllerManagement.password')}
      hint={t('main:controllerManagement.passwordHint')}
      type="password"
      autoComplete="off"
      defaultValue={undefined}
      maxLength={maxControllerPassword}
      className="max-w-xs"
      isOptional
    />
  )
}
