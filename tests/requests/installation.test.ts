/** A real installation from its first start to its first site, without scripts: `SEED=none npm start`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rootTenantId } from '../../services/contracts/permissions'
import { freePort, freePorts } from '../harness/ports'
import { type Page, Visitor } from '../harness/visitor'

const password = 'harbour-lantern-violet-maple'
const email = 'nora.keller@plant.example'
const changeForm = 'main form[method=post]'

let dataDir: string
let env: NodeJS.ProcessEnv
let origin: string
let output = ''
let running: ChildProcess | null = null

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'plantroom-installation-'))
  const port = await freePort()
  origin = `http://localhost:${port}`
  env = { ...process.env, SEED: 'none', PORT: String(port), PORT_BASE: String(await freePorts()), DATA_DIR: dataDir }
  await start()
}, 120_000)
afterAll(async () => {
  await stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(): Promise<void> {
  output = ''
  running = spawn(process.execPath, ['app/commands/start.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(running, 'exit')
  const ready = new Promise<void>((resolve) => {
    for (const stream of [running?.stdout, running?.stderr])
      stream?.on('data', (part) => {
        output += part
        if (output.includes('Environment local')) resolve()
      })
  })
  await Promise.race([ready, ended.then(() => Promise.reject(new Error(output)))])
}

async function stop(): Promise<void> {
  const ending = running
  running = null
  ending?.kill('SIGTERM')
  if (ending) await once(ending, 'exit')
}

test('starts with a link, and has a tenant, a customer and a site a few forms later', async () => {
  const link = /http:\S+\/identity\/link\?token=\S+/.exec(output)?.[0] ?? ''
  expect(link).toContain(origin)
  expect(output).not.toMatch(/amelie|plantroom$|evaluation/im)

  const nora = new Visitor(origin)
  const opened = await nora.get(link)
  expect(opened.address).toBe('/identity/link')
  expect((await nora.get('/identity/link')).text).toContain('Create the first administrator')
  const fill = { email, firstName: 'Nora', lastName: 'Keller', password, repeat: password }
  const saved = await opened.submit('form', { fill })
  expect(saved.text).toContain('Your password is saved')
  const form = await saved.follow('Sign in')
  const tenants = await form.submit('form', { fill: { login: email, password } })
  expect(tenants.address).toBe('/tenants')
  expect(tenants.text).toContain('Getting started')
  expect(tenants.html).not.toContain('evaluation')

  const created = async (page: Page, name: string) => {
    const made = await page.submit(changeForm, { fill: { name } })
    expect(made.status, made.text).toBe(200)
    expect(made.text).toContain(name)
    return made
  }
  const tenant = await created(await tenants.follow('Create tenant'), 'Harbour Facilities')
  const customer = await created(await tenant.follow('Create customer'), 'Port Authority')
  const site = await created(await customer.follow('Create site'), 'Pier One')
  expect(site.title).toContain('Pier One')
  const models = await nora.get(`/tenants/${rootTenantId}/models`)
  expect(models.text).toContain('BACnet device')
  expect(models.text).not.toContain('ECY')

  // The person behind a link of an administrator.
  const people = await nora.get(`/tenants/${rootTenantId}/users`)
  const person = await people.follow('Nora Keller')
  expect((await person.follow('Create sign-in link')).html).toContain(`value="${email}"`)
  expect((await (await nora.get('/profile')).follow('Change password')).text).toContain('Current password')
})

test('has none of the shortcuts of an evaluation', async () => {
  const stranger = new Visitor(origin)
  expect((await stranger.get('/login')).text).not.toMatch(/wall|guest/i)
  for (const path of ['/wall', '/login/start?guest=1']) {
    const { status, text } = await stranger.get(path)
    expect([path, status === 404 || text.includes('Password')]).toEqual([path, true])
  }
  const tried = await stranger.signIn('marcus')
  expect(tried.status).toBe(422)
  const control = await fetch(`http://127.0.0.1:${Number(env.PORT_BASE) + 8}/__sim/clock`).catch(() => null)
  expect(control).toBeNull()
})

test('prints the link once, keeps its token and the password out of the log, and prints none after a restart', async () => {
  const token = /token=(\S+)/.exec(output)?.[1] ?? ''
  expect(token.length).toBe(43)
  expect(output.split(token)).toHaveLength(2)
  expect(output).not.toContain(password)
  expect(output).not.toContain(email)
  await stop()
  await start()
  expect(output).not.toContain('/identity/link')
  const nora = new Visitor(origin)
  const page = await nora.signIn(email, { password })
  expect(page.text).toContain('Harbour Facilities')
})
