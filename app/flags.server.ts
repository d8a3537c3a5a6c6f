/** Overrides of the feature flags, read from `FEATURES_FILE` at run time (spec §6). */
import { readFileSync, statSync } from 'node:fs'
import { ConfigurationError, config } from './config.server'
import { log } from './door/log.server'
import { FeatureOverrides, type Features, features } from './flags'

let lastValid: { changedAt: number; overrides: FeatureOverrides } | null = null
let problem: string | null = null

/**
 * Returns the overrides in the file; none without a file. When the file is unreadable or has an invalid entry, the last
 * valid version still applies, so that a flag that was off is never switched on by mistake.
 */
export function featureOverrides(): FeatureOverrides {
  const file = config().featuresFile
  if (!file) return {}
  try {
    const changedAt = statSync(file).mtimeMs
    if (lastValid?.changedAt !== changedAt || problem !== null) lastValid = { changedAt, overrides: overridesIn(file) }
    problem = null
  } catch (error) {
    report(error instanceof Error ? error.message : String(error))
  }
  return lastValid?.overrides ?? {}
}

/** Returns the flags that are on at this moment. */
export function featuresNow(): Features {
  return features(config().environment, featureOverrides())
}

/** Returns the problem of the current file, for operators; null when there is none. */
export function featuresProblem(): string | null {
  featureOverrides()
  return problem
}

/** Checks the file at start, when there is no earlier version. Throws `ConfigurationError`. */
export function checkFeatures(): void {
  const message = featuresProblem()
  if (message !== null) throw new ConfigurationError([`FEATURES_FILE: ${message}`])
}

function overridesIn(file: string): FeatureOverrides {
  const parsed = FeatureOverrides.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  const names = parsed.error.issues.map(({ path }) => path.join('.') || 'the whole file')
  throw new Error(`neither true, false nor a list of environments: ${[...new Set(names)].join(', ')}`)
}

function report(what: string): void {
  if (what !== problem) log().error({ trouble: what }, 'FEATURES_FILE cannot be used: its last valid content applies')
  problem = what
}
