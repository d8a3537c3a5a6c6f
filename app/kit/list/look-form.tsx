/** The display options of a list: columns, row height and page size, saved for the reader. */
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { Select } from '~/ui/field'
import { PostForm } from '~/ui/form'
import { Icon } from '~/ui/icons'
import { heights, type Look, rowChoices } from './look'

export function LookForm({
  look,
  listHref,
  columns,
}: {
  look: Look
  /** The address of the list with its current filter. */
  listHref: string
  /** The columns that can be hidden or added. */
  columns: readonly { key: string; title: string; isOptional: boolean }[]
}) {
  const t = useT()
  const usual = columns.filter(({ isOptional }) => !isOptional)
  const optional = columns.filter(({ isOptional }) => isOptional)
  return (
    <details data-menu="" className="looks no-print">
      <summary className="button small">
        {t('look.title')} <Icon name="down" className="size-3.5" />
      </summary>
      <PostForm
        action={href('ownLists', {})}
        hidden={{
          do: 'look',
          at: listHref,
          offered: usual.map(({ key }) => key).join(),
          optional: optional.map(({ key }) => key).join(),
        }}
        className="menu-form"
      >
        <ColumnBoxes legend={t('look.columns')} columns={usual} isShown={(key) => !look.hidden.includes(key)} />
        <ColumnBoxes legend={t('look.more')} columns={optional} isShown={(key) => look.shown.includes(key)} />
        <Select
          name="height"
          label={t('look.height')}
          defaultValue={look.height}
          options={heights.map((value) => ({ value, label: t(`look.heights.${value}`) }))}
        />
        <Select
          name="rows"
          label={t('look.rows')}
          defaultValue={String(look.rows)}
          options={rowChoices.map((count) => ({ value: String(count), label: String(count) }))}
        />
        <Button look="primary">{t('look.apply')}</Button>
      </PostForm>
    </details>
  )
}

function ColumnBoxes({
  legend,
  columns,
  isShown,
}: {
  legend: string
  columns: readonly { key: string; title: string }[]
  isShown(key: string): boolean
}) {
  if (columns.length === 0) return null
  return (
    <fieldset>
      <legend>{legend}</legend>
      {columns.map(({ key, title }) => (
        <label key={key}>
          <input type="checkbox" name="column" value={key} defaultChecked={isShown(key)} /> {title}
        </label>
      ))}
    </fieldset>
  )
}
