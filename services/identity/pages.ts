/** The provider's pages: plain HTML in both languages, no scripts, usable in a text browser (design §2). */
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { languageFrom, type ServiceLanguage } from '../kit/messages'
import type { ServiceSettings } from '../kit/settings'
import { style } from './style'
import { texts } from './texts'

const styleHash = createHash('sha256').update(style).digest('base64')

export interface HtmlPage {
  status: number
  html: string
  headers: Record<string, string>
}

type Home = Pick<ServiceSettings, 'publicOrigin'>

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const asText = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** Returns the language: `ui_locales` first, then what the browser accepts, else English. */
export function pageLanguageOf(ctx: KoaContextWithOIDC): ServiceLanguage {
  const locales = ctx.oidc?.params?.ui_locales
  return languageFrom(typeof locales === 'string' ? locales.replaceAll(' ', ',') : ctx.get('accept-language'))
}

interface Layout {
  status?: number
  title: string
  /** HTML. */
  body: string
}

function page(language: ServiceLanguage, { publicOrigin }: Home, { status = 200, title, body }: Layout): HtmlPage {
  return {
    status,
    html: `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${asText(title)} – Plantroom</title>
<style>${style}</style>
</head>
<body>
<header><p>Plantroom <span>${texts[language].evaluation}</span></p></header>
<main>
${body}
</main>
</body>
</html>
`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; form-action 'self' ${publicOrigin}; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'content-language': language,
      vary: 'accept-language',
    },
  }
}

export interface SignIn {
  action: string
  login: string
  /** The error of the previous attempt. */
  error: 'missing' | 'wrong' | undefined
  people: readonly { login: string; name: string }[]
}

/** Returns the sign-in form; after a failed attempt with its error, and the login as typed. */
export function signInPage(language: ServiceLanguage, home: Home, { action, login, error, people }: SignIn): HtmlPage {
  const t = texts[language]
  const errorText = error && (error === 'missing' ? t.missing : t.wrong)
  const field = error === 'missing' && !login ? 'login' : 'password'
  const describe = (name: string) =>
    errorText && field === name ? ` aria-invalid="true" aria-describedby="${name}-error"` : ''
  const message = (name: string) =>
    errorText && field === name ? `<p class="error" id="${name}-error">${asText(errorText)}</p>` : ''
  return page(language, home, {
    status: error ? 422 : 200,
    title: errorText ? `${t.errorPrefix}${t.signIn}` : t.signIn,
    body: `${
      errorText
        ? `<div class="summary" role="alert" tabindex="-1" aria-labelledby="summary-title"><h2 id="summary-title">${t.problem}</h2><p><a href="#${field}">${asText(errorText)}</a></p></div>`
        : ''
    }
<h1>${t.signIn}</h1>
<form method="post" action="${asText(action)}" autocomplete="on">
<div class="field"><label for="login">${t.login}</label>${message('login')}
<input id="login" name="login" type="text" value="${asText(login)}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="200"${describe('login')}${errorText ? '' : ' autofocus'}></div>
<div class="field"><label for="password">${t.password}</label>${message('password')}
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="200"${describe('password')}></div>
<button type="submit">${t.signIn}</button>
</form>
<section class="people" aria-labelledby="people-title">
<h2 id="people-title">${t.whoTitle}</h2>
<p>${t.whoHint}</p>
<table><thead><tr><th scope="col">${t.login}</th><th scope="col">${t.person}</th><th scope="col">${t.role}</th></tr></thead>
<tbody>${people
      .map(
        ({ login: name, name: fullName }) =>
          `<tr><td><code>${asText(name)}</code></td><td>${asText(fullName)}</td><td>${asText(t.roles[name] ?? '')}</td></tr>`,
      )
      .join('\n')}</tbody></table>
</section>`,
  })
}

/**
 * Returns the question of whether to sign out, for requests without an ID token; `form` is the provider's own,
 * submitted by a button.
 */
export function signOutPage(language: ServiceLanguage, home: Home, form: string): HtmlPage {
  const t = texts[language]
  const withButton = form.replace(
    '</form>',
    `<button type="submit" name="logout" value="yes">${t.signOut}</button></form>`,
  )
  return page(language, home, {
    title: t.signOut,
    body: `<h1>${t.signOutQuestion}</h1>\n${withButton}\n<p><a href="${asText(home.publicOrigin)}/">${t.stay}</a></p>`,
  })
}

export function signedOutPage(language: ServiceLanguage, home: Home): HtmlPage {
  const t = texts[language]
  return page(language, home, {
    title: t.signedOut,
    body: `<h1>${t.signedOut}</h1>\n<p><a href="${asText(home.publicOrigin)}/">${t.back}</a></p>`,
  })
}

/** Returns the page of an invalid or expired request, with a link to start again at the console. */
export function errorPage(language: ServiceLanguage, home: Home, detail: string): HtmlPage {
  const t = texts[language]
  return page(language, home, {
    status: 400,
    title: t.failed,
    body: `<h1>${t.failed}</h1>\n<p>${t.failedHint}</p>\n<p><a href="${asText(home.publicOrigin)}/login">${t.again}</a></p>\n<p class="detail">${asText(detail)}</p>`,
  })
}

/** Sends a page from inside the provider. The status of an error stays as the provider set it. */
export function sendPage(ctx: KoaContextWithOIDC, { status, html, headers }: HtmlPage): void {
  if (status === 200 || ctx.status < 400) ctx.status = status
  ctx.set(headers)
  ctx.body = html
}

export const writePage = (response: ServerResponse, { status, html, headers }: HtmlPage) =>
  void response.writeHead(status, headers).end(html)
