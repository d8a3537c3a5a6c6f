/** What the console holds in memory after many views of different pages, and whether it holds ever more. */
import { Agent, request } from 'undici'
import type { Visitor } from '../harness/visitor'
import { findPages } from './found-pages'
import type { Places } from './places'
import { memoryMb, type Product } from './product'
import { median, type Report } from './report'

const views = Number(process.env.BENCH_VIEWS ?? 20_000)
const connections = 8
/** MB at the end, of the pages visited most and of all pages, and as many times what was held at half the way. */
const limits = { mb: { usual: 220, all: 260 }, growth: 1.1 }

export async function memory(
  report: Report,
  { product, visitor, places }: { product: Product; visitor: Visitor; places: Places },
): Promise<void> {
  const { customer, site, device } = places
  const agent = new Agent({ connections })
  const headers = { cookie: visitor.cookieHeader(), 'accept-encoding': 'br', 'user-agent': 'bench' }
  const list = `${customer}/devices`
  const usual = [list, site.address, device.address, customer, `${customer}/sites`, `${list}?connected=false`]
  await mix('mixed views', usual, limits.mb.usual)
  const pages = await findPages(product.origin, headers, [device.address, list])
  await mix(
    `more of all ${pages.length} pages`,
    pages.map(({ address }) => address),
    limits.mb.all,
  )
  await agent.close()

  async function mix(name: string, addresses: readonly string[], limitMb: number): Promise<void> {
    const half = await heldAfter(addresses, views / 2)
    const whole = await heldAfter(addresses, views / 2)
    report.say(
      `memory after ${views} ${name}, ${connections} at a time: ${whole.toFixed(0)} MB (limit ${limitMb}), after half of them ${half.toFixed(0)} MB` +
        ` (limit ${limits.growth} × it)`,
      whole > limitMb || whole > half * limits.growth,
    )
  }

  /** The middle of what is held at ten moments of the last fifth: what is thrown away comes and goes. */
  async function heldAfter(addresses: readonly string[], count: number): Promise<number> {
    const held: number[] = []
    let begun = 0
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (let at = begun++; at < count; at = begun++) {
          const answer = await request(product.origin + addresses[at % addresses.length], {
            dispatcher: agent,
            headers,
          })
          if (answer.statusCode !== 200)
            throw new Error(`${addresses[at % addresses.length]} answered ${answer.statusCode}`)
          await answer.body.dump({ limit: 50_000_000 })
          if (at >= count * 0.8 && at % Math.ceil(count / 50) === 0) held.push((await memoryMb(product.console)).now)
        }
      }),
    )
    return median(held)
  }
}
