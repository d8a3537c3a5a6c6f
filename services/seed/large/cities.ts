/** Locations of the sites of `large`: 45 % in Canada, 40 % in the United States, 15 % in France (domain §11.3). */

export interface SeedCity {
  name: string
  state: string | null
  country: 'CA' | 'US' | 'FR'
  latitude: number
  longitude: number
  timeZone: string
}

const city = (
  country: SeedCity['country'],
  name: string,
  state: string | null,
  [latitude, longitude]: readonly [number, number],
  timeZone: string,
): SeedCity => ({ name, state, country, latitude, longitude, timeZone })

export const seedCities: Readonly<Record<SeedCity['country'], readonly SeedCity[]>> = {
  CA: [
    city('CA', 'Montréal', 'QC', [45.5017, -73.5673], 'America/Toronto'),
    city('CA', 'Québec', 'QC', [46.8139, -71.208], 'America/Toronto'),
    city('CA', 'Toronto', 'ON', [43.6532, -79.3832], 'America/Toronto'),
    city('CA', 'Ottawa', 'ON', [45.4215, -75.6972], 'America/Toronto'),
    city('CA', 'Winnipeg', 'MB', [49.8951, -97.1384], 'America/Winnipeg'),
    city('CA', 'Calgary', 'AB', [51.0447, -114.0719], 'America/Edmonton'),
    city('CA', 'Vancouver', 'BC', [49.2827, -123.1207], 'America/Vancouver'),
    city('CA', 'Halifax', 'NS', [44.6488, -63.5752], 'America/Halifax'),
  ],
  US: [
    city('US', 'Boston', 'MA', [42.3601, -71.0589], 'America/New_York'),
    city('US', 'Atlanta', 'GA', [33.749, -84.388], 'America/New_York'),
    city('US', 'Chicago', 'IL', [41.8781, -87.6298], 'America/Chicago'),
    city('US', 'Houston', 'TX', [29.7604, -95.3698], 'America/Chicago'),
    city('US', 'Denver', 'CO', [39.7392, -104.9903], 'America/Denver'),
    city('US', 'Phoenix', 'AZ', [33.4484, -112.074], 'America/Phoenix'),
    city('US', 'Seattle', 'WA', [47.6062, -122.3321], 'America/Los_Angeles'),
  ],
  FR: [
    city('FR', 'Lyon', null, [45.764, 4.8357], 'Europe/Paris'),
    city('FR', 'Lille', null, [50.6292, 3.0573], 'Europe/Paris'),
    city('FR', 'Nantes', null, [47.2184, -1.5536], 'Europe/Paris'),
    city('FR', 'Toulouse', null, [43.6047, 1.4442], 'Europe/Paris'),
  ],
}
export const countries = [
  ['CA', 45],
  ['US', 40],
  ['FR', 15],
] as const
