/** What a button for all that match adds to the name of its move: it does what it says whether or not the box is ticked. */
export const allSuffix = ':all'
