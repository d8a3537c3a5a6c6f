/** Feature flags and the environments in which they are on (spec §6). */
import { z } from 'zod'

const everywhere = ['local', 'dev', 'sbx', 'qa']
const early = ['local', 'dev', 'sbx']

export const flagDefaults = {
  configurationTemplates: early,
  customerUser: early,
  fanCoilUnitRules: early,
  pointWrite: early,
  treeMapView: early,
  dashboard: everywhere,
  ecyDisplay: everywhere,
  equipment: everywhere,
  faultRules: everywhere,
  faults: everywhere,
  horyzonC: everywhere,
  multipleConfiguration: everywhere,
  niagara: everywhere,
  schedules: everywhere,
  subscriptions: everywhere,
  userAdmin: everywhere,
} as const satisfies Record<string, readonly string[]>

export type FeatureName = keyof typeof flagDefaults
export type Features = Record<FeatureName, boolean>

/** A boolean or a list of environments, per flag. */
export const FeatureOverrides = z.record(z.string(), z.union([z.boolean(), z.array(z.string())]))
export type FeatureOverrides = z.infer<typeof FeatureOverrides>

/** Returns the flags that are on in an environment. An unknown environment switches none on. */
export function features(environment: string, overrides: FeatureOverrides = {}): Features {
  const names = Object.keys(flagDefaults) as FeatureName[]
  return Object.fromEntries(
    names.map((name) => {
      const rule = overrides[name] ?? flagDefaults[name]
      return [name, typeof rule === 'boolean' ? rule : rule.some((one) => one === environment)]
    }),
  ) as Features
}
