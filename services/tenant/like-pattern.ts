/** Returns a pattern for `LIKE … ESCAPE '\'` that finds a text anywhere; it matches everything without a text. */
export const likePattern = (search: string | undefined) => `%${(search ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`
