/** A map of places as lines and dots, drawn on the server: no scripts, no external tiles (design §12). */
import { type GeoProjection, geoMercator, geoPath } from 'd3-geo'
import { LRUCache } from 'lru-cache'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import fineWorld from 'world-atlas/countries-50m.json'
import coarseWorld from 'world-atlas/countries-110m.json'

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
  /** The positions of the towns inside the map, by name. */
  towns: Town[]
}

export interface Town {
  name: string
  x: number
  y: number
}

const width = 640
const height = 420
const margin = 56
/** Two places closer than this, in pixels, share one mark: about the width of a finger. */
const minDistance = 28
/** The maximum scale, so that a single site still shows its surroundings. */
const maxScale = 9_000

/** Up to this scale, a continent and more, the coarse coasts are as good, and a tenth of the size. */
const maxCoarseScale = 1_200

type Line = [number, number][]

/** A piece of a coast or a border, with its bounds in degrees; one that crosses the antimeridian has them all around. */
interface Piece<Coordinates> {
  coordinates: Coordinates
  west: number
  east: number
  south: number
  north: number
}

interface Coasts {
  land: Piece<Line[]>[]
  borders: Piece<Line>[]
}

const [coarse, fine] = [coarseWorld, fineWorld].map((world): Coasts => {
  const topology = world as unknown as Topology<{ countries: GeometryCollection; land: GeometryCollection }>
  const { features } = feature(topology, topology.objects.land)
  const polygons = features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : [],
  ) as Line[][]
  const { coordinates } = mesh(topology, topology.objects.countries, (one, other) => one !== other)
  return {
    land: polygons.map((rings) => ({ coordinates: rings, ...boundsOf(rings[0] ?? []) })),
    borders: (coordinates as Line[]).map((line) => ({ coordinates: line, ...boundsOf(line) })),
  }
}) as [Coasts, Coasts]

function boundsOf(line: Line) {
  const bounds = { west: 180, east: -180, south: 90, north: -90 }
  for (const [longitude, latitude] of line) {
    bounds.west = Math.min(bounds.west, longitude)
    bounds.east = Math.max(bounds.east, longitude)
    bounds.south = Math.min(bounds.south, latitude)
    bounds.north = Math.max(bounds.north, latitude)
  }
  return bounds
}

/** Degrees around a map within which a piece may still reach into it: its lines are arcs between their points. */
const arcDegrees = 2

/** The pieces that a map may show. The rest of the world would cost ten times as much to project and cut off. */
function within<Coordinates>(pieces: readonly Piece<Coordinates>[], projection: GeoProjection): Coordinates[] {
  const [west, north] = projection.invert?.([-2, -2]) ?? [-180, 90]
  const [east, south] = projection.invert?.([width + 2, height + 2]) ?? [180, -90]
  // Of a map across the antimeridian, or of the whole world, every longitude may be seen.
  const isAround = !(west < east) || (width + 4) / projection.scale() >= 2 * Math.PI
  return pieces
    .filter(
      (one) =>
        one.south <= north + arcDegrees &&
        one.north >= south - arcDegrees &&
        (isAround || (one.west <= east + arcDegrees && one.east >= west - arcDegrees)),
    )
    .map(({ coordinates }) => coordinates)
}

/** The coasts of the maps last drawn: the places of a customer seldom move. A few kilobytes each. */
const drawn = new LRUCache<string, Pick<Drawing, 'land' | 'borders'>>({ max: 100 })

/** Returns the SVG paths of the land and of the borders. */
function coastsOf(projection: GeoProjection): Pick<Drawing, 'land' | 'borders'> {
  const key = JSON.stringify([projection.scale(), projection.translate(), projection.center()])
  const isCoarse = projection.scale() < maxCoarseScale
  const path = geoPath(projection).digits(isCoarse ? 0 : 1)
  const { land, borders } = isCoarse ? coarse : fine
  const coasts = drawn.get(key) ?? {
    land: path({ type: 'MultiPolygon', coordinates: within(land, projection) }) ?? '',
    borders: path({ type: 'MultiLineString', coordinates: within(borders, projection) }) ?? '',
  }
  drawn.set(key, coasts)
  return coasts
}

/** Draws the places with coasts and borders, and places the towns; returns null when there are no places. */
export function drawMap(places: readonly MapPlace[], towns: readonly MapPlace[] = []): Drawing | null {
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
  // A little more than is seen, so that the edge of the map is no coast.
  projection.clipExtent([
    [-2, -2],
    [width + 2, height + 2],
  ])
  return {
    width,
    height,
    ...coastsOf(projection),
    marks: marksOf(places, projection),
    towns: towns.flatMap(({ id, longitude, latitude }) => {
      const [x, y] = projection([longitude, clamped(latitude)]) ?? []
      const isInside = x !== undefined && y !== undefined && x >= 0 && x <= width && y >= 0 && y <= height
      return isInside ? { name: id, x: Math.round(x), y: Math.round(y) } : []
    }),
  }
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
