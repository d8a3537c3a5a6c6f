/**
 * Loaded before the console by tests of time: its clock runs ahead by as much as the test says, and what it does every
 * some seconds it does when the test says so, too.
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

process.on('message', ({ clockAhead, isDue }) => {
  if (clockAhead !== undefined) ahead = clockAhead
  if (isDue) for (const round of rounds) round()
  process.send({ heard: true })
})
process.channel.unref()
