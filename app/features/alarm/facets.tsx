/** The number of alarms by severity and by acknowledgement, each a link to those alarms. */
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'

interface Group {
  name: 'severity' | 'ack'
  links: readonly { label: string; href: string; isCurrent: boolean }[]
}

export function AlarmFacets({ groups }: { groups: readonly Group[] }) {
  const t = useT()
  if (groups.length === 0) return null
  const labels = { severity: t('main:alarm.severity'), ack: t('main:alarm.acknowledgement') }
  return (
    <nav aria-label={t('main:alarm.facets')} className="views counts">
      {groups.map(({ name, links }) => (
        <ul key={name} aria-label={labels[name]}>
          {links.map(({ label, href, isCurrent }) => (
            <li key={label}>
              <A href={href} aria-current={isCurrent ? 'true' : undefined}>
                {label}
              </A>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}
