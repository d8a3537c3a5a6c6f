/** A pattern for `LIKE … ESCAPE '\'` that finds a text anywhere; everything when there is none. */
export const pattern = (search: string | undefined) => `%${(search ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`
