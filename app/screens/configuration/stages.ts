/** What the second button of the plan of a save posts as its stage: apply it, then send what was saved. */
export const applyAndSend = 'applyAndSend'
