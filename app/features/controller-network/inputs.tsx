/** Renders the inputs of a network of controllers; what most networks leave as it is comes last. */
import type { ChangeForm } from '~/change/change-form'
import { useT } from '~/i18n/use-t'
import { FieldInput } from '~/kit/edit/inputs'
import { Fieldset } from '~/ui/choice-field'
import type { Option } from '~/ui/field'
import { controllerNetworkFields as fields } from './shared/fields'

type FieldName = keyof typeof fields

interface Props {
  form: ChangeForm
  /** The agents of the site; without any there is no choice. */
  agents: readonly Option[]
}

export function ControllerNetworkInputs({ form, agents }: Props) {
  const t = useT()
  const input = (name: FieldName) => <FieldInput name={name} field={fields[name]} form={form} />
  return (
    <>
      {input('name')}
      {agents.length > 0 && <FieldInput name="agentId" field={fields.agentId} form={form} offered={agents} />}
      {input('address')}
      {input('port')}
      {input('broadcastTo')}
      <Fieldset legend={t('main:controllerNetwork.foreign')}>
        {input('bbmdAddress')}
        {input('bbmdPort')}
        {input('bbmdLifetime')}
      </Fieldset>
      <Fieldset legend={t('main:controllerNetwork.instances')}>
        {input('lowestInstance')}
        {input('highestInstance')}
      </Fieldset>
    </>
  )
}
