/** Scalars every service shares (domain §0). */
import { z } from 'zod'
import { maxAnyOf, splitAnyOf } from './any-of'
import { withMeaning } from './lenient'
import { maxRawLength, onOneLine, plainText } from './plain-text'

export const Id = withMeaning(z.string().min(1).max(200), 'id')
/** The key of an entity without an id. */
export const Key = withMeaning(z.string().min(1), 'key')
/** RFC 3339, UTC, milliseconds. */
export const Timestamp = withMeaning(z.string(), 'time')
/** Opaque; returned in the body and as the `ETag` header, accepted in the body or as `If-Match`. */
export const ETag = withMeaning(z.string(), 'key')
export const Language = z.enum(['en', 'fr'])
export const Unit = z.enum(['metric', 'us'])

/** Node types of the tree (spec §3). */
export const NodeType = z.enum(['group', 'site', 'building', 'space', 'project', 'equipment', 'device', 'points'])
export type NodeType = z.infer<typeof NodeType>

/** One ancestor; a `path` lists them from the customer's group down (domain §15). */
export const PathNode = z.looseObject({ id: Id, name: z.string(), type: NodeType })
export type PathNode = z.infer<typeof PathNode>

/**
 * Free text as typed, stored and counted as `plainText` returns it; no control characters except newlines (domain §0).
 * A text that cannot fit is not normalized. `error` is the message key of a value that is not a text or too long.
 */
export const freeText = (max: number, error?: string) =>
  z
    .string(error ? { error } : undefined)
    .overwrite((text) => (text.length > maxRawLength(max) ? text : plainText(text)))
    .max(max, error ? { error } : undefined)
    .refine((text) => !/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(text), { error: 'errors.text.control' })

/** Free text on a single line, such as a name: line ends become spaces. */
export const freeLine = (max: number, error?: string) => freeText(max, error).overwrite(onOneLine)

/** `pageSize` 1..200, default 50; `continuationToken` is opaque (domain §0). */
export const Paging = {
  pageSize: z.coerce.number().int().min(1).max(200).optional(),
  continuationToken: z.string().max(2000).optional(),
}

/**
 * Excludes controllers of these products everywhere, counts included: product ids separated by commas. For callers that
 * do not offer every model (spec §5).
 */
export const ExcludedProducts = { withoutProducts: z.string().max(8_000).optional() }
/** The same for calls about controllers that post a filter. */
export const ExcludedProductsInBody = { withoutProducts: z.string().max(8_000).nullish() }

/** Number of matches. */
export const Count = z.looseObject({
  totalCount: z.number().int(),
  /** Whether counting stopped at `totalCount` and there are more. */
  isTotalCapped: z.boolean().optional(),
})

/** The envelope of paged lists and of every extension. */
export const page = <T extends z.ZodType>(item: T) =>
  Count.extend({
    data: z.array(item),
    continuationToken: z.string().nullable().optional(),
  })

/** The reply to accepted work that continues in the background. */
export const accepted = <T extends z.ZodType>(item: T) =>
  z.looseObject({ operationId: z.string(), data: z.array(item) })

/** One or several values, separated by commas: any of them matches. */
export const oneOrMany = <Value extends z.ZodType<string, string>>(value: Value) =>
  z
    .string()
    .max(maxAnyOf.characters)
    .describe(
      String.raw`One value, or several with commas between: what has any of them matches. A comma or backslash of a value has a backslash before it: \, and \\.`,
    )
    .transform((text, context) => {
      const read = z.array(value).max(maxAnyOf.values).safeParse(splitAnyOf(text))
      if (read.success) return read.data
      // The issue is reported for the parameter, which the caller knows, not for its nth value.
      for (const issue of read.error.issues.slice(0, 1)) context.addIssue({ ...issue, path: [] })
      return z.NEVER
    })
    .optional()

/** Boolean in a query string. */
export const Flag = z
  .enum(['true', 'false'])
  .transform((word) => word === 'true')
  .or(z.boolean())
  .optional()
