/** The map section in a URL: minimum and maximum longitude and latitude, degrees. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

interface At {
  latitude: number
  longitude: number
}

/** Parses four numbers, `west,south,east,north`; returns null for anything else. */
export function boxIn(text: string | null): Box | null {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [west, south, east, north] = numbers
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) return null
  return { west, south, east, north } as Box
}

/** Returns the smallest box around some places, rounded outwards to five decimals. */
export function boxAround(places: readonly At[]): string {
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

export function isInside({ west, south, east, north }: Box, { latitude, longitude }: At): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north
}
