/** Times of day as seconds since midnight, on the wall (domain §0, §3.2). */

export const daySeconds = 86_400

/** `HH:MM` or `HH:MM:SS` as seconds; `24:00` only as an end; null for what is no time. */
export function secondsOf(text: string, { isEnd = false } = {}): number | null {
  if (isEnd && /^24:00(:00)?$/.test(text)) return daySeconds
  const [, hours, minutes, seconds = '0'] = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** The shortest way to write it: seconds only where there are some. */
export function timeText(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const text = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`
  return seconds % 60 ? `${text}:${two(seconds % 60)}` : text
}
