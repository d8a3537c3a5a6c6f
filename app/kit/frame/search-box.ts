/** The parameters of the frame's search box: a full name typed there redirects to its page. */

/** Present if the words were typed into the box; without it the address is the list of all matches. */
export const searchBoxParam = 'go'

/** On the page the box redirected to, if there were other matches: the typed words. */
export const typedWordsParam = 'sought'
