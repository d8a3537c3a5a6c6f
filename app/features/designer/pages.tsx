/** The pages of a designer project: picture, title and size. */
import './screen.css'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { A } from '~/ui/link'
import { useFormat } from '~/ui/use-format'

export interface DesignerPageRow {
  path: string
  title: string
  /** Size of the page in its own units. */
  width: number
  height: number
  isHome: boolean
  isCurrent: boolean
  href: string
  /** The URL of its picture; null where the project has none. */
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

/** The stored picture of a page, without live values. A small one has no alt text, since its title is beside it. */
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
