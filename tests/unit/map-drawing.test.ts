/** A map shows the whole world that lies within it, although only pieces near it are drawn. */
import { geoMercator, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import { expect, test } from 'vitest'
import fineWorld from 'world-atlas/countries-50m.json'
import coarseWorld from 'world-atlas/countries-110m.json'
import { drawMap } from '../../app/features/map/drawing.server'

/** Corners of a map, and whether its coasts are coarse; one of them lies across the antimeridian. */
const views = [
  {
    name: 'a bay',
    corners: [
      [-73.6, 45.5],
      [-73.4, 45.6],
    ],
    isCoarse: false,
  },
  {
    name: 'islands on both sides of the antimeridian',
    corners: [
      [178, -18],
      [179.9, -16],
    ],
    isCoarse: false,
  },
  {
    name: 'two continents',
    corners: [
      [-74, 45],
      [2, 48],
    ],
    isCoarse: true,
  },
  {
    name: 'the world',
    corners: [
      [-179, -60],
      [179, 75],
    ],
    isCoarse: true,
  },
] as const

test.each(views)('of $name has every coast in it', ({ corners, isCoarse }) => {
  const places = corners.map(([longitude, latitude], at) => ({ id: String(at), longitude, latitude }))
  const drawing = drawMap(places)
  const world = (isCoarse ? coarseWorld : fineWorld) as never
  const land = feature(world, (world as { objects: { land: never } }).objects.land)
  const extent: [[number, number], [number, number]] = [
    [56, 56],
    [584, 364],
  ]
  const projection = geoMercator().fitExtent(extent, {
    type: 'MultiPoint',
    coordinates: corners.map((one) => [...one]),
  })
  if (projection.scale() > 9_000) {
    const [longitude, latitude] = [0, 1].map((axis) => ((corners[0][axis] ?? 0) + (corners[1][axis] ?? 0)) / 2)
    projection
      .scale(9_000)
      .center([longitude ?? 0, latitude ?? 0])
      .translate([320, 210])
  }
  projection.clipExtent([
    [-2, -2],
    [642, 422],
  ])
  expect(drawing?.land).toBe(geoPath(projection).digits(isCoarse ? 0 : 1)(land))
})
