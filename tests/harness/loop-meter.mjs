/** Says what the event loop of this process was kept from, and what it cost, since that was asked before. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

export function startMeter() {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  let used = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(used)
    const cost = { longestMs: delay.max / 1e6, cpuMs: (user + system) / 1_000 }
    delay.reset()
    used = process.cpuUsage()
    return cost
  }
}
