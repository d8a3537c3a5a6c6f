/** The provider's pages: plain HTML in both languages, no scripts, usable in a text browser (design §2). */
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { languageFrom, type ServiceLanguage } from '../kit/messages'
import type { ServiceSettings } from '../kit/settings'
import { maxPasswordLength } from './passwords'
import { style } from './style'
import { type FieldProblem, texts } from './texts'

const styleHash = createHash('sha256').update(style).digest('base64')

export interface HtmlPage {
  status: number
  html: string
  headers: Record<string, string>
}

type Home = Pick<ServiceSettings, 'publicOrigin' | 'profile'>

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

function page(
  language: ServiceLanguage,
  { publicOrigin, profile }: Home,
  { status = 200, title, body }: Layout,
): HtmlPage {
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
<header><p>Plantroom${profile === 'none' ? '' : ` <span>${texts[language].evaluation}</span>`}</p></header>
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
  error: 'missing' | 'wrong' | 'busy' | 'paused' | undefined
  /** For how long no attempt is allowed, when paused. */
  seconds?: number | undefined
  /** The people of an evaluation, whose password is public. */
  people: readonly { login: string; name: string }[]
}

interface Field {
  name: string
  label: string
  type: 'text' | 'password'
  autocomplete: string
  value?: string
  hint?: string
  error?: string | undefined
  maxLength?: number
  autofocus?: boolean
}

/** Returns a labelled input with its hint and error. */
function field({
  name,
  label,
  type,
  autocomplete,
  value = '',
  hint,
  error,
  maxLength = 254,
  autofocus = false,
}: Field): string {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  const attributes = [
    `id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="${maxLength}"`,
    type === 'password' ? '' : ` value="${asText(value)}" autocapitalize="none" spellcheck="false"`,
    error ? ' aria-invalid="true"' : '',
    autofocus ? ' autofocus' : '',
    described ? ` aria-describedby="${described}"` : '',
  ]
  return `<div class="field"><label for="${name}">${label}</label>${
    hint ? `<p class="hint" id="${name}-hint">${hint}</p>` : ''
  }${error ? `<p class="error" id="${name}-error">${asText(error)}</p>` : ''}
<input ${attributes.join('')}></div>`
}

/** Returns the summary of a refused form, with links to its fields. */
function summary(language: ServiceLanguage, errors: readonly { field: string; text: string }[]): string {
  if (!errors.length) return ''
  const links = errors.map(({ field: name, text }) => `<p><a href="#${name}">${asText(text)}</a></p>`).join('')
  return `<div class="summary" role="alert" tabindex="-1" aria-labelledby="summary-title"><h2 id="summary-title">${texts[language].problem}</h2>${links}</div>`
}

/** Returns the sign-in form; after a failed attempt with its error, and the login as typed. */
export function signInPage(language: ServiceLanguage, home: Home, signIn: SignIn): HtmlPage {
  const t = texts[language]
  const { action, login, error, people } = signIn
  const isEvaluation = home.profile !== 'none'
  const errorText = error && signInError(language, isEvaluation, signIn)
  const at = error === 'missing' && !login ? 'login' : 'password'
  const errorAt = (name: string) => (at === name ? errorText : undefined)
  return page(language, home, {
    status: error === 'paused' ? 429 : error === 'busy' ? 503 : error ? 422 : 200,
    title: errorText ? `${t.errorPrefix}${t.signIn}` : t.signIn,
    body: `${summary(language, errorText ? [{ field: at, text: errorText }] : [])}
<h1>${t.signIn}</h1>
<form method="post" action="${asText(action)}" autocomplete="on">
${field({ name: 'login', label: isEvaluation ? t.login : t.email, type: 'text', autocomplete: 'username', value: login, error: errorAt('login'), autofocus: !errorText })}
${field({ name: 'password', label: t.password, type: 'password', autocomplete: 'current-password', error: errorAt('password'), maxLength: maxPasswordLength })}
<button type="submit">${t.signIn}</button>
</form>
${isEvaluation ? peopleSection(language, people) : `<p class="more">${t.noPassword}</p>\n<p><a href="/identity/password">${t.changePassword}</a></p>`}`,
  })
}

