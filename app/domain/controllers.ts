/** Which controller models are offered (spec §5). */
import type { ControllerModel, Platform } from '#contracts/product'

export interface ControllerFlags {
  niagara: boolean
  ecyDisplay: boolean
  horyzonC: boolean
}

/** Platforms whose controllers can be managed. */
export const acceptedPlatforms = ['IP', 'Niagara'] as const satisfies readonly Platform[]

/**
 * Returns the models of the accepted platforms; Niagara controllers, ECYDISPLAY and HORYZONC are hidden unless their
 * feature flags are on (spec §5).
 */
export function visibleControllers<T extends Pick<ControllerModel, 'platform' | 'model'>>(
  models: readonly T[],
  options: { platforms?: readonly Platform[]; flags: ControllerFlags },
): T[] {
  const { platforms = acceptedPlatforms, flags } = options
  const accepted = new Set<string>(platforms)
  return models.filter(({ platform, model }) => {
    if (!accepted.has(platform)) return false
    if (platform === 'Niagara' && !flags.niagara) return false
    if (model.type === 'ECYDISPLAY' && !flags.ecyDisplay) return false
    return model.type !== 'HORYZONC' || flags.horyzonC
  })
}
