/**
 * The shape a translation must have: the same keys, texts where the original has texts.
 *
 * A missing or a surplus key does not compile. `_many` is the French plural for whole millions; it may be
 * given and defaults to `_other` (see `instance.ts`).
 */
export type Same<Original> = {
  [Key in keyof Original]: Original[Key] extends string ? string : Same<Original[Key]>
} & { [Key in `${string}_many`]?: string }
