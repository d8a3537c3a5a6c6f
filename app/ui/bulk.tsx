import type { ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { Button } from './button'
import { Icon } from './icons'

/** The option to select all matches beyond the rows of the page: posts `name=1` in place of ids. */
export interface SelectAllOption {
  name: string
  label: string
  isSelected?: boolean
}

/**
 * Bulk actions for the selected rows of a table, below it in the same form (`.choices`). Shown with a count once a row
 * is ticked, also without scripts. `beside` has actions that need no selection. `danger` has those that are hard to
 * undo, last and in a menu; its `for-some` buttons appear with a selection.
 */
export function BulkActions({
  all,
  children,
  beside,
  danger,
}: {
  all?: SelectAllOption | undefined
  children: ReactNode
  beside?: ReactNode
  danger?: ReactNode
}) {
  const t = useT()
  return (
    <div className="bulk no-print">
      <div role="status" className="sr-only" data-counted="" hidden>
        {t('table.selected')} <span data-count="" />
      </div>
      <span className="selected">{t('table.selected')}</span>
      {all && (
        <label className="all">
          <input type="checkbox" name={all.name} value="1" defaultChecked={all.isSelected} />
          {all.label}
        </label>
      )}
      <div className="with-selected">
        {children}
        <Button small look="quiet" type="reset">
          {t('table.clear')}
        </Button>
      </div>
      {beside}
      {danger && (
        <details className="more-actions" data-menu="">
          <summary className="button small">
            {t('action.more')} <Icon name="down" className="size-3.5" />
          </summary>
          <div>{danger}</div>
        </details>
      )}
    </div>
  )
}
