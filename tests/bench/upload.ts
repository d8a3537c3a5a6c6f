/** Large files through the console into the services and back: how long, and what the console needs for them. */
import { randomBytes } from 'node:crypto'
import { gfxMaxBytes } from '../../services/contracts/configuration-kinds'
import { zipOf } from '../../services/kit/zip'
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
    body: multipart({ _key: key, _stage: 'apply' }, 'controllers.csv', rowsOf()),
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

/** A graphics file of 100 MB to a controller and back: both pass through the console, which holds neither. */
export async function graphics(
  report: Report,
  { product, visitor, places }: { product: Product; visitor: Visitor; places: { site: Page; device: Page } },
): Promise<void> {
  const [site, device] = [places.site, places.device].map(({ address }) => address.split('?')[0])
  const deviceId = device?.split('/').at(-1) ?? ''
  const page = await visitor.get(`${site}/configuration/graphics/file?device=${deviceId}`)
  const key = page.root.querySelector('input[name=_key]')?.getAttribute('value') ?? ''
  const archive = zipOf([
    { name: 'Main.xml', bytes: Buffer.from('<Project><Props><Name>Bench</Name></Props></Project>') },
    { name: 'Pages/plant.bin', bytes: randomBytes(gfxMaxBytes - 65_536), stored: true },
  ])
  const before = await memoryFromNow(product.console)
  const started = performance.now()
  const answer = await visitor.raw('POST', page.address, {
    body: multipart({ _key: key, _stage: 'apply', device: deviceId }, 'plant.gfx', piecesOf(archive)),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  await answer.arrayBuffer()
  const sent = performance.now()
  const content = await visitor.raw('GET', `${device}/configuration/graphics/content`)
  const received = await lengthOf(content)
  const seconds = [sent - started, performance.now() - sent].map((ms) => (ms / 1_000).toFixed(1))
  const { most } = await memoryMb(product.console)
  const growth = most - before.now
  if (!answer.headers.get('location')?.includes('change=')) throw new Error(`the file was answered ${answer.status}`)
  if (received !== archive.length) throw new Error(`${received} of ${archive.length} bytes came back`)
  report.say(
    `100 MB graphics file: taken in ${seconds[0]} s, given back in ${seconds[1]} s, console ${before.now.toFixed(0)} MB,` +
      ` +${growth.toFixed(0)} MB at most (limit ${mostGrowth})`,
    growth > mostGrowth,
  )
}

/** How long an answer is; nothing of it is kept. */
async function lengthOf({ body }: Response): Promise<number> {
  const reader = body?.getReader()
  let length = 0
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
    length += piece.value.length
  return length
}

function* piecesOf(bytes: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

/** Rows that are right in form, and too many. */
function* rowsOf(): Generator<Uint8Array> {
  const rows = Buffer.from('VAV,Nowhere / At all\n'.repeat(3_000))
  yield Buffer.from('name,space\n')
  for (let sent = 0; sent + rows.length <= size; sent += rows.length) yield rows
}

/** A form with the file last. */
function multipart(fields: Record<string, string>, fileName: string, file: Iterable<Uint8Array>) {
  const part = (name: string, rest: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`
  const head = Object.entries(fields).map(([name, value]) => `${part(name, '')}${value}\r\n`)
  const pieces = (function* () {
    yield Buffer.from(`${head.join('')}${part('file', `; filename="${fileName}"`)}`)
    yield* file
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  })()
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}
