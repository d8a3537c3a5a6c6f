import type { ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { Button } from './button'

/** The option to select all matches beyond the rows of the page: posts `name=1` in place of ids. */
export interface SelectAllOption {
  name: string
  label: string
  isSelected?: boolean
}

/**
 * Bulk actions for the selected rows of a table, below it in the same form (`.choices`). Shown with a count once a row
 * is ticked, also without scripts. `beside` has actions that need no selection.
 */
export function BulkActions({
  all,
  children,
  beside,
}: {
  all?: SelectAllOption | undefined
  children: ReactNode
  beside?: ReactNode
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
    </div>
  )
}
