/** Which controller takes the place of the one that goes; its page of steps can be come back to. */
import { useT } from '~/i18n/use-t'
import { Actions, Button } from '~/ui/button'
import { type Option, Select } from '~/ui/field'
import { ButtonLink } from '~/ui/link'
import { Section } from '~/ui/page'

export function ChooseReplacement({ candidates, add }: { candidates: readonly Option[]; add: string | null }) {
  const t = useT()
  return (
    <Section title={t('main:replacing.choose')}>
      <form method="get" className="flex flex-col gap-4">
        <Select
          name="by"
          label={t('main:replacing.new')}
          hint={t('main:replacing.newHint')}
          options={candidates}
          className="max-w-sm"
        />
        <Actions>
          <Button look="primary">{t('main:replacing.begin')}</Button>
          {add && <ButtonLink href={add}>{t('main:change.device.create')}</ButtonLink>}
        </Actions>
      </form>
    </Section>
  )
}
