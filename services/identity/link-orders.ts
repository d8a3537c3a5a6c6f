/**
 * The page on which an administrator of the root tenant creates a one-time link for somebody. An account belongs to the
 * whole installation, so administrators of single tenants cannot: with the link of a person who is known elsewhere they
 * would have that person's roles there. The administrator's password is the proof; no session is needed.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { emailOf } from '../kit/email-address'
import type { ServiceLanguage } from '../kit/messages'
import { callerOf } from '../kit/people'
import type { World } from '../kit/world'
import { issueLink, linkOrderPath, openAccount } from './accounts'
import type { Account, Directory } from './directory'
import { clientAddress, readForm } from './form'
import {
  currentPasswordText,
  type LinkOrderForm,
  linkOrderPage,
  newLinkPage,
  notAdministratorText,
  problemText,
  writePage,
} from './pages'

const validMs = 3 * 86_400_000

interface Visit {
  request: IncomingMessage
  response: ServerResponse
  world: World
  directory: Directory
  language: ServiceLanguage
}

/** Responds with the form; a post creates the link and shows it once. */
export async function handleLinkOrder(visit: Visit): Promise<void> {
  const { request, response, world, directory, language } = visit
  if (request.method !== 'POST') {
    const person = new URL(request.url ?? '', world.settings.publicOrigin).searchParams.get('person') ?? ''
    return show(visit, { email: '', person: person.slice(0, 254), errors: {} })
  }
  const form = await readForm(request)
  if (!form) return void response.writeHead(413, { connection: 'close' }).end()
  const [email = '', person = ''] = ['email', 'person'].map((name) => (form.get(name) ?? '').trim().slice(0, 254))
  const check = await directory.check({
    login: email,
    password: form.get('current') ?? '',
    address: clientAddress(request),
  })
  if ('refused' in check) {
    const status = { wrong: 422, busy: 503, paused: 429 }[check.refused]
    return show(visit, { email, person, errors: { current: currentPasswordText(language, check) }, status })
  }
  if (!isAdministrator(world, check.account))
    return show(visit, { email, person, errors: { email: notAdministratorText(language) }, status: 403 })
  const address = emailOf(person)?.email
  if (!address) return show(visit, { email, person, errors: { person: problemText(language, 'email') } })
  if (!world.store.get('SELECT 1 FROM tenant_user WHERE email = ?', address))
    return show(visit, { email, person, errors: { person: problemText(language, 'unknownPerson') } })

  const account = openAccount(world, address)
  const link = issueLink(world, { accountId: account.id, validMs, by: check.account.id })
  world.log.info({ account: account.id, by: check.account.id }, 'a sign-in link was created')
  writePage(response, newLinkPage(language, world.settings, { email: address, ...link }))
}

function show({ response, world, language }: Visit, form: Omit<LinkOrderForm, 'action'>): void {
  writePage(response, linkOrderPage(language, world.settings, { action: linkOrderPath, ...form }))
}

/** Returns whether an account is that of an administrator of the root tenant, as the services would say at a call. */
function isAdministrator(world: World, { id, email, login }: Account): boolean {
  const { issuer } = world.settings
  const claims = { issuer, subject: id, email, username: login, clientId: null, name: null, isGuest: false }
  return callerOf(world, claims).isSuper
}
