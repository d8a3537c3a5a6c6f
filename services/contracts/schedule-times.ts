/** Times of day as seconds since local midnight (domain §0, §3.2). */

export const daySeconds = 86_400

/** Returns `HH:MM` or `HH:MM:SS` as seconds, `24:00` only as an end; null when it is not a time. */
export function secondsOf(text: string, { isEnd = false } = {}): number | null {
  if (isEnd && /^24:00(:00)?$/.test(text)) return daySeconds
  const [, hours, minutes, seconds = '0'] = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** Returns the shortest form of a time: seconds only when they are not zero. */
export function timeText(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const text = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`
  return seconds % 60 ? `${text}:${two(seconds % 60)}` : text
}
