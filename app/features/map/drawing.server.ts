/** A map of places as lines and dots, drawn on the server: no scripts, no external tiles (design §12). */
import { geoMercator, geoPath } from 'd3-geo'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import world from 'world-atlas/countries-50m.json'

export interface MapPlace {
  id: string
  latitude: number
  longitude: number
}

/** Places that would overlap share one mark. */
export interface Mark {
  x: number
  y: number
  ids: string[]
}

export interface Drawing {
  width: number
  height: number
  /** SVG paths of the land and of the borders. */
  land: string
  borders: string
  marks: Mark[]
}

const width = 720
const height = 480
const margin = 48
/** Two places closer than this, in pixels, share one mark: about the width of a finger. */
const minDistance = 26
/** The maximum scale, so that a single site still shows its surroundings. */
const maxScale = 9_000

const topology = world as unknown as Topology<{ countries: GeometryCollection; land: GeometryCollection }>
const land = feature(topology, topology.objects.land)
const borders = mesh(topology, topology.objects.countries, (one, other) => one !== other)

/** Draws the places with coasts and borders; returns null when there are none. */
export function drawMap(places: readonly MapPlace[]): Drawing | null {
  if (places.length === 0) return null
  const coordinates = places.map(({ longitude, latitude }) => [longitude, clamped(latitude)])
  const projection = geoMercator().fitExtent(
    [
      [margin, margin],
      [width - margin, height - margin],
    ],
    { type: 'MultiPoint', coordinates },
  )
  if (!(projection.scale() < maxScale)) {
    const [longitude = 0, latitude = 0] = middle(coordinates)
    projection
      .scale(maxScale)
      .center([longitude, latitude])
      .translate([width / 2, height / 2])
  }
  projection.clipExtent([
    [0, 0],
    [width, height],
  ])
  const path = geoPath(projection).digits(1)
  return { width, height, land: path(land) ?? '', borders: path(borders) ?? '', marks: marksOf(places, projection) }
}

/** The Mercator projection is undefined at the poles. */
function clamped(latitude: number): number {
  return Math.max(-85, Math.min(85, latitude))
}

function middle(coordinates: readonly number[][]): number[] {
  return [0, 1].map((axis) => {
    const values = coordinates.map((one) => one[axis] ?? 0)
    return (Math.min(...values) + Math.max(...values)) / 2
  })
}

function marksOf(places: readonly MapPlace[], project: (point: [number, number]) => [number, number] | null): Mark[] {
  const marks: Mark[] = []
  for (const { id, longitude, latitude } of places) {
    const [x, y] = project([longitude, clamped(latitude)]) ?? []
    if (x === undefined || y === undefined) continue
    const near = marks.find((mark) => Math.hypot(mark.x - x, mark.y - y) < minDistance)
    if (near) near.ids.push(id)
    else marks.push({ x: Math.round(x), y: Math.round(y), ids: [id] })
  }
  return marks
}
