import { A } from './link'
import { useFormat } from './use-format'

/** A count in a table with a link to its list; zero is faint. */
export function Tally({ value, href }: { value: number; href?: string | null }) {
  const format = useFormat()
  const said = format.number(value)
  if (value === 0) return <span className="text-faint">{said}</span>
  return href ? <A href={href}>{said}</A> : <>{said}</>
}
