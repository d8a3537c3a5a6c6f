/** What a day that is an exception is like: closed, or as another day of the week. */
export const likes = ['closed', '1', '2', '3', '4', '5', '6', '7'] as const
