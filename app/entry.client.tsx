/** Hydrates pages that load scripts. The page is complete before this runs. */
import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { startClientI18n } from '~/i18n/client'

document.cookie = `js=1; Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`

startClientI18n().then((i18n) => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18n}>
          <RemixBrowser />
        </I18nextProvider>
      </StrictMode>,
    )
  })
})
