/** The fields of a resolution: kind and comment. */
import type { ComponentProps } from 'react'
import { resolutions } from '#contracts/fault-names'
import { useT } from '~/i18n/use-t'
import { Radios } from '~/ui/choice-field'
import { TextArea } from '~/ui/field'

type Input = Pick<ComponentProps<typeof Radios>, 'name' | 'defaultValue' | 'error'>

export function ResolutionFields({ input = (name) => ({ name }) }: { input?: (name: string) => Input }) {
  const t = useT()
  return (
    <>
      <Radios
        {...input('resolution')}
        label={t('main:fault.resolving.how')}
        options={resolutions.map((value) => ({
          value,
          label: t(`main:fault.resolution.${value}`),
          hint: t(`main:fault.resolutionHint.${value}`),
        }))}
      />
      <TextArea
        {...input('comment')}
        label={t('main:fault.resolving.comment')}
        hint={t('main:fault.resolving.commentHint')}
        rows={3}
        maxLength={1000}
      />
    </>
  )
}
