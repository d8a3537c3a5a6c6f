/**
 * What a page costs the console in processor time, as so many times what the rows of the list cost at the least: one
 * query and one renderToString of the same markup, in the same run. And what the page of a list weighs.
 */
import type { Visitor } from '../harness/visitor'
import type { Places } from './places'
import { end, launch, type Product } from './product'
import { kilobytes, type Report } from './report'
import { measure } from './throughput'

/** Times the least, by page; KB of HTML of the list. */
const limits = { list: 8, site: 5, device: 5 }
const listKilobytes = 60

export async function pageCost(
  report: Report,
  { product, visitor, places, port }: { product: Product; visitor: Visitor; places: Places; port: number },
): Promise<void> {
  const list = await visitor.get(`${places.customer}/devices`)
  const least = await launch(['-e', leastServer(port)], { ...process.env, NODE_ENV: 'production' })
  const floor = await measure(`http://localhost:${port}/`, {}, least)
  await end(least)
  report.say(`one query and renderToString of fifty rows: ${floor.cpuMs.toFixed(2)} CPU ms`)
  const headers = { cookie: visitor.cookieHeader(), 'accept-encoding': 'identity', 'user-agent': 'bench' }
  for (const [name, page] of Object.entries({ list, site: places.site, device: places.device })) {
    const { cpuMs } = await measure(product.origin + page.address, headers, product.console)
    const times = cpuMs / floor.cpuMs
    const limit = limits[name as keyof typeof limits]
    report.say(
      `${name} page: ${cpuMs.toFixed(1)} CPU ms, ${times.toFixed(1)} times the least (limit ${limit})`,
      times > limit,
    )
  }
  const bytes = Buffer.byteLength(list.html)
  report.say(
    `list of controllers: ${kilobytes(bytes)} KB of HTML (limit ${listKilobytes})`,
    bytes / 1024 > listKilobytes,
  )
}

function leastServer(port: number): string {
  return `const { createElement: h } = require('react')
    const { renderToString } = require('react-dom/server')
    const db = new (require('libsql'))(':memory:')
    db.exec('CREATE TABLE controller (id INTEGER PRIMARY KEY, name TEXT, place TEXT, host TEXT, model TEXT, state TEXT)')
    const insert = db.prepare('INSERT INTO controller (name, place, host, model, state) VALUES (?,?,?,?,?)')
    for (let at = 0; at < 5000; at += 1) insert.run('VAV ' + at, 'Campus / Tower / Floor ' + (at % 40), 'H-' + at, 'ECYVAV', 'Connected')
    const some = db.prepare('SELECT * FROM controller WHERE id > ? ORDER BY id LIMIT 50')
    const under = '/tenants/351a397c-f7a8-5f95-b315-49e0a45dfee7/customers/4ddbf858-5aaf-5d0b-9a31-127027763e67/groups/81fb4436-75d8-5953-8cd1-140eb448307b/sites/4312e3db-660a-508a-af4f-4ed6ff6d88cd/buildings/809dca5f-731b-5cbf-95f4-b9db5fe6a252/spaces/e56b586e-1cee-5598-a5d4-32942cd65f6b/devices/'
    const row = (one) => h('tr', { key: one.id },
      h('td', { 'data-choice': '' }, h('input', { type: 'checkbox', name: 'device', value: one.id, 'aria-label': 'Choose ' + one.name })),
      h('th', { scope: 'row' }, h('a', { href: under + one.id }, h('bdi', null, one.name))),
      h('td', { title: one.place }, h('bdi', null, one.place)),
      h('td', null, h('span', { className: 'mono' }, one.host)),
      h('td', null, h('bdi', null, one.model)),
      h('td', null, h('span', { className: 'state ok' }, one.state)),
      h('td', null, h('span', { className: 'state ok' }, '7 up to date')))
    require('node:http').createServer((_, answer) => {
      answer.setHeader('content-type', 'text/html; charset=utf-8')
      answer.end(renderToString(h('table', null, h('tbody', null, some.all(1000).map(row)))))
    }).listen(${port}, () => process.send({ ready: true }))`
}
