/** The number of alarms of each severity, each a link to those alarms, and a link that acknowledges all of them. */
import type { TotalCount } from '~/domain/count'
import { useT } from '~/i18n/use-t'
import { A, ButtonLink } from '~/ui/link'

export function AlarmFacets({
  links,
  all,
  acknowledgeHref,
}: {
  links: readonly { label: string; href: string; isCurrent: boolean }[]
  all: TotalCount | null
  /** Where all alarms of the list are acknowledged; null where that is not offered. */
  acknowledgeHref: string | null
}) {
  const t = useT()
  if (links.length === 0) return null
  return (
    <>
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
      {acknowledgeHref && all && (
        <ButtonLink small look="quiet" href={acknowledgeHref}>
          {t('main:alarm.acknowledgeAll', { count: all.count })}
        </ButtonLink>
      )}
    </>
  )
}
