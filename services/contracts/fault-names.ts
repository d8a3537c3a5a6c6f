/** Values of fault fields, also loaded by browsers (domain §2). */
export const faultStatuses = ['active', 'cleared', 'resolved', 'suppressed'] as const
/** Guideline 36 levels 2, 3 and 4. */
export const faultSeverities = ['high', 'medium', 'low'] as const
export const faultCategories = ['energy', 'comfort', 'equipment', 'sensor'] as const
export const resolutions = ['fixed', 'falsePositive', 'accepted', 'duplicate'] as const
