/**
 * How many seconds each file took, with what it imports and what it starts; written to where `FILE_TIMES` says. Whoever
 * began the run is told of each that ends: how many are left, and how many may run at once.
 */
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node'

export default class FileTimes implements Reporter {
  private left = 0
  private places = 1

  onInit({ config }: Vitest): void {
    this.places = Number(config.maxWorkers)
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.left = specifications.length
  }

  onTestModuleEnd(): void {
    this.left -= 1
    process.send?.({ left: this.left, places: this.places })
  }

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
