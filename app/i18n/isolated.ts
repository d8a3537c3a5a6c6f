/** Keeps the direction of what somebody typed from turning the sentence around it. */

/** Letters that are written from the right, and invisible characters that turn the direction of a text. */
const turning = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\ud83a\ud83b]/

const [firstStrong, end] = ['\u2068', '\u2069']

/** Returns a value for a sentence, between marks that end its direction where it could reach beyond itself. */
export function isolated(value: string): string {
  if (!turning.test(value)) return value
  // Marks in the value are completed, so that none of them closes one of these.
  let [open, closed] = [0, 0]
  for (const letter of value) {
    if (letter >= '\u2066' && letter < end) open += 1
    else if (letter === end && open > 0) open -= 1
    else if (letter === end) closed += 1
  }
  return firstStrong.repeat(1 + closed) + value + end.repeat(1 + open)
}
