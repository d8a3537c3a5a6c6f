/** Loaded before the console by tests of what a request costs: answers how long its event loop stood still. */
import { startMeter } from './loop-meter.mjs'

const meter = startMeter()
process.on('message', ({ isMetered }) => {
  if (isMetered) process.send({ cost: meter() })
})
process.channel.unref()
