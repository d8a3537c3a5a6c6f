/** What the form of the frame's search says of itself, so that a whole name typed there leads to its thing. */

/** With this word an address is what somebody typed into the box; without it, it is the list of all that match. */
export const fromBox = 'go'

/** On the address of a thing that the box led to, where there was more to be found: the words that were typed. */
export const sought = 'sought'
