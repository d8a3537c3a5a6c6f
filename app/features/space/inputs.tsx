/** Renders the inputs of a space. */
import type { ChangeForm } from '~/change/change-form'
import { useT } from '~/i18n/use-t'
import { Inputs } from '~/kit/edit/inputs'
import type { Option } from '~/ui/field'
import { spaceFields } from './shared/fields'

export function SpaceInputs({ form, parents }: { form: ChangeForm; parents: readonly Option[] }) {
  const t = useT()
  const offered = { parentSpaceId: [{ value: '', label: t('main:space.noParent') }, ...parents] }
  return <Inputs fields={spaceFields} form={form} offered={offered} />
}
