/** How many controllers a send can begin with. */
export const firstChoices = [1, 2, 5, 10] as const
