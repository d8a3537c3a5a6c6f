/** The suffix of a bulk action for all matches: the button applies to all of them whether or not the box is ticked. */
export const allSuffix = ':all'
