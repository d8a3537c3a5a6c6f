/**
 * Loaded before the console by tests of time: its clock runs ahead by as much as the test says, what it does every
 * some seconds it does when the test says so, too, and what waits for its time is over once the test lets that pass.
 */
const RealDate = globalThis.Date
let ahead = 0

globalThis.Date = new Proxy(RealDate, {
  construct: (date, given, as) => Reflect.construct(date, given.length > 0 ? given : [date.now() + ahead], as),
  get: (date, name) => (name === 'now' ? () => date.now() + ahead : Reflect.get(date, name)),
})

const realSetInterval = globalThis.setInterval
/** The rounds of housekeeping; what beats more often than that is not among them. */
const rounds = new Set()
const leastRound = 10_000

globalThis.setInterval = (work, every, ...given) => {
  if (every >= leastRound) rounds.add(() => work(...given))
  return realSetInterval(work, every, ...given)
}

const realSetTimeout = globalThis.setTimeout
const realClearTimeout = globalThis.clearTimeout
/** What waits for its time, by its timer; what waits less long than this is left to the real one. */
const waiting = new Map()
const leastWait = 1_000

globalThis.setTimeout = Object.defineProperties((work, wait = 0, ...given) => {
  if (wait < leastWait) return realSetTimeout(work, wait, ...given)
  const end = () => {
    waiting.delete(timer)
    work(...given)
  }
  const timer = realSetTimeout(end, wait)
  waiting.set(timer, { due: Date.now() + wait, end })
  return timer
}, Object.getOwnPropertyDescriptors(realSetTimeout))

globalThis.clearTimeout = (timer) => {
  waiting.delete(timer)
  realClearTimeout(timer)
}

function letPass(milliseconds) {
  ahead += milliseconds
  const over = [...waiting].filter(([, { due }]) => due <= Date.now()).sort(([, one], [, other]) => one.due - other.due)
  for (const [timer, { end }] of over) {
    realClearTimeout(timer)
    end()
  }
}

process.on('message', ({ clockAhead, isDue, passes }) => {
  if (clockAhead !== undefined) ahead = clockAhead
  if (passes !== undefined) letPass(passes)
  if (isDue) for (const round of rounds) round()
  process.send({ heard: true })
})
process.channel.unref()
