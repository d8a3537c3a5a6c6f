/** Returns a pattern for `LIKE … ESCAPE '\'` that finds a text anywhere; it matches everything without a text. */
export const pattern = (search: string | undefined) => `%${(search ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`
