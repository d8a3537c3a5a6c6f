/** The stage posted by the second button of a save's plan: save, then send. */
export const applyAndSend = 'applyAndSend'
