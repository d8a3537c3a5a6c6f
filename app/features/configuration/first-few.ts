/** The sizes offered for the first stage of a send. */
export const firstStageSizes = [1, 2, 5, 10] as const