function signInError(language: ServiceLanguage, isEvaluation: boolean, { error, seconds = 0 }: SignIn): string {
  const t = texts[language]
  if (error === 'paused') return t.paused(Math.ceil(seconds / 60))
  if (error === 'busy') return t.busy
  if (error === 'missing') return isEvaluation ? t.missing : t.missingEmail
  return isEvaluation ? t.wrong : t.wrongEmail
}

function peopleSection(language: ServiceLanguage, people: SignIn['people']): string {
  const t = texts[language]
  return `<section class="people" aria-labelledby="people-title">
<h2 id="people-title">${t.whoTitle}</h2>
<p>${t.whoHint}</p>
<table><thead><tr><th scope="col">${t.login}</th><th scope="col">${t.person}</th><th scope="col">${t.role}</th></tr></thead>
<tbody>${people
    .map(
      ({ login: name, name: fullName }) =>
        `<tr><td><code>${asText(name)}</code></td><td>${asText(fullName)}</td><td>${asText(t.roles[name] ?? '')}</td></tr>`,
    )
    .join('\n')}</tbody></table>
</section>`
}

export interface PasswordForm {
  action: string
  /** What the form is for: a one-time link, the link of the first administrator, or a change with the current password. */
  is: 'link' | 'first' | 'change'
  email: string
  firstName?: string
  lastName?: string
  /** By field. */
  errors: Partial<Record<'email' | 'firstName' | 'current' | 'password' | 'repeat', string>>
  status?: number
}

/** Returns the form of a new password. */
export function passwordPage(language: ServiceLanguage, home: Home, form: PasswordForm): HtmlPage {
  const t = texts[language]
  const { errors } = form
  const failed = Object.entries(errors).map(([name, text]) => ({ field: name, text }))
  const title = { link: t.setPassword, first: t.firstTitle, change: t.changePassword }[form.is]
  const email = { name: 'email', label: t.email, autocomplete: 'username', value: form.email, error: errors.email }
  const names =
    form.is === 'first'
      ? [
          field({
            name: 'firstName',
            label: t.firstName,
            type: 'text',
            autocomplete: 'given-name',
            value: form.firstName ?? '',
            error: errors.firstName,
            maxLength: 100,
          }),
          field({
            name: 'lastName',
            label: t.lastName,
            type: 'text',
            autocomplete: 'family-name',
            value: form.lastName ?? '',
            maxLength: 100,
          }),
        ]
      : []
  const current =
    form.is === 'change'
      ? [
          field({
            name: 'current',
            label: t.currentPassword,
            type: 'password',
            autocomplete: 'current-password',
            error: errors.current,
            maxLength: maxPasswordLength,
          }),
        ]
      : []
  return page(language, home, {
    status: failed.length ? (form.status ?? 422) : 200,
    title: failed.length ? `${t.errorPrefix}${title}` : title,
    body: `${summary(language, failed)}
<h1>${title}</h1>
${form.is === 'first' ? `<p>${t.firstLead}</p>` : ''}${form.is === 'link' ? `<p class="who">${asText(form.email)}</p>` : ''}
<form method="post" action="${form.action}" autocomplete="on">
${[
  ...(form.is === 'link'
    ? [`<input type="hidden" name="email" autocomplete="username" value="${asText(form.email)}">`]
    : [field({ ...email, type: 'text' })]),
  ...names,
  ...current,
  field({
    name: 'password',
    label: t.newPassword,
    type: 'password',
    autocomplete: 'new-password',
    hint: t.passwordHint,
    error: errors.password,
    maxLength: maxPasswordLength,
  }),
  field({
    name: 'repeat',
    label: t.repeatPassword,
    type: 'password',
    autocomplete: 'new-password',
    error: errors.repeat,
    maxLength: maxPasswordLength,
  }),
].join('\n')}
<button type="submit">${form.is === 'first' ? t.firstSubmit : t.savePassword}</button>
</form>`,
  })
}

