/** Finds points to add to the trends: by words, in the tree of places, among the latest ones, and as saved sets. */
import { serviceProblemText } from '~/change/problem-text'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { maxViewNameLength, viewNameField } from '~/kit/list/view-tabs'
import { Button } from '~/ui/button'
import { valueAtParams } from '~/ui/chart/moment'
import { SearchInput, TextInput } from '~/ui/field'
import { HiddenFields, PostForm } from '~/ui/form'
import { A } from '~/ui/link'
import { Unavailable } from '~/ui/panel'
import { useIsInteractive } from '~/ui/use-is-interactive'
import { PointBoxes } from './point-boxes'
import { PointTree } from './point-tree'
import { selectionForm } from './selection-form'
import { useShownPoints } from './shown-points'
import type { TrendsPageData } from './trends-page.server'

export function Picker({ data }: { data: TrendsPageData }) {
  const t = useT()
  const { pointIds, params, q, matches, open, recent, timeZone } = data
  const isInteractive = useIsInteractive()
  const shown = useShownPoints(data)
  // What is drawn already has no use for a box that cannot be ticked off.
  const offered = isInteractive ? recent : recent.filter(({ id }) => !pointIds.includes(id))
  return (
    <aside className="picker no-print" aria-label={t('main:trend.picker')}>
      <form id={selectionForm} method="get" className="picker-search">
        <HiddenFields values={{ ...params, [valueAtParams.zone]: timeZone, in: open, point: shown }} />
        <SearchInput label={t('main:trend.search')} defaultValue={q} maxLength={200} />
        <Button>{t('main:trend.find')}</Button>
      </form>
      {matches &&
        (matches.ok ? (
          <Matches data={data} matches={matches.value} />
        ) : (
          <Unavailable detail={serviceProblemText(t, matches.problem)} />
        ))}
      <SavedSets data={data} />
      {offered.length > 0 && (
        <section>
          <h2>{t('main:trend.recent')}</h2>
          <PointBoxes data={data} legend={t('main:trend.recent')} rows={offered} />
        </section>
      )}
      <PointTree data={data} />
    </aside>
  )
}

type Found = Extract<NonNullable<TrendsPageData['matches']>, { ok: true }>['value']

function Matches({ data, matches }: { data: TrendsPageData; matches: Found }) {
  const t = useT()
  const { q, pointsHref } = data
  if (matches === null)
    return (
      <p className="text-soft">
        {t('main:trend.noSearch')} {pointsHref && <A href={pointsHref}>{t('main:trend.toPoints')}</A>}
      </p>
    )
  if (matches.rows.length === 0) return <p className="text-soft">{t('main:trend.noMatch', { q })}</p>
  return (
    <PointBoxes data={data} legend={t('main:trend.matches', { q })} rows={matches.rows}>
      {matches.hasMore && <p className="text-sm text-soft">{t('main:trend.more', { count: matches.rows.length })}</p>}
    </PointBoxes>
  )
}

function SavedSets({ data: { sets, pointIds, currentHref } }: { data: TrendsPageData }) {
  const t = useT()
  const canSave = pointIds.length > 0 && !sets.isSaved
  if (sets.own.length + sets.shared.length === 0 && !canSave) return null
  return (
    <section>
      <h2>{t('main:trend.sets')}</h2>
      <ul className="picker-sets">
        {[...sets.own, ...sets.shared].map((set) => (
          <li key={set.id}>
            <A href={set.href} aria-current={set.isCurrent ? 'true' : undefined}>
              <bdi>{set.name}</bdi>
            </A>
            {set.author && (
              <small className="text-soft">
                {' '}
                <bdi>{t('views.sharedBy', { name: set.author })}</bdi>
              </small>
            )}
          </li>
        ))}
      </ul>
      {canSave && (
        <details>
          <summary>{t('main:trend.save')}</summary>
          <PostForm action={href('ownLists', {})} hidden={{ do: 'save', at: currentHref }} className="picker-save">
            <TextInput
              name={viewNameField}
              label={t('main:trend.setName')}
              hint={t('main:trend.setHint')}
              maxLength={maxViewNameLength}
              required
              autoComplete="off"
            />
            <Button look="primary">{t('main:trend.keep')}</Button>
          </PostForm>
        </details>
      )}
      {sets.own.length + sets.shared.length > 0 && (
        <A href={href('ownLists', {}, { list: sets.list })} className="picker-edit">
          {t('main:trend.editSets')}
        </A>
      )}
    </section>
  )
}
