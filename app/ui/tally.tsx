import { A } from './link'
import { useFormat } from './use-format'

/** A number in a table, leading to what it counts; none of it is faint. */
export function Tally({ value, href }: { value: number; href?: string | null }) {
  const format = useFormat()
  const said = format.number(value)
  if (value === 0) return <span className="text-faint">{said}</span>
  return href ? <A href={href}>{said}</A> : <>{said}</>
}
