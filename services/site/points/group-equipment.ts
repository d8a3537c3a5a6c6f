/** Which equipment a point belongs to, by the names of the groups in which its controller lists it. */
import { fold } from '../../contracts/fold'
import type { ObjectGroup } from '../../link/port'
import { groupingOf, type PointRecord } from './values'

interface NamedEquipment {
  id: string
  name: string
}

/** The share of confidence that remains for a point outside the groups of an equipment that has some. */
const outsideShare = 0.8

/**
 * Returns how much a suggestion for an equipment counts, by point: less outside of its groups, nothing in those of another
 * one. Where no group has its name, every point counts the same.
 */
export function groupShares(
  points: readonly PointRecord[],
  equipment: NamedEquipment,
  others: readonly NamedEquipment[],
): (point: PointRecord) => number {
  const all = [equipment, ...others].map(({ id, name }) => ({ id, words: wordsIn(name) }))
  const owners = new Map(points.map((point) => [point.id, ownerOf(groupingOf(point)?.groups ?? [], all)]))
  const hasOwn = [...owners.values()].includes(equipment.id)
  return ({ id }) => {
    const owner = owners.get(id)
    if (owner === equipment.id) return 1
    if (owner !== undefined) return 0
    return hasOwn ? outsideShare : 1
  }
}

/** Returns the equipment of the innermost group that ends with a name of one; of several names the longest. */
function ownerOf(
  groups: readonly ObjectGroup[],
  all: readonly { id: string; words: readonly string[] }[],
): string | undefined {
  for (const { name, description } of [...groups].reverse()) {
    const texts = [wordsIn(name), wordsIn(description)]
    const [best] = all
      .filter(({ words }) => words.length > 0 && texts.some((text) => endsWith(text, words)))
      .sort((one, other) => other.words.length - one.words.length)
    if (best) return best.id
  }
  return undefined
}

const endsWith = (text: readonly string[], words: readonly string[]) =>
  words.every((word, at) => text[text.length - words.length + at] === word)

/** Returns the words and numbers of a name: `AHU-1`, `ahu 01` and `B'AHU1` end the same. */
const wordsIn = (name: string): string[] =>
  (fold(name).match(/\p{L}+|\d+/gu) ?? []).map((word) => word.replace(/^0+(?=\d)/, ''))
