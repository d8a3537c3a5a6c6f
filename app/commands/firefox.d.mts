/** Where it usually is. */
export const usual: readonly string[]
