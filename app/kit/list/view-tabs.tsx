/** The views of a list as tabs with counts: all rows, the preset views, and the reader's saved views. */
import { href, hrefFrom } from '~/hrefs'
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { TextInput } from '~/ui/field'
import { PostForm } from '~/ui/form'
import { A } from '~/ui/link'
import type { Label } from './filter'
import type { Views, ViewTab } from './load-views.server'
import type { ListData } from './source.server'
import { usePathname } from './use-pathname'

/** The form field with the name of a saved view. */
export const viewNameField = 'viewName'
export const maxViewNameLength = 60

export function ViewTabs({
  views,
  links,
  caption,
  presetLabels,
}: {
  views: Views
  links: Pick<ListData<unknown>['links'], 'list' | 'currentHref'>
  caption: string
  presetLabels: Readonly<Record<string, Label>>
}) {
  const t = useT()
  return (
    <nav aria-label={t('views.label', { caption })} className="views no-print">
      <ul>
        <Tab name={t('word.all')} {...views.all} count={views.total} />
        {views.tabs.map(({ key, name, ...tab }) => (
          <Tab key={tab.href} name={name ?? (key && presetLabels[key]?.(t)) ?? ''} {...tab} />
        ))}
      </ul>
      {views.canSave && (
        <details data-menu="">
          <summary>{t('views.save')}</summary>
          <PostForm action={href('ownLists', {})} hidden={{ do: 'save', at: links.currentHref }} className="menu-form">
            <SaveInputs />
          </PostForm>
        </details>
      )}
      {views.hasOwn && <A href={href('ownLists', {}, { list: links.list })}>{t('views.edit')}</A>}
    </nav>
  )
}

function Tab({
  name,
  sharedBy,
  href,
  isCurrent,
  count,
}: { name: string; sharedBy?: string | null } & Pick<ViewTab, 'href' | 'isCurrent' | 'count'>) {
  const t = useT()
  const pathname = usePathname()
  return (
    <li>
      <A href={hrefFrom(pathname, href)} aria-current={isCurrent ? 'true' : undefined}>
        <bdi>{name}</bdi>{' '}
        {sharedBy && (
          <>
            <small className="font-normal text-soft">{t('views.sharedBy', { name: sharedBy })}</small>{' '}
          </>
        )}
        {count && <span>{countText(t, 'plain', count)}</span>}
      </A>
    </li>
  )
}

/** The name of a view, and the button that saves it. */
export function SaveInputs({ name, error }: { name?: string; error?: string }) {
  const t = useT()
  return (
    <>
      <TextInput
        name={viewNameField}
        label={t('views.name')}
        hint={t('views.nameHint')}
        defaultValue={name}
        error={error}
        maxLength={maxViewNameLength}
        required
        autoComplete="off"
      />
      <Button look="primary">{t('views.keep')}</Button>
    </>
  )
}
