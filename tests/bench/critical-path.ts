/** How long a page takes when every call of the services takes 40 ms longer, held against its chain of calls. */
import type { Page, Visitor } from '../harness/visitor'
import type { Product } from './product'
import { median, type Report } from './report'

const addedMs = 40
const limits = { ratio: 1.25, chain: 2 }

/** The chain is measured too: what another 40 ms on every call add, in units of 40 ms. */
export async function criticalPath(
  report: Report,
  { product, visitor, pages }: { product: Product; visitor: Visitor; pages: Record<string, Page> },
): Promise<void> {
  for (const [name, { address }] of Object.entries(pages)) {
    const slow = await timeWith(addedMs)
    const slower = await timeWith(addedMs * 2)
    const chain = Math.max(1, Math.round((slower - slow) / addedMs))
    const ratio = slow / (chain * addedMs)
    report.say(
      `${name} page with ${addedMs} ms on every backend call: ${slow.toFixed(1)} ms, chain of ${chain}, ratio ${ratio.toFixed(2)}` +
        ` (limit ${limits.ratio}, chain ${limits.chain})`,
      ratio > limits.ratio || chain > limits.chain,
    )

    /** Median of 31 visits, the rights of the person being known. */
    async function timeWith(delayMs: number): Promise<number> {
      await product.delayReads(delayMs)
      const times: number[] = []
      for (let visit = 0; visit < 34; visit += 1) {
        const started = performance.now()
        await (await visitor.raw('GET', address)).arrayBuffer()
        if (visit > 2) times.push(performance.now() - started)
      }
      await product.delayReads(null)
      return median(times)
    }
  }
}
