/** Tabs for every kind of configuration of a place, and one for their summary. */
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import type { ParamsFor } from '~/paths'
import { Tabs } from '~/ui/tabs'
import type { KindName } from './kind'
import { boardHref, type ConfigurationPlace, summaryHref } from './place'

export function KindTabs({
  at,
  kinds,
  current,
  templates = false,
}: {
  at: Omit<ConfigurationPlace, 'kind'>
  /** The kinds the reader may see. */
  kinds: readonly KindName[]
  current: KindName | 'templates' | null
  /** Whether the templates of a site have a tab. */
  templates?: boolean
}) {
  const t = useT()
  return (
    <Tabs
      label={t('main:configuration.kinds')}
      tabs={[
        { label: t('main:configuration.all'), href: summaryHref(at), isCurrent: current === null },
        ...kinds.map((kind) => ({
          label: t(`main:view.${kind}`),
          href: boardHref({ ...at, kind }),
          isCurrent: current === kind,
        })),
        ...(templates && hasSite(at)
          ? [{ label: t('main:view.templates'), href: href('siteTemplates', at), isCurrent: current === 'templates' }]
          : []),
      ]}
    />
  )
}

const hasSite = (at: Omit<ConfigurationPlace, 'kind'>): at is ParamsFor<'siteTemplates'> =>
  at.siteId !== undefined && at.groupId !== undefined
