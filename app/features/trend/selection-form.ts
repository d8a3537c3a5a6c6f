/**
 * The id of the form that has the selected points and the window: it searches, and other fields and buttons of the page
 * belong to it, since twenty points in each form would be a good part of the page.
 */
export const selectionForm = 'trend-selection'
