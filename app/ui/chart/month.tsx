/** A month as a calendar table, with the marks of each day. */
import './charts.css'
import { AsSent } from '../as-sent'
import { Button } from '../button'
import { A } from '../link'

export interface MonthDay {
  date: string
  /** The names of its marks; empty for an ordinary day. */
  marks: readonly string[]
  /** The button of a day in a form. */
  button?: MonthButton | undefined
}

export interface MonthButton {
  name: string
  value: string
  label: string
}

/** The way to another month: an address, or a button of the form around it. */
type MonthStep = { label: string } & (
  | { href: string }
  | { name: string; value: string; onClick?(event: { preventDefault(): void }): void; autoFocus?: boolean | undefined }
)

export function Month({
  caption,
  weekdays,
  weeks,
  earlier,
  later,
  today,
  hasList = true,
}: {
  caption: string
  /** Short and long names, Monday first. */
  weekdays: readonly { short: string; long: string }[]
  weeks: readonly (readonly (MonthDay | null)[])[]
  earlier: MonthStep
  later: MonthStep
  today?: string | undefined
  /** Whether the marked days are listed below. */
  hasList?: boolean
}) {
  const marked = weeks.flat().flatMap((day) => (day && day.marks.length > 0 ? [day] : []))
  return (
    <div className="month">
      <div className="flex items-center justify-between gap-2">
        <Step step={earlier}>‹</Step>
        <strong aria-live="polite">{caption}</strong>
        <Step step={later}>›</Step>
      </div>
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
        <AsSent as="tbody" shows={JSON.stringify([weeks, today])}>
          {weeks.map((week, at) => (
            <tr key={week.find((day) => day)?.date ?? at}>
              {week.map((day, weekday) => (
                <td
                  key={weekdays[weekday]?.long}
                  className={day && day.marks.length > 0 ? 'marked' : undefined}
                  title={day?.marks.join(', ') || undefined}
                  aria-current={day && day.date === today ? 'date' : undefined}
                >
                  {day && <DayCell day={day} />}
                </td>
              ))}
            </tr>
          ))}
        </AsSent>
      </table>
      {hasList && marked.length > 0 && (
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

function Step({ step, children }: { step: MonthStep; children: string }) {
  if ('href' in step)
    return (
      <A href={step.href} aria-label={step.label}>
        {children}
      </A>
    )
  const { label, ...button } = step
  return (
    <Button {...button} small look="quiet" aria-label={label}>
      {children}
    </Button>
  )
}

function DayCell({ day: { date, marks, button } }: { day: MonthDay }) {
  const number = Number(date.slice(8))
  if (button)
    return (
      <button type="submit" name={button.name} value={button.value} aria-label={button.label}>
        {number}
      </button>
    )
  return (
    <>
      {number}
      {marks.length > 0 && <span className="sr-only"> {marks.join(', ')}</span>}
    </>
  )
}
