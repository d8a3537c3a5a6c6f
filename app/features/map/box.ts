/** The map section in a URL: minimum and maximum longitude and latitude, degrees. */
export interface MapBox {
  west: number
  south: number
  east: number
  north: number
}

interface Coordinates {
  latitude: number
  longitude: number
}

/** Parses four numbers, `west,south,east,north`; returns null for anything else. */
export function parseBox(text: string | null): MapBox | null {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [west, south, east, north] = numbers
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) return null
  return { west, south, east, north } as MapBox
}

/** Returns the smallest box around some places, rounded outwards to five decimals. */
export function boxText(places: readonly Coordinates[]): string {
  const down = (value: number) => Math.floor(value * 1e5) / 1e5
  const up = (value: number) => Math.ceil(value * 1e5) / 1e5
  const longitudes = places.map(({ longitude }) => longitude)
  const latitudes = places.map(({ latitude }) => latitude)
  const sides = [
    down(Math.min(...longitudes)),
    down(Math.min(...latitudes)),
    up(Math.max(...longitudes)),
    up(Math.max(...latitudes)),
  ]
  return sides.join(',')
}

export function isInside({ west, south, east, north }: MapBox, { latitude, longitude }: Coordinates): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north
}