/** Returns the text of a refused field. */
export const problemText = (language: ServiceLanguage, problem: FieldProblem) => texts[language].problems[problem]

/** Returns the text of a refused current password. */
export function currentPasswordText(
  language: ServiceLanguage,
  { refused, seconds = 0 }: { refused: 'wrong' | 'busy' | 'paused'; seconds?: number },
): string {
  const t = texts[language]
  if (refused === 'paused') return t.paused(Math.ceil(seconds / 60))
  return refused === 'busy' ? t.busy : t.wrongPassword
}

export function passwordSavedPage(language: ServiceLanguage, home: Home): HtmlPage {
  const t = texts[language]
  return page(language, home, {
    title: t.saved,
    body: `<h1>${t.saved}</h1>\n<p>${t.savedHint}</p>\n<p><a class="button" href="${asText(home.publicOrigin)}/login/start">${t.signIn}</a></p>`,
  })
}

export interface LinkOrderForm {
  action: string
  /** The administrator's own address. */
  email: string
  person: string
  errors: Partial<Record<'email' | 'current' | 'person', string>>
  status?: number
}

/** Returns the form with which an administrator creates a sign-in link for somebody. */
export function linkOrderPage(language: ServiceLanguage, home: Home, form: LinkOrderForm): HtmlPage {
  const t = texts[language]
  const { errors } = form
  const failed = Object.entries(errors).map(([name, text]) => ({ field: name, text }))
  return page(language, home, {
    status: failed.length ? (form.status ?? 422) : 200,
    title: failed.length ? `${t.errorPrefix}${t.newLink}` : t.newLink,
    body: `${summary(language, failed)}
<h1>${t.newLink}</h1>
<p>${t.newLinkLead}</p>
<form method="post" action="${form.action}" autocomplete="on">
${field({ name: 'person', label: t.personEmail, type: 'text', autocomplete: 'off', value: form.person, error: errors.person })}
${field({ name: 'email', label: t.ownEmail, type: 'text', autocomplete: 'username', value: form.email, error: errors.email })}
${field({ name: 'current', label: t.ownPassword, type: 'password', autocomplete: 'current-password', error: errors.current, maxLength: maxPasswordLength })}
<button type="submit">${t.createLink}</button>
</form>
<p class="more"><a href="${asText(home.publicOrigin)}/">${t.back}</a></p>`,
  })
}

/** Returns the page that shows a new sign-in link, once. */
export function newLinkPage(
  language: ServiceLanguage,
  home: Home,
  { email, url, expiresAt }: { email: string; url: string; expiresAt: number },
): HtmlPage {
  const t = texts[language]
  const moment = new Date(expiresAt).toLocaleString(language === 'fr' ? 'fr-CA' : 'en-CA', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return page(language, home, {
    title: t.linkFor(email),
    body: `<h1>${asText(t.linkFor(email))}</h1>
<p class="link"><code>${asText(url)}</code></p>
<p>${t.linkOnce} ${t.linkExpires} <time datetime="${new Date(expiresAt).toISOString()}">${moment} UTC</time>.</p>
<p><a href="${asText(home.publicOrigin)}/">${t.back}</a></p>`,
  })
}

/** Returns the text of a refusal for people who are not administrators. */
export const notAdministratorText = (language: ServiceLanguage) => texts[language].notAdministrator

export function linkGonePage(language: ServiceLanguage, home: Home): HtmlPage {
  const t = texts[language]
  return page(language, home, {
    status: 410,
    title: t.linkGone,
    body: `<h1>${t.linkGone}</h1>\n<p>${t.linkGoneHint}</p>\n<p><a href="${asText(home.publicOrigin)}/">${t.back}</a></p>`,
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
