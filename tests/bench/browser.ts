/**
 * `node app/commands/run.mjs tests/bench/browser.ts`: what pages take of a browser whose processor is four times slower.
 * The scripts of the pages where somebody works, from navigation until they rest, on the main thread; from an input to
 * the next picture: rows ticked, words typed, a part of a chart dragged; and from navigation to the first letters of
 * three lists on a fast mobile line, against a bare server that sends the same bytes from memory, in turn. Exit 1 when a
 * limit is passed. It compares by the clock: run it on a machine with nothing else to do, after a build. `BENCH_PORT` is
 * the first of 112 ports, `BENCH_ROUNDS` how often each is measured, `BENCH_ONLY` one part: scripts, inputs or paints.
 */
import type { BrowserContext, CDPSession, Page } from 'playwright'
import { startBrowser } from '../harness/browser'
import type { Visitor } from '../harness/visitor'
import { type BareServer, startBareServer } from './bare-server'
import { mainThreadWork, type ThreadWork } from './main-thread'
import { findPlaces } from './places'
import { startProduct } from './product'
import { median, Report } from './report'

/** ms of scripts until a page rests; ms from an input to the next picture; first contentful paint ÷ bare server. */
const limits = { scripts: 150, input: 100, times: 1.05 }
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const port = Number(process.env.BENCH_PORT ?? 3900)
const only = process.env.BENCH_ONLY
const slowdown = 4
/** What browsers call Fast 4G, in bytes a second and ms. */
const line = { offline: false, downloadThroughput: 1_012_500, uploadThroughput: 168_750, latency: 165 }

const report = new Report()
const product = await startProduct('demo', port)
const browser = await startBrowser()
try {
  const visitor = await product.signedIn('amelie')
  const { customer } = await findPlaces(visitor, 'demo')
  const addresses = await worked(visitor, customer)
  const lists = { controllers: `${customer}/devices`, alarms: `${customer}/alarms`, overview: customer }
  if (!only || only === 'scripts') await scripts(visitor, addresses)
  if (!only || only === 'inputs') await inputs(visitor, customer, addresses.trends ?? '')
  if (!only || only === 'paints') await firstPaints(visitor, lists)
} finally {
  await browser.close()
  await product.close()
}
process.exitCode = report.exitCode

/** A new window, with nothing kept but who is signed in. */
async function signedIn(visitor: Visitor): Promise<{ context: BrowserContext; page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({ locale: 'en-CA', viewport: { width: 1280, height: 800 } })
  const cookies = visitor.cookieNames().map((name) => ({ name, value: visitor.cookie(name) ?? '' }))
  const all = [...cookies, { name: 'lng', value: 'en' }, { name: 'tz', value: 'America%2FToronto' }]
  await context.addCookies(all.map((cookie) => ({ ...cookie, url: product.origin })))
  const page = await context.newPage()
  return { context, page, cdp: await context.newCDPSession(page) }
}

/** The pages where somebody works for minutes, found as a person finds them. */
async function worked(visitor: Visitor, customer: string): Promise<Record<string, string>> {
  const { context, page } = await signedIn(visitor)
  const links = async (address: string, pattern: RegExp): Promise<string[]> => {
    await page.goto(product.origin + address)
    const hrefs = await page.locator('main a').evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
    const found = [...new Set(hrefs)].map((href) => new URL(href).pathname).filter((path) => pattern.test(path))
    if (found.length === 0) throw new Error(`nothing like ${pattern} found at ${address}`)
    return found
  }
  const points = await links(`${customer}/points`, /\/points\/[\w-]{20,}$/)
  const [alarm] = await links(`${customer}/alarms`, /\/alarms\/[\w-]{20,}$/)
  const [equipment] = await links(`${customer}/equipment?q=ahu`, /\/equipment\/[\w-]{20,}$/)
  const [schedule] = await links(`${customer}/schedules`, /\/devices\/[\w-]+\/schedules\/[\w-]+$/)
  await context.close()
  const shown = points.slice(0, 3).map((path) => `point=${path.split('/').at(-1)}`)
  return {
    trends: `${customer}/trends?${shown.join('&')}`,
    point: points[0] ?? '',
    alarm: alarm ?? '',
    equipment: equipment ?? '',
    'schedule editor': `${schedule}/settings`,
  }
}

/** The scripts of each page, cold, until it rests. */
async function scripts(visitor: Visitor, addresses: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, address] of Object.entries(addresses)) {
    const works: ThreadWork[] = []
    for (let round = -1; round < rounds; round += 1) {
      const { context, page, cdp } = await signedIn(visitor)
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      const work = await mainThreadWork(browser, page, async () => {
        await page.goto(product.origin + address, { waitUntil: 'load' })
        await rest(page)
      })
      if (round >= 0) works.push(work)
      await context.close()
    }
    const total = median(works.map(({ scriptMs }) => scriptMs))
    const typical = works.find(({ scriptMs }) => scriptMs === total)
    report.say(
      `${name}: ${total.toFixed(0)} ms of processor time in scripts (limit ${limits.scripts}), median of ${rounds};` +
        ` ${typical?.otherMs.toFixed(0)} ms of the main thread besides`,
      !(total <= limits.scripts),
    )
    for (const [part, ms] of typical?.parts.slice(0, 8) ?? []) console.log(`  ${ms.toFixed(1).padStart(6)} ms ${part}`)
  }
}

