/** The time zone of a place (domain §15): that of the nearest city of this list, in its country when that is known. */

/** Country (ISO 3166), zone (IANA), latitude, longitude: at least one city of each inhabited zone. */
const cities: readonly (readonly [country: string, zone: string, latitude: number, longitude: number])[] = [
  ['CA', 'America/St_Johns', 47.56, -52.71],
  ['CA', 'America/Halifax', 44.65, -63.58],
  ['CA', 'America/Moncton', 46.09, -64.78],
  ['CA', 'America/Toronto', 46.81, -71.21],
  ['CA', 'America/Toronto', 45.5, -73.57],
  ['CA', 'America/Toronto', 48.43, -71.07],
  ['CA', 'America/Toronto', 48.45, -68.52],
  ['CA', 'America/Toronto', 43.65, -79.38],
  ['CA', 'America/Toronto', 46.49, -81.0],
  ['CA', 'America/Toronto', 48.38, -89.25],
  ['CA', 'America/Iqaluit', 63.75, -68.52],
  ['CA', 'America/Winnipeg', 49.9, -97.14],
  ['CA', 'America/Regina', 50.45, -104.62],
  ['CA', 'America/Regina', 52.13, -106.67],
  ['CA', 'America/Edmonton', 51.05, -114.07],
  ['CA', 'America/Edmonton', 53.55, -113.49],
  ['CA', 'America/Edmonton', 62.45, -114.37],
  ['CA', 'America/Vancouver', 49.28, -123.12],
  ['CA', 'America/Vancouver', 53.92, -122.75],
  ['CA', 'America/Whitehorse', 60.72, -135.06],
  ['US', 'America/New_York', 40.71, -74.01],
  ['US', 'America/New_York', 42.36, -71.06],
  ['US', 'America/New_York', 33.75, -84.39],
  ['US', 'America/New_York', 25.76, -80.19],
  ['US', 'America/New_York', 40.44, -80.0],
  ['US', 'America/New_York', 39.96, -83.0],
  ['US', 'America/Detroit', 42.33, -83.05],
  ['US', 'America/Indiana/Indianapolis', 39.77, -86.16],
  ['US', 'America/Chicago', 41.88, -87.63],
  ['US', 'America/Chicago', 36.16, -86.78],
  ['US', 'America/Chicago', 44.98, -93.27],
  ['US', 'America/Chicago', 29.76, -95.37],
  ['US', 'America/Chicago', 32.78, -96.8],
  ['US', 'America/Chicago', 39.1, -94.58],
  ['US', 'America/Chicago', 29.95, -90.07],
  ['US', 'America/Denver', 39.74, -104.99],
  ['US', 'America/Denver', 40.76, -111.89],
  ['US', 'America/Denver', 35.08, -106.65],
  ['US', 'America/Boise', 43.62, -116.2],
  ['US', 'America/Phoenix', 33.45, -112.07],
  ['US', 'America/Los_Angeles', 34.05, -118.24],
  ['US', 'America/Los_Angeles', 37.77, -122.42],
  ['US', 'America/Los_Angeles', 47.61, -122.33],
  ['US', 'America/Los_Angeles', 36.17, -115.14],
  ['US', 'America/Anchorage', 61.22, -149.9],
  ['US', 'Pacific/Honolulu', 21.31, -157.86],
  ['FR', 'Europe/Paris', 48.86, 2.35],
  ['FR', 'Europe/Paris', 45.76, 4.84],
  ['FR', 'Europe/Paris', 43.3, 5.37],
  ['FR', 'Europe/Paris', 44.84, -0.58],
  ['FR', 'Europe/Paris', 48.11, -1.68],
  ['GB', 'Europe/London', 51.51, -0.13],
  ['IE', 'Europe/Dublin', 53.35, -6.26],
  ['PT', 'Europe/Lisbon', 38.72, -9.14],
  ['ES', 'Europe/Madrid', 40.42, -3.7],
  ['BE', 'Europe/Brussels', 50.85, 4.35],
  ['NL', 'Europe/Amsterdam', 52.37, 4.9],
  ['LU', 'Europe/Luxembourg', 49.61, 6.13],
  ['DE', 'Europe/Berlin', 52.52, 13.4],
  ['DE', 'Europe/Berlin', 48.14, 11.58],
  ['CH', 'Europe/Zurich', 47.38, 8.54],
  ['CH', 'Europe/Zurich', 46.2, 6.14],
  ['AT', 'Europe/Vienna', 48.21, 16.37],
  ['IT', 'Europe/Rome', 41.9, 12.5],
  ['IT', 'Europe/Rome', 45.46, 9.19],
  ['DK', 'Europe/Copenhagen', 55.68, 12.57],
  ['SE', 'Europe/Stockholm', 59.33, 18.07],
  ['NO', 'Europe/Oslo', 59.91, 10.75],
  ['FI', 'Europe/Helsinki', 60.17, 24.94],
  ['PL', 'Europe/Warsaw', 52.23, 21.01],
  ['CZ', 'Europe/Prague', 50.08, 14.44],
  ['GR', 'Europe/Athens', 37.98, 23.73],
  ['TR', 'Europe/Istanbul', 41.01, 28.98],
  ['UA', 'Europe/Kyiv', 50.45, 30.52],
  ['MX', 'America/Mexico_City', 19.43, -99.13],
  ['BR', 'America/Sao_Paulo', -23.55, -46.63],
  ['AR', 'America/Argentina/Buenos_Aires', -34.6, -58.38],
  ['CL', 'America/Santiago', -33.45, -70.67],
  ['CO', 'America/Bogota', 4.71, -74.07],
  ['PE', 'America/Lima', -12.05, -77.04],
  ['MA', 'Africa/Casablanca', 33.57, -7.59],
  ['EG', 'Africa/Cairo', 30.04, 31.24],
  ['NG', 'Africa/Lagos', 6.52, 3.38],
  ['KE', 'Africa/Nairobi', -1.29, 36.82],
  ['ZA', 'Africa/Johannesburg', -26.2, 28.05],
  ['AE', 'Asia/Dubai', 25.2, 55.27],
  ['SA', 'Asia/Riyadh', 24.71, 46.68],
  ['IN', 'Asia/Kolkata', 19.08, 72.88],
  ['IN', 'Asia/Kolkata', 28.61, 77.21],
  ['TH', 'Asia/Bangkok', 13.76, 100.5],
  ['SG', 'Asia/Singapore', 1.35, 103.82],
  ['CN', 'Asia/Shanghai', 31.23, 121.47],
  ['CN', 'Asia/Shanghai', 39.9, 116.4],
  ['HK', 'Asia/Hong_Kong', 22.32, 114.17],
  ['KR', 'Asia/Seoul', 37.57, 126.98],
  ['JP', 'Asia/Tokyo', 35.68, 139.69],
  ['AU', 'Australia/Perth', -31.95, 115.86],
  ['AU', 'Australia/Adelaide', -34.93, 138.6],
  ['AU', 'Australia/Brisbane', -27.47, 153.03],
  ['AU', 'Australia/Sydney', -33.87, 151.21],
  ['AU', 'Australia/Melbourne', -37.81, 144.96],
  ['NZ', 'Pacific/Auckland', -36.85, 174.76],
]

interface Place {
  latitude?: number | null
  longitude?: number | null
  country?: string | null
}

/** Returns the zone; UTC when nothing is known; the first zone of the country when only that is. */
export function zoneAt({ latitude, longitude, country }: Place): string {
  const ofCountry = cities.filter(([code]) => code === country?.toUpperCase())
  const candidates = ofCountry.length > 0 ? ofCountry : cities
  if (latitude == null || longitude == null) return (ofCountry[0]?.[1] ?? 'UTC') as string
  const distances = candidates.map(([, zone, lat, lon]) => ({ zone, far: distance(latitude, longitude, lat, lon) }))
  return distances.reduce((nearest, one) => (one.far < nearest.far ? one : nearest)).zone
}

/** Whether the name is an IANA time zone. */
export function isSupportedTimeZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Returns the central angle in radians (haversine). */
function distance(fromLat: number, fromLon: number, toLat: number, toLon: number): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2
  return Math.asin(
    Math.sqrt(half(toLat - fromLat) + Math.cos(radians(fromLat)) * Math.cos(radians(toLat)) * half(toLon - fromLon)),
  )
}
