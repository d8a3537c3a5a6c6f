/** Loaded before the console by tests of time: its clock runs ahead by as much as the test says. */
const RealDate = globalThis.Date
let ahead = 0

globalThis.Date = new Proxy(RealDate, {
  construct: (date, given, as) => Reflect.construct(date, given.length > 0 ? given : [date.now() + ahead], as),
  get: (date, name) => (name === 'now' ? () => date.now() + ahead : Reflect.get(date, name)),
})

process.on('message', ({ clockAhead }) => {
  ahead = clockAhead
  process.send({ clockAhead })
})
process.channel.unref()
