/**
 * The Structured View objects of a device (clause 12.29): the groups in which it lists its points. Lists may be damaged,
 * of other lengths than they state, or name each other in a circle.
 */
import type { ObjectGroup, ObjectGrouping } from '../../link/port'
import type { PropertyResult, PropertyToRead } from '../client/multiple-reader'
import type { RemoteDevice } from '../client/remote-device'
import { type ObjectId, objectKey } from '../encoding/primitives'
import type { PropertyValue } from '../encoding/property-values'
import { objectTypes } from '../object-types'
import { properties } from '../property-ids'
import { isRequestFailure, isUnanswered } from '../refusals'
import { readEntries, valueIn } from './array-reading'
import { numberOf, textOf } from './point-objects'

/** More views, entries of a view or levels are damaged, or of no use to a person. */
const maxViews = 500
const maxEntries = 2_000
const maxDepth = 8
const maxTextLength = 200
/** Views that are read together. */
const viewsAtOnce = 10
/** Values of `BACnetNodeType` that say how points are collected, not to what they belong. */
const loosely: ReadonlySet<number> = new Set([2, 8, 9, 19])

const read = [
  'objectName',
  'description',
  'nodeType',
  'nodeSubtype',
  'subordinateList',
  'subordinateAnnotations',
] as const

interface View extends ObjectGroup {
  key: string
  /** Whether it only collects what belongs elsewhere. */
  isLoose: boolean
  entries: { key: string; annotation: string }[]
}

/**
 * Returns the groups of each object that is in one, by `objectKey`; null when the device did not answer. A device without
 * views is not read.
 */
export async function readGroupings(
  device: RemoteDevice,
  instance: number,
  objects: readonly ObjectId[],
): Promise<ReadonlyMap<string, ObjectGrouping> | null> {
  const listed = new Map(
    objects.filter(({ type }) => type === objectTypes.structuredView).map((object) => [objectKey(object), object]),
  )
  const views: View[] = []
  try {
    const all = [...listed.values()].slice(0, maxViews)
    for (let at = 0; at < all.length; at += viewsAtOnce)
      views.push(...(await readViews(device, instance, all.slice(at, at + viewsAtOnce))))
  } catch (error) {
    // The points are known all the same.
    if (isRequestFailure(error) && isUnanswered(error.failure)) return null
    throw error
  }
  return groupingsOf(views)
}

async function readViews(device: RemoteDevice, instance: number, objects: readonly ObjectId[]): Promise<View[]> {
  const results = await device.readProperties(
    objects.flatMap((object) => read.map((name) => ({ object, property: properties[name] }))),
  )
  const views: View[] = []
  for (const [at, object] of objects.entries()) {
    const own = results.slice(at * read.length, (at + 1) * read.length)
    const [name, description, nodeType, subtype] = own.map(valueIn)
    const entries = await elementsOf(device, { object, property: properties.subordinateList }, own[4])
    const notes = await elementsOf(device, { object, property: properties.subordinateAnnotations }, own[5])
    const annotations = notes.flatMap(textsIn)
    views.push({
      key: objectKey(object),
      name: shortText(textOf(name) || `structuredView ${object.instance}`),
      description: shortText(textOf(description)),
      subtype: shortText(textOf(subtype)),
      isLoose: loosely.has(numberOf(nodeType) ?? 0),
      entries: entries
        .flatMap(referencesIn)
        .slice(0, maxEntries)
        .flatMap(({ device: owner, object: entry }, place) =>
          !owner || (owner.type === objectTypes.device && owner.instance === instance)
            ? [{ key: objectKey(entry), annotation: shortText(annotations[place]) }]
            : [],
        ),
    })
  }
  return views
}

const shortText = (text: string | undefined) => (text ?? '').trim().slice(0, maxTextLength)

/** Returns an array that was read as a whole; entry by entry where it does not fit in one answer. */
async function elementsOf(
  device: RemoteDevice,
  ref: PropertyToRead,
  whole: PropertyResult | undefined,
): Promise<(PropertyValue | undefined)[]> {
  if (!whole || 'value' in whole) return [whole?.value]
  if (whole.failure.kind === 'error') return []
  try {
    return await readEntries(device, ref, maxEntries)
  } catch (error) {
    if (!isRequestFailure(error) || isUnanswered(error.failure)) throw error
    return []
  }
}

const referencesIn = (value: PropertyValue | undefined) => (value?.kind === 'subordinateList' ? value.values : [])

/** Returns the texts of an array, or of an entry, which has one even where it could not be read. */
const textsIn = (value: PropertyValue | undefined): string[] =>
  value?.kind === 'primitives'
    ? value.values.map((one) => (one.type === 'characterString' ? one.value.text : ''))
    : ['']

interface Entry {
  view: View
  annotation: string
}

/** Returns the groups of each entry that is no view: of several, those that say most. */
function groupingsOf(views: readonly View[]): Map<string, ObjectGrouping> {
  const listedIn = new Map<string, Entry[]>()
  for (const view of views)
    for (const { key, annotation } of view.entries) {
      const all = listedIn.get(key)
      if (all) all.push({ view, annotation })
      else listedIn.set(key, [{ view, annotation }])
    }
  const own = new Set(views.map(({ key }) => key))
  const groupings = new Map<string, ObjectGrouping>()
  for (const [key, entries] of listedIn) {
    if (own.has(key)) continue
    const [best] = entries
      .map(({ view, annotation }) => ({ annotation, isLoose: view.isLoose, path: pathOf(view, listedIn) }))
      .sort((one, other) => Number(one.isLoose) - Number(other.isLoose) || other.path.length - one.path.length)
    if (best) groupings.set(key, { groups: best.path, annotation: best.annotation })
  }
  return groupings
}

/** Returns a view with those above it, the outermost first; a circle ends where it closes. */
function pathOf(view: View, listedIn: ReadonlyMap<string, readonly Entry[]>): ObjectGroup[] {
  const seen = new Set<View>()
  for (let one: View | undefined = view; one && !seen.has(one) && seen.size < maxDepth; ) {
    seen.add(one)
    one = listedIn.get(one.key)?.[0]?.view
  }
  return [...seen].reverse().map(({ name, description, subtype }) => ({ name, description, subtype }))
}
