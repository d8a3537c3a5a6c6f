/** What an exception day follows: closed, or the schedule of a weekday. */
export const dayTemplates = ['closed', '1', '2', '3', '4', '5', '6', '7'] as const
