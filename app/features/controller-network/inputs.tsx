/** Renders the inputs of a network of controllers; what most networks leave as it is comes last. */
import type { ChangeForm } from '~/change/change-form'
import { useT } from '~/i18n/use-t'
import { FieldInput } from '~/kit/edit/inputs'
import { controllerNetworkFields as fields } from './shared/fields'

type FieldName = keyof typeof fields

export function ControllerNetworkInputs({ form }: { form: ChangeForm }) {
  const t = useT()
  const input = (name: FieldName) => <FieldInput name={name} field={fields[name]} form={form} />
  return (
    <>
      {input('name')}
      {input('address')}
      {input('port')}
      {input('broadcastTo')}
      <fieldset className="flex flex-col gap-4">
        <legend>{t('main:controllerNetwork.foreign')}</legend>
        {input('bbmdAddress')}
        {input('bbmdPort')}
        {input('bbmdLifetime')}
      </fieldset>
      <fieldset className="flex flex-col gap-4">
        <legend>{t('main:controllerNetwork.instances')}</legend>
        {input('lowestInstance')}
        {input('highestInstance')}
      </fieldset>
    </>
  )
}
