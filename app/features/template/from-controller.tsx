/** Selects the controller whose settings fill the form of a new template. */
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { type Option, Select } from '~/ui/field'
import { Section } from '~/ui/page'

export function FromController({ controllers }: { controllers: readonly Option[] }) {
  const t = useT()
  if (controllers.length === 0) return null
  return (
    <Section title={t('main:template.from.title')}>
      <form method="get" className="flex flex-wrap items-end gap-3">
        <Select
          name="device"
          label={t('entity.device')}
          hint={t('main:template.from.text')}
          options={controllers}
          className="max-w-sm"
        />
        <Button>{t('main:template.from.fill')}</Button>
      </form>
    </Section>
  )
}
