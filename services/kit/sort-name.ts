/** Names in natural order: without accents or case, and 2 before 10. */
import { fold } from '../contracts/fold'

/** Returns the name folded, with numbers padded so that `Floor 2` sorts before `Floor 10`. */
export function sortName(name: string): string {
  return fold(name).replace(/\d{1,8}/g, (digits) => digits.padStart(8, '0'))
}
