/**
 * The pages on which people of a real installation set and change their password. A one-time link opens a form and is
 * used up by its post, so that a program that only opens links does not use it up. Its token leaves the address at
 * once: it is moved to a cookie, and the address of the form is the same for everybody.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { emailOf } from '../kit/email-address'
import { languageFrom, type ServiceLanguage } from '../kit/messages'
import type { World } from '../kit/world'
import {
  consumeLink,
  findAccount,
  findLink,
  linkOrderPath,
  linkPath,
  openAccount,
  recordLink,
  type SignInLink,
  savePassword,
} from './accounts'
import type { Directory } from './directory'
import { addAdministrator } from './first-administrator'
import { clientAddress, readForm } from './form'
import { handleLinkOrder } from './link-orders'
import {
  currentPasswordText,
  linkGonePage,
  type PasswordForm,
  passwordPage,
  passwordSavedPage,
  problemText,
  writePage,
} from './pages'
import { hashPassword, PasswordsBusy, passwordProblem } from './passwords'

const passwordPath = '/identity/password'
const savedPath = '/identity/password/saved'
const cookieName = 'plantroom_link'
const cookieSeconds = 60 * 60
const tokenPattern = /^[\w-]{43}$/
const maxNameLength = 100

interface Parts {
  world: World
  directory: Directory
  /** Ends every sign-in of an account. */
  endSignIns(accountId: string): void
}

interface Visit extends Parts {
  request: IncomingMessage
  response: ServerResponse
  language: ServiceLanguage
}

const pathOf = ({ url = '' }: IncomingMessage) => url.split('?')[0] ?? ''

/** Returns whether a request is for one of these pages, which only a real installation has. */
export function isAccountPage(request: IncomingMessage, { settings }: Pick<World, 'settings'>): boolean {
  const path = pathOf(request)
  return settings.profile === 'none' && [linkPath, passwordPath, savedPath, linkOrderPath].includes(path)
}

/** Responds to a request for one of these pages. */
export async function handleAccountPage(
  request: IncomingMessage,
  response: ServerResponse,
  parts: Parts,
): Promise<void> {
  const visit = { ...parts, request, response, language: languageFrom(request.headers['accept-language']) }
  const path = pathOf(request)
  const isPost = request.method === 'POST'
  if (!isPost && request.method !== 'GET' && request.method !== 'HEAD')
    return void response.writeHead(405, { allow: 'GET, HEAD, POST' }).end()
  if (path === linkOrderPath) return handleLinkOrder(visit)
  if (path === savedPath) return writePage(response, passwordSavedPage(visit.language, parts.world.settings))
  if (path === passwordPath) return isPost ? changePassword(visit) : showChange(visit, { email: '', errors: {} })
  if (isPost) return consumeByForm(visit)
  const token = new URL(request.url ?? '', parts.world.settings.publicOrigin).searchParams.get('token')
  return token === null ? showLink(visit) : keepToken(visit, token)
}

/** Moves the token of a link from the address to a cookie. */
function keepToken({ response, world }: Visit, token: string): void {
  const known = tokenPattern.test(token) ? token : ''
  response.setHeader('set-cookie', cookieOf(world, known, cookieSeconds))
  redirect(response, linkPath)
}