/** Waits until React has taken a page over that it takes over, and the main thread has had nothing to do twice. */
async function rest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main')
    const isReacts = document.querySelector('script[type=module]') !== null
    return main && (!isReacts || Object.keys(main).some((key) => key.startsWith('__reactFiber')))
  })
  for (const _ of [1, 2, 3])
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => setTimeout(() => requestIdleCallback(() => resolve(), { timeout: 5_000 }), 300)),
    )
}

/** Measures events of a page from the moment they happened to the picture after them. */
async function watchInputs(page: Page, types: readonly string[]): Promise<() => Promise<number[]>> {
  await page.evaluate((names) => {
    const taken: number[] = []
    Object.assign(window, { taken })
    const note = ({ timeStamp }: Event) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => taken.push(performance.now() - timeStamp)
        port2.postMessage(null)
      })
    for (const name of names) addEventListener(name, note, { capture: true, passive: true })
  }, types)
  return () =>
    page.evaluate(
      () =>
        new Promise<number[]>((resolve) => {
          const { taken } = window as unknown as { taken: number[] }
          setTimeout(() => requestIdleCallback(() => resolve(taken.splice(0)), { timeout: 5_000 }), 100)
        }),
    )
}

/** From an input to the next picture: the worst input of each round, and of those the middle one. */
async function inputs(visitor: Visitor, customer: string, trends: string): Promise<void> {
  const { context, page, cdp } = await signedIn(visitor)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const say = (what: string, worst: readonly number[]) =>
    report.say(
      `${what}: ${median(worst).toFixed(0)} ms to the next picture (limit ${limits.input}), worst of a round,` +
        ` median of ${worst.length}; at most ${Math.max(...worst).toFixed(0)}`,
      !(median(worst) <= limits.input),
    )
  const repeat = async (take: () => Promise<number[]>, act: () => Promise<void>) => {
    const worst: number[] = []
    for (let round = -1; round < rounds; round += 1) {
      await act()
      const taken = await take()
      if (taken.length === 0) throw new Error('an input did not reach the page')
      if (round >= 0) worst.push(Math.max(...taken))
    }
    return worst
  }

  await page.goto(`${product.origin}${customer}/devices?rows=50`)
  await rest(page)
  const clicks = await watchInputs(page, ['click'])
  const box = page.locator('[data-choose-page]')
  say('ticking 50 rows', await repeat(clicks, () => box.click()))
  const row = page.locator('[data-choice] > input').nth(3)
  say('ticking one row of 50', await repeat(clicks, () => row.click()))

  await page.reload()
  await rest(page)
  const words = await watchInputs(page, ['input'])
  const search = page.locator('[data-suggest]').first()
  const type = async () => {
    await search.fill('')
    await search.pressSequentially('pavillon', { delay: 60 })
  }
  say('typing in the search', await repeat(words, type))

  await page.goto(product.origin + trends)
  await rest(page)
  const plot = page.getByRole('slider').first()
  await plot.scrollIntoViewIfNeeded()
  const moves = await watchInputs(page, ['pointermove'])
  const area = await plot.boundingBox()
  if (!area) throw new Error('the trends have no chart')
  const drag = async () => {
    await page.mouse.move(area.x + area.width / 4, area.y + 30)
    await page.mouse.down()
    await page.mouse.move(area.x + (area.width * 3) / 4, area.y + 60, { steps: 20 })
    await page.keyboard.press('Escape')
    await page.mouse.up()
  }
  say('dragging in a chart', await repeat(moves, drag))
  await context.close()
}

/** First contentful paint on a fast mobile line, cold, in turn with the same bytes from a server that only sends them. */
async function firstPaints(visitor: Visitor, pages: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, address] of Object.entries(pages)) {
    const bare = await startBareServer(port + 111)
    try {
      await record(visitor, bare, address)
      const [ours, least] = await paintsInTurn(visitor, [product.origin + address, bare.origin + address])
      const times = median(ours) / median(least)
      report.say(
        `${name}: first contentful paint ${median(ours).toFixed(0)} ms, bare server ${median(least).toFixed(0)} ms,` +
          ` ${times.toFixed(3)} times (limit ${limits.times}), medians of ${rounds} in turn`,
        !(times <= limits.times),
      )
    } finally {
      await bare.close()
    }
  }
}

/** Keeps every reply to a page that comes before it rests. */
async function record(visitor: Visitor, bare: BareServer, address: string): Promise<void> {
  const { context, page } = await signedIn(visitor)
  const copies: Promise<void>[] = []
  page.on('request', (request) => {
    const { pathname, search, origin } = new URL(request.url())
    if (origin !== product.origin || request.method() !== 'GET' || request.resourceType() === 'eventsource') return
    copies.push(request.allHeaders().then((headers) => bare.keep(product.origin, pathname + search, headers)))
  })
  await page.goto(product.origin + address)
  await rest(page)
  await Promise.all(copies)
  await context.close()
}

async function paintsInTurn(visitor: Visitor, addresses: readonly [string, string]): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []]
  for (let round = -2; round < rounds; round += 1)
    for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const time = await firstPaint(visitor, addresses[at])
      if (round >= 0) times[at].push(time)
    }
  return times
}

async function firstPaint(visitor: Visitor, address: string): Promise<number> {
  const { context, page, cdp } = await signedIn(visitor)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', line)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const reply = await page.goto(address, { waitUntil: 'load' })
  if (reply?.status() !== 200) throw new Error(`${address} answered ${reply?.status()}`)
  const time = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const [paint] = list.getEntriesByName('first-contentful-paint')
          if (paint) resolve(paint.startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )
  await context.close()
  return time
}
