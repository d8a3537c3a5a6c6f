import type { ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { Button } from './button'

/**
 * What can be done with the ticked rows of a table, below it in the same form (`.choices`): in sight and counted as soon
 * as a row is ticked, without scripts. `beside` is what needs no ticks.
 */
export function Bulk({ children, beside }: { children: ReactNode; beside?: ReactNode }) {
  const t = useT()
  return (
    <div className="bulk no-print">
      <div role="status" className="sr-only" data-counted="" hidden>
        {t('table.selected')} <span data-count="" />
      </div>
      <div className="with-selected">
        <span className="selected">{t('table.selected')}</span>
        {children}
        <Button small look="quiet" type="reset">
          {t('table.clear')}
        </Button>
      </div>
      {beside}
    </div>
  )
}
