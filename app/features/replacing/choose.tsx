/**
 * Selects the replacement controller and the backup of the old one. With a backup it links to the plan of the restore,
 * else to the page of steps, which can be opened again.
 */
import { useT } from '~/i18n/use-t'
import { Actions, Button } from '~/ui/button'
import { type Option, Select } from '~/ui/field'
import { ButtonLink } from '~/ui/link'
import { Section } from '~/ui/page'
import { useFormat } from '~/ui/use-format'

/** The URL parameter of the backup. */
export const backupParam = 'backup'

interface Props {
  candidates: readonly Option[]
  /** Backups of the replaced controller, newest first. */
  backups: readonly { id: string; name: string; at: string }[]
  timeZone: string | null
  addHref: string | null
}

export function ChooseReplacement({ candidates, backups, timeZone, addHref }: Props) {
  const t = useT()
  const format = useFormat()
  const zone = timeZone ?? undefined
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
        {backups.length > 0 && (
          <Select
            name={backupParam}
            label={t('main:replacing.restored')}
            hint={t('main:replacing.restoredHint')}
            options={[
              ...backups.map(({ id, name, at }) => ({ value: id, label: `${name} · ${format.minute(at, zone)}` })),
              { value: '', label: t('main:replacing.noBackup') },
            ]}
            className="max-w-sm"
          />
        )}
        <Actions>
          <Button look="primary">{t('main:replacing.begin')}</Button>
          {addHref && <ButtonLink href={addHref}>{t('main:change.device.create')}</ButtonLink>}
        </Actions>
      </form>
    </Section>
  )
}
