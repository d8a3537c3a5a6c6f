/** How many seconds each file took, with what it imports and what it starts; written to where `FILE_TIMES` says. */
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

export default class FileTimes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const to = process.env.FILE_TIMES
    if (!to) return
    const seconds = modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic()
      return [module.moduleId, (collectDuration + setupDuration + duration) / 1_000] as const
    })
    writeFileSync(to, JSON.stringify(Object.fromEntries(seconds)))
  }
}
