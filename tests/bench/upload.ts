/** A file of 200 MB through the console into the site service: how long, and what the console needs for it. */
import type { Page, Visitor } from '../harness/visitor'
import { memoryFromNow, memoryMb, type Product } from './product'
import type { Report } from './report'

/** Bytes, just below what a file of controllers may have; MB the console may grow by meanwhile. */
const size = 200 * 1024 * 1024 - 4_096
const mostGrowth = 100
const boundary = 'bench-boundary'

export async function upload(
  report: Report,
  { product, visitor, places }: { product: Product; visitor: Visitor; places: { site: Page } },
): Promise<void> {
  const address = `${places.site.address.split('?')[0]}/devices/builder`
  const page = await visitor.get(address)
  const key = page.root.querySelector('input[name=_key]')?.getAttribute('value') ?? ''
  const before = await memoryFromNow(product.console)
  const started = performance.now()
  const answer = await visitor.raw('POST', address, {
    body: multipart({ _key: key, _stage: 'apply' }),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  const html = await answer.text()
  const seconds = (performance.now() - started) / 1_000
  const { most } = await memoryMb(product.console)
  const growth = most - before.now
  if (answer.status !== 422 || !/1[,  ]000/.test(html)) throw new Error(`the file was answered with ${answer.status}`)
  report.say(
    `200 MB file of controllers: read to its end and refused for its rows in ${seconds.toFixed(1)} s,` +
      ` console ${before.now.toFixed(0)} MB, +${growth.toFixed(0)} MB at most (limit ${mostGrowth})`,
    growth > mostGrowth,
  )
}

/** A form with the file last; rows that are right in form, and too many. */
function multipart(fields: Record<string, string>): ReadableStream<Uint8Array> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const part = (name: string, rest: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`
  const head = Object.entries(fields).map(([name, value]) => `${part(name, '')}${value}\r\n`)
  const rows = bytes('VAV,Nowhere / At all\n'.repeat(3_000))
  let sent = 0
  return new ReadableStream({
    start: (controller) =>
      controller.enqueue(bytes(`${head.join('')}${part('file', '; filename="controllers.csv"')}name,space\n`)),
    pull(controller) {
      if (sent + rows.length > size) {
        controller.enqueue(bytes(`\r\n--${boundary}--\r\n`))
        return controller.close()
      }
      sent += rows.length
      controller.enqueue(rows)
    },
  })
}
