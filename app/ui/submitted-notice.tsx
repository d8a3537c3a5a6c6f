import type { ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { A } from './link'
import { Notice } from './notice'

/** The change that an earlier submission of the form created. */
export interface SubmittedChange {
  /** The page of the change. */
  href: string
  isUnderWay: boolean
}

/** A notice that the form was already submitted, with a link to its change: for forms reopened with Back. */
export function SubmittedNotice({ change, children }: { change: SubmittedChange; children?: ReactNode }) {
  const t = useT()
  return (
    <Notice tone="info" title={t(change.isUnderWay ? 'main:draft.underWay' : 'main:draft.made')}>
      {children}
      <p>
        <A href={change.href}>{t('main:draft.toChange')}</A>
      </p>
    </Notice>
  )
}
