/**
 * A crowd at a page, in a process of its own so that only the console is slow: so many requests, each over a connection
 * of its own, so many every 50 ms. The last line it writes is what was answered, as JSON.
 * Arguments: url, cookie, requests in all, requests at once.
 */
import { request } from 'node:http'

const [url, cookie, all, atOnce] = process.argv.slice(2)

/** One request: the status, 0 when the connection was cut, when to come back, and how long it took. */
function ask() {
  const started = performance.now()
  return new Promise((resolve) => {
    const end = (status, retryAfter = null) => resolve({ status, retryAfter, ms: performance.now() - started })
    const asked = request(url, { agent: false, headers: { cookie, 'accept-language': 'en' } }, (answer) => {
      answer.resume()
      answer.once('end', () => end(answer.statusCode ?? 0, answer.headers['retry-after'] ?? null))
      answer.once('error', () => end(0))
    })
    asked.once('error', () => end(0))
    asked.end()
  })
}

const answers = []
for (let asked = 0; asked < Number(all); asked += Number(atOnce)) {
  for (let one = 0; one < Number(atOnce); one += 1) answers.push(ask())
  await new Promise((resolve) => setTimeout(resolve, 50))
}
process.stdout.write(`${JSON.stringify(await Promise.all(answers))}\n`)
