/**
 * Normalizes a typed time of day to the format of schedules: `6:30`, `630`, `6.30` and `6 h 30` are `06:30`, `18` is
 * `18:00`. Any other text is returned trimmed; whether the time exists is not checked.
 */
export function normalizeTime(text: string): string {
  const bare = text.trim().toLowerCase()
  const [, hours, minutes = '00'] =
    /^(\d{1,2})(?:\s*[:h.]\s*(\d{2})?)?$/.exec(bare) ?? /^(\d{1,2})(\d{2})$/.exec(bare) ?? []
  return hours === undefined ? text.trim() : `${hours.padStart(2, '0')}:${minutes}`
}
