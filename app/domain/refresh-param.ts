/** Name of the URL parameter that forces a new read, with the time of the request, epoch ms. */
export const refreshParam = 'again'
