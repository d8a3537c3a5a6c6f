import { A } from './link'
import { useFormat } from './use-format'

/** A count in a table with a link to its list; zero is faint. */
export function CountCell({ value, href }: { value: number; href?: string | null }) {
  const format = useFormat()
  const text = format.number(value)
  if (value === 0) return <span className="text-faint">{text}</span>
  return href ? <A href={href}>{text}</A> : <>{text}</>
}
