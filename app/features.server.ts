/** The overrides of the feature flags, read from `FEATURES_FILE` at run time (spec §6). */
import { readFileSync, statSync } from 'node:fs'
import { config } from './config.server'
import { FeatureOverrides } from './features'

let kept: { changedAt: number; overrides: FeatureOverrides } | null = null

/** The overrides as the file has them now; none without a file. A file that cannot be read or is wrong switches nothing. */
export function featureOverrides(): FeatureOverrides {
  const file = config().featuresFile
  if (!file) return {}
  try {
    const changedAt = statSync(file).mtimeMs
    if (kept?.changedAt !== changedAt)
      kept = { changedAt, overrides: FeatureOverrides.parse(JSON.parse(readFileSync(file, 'utf8'))) }
    return kept.overrides
  } catch {
    return {}
  }
}
