/** The pages of a designer project: each with its picture, its title and its size. */
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { A } from '~/ui/link'
import { useFormat } from '~/ui/use-format'

export interface DesignerPageRow {
  path: string
  title: string
  /** Of the page, in its own units. */
  width: number
  height: number
  isHome: boolean
  isCurrent: boolean
  href: string
  /** Where its picture is; null where the project has none. */
  picture: string | null
}

export function Pages({ pages }: { pages: readonly DesignerPageRow[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <ul className="drawings">
      {pages.map((page) => (
        <li key={page.path}>
          <A href={page.href} aria-current={page.isCurrent ? 'page' : undefined}>
            <Picture page={page} isSmall />
            <bdi>{page.title}</bdi>
          </A>
          <p className="text-sm text-soft">
            {t('main:designer.dimensions', {
              width: format.number(page.width, 0),
              height: format.number(page.height, 0),
            })}{' '}
            {page.isHome && <Badge tone="info">{t('main:designer.home')}</Badge>}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** A page without what its points read. A small one stands beside its title, which says the same. */
export function Picture({ page, isSmall = false }: { page: DesignerPageRow; isSmall?: boolean }) {
  const t = useT()
  const { title, width, height, picture } = page
  if (!picture) return <span className="drawing blank">{t('main:designer.noPicture')}</span>
  return (
    <img
      className="drawing"
      src={picture}
      width={width}
      height={height}
      alt={isSmall ? '' : t('main:designer.pictureOf', { title })}
      loading={isSmall ? 'lazy' : undefined}
    />
  )
}
