/** A month as a calendar table, with the marks of each day. */
import { A } from '../link'

export interface MonthDay {
  date: string
  /** The names of its marks; empty for an ordinary day. */
  marks: readonly string[]
}

export function Month({
  caption,
  weekdays,
  weeks,
  earlier,
  later,
}: {
  caption: string
  /** Short and long names, Monday first. */
  weekdays: readonly { short: string; long: string }[]
  weeks: readonly (readonly (MonthDay | null)[])[]
  earlier: { href: string; label: string }
  later: { href: string; label: string }
}) {
  const marked = weeks.flat().flatMap((day) => (day && day.marks.length > 0 ? [day] : []))
  return (
    <div className="month">
      <p className="flex items-center justify-between gap-2">
        <A href={earlier.href} aria-label={earlier.label}>
          ‹
        </A>
        <strong>{caption}</strong>
        <A href={later.href} aria-label={later.label}>
          ›
        </A>
      </p>
      <table>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {weekdays.map(({ short, long }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, at) => (
            <tr key={week.find((day) => day)?.date ?? at}>
              {week.map((day, weekday) => (
                <td
                  key={weekdays[weekday]?.long}
                  className={day && day.marks.length > 0 ? 'marked' : undefined}
                  title={day?.marks.join(', ') || undefined}
                >
                  {day && Number(day.date.slice(8))}
                  {day && day.marks.length > 0 && <span className="sr-only"> {day.marks.join(', ')}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {marked.length > 0 && (
        <ul aria-hidden="true">
          {marked.map(({ date, marks }) => (
            <li key={date}>
              <span className="tabular-nums">{Number(date.slice(8))}</span> {marks.join(', ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
