import type { ReactNode } from 'react'
import { useT } from '~/i18n/use-t'
import { Logo } from './icons'
import { LanguageLinks } from './language-links'
import { usePageContext } from './page-context'

/** The pages of signing in and out: a card with the product, its environment, the languages, and where to find help. */
export function SignInPage({ title, children }: { title: string; children: ReactNode }) {
  const t = useT()
  const { evaluation, environment } = usePageContext()
  return (
    <div className="sign-in">
      <main id="content" tabIndex={-1}>
        <div className="product">
          <Logo className="size-10" />
          <p>
            <b>{t('product')}</b>{' '}
            <span>{evaluation ? t('main:frame.evaluationName') : t('login:environment', { name: environment })}</span>
          </p>
        </div>
        <h1>{title}</h1>
        {children}
        <p className="help">{t('login:help')}</p>
      </main>
      <LanguageLinks />
    </div>
  )
}
