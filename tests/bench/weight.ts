/** What pages weigh: scripts of a first visit, the HTML of a tree page, and all of journey 8 with scripts off. */
import { gzipSync } from 'node:zlib'
import { type Page, Visitor } from '../harness/visitor'
import { linksBelow, type Places } from './places'
import { kilobytes, type Report } from './report'

/** Kilobytes: of scripts, gzipped; of HTML as it is written; of everything a phone loads. */
const limits = { scripts: 120, tree: 60, journey: 100 }

/** Gzipped scripts that a page asks for before anything is clicked. */
export async function scripts(report: Report, visitor: Visitor, places: Places): Promise<void> {
  const pages = { 'site page': places.site, 'deployment page (hydrated)': await findDeployment(visitor, places) }
  for (const [name, page] of Object.entries(pages)) {
    let bytes = 0
    for (const file of scriptsOf(page)) bytes += gzipSync(await bytesOf(visitor, file)).length
    report.say(
      `${name}: ${kilobytes(bytes)} KB of scripts gzipped (limit ${limits.scripts})`,
      bytes / 1024 > limits.scripts,
    )
  }
}

/** The newest deployment of the customer. */
async function findDeployment(visitor: Visitor, { customer }: Places): Promise<Page> {
  const list = await visitor.get(`${customer}/deployments`)
  const [address] = linksBelow(list, 'deployments')
  if (!address) throw new Error(`no deployment found at ${list.address}`)
  return visitor.get(address)
}

function scriptsOf(page: Page): string[] {
  const linked = page.root
    .querySelectorAll('script[src], link[rel=modulepreload]')
    .map((one) => one.getAttribute('src') ?? one.getAttribute('href') ?? '')
  const inline = [...page.html.matchAll(/import\s[^"']*["'](\/assets\/[^"']+\.js)["']/g)].map((match) => match[1] ?? '')
  return [...new Set([...linked, ...inline])].filter((file) => file.startsWith('/'))
}

async function bytesOf(visitor: Visitor, address: string): Promise<Buffer> {
  return Buffer.from(await (await visitor.raw('GET', address)).arrayBuffer())
}

/** A site with its tree, uncompressed. */
export function tree(report: Report, name: string, { site }: Places): void {
  const bytes = Buffer.byteLength(site.html)
  report.say(`tree page on ${name}: ${kilobytes(bytes)} KB of HTML (limit ${limits.tree})`, bytes / 1024 > limits.tree)
}

/** A phone without scripts: what it loads, to the byte, compressed as it is sent and with the headers. */
class Phone extends Visitor {
  /** Null until it is weighed what is loaded. */
  bytes: number | null = null
  private readonly loaded = new Set<string>()

  override async raw(...asked: Parameters<Visitor['raw']>): Promise<Response> {
    const answer = await super.raw(...asked)
    if (this.bytes === null) return answer
    const headers = [...answer.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
    const length = answer.headers.get('content-length')
    if (length === null && answer.status === 200) throw new Error(`${asked[1]} was sent without its length`)
    this.bytes += headers + Number(length)
    return answer
  }

  /** The style sheets, icons and pictures of a page that the phone does not have yet. */
  async loadAssets({ root }: Page): Promise<void> {
    const linked = root
      .querySelectorAll('link[rel=stylesheet], link[rel~=icon], link[as=font], img[src]')
      .map((one) => one.getAttribute('href') ?? one.getAttribute('src') ?? '')
    for (const address of linked.filter((one) => one.startsWith('/') && !this.loaded.has(one))) {
      this.loaded.add(address)
      await (await this.raw('GET', address)).arrayBuffer()
    }
  }
}

/** Finding a controller by its label, testing it, and onboarding it: three pages and what they draw on. */
export async function journey8(report: Report, origin: string, { customer }: Places): Promise<void> {
  const phone = new Phone(origin, { 'accept-encoding': 'br' })
  await phone.signIn('amelie')
  phone.bytes = 0
  const start = await phone.get(`${customer}/onboarding`)
  await phone.loadAssets(start)
  const hostId = start.root
    .querySelectorAll('main tbody .font-mono')
    .map((one) => one.text.trim())
    .find(Boolean)
  if (!hostId) throw new Error(`nobody waits to be onboarded at ${start.address}`)
  const found = await start.submit('main form[method=get]', { fill: { q: hostId } })
  await phone.loadAssets(found)
  const code = found.root.querySelector('[id$=activationCode-hint] bdi')?.text ?? ''
  const done = await found.submit('main form[method=post]', { fill: { hostId, activationCode: code } })
  await phone.loadAssets(done)
  if (done.status !== 200 || done.passed.length === 0) throw new Error(`onboarding ${hostId} ended with ${done.text}`)
  report.say(
    `journey 8 by phone, three pages and all they load, as sent: ${kilobytes(phone.bytes)} KB (limit ${limits.journey})`,
    phone.bytes / 1024 > limits.journey,
  )
}
