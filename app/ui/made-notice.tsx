import type { ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { A } from './link'
import { Notice } from './notice'

/** The change that a form which is looked at again has led to. */
export interface MadeBefore {
  /** Its page. */
  href: string
  isUnderWay: boolean
}

/** That it was made, with the way to its page: where Back leads to a form that was sent. */
export function MadeNotice({ made, children }: { made: MadeBefore; children?: ReactNode }) {
  const t = useT()
  return (
    <Notice tone="info" title={t(made.isUnderWay ? 'main:draft.underWay' : 'main:draft.made')}>
      {children}
      <p>
        <A href={made.href}>{t('main:draft.toChange')}</A>
      </p>
    </Notice>
  )
}
