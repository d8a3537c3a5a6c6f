/** The number of alarms of each severity, each a link to those alarms. */
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'

export function AlarmFacets({ links }: { links: readonly { label: string; href: string; isCurrent: boolean }[] }) {
  const t = useT()
  if (links.length === 0) return null
  return (
    <nav aria-label={t('main:alarm.facets')} className="views counts">
      <ul aria-label={t('main:alarm.severity')}>
        {links.map(({ label, href, isCurrent }) => (
          <li key={label}>
            <A href={href} aria-current={isCurrent ? 'true' : undefined}>
              {label}
            </A>
          </li>
        ))}
      </ul>
    </nav>
  )
}
