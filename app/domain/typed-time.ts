/**
 * A time of day as people type it, as schedules write it: `6:30`, `630`, `6.30` and `6 h 30` are `06:30`, `18` is `18:00`.
 * Whatever else was typed stays as it is; whether there is such a time is not asked here.
 */
export function typedTime(text: string): string {
  const bare = text.trim().toLowerCase()
  const [, hours, minutes = '00'] =
    /^(\d{1,2})(?:\s*[:h.]\s*(\d{2})?)?$/.exec(bare) ?? /^(\d{1,2})(\d{2})$/.exec(bare) ?? []
  return hours === undefined ? text.trim() : `${hours.padStart(2, '0')}:${minutes}`
}