/** Lax: a link in a message opens the page from another site. No other site's form sends it. */
function cookieOf({ settings }: World, value: string, maxAgeSeconds: number): string {
  const secure = settings.publicOrigin.startsWith('https:') ? '; Secure' : ''
  return `${cookieName}=${value}; Path=${linkPath}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}

function tokenIn({ headers }: IncomingMessage): string {
  const cookies = (headers.cookie ?? '').split(/; */)
  return cookies.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? ''
}

function redirect(response: ServerResponse, path: string): void {
  response.writeHead(303, { location: path, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).end()
}

function showLink(visit: Visit): void {
  const { request, response, world, language } = visit
  const link = findLink(world, tokenIn(request))
  if (!link) return writePage(response, linkGonePage(language, world.settings))
  writePage(response, passwordPage(language, world.settings, { ...formOf(visit, link), errors: {} }))
}

function formOf({ world }: Visit, { account_id }: SignInLink): Pick<PasswordForm, 'action' | 'is' | 'email'> {
  const email = account_id === null ? '' : (findAccount(world, account_id)?.email ?? '')
  return { action: linkPath, is: account_id === null ? 'first' : 'link', email }
}

/** Sets the password of the link's account, or creates the first administrator, and uses the link up. */
async function consumeByForm(visit: Visit): Promise<void> {
  const { request, response, world, language, endSignIns } = visit
  const token = tokenIn(request)
  const link = findLink(world, token)
  if (!link) return writePage(response, linkGonePage(language, world.settings))
  const form = await readForm(request)
  if (!form) return void response.writeHead(413, { connection: 'close' }).end()

  const isFirst = link.account_id === null
  const known = formOf(visit, link)
  const typed = isFirst ? (form.get('email') ?? '').trim().slice(0, 254) : known.email
  const email = emailOf(typed)?.email
  const [firstName, lastName] = ['firstName', 'lastName'].map((name) =>
    (form.get(name) ?? '').trim().slice(0, maxNameLength),
  )
  const errors: PasswordForm['errors'] = {
    ...(!email && { email: problemText(language, 'email') }),
    ...(isFirst && !(firstName && lastName) && { firstName: problemText(language, 'name') }),
    ...newPasswordErrors(language, form, email ?? ''),
  }
  const again = { ...known, email: typed, firstName, lastName }
  if (!email || Object.keys(errors).length)
    return writePage(response, passwordPage(language, world.settings, { ...again, errors }))

  const hash = await hashOrBusy(form.get('password') ?? '')
  if (hash === null) return writePage(response, passwordPage(language, world.settings, { ...again, ...busy(language) }))
  const accountId = world.store.transaction(() => {
    if (!consumeLink(world, token)) return null
    if (isFirst) addAdministrator(world, { email, firstName: firstName ?? '', lastName: lastName ?? '', language })
    const account = openAccount(world, email)
    savePassword(world, account.id, hash)
    recordLink(world, { path: linkPath, actor: account.id, accountId: account.id })
    return account.id
  })
  if (accountId === null) return writePage(response, linkGonePage(language, world.settings))
  endSignIns(accountId)
  world.log.info({ account: accountId, isFirst }, 'a password was set by a one-time link')
  response.setHeader('set-cookie', cookieOf(world, '', 0))
  redirect(response, savedPath)
}

function showChange(
  { response, world, language }: Visit,
  form: Pick<PasswordForm, 'email' | 'errors' | 'status'>,
): void {
  writePage(response, passwordPage(language, world.settings, { action: passwordPath, is: 'change', ...form }))
}

/** Changes a password. The current one is the proof; no session is needed. */
async function changePassword(visit: Visit): Promise<void> {
  const { request, response, world, language, directory, endSignIns } = visit
  const form = await readForm(request)
  if (!form) return void response.writeHead(413, { connection: 'close' }).end()
  const email = (form.get('email') ?? '').trim().slice(0, 254)
  const current = form.get('current') ?? ''
  const errors = newPasswordErrors(language, form, email)
  if (Object.keys(errors).length) return showChange(visit, { email, errors })
  const check = await directory.check({ login: email, password: current, address: clientAddress(request) })
  if ('refused' in check) {
    const status = { wrong: 422, busy: 503, paused: 429 }[check.refused]
    return showChange(visit, { email, errors: { current: currentPasswordText(language, check) }, status })
  }
  const hash = await hashOrBusy(form.get('password') ?? '')
  if (hash === null) return showChange(visit, { email, ...busy(language) })
  savePassword(world, check.account.id, hash)
  endSignIns(check.account.id)
  world.log.info({ account: check.account.id }, 'a password was changed')
  redirect(response, savedPath)
}

function newPasswordErrors(language: ServiceLanguage, form: URLSearchParams, email: string): PasswordForm['errors'] {
  const problem = passwordProblem(form.get('password') ?? '', { repeat: form.get('repeat') ?? '', email })
  return problem ? { [problem === 'different' ? 'repeat' : 'password']: problemText(language, problem) } : {}
}

/** Returns the hash; null while too many others are computed. */
async function hashOrBusy(password: string): Promise<string | null> {
  return hashPassword(password).catch((error: unknown) => {
    if (error instanceof PasswordsBusy) return null
    throw error
  })
}

const busy = (language: ServiceLanguage) => ({
  errors: { password: currentPasswordText(language, { refused: 'busy' }) },
  status: 503,
})
