/** Outdoor air: yearly and daily cycles and slow weather around a city's mean (domain §11.2). */
import { seedOf } from '../../kit/deterministic'
import { waveAt } from './noise'

interface Climate {
  latitude: number
  longitude: number
  /** Mean temperature, °C. */
  mean: number
  /** Half the difference between July and January, °C. */
  annual: number
  /** Half the difference between afternoon and night, °C. */
  daily: number
}

const climates = {
  montreal: { latitude: 45.5, longitude: -73.6, mean: 7, annual: 15.5, daily: 4.5 },
  vancouver: { latitude: 49.3, longitude: -123.1, mean: 10.8, annual: 7.5, daily: 4 },
  atlanta: { latitude: 33.7, longitude: -84.4, mean: 17, annual: 10, daily: 6 },
  lyon: { latitude: 45.8, longitude: 4.8, mean: 13, annual: 9.5, daily: 5 },
} as const satisfies Record<string, Climate>

export type WeatherCity = keyof typeof climates
export const weatherCities = Object.keys(climates) as WeatherCity[]

/** Minutes of a day of 24 hours. */
const usual = 1440
/** How long the weather takes to turn, minutes, and its amplitude, °C. */
const [turnMinutes, amplitude] = [180, 1.8]

/**
 * Returns the temperature of a day and of the day before, °C, minute by minute. Coldest around 20 January, warmest of
 * the day at 15:00; all units of a city share it. A day on which clocks change is one day of weather too, slightly
 * stretched or shortened, so that nothing jumps where an hour is doubled or skipped.
 */
export function outdoorOver(
  city: WeatherCity,
  dayOfYear: number,
  { before = usual, minutes = usual }: { before?: number; minutes?: number } = {},
): Float64Array {
  const { mean, annual, daily } = climates[city]
  const seed = seedOf(`weather/${city}`)
  return Float64Array.from({ length: before + minutes }, (_, step) => {
    const isBefore = step < before
    const minute = isBefore ? (step * usual) / before : ((step - before) * usual) / minutes
    const day = isBefore ? dayOfYear - 1 : dayOfYear
    return (
      mean -
      annual * Math.cos((2 * Math.PI * (day - 20)) / 365) +
      daily * Math.cos((2 * Math.PI * (minute / 60 - 15)) / 24) +
      amplitude * waveAt(seed, (isBefore ? dayOfYear : dayOfYear + 1) * usual + minute, turnMinutes)
    )
  })
}

/** Returns the nearest city, whose weather a place shares. */
export function cityNear(latitude: number | null, longitude: number | null): WeatherCity {
  if (latitude === null || longitude === null) return 'montreal'
  const distance = (city: WeatherCity) =>
    (climates[city].latitude - latitude) ** 2 + (climates[city].longitude - longitude) ** 2
  return weatherCities.reduce((nearest, city) => (distance(city) < distance(nearest) ? city : nearest))
}
