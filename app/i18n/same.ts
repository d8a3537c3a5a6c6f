/**
 * The required shape of a translation: the same keys as the original, with texts in the same places.
 * A missing or surplus key does not compile. `_many` is the French plural for whole millions; it is optional and
 * defaults to `_other` (see `instance.ts`).
 */
export type Same<Original> = {
  [Key in keyof Original]: Original[Key] extends string ? string : Same<Original[Key]>
} & { [Key in `${string}_many`]?: string }
