/**
 * What stays a package beside the console's one file: libsql is native, undici asks for parts of Node only newer ones
 * have, pg looks for a native sibling.
 */
export const outside = ['libsql', 'pg', 'undici']
