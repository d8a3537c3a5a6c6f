/** The word of an address that asks for a walk to be read again, with the moment it was asked at, epoch ms. */
export const againWord = 'again'
