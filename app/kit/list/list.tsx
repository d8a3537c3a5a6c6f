/** The layout of every list: filters, total, rows with bulk actions, pages. */
import { Fragment, type ReactNode } from 'react'
import { serviceProblemText } from '~/change/problem-text'
import { tooManyText } from '~/change/too-many-text'
import type { SelectionTooLarge } from '~/domain/selection'
import { hrefFrom } from '~/hrefs'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { BulkActions } from '~/ui/bulk'
import { Button } from '~/ui/button'
import { EmptyState, type Offer } from '~/ui/empty-state'
import { HiddenFields, type HiddenValues, PostForm } from '~/ui/form'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Section, Stack } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Unavailable } from '~/ui/panel'
import { type Choice, Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import { hasNoControllers, NoControllers, ReadFrom } from '../place/watched'
import type { Watched } from '../place/watched.server'
import { allSuffix } from './all-suffix'
import { type FilterFields, pickFields } from './filter'
import { activeFilters, FilterForm } from './filter-form'
import { type Look, plainLook } from './look'
import { LookForm } from './look-form'
import type { ListData, Sorted } from './source.server'
import { isRefused } from './unknown-params'
import { usePathname } from './use-pathname'
import type { AllChoice, EmptyText, ListColumn, ListView } from './view'
import { ViewTabs } from './view-tabs'

interface ListProps<F extends FilterFields, Row> {
  list: ListData<Row>
  view: ListView<F, Row>
  /** The caption of the table, for screen readers. */
  caption: string
  /** Content beside the total: links to add something. */
  aside?: ReactNode
  /** The next steps out of a list without any rows. */
  offers?: readonly Offer[] | undefined
  /** The controllers that a list without rows was read from. */
  watched?: Watched | null
  /** The words of an empty list in its default view, where that has a filter. */
  defaultWords?: EmptyText | null
  /** Content after the bulk actions: actions on all matches. */
  besideActions?: ReactNode
  /** The same for actions that are hard to undo. */
  besideDanger?: ReactNode
  /**
   * Posts the selection instead of redirecting, with the fields beside the button. `all` is the number of matches where
   * they can be selected as a whole, otherwise 0.
   */
  posted?: { action: string; hidden?: HiddenValues; fields(all: number): ReactNode } | undefined
  /** Content in place of a list that the backend does not have. */
  whenMissing?: ReactNode
  /** Counts by value, each a link to its rows. */
  facets?: ReactNode
  /** Content between the filters and the rows. */
  children?: ReactNode
}

export function List<F extends FilterFields, Row>({
  list,
  view,
  caption,
  aside,
  offers,
  watched = null,
  defaultWords = null,
  besideActions,
  besideDanger,
  posted,
  whenMissing = null,
  facets,
  children,
}: ListProps<F, Row>) {
  const t = useT()
  const { rows, total, links } = list
  if (list.isMissing) return whenMissing
  // A list without any rows has no display options.
  const isBare = rows.length === 0 && !list.isNarrowed && !links.first && !list.trouble
  const partial = list.incomplete && view.words.partial?.(t)
  return (
    <Stack>
      <div className="list-head">
        {(list.views || facets) && (
          <div>
            {list.views && (
              <ViewTabs views={list.views} links={links} caption={caption} presetLabels={view.presetLabels ?? {}} />
            )}
            {facets}
            {aside && <div className="list-aside">{aside}</div>}
          </div>
        )}
        <FilterForm fields={pickFields(view.fields, list.fields)} list={list} />
        {total && total.count > 0 && <h2>{view.count(t, total)}</h2>}
        <div className="list-aside">
          {links.csv && (
            <A href={links.csv} data-short="CSV">
              <span>{t('action.download')}</span>
            </A>
          )}
          {!list.views && !facets && aside}
          {!isBare && <LookForm look={list.look} listHref={links.currentHref} columns={choosable(view, t)} />}
        </div>
      </div>
      {children}
      {partial && (
        <Notice tone="warn" quiet title={partial.title}>
          {partial.text}
        </Notice>
      )}
      <div id="list" tabIndex={-1}>
        <Section flush>
          {list.trouble ? (
            <div className="p-4">
              <Unavailable detail={serviceProblemText(t, list.trouble)} />
            </div>
          ) : (
            <Rows {...{ list, view, caption, offers, watched, defaultWords, besideActions, besideDanger, posted }} />
          )}
          {(rows.length > 0 || (links.first && !isRefused(list.refused))) && (
            <Pager
              caption={caption}
              rowCount={list.shown}
              total={total ?? undefined}
              from={list.from}
              firstHref={links.first ?? undefined}
              previousHref={links.previous ?? undefined}
              nextHref={links.next ?? undefined}
            />
          )}
        </Section>
      </div>
    </Stack>
  )
}

/** Returns the columns a reader can hide or add: all of the page but the name. */
function choosable<F extends FilterFields, Row>({ columns }: ListView<F, Row>, t: ReturnType<typeof useT>) {
  return columns
    .filter(({ only, isRowHeader }) => only !== 'file' && !isRowHeader)
    .map(({ key, title, isOptional = false }) => ({ key, title: title(t), isOptional }))
}

/** The rows, in a GET form if they can be selected: the selection becomes part of the address. */
function Rows<F extends FilterFields, Row>({
  list,
  view,
  caption,
  besideActions,
  besideDanger,
  posted,
  ...empty
}: Pick<ListProps<F, Row>, 'list' | 'view' | 'caption' | 'besideActions' | 'besideDanger' | 'posted' | Emptiness>) {
  const t = useT()
  const { rows, total, bulkActions, links, filter } = list
  const choice = bulkActions.length > 0 && rows.length > 0 ? view.choice : undefined
  const table = (
    <ViewTable
      view={view}
      caption={caption}
      rows={rows}
      sorts={list.sorts}
      look={list.look}
      choice={
        choice && {
          name: choice.name,
          valueOf: choice.postedValue ?? view.keyOf,
          nameOf: choice.nameOf,
          countOf: choice.countOf,
        }
      }
      empty={<EmptyList list={list} view={view} {...empty} />}
    />
  )
  if (!choice) return table
  const tooMany = tooManyIn(list, choice.all)
  // A single row is just as quickly ticked itself.
  const isOffered = choice.all && total && total.count > 1 && !list.incomplete && !tooMany
  const count = isOffered ? total.count : 0
  const all = choice.all && isOffered ? { name: 'all', label: choice.all.label(t, count) } : undefined
  const beside = tooMany ? (
    <>
      <span className="text-soft">{tooManyText(t, tooMany)}</span>
      {besideActions}
    </>
  ) : (
    besideActions
  )
  if (posted)
    return (
      <PostForm action={posted.action} hidden={{ ...filter, ...posted.hidden }} className="choices stacked-room">
        {table}
        <BulkActions all={all} beside={beside}>
          {posted.fields(count)}
        </BulkActions>
      </PostForm>
    )
  const dangerActions = bulkActions.filter((move) => choice.danger?.includes(move))
  const plainActions = bulkActions.filter((move) => !dangerActions.includes(move))
  return (
    <form method="get" action={links.list} className="choices stacked-room">
      {choice.all && <HiddenFields values={filter} />}
      {table}
      <BulkActions
        all={all}
        beside={beside}
        danger={
          (dangerActions.length > 0 || besideDanger) && (
            <>
              {dangerActions.map((move) => (
                <Button key={move} small look="quiet" name="to" value={move} className="for-some">
                  {choice.bulkActions[move]?.(t)}
                </Button>
              ))}
              {besideDanger}
            </>
          )
        }
      >
        {plainActions.map((move) => {
          const forAll = all && choice.all?.bulkActions?.[move]
          return (
            <Fragment key={move}>
              <Button small name="to" value={move} className={forAll && 'for-ticked'}>
                {choice.bulkActions[move]?.(t)}
              </Button>
              {forAll && (
                <Button small name="to" value={`${move}${allSuffix}`} className="for-all">
                  {forAll(t, count)}
                </Button>
              )}
            </Fragment>
          )
        })}
      </BulkActions>
    </form>
  )
}

/** Returns the excess where more rows match than a bulk action allows; null otherwise, and for lists without one. */
function tooManyIn(
  { total, incomplete }: Pick<ListData<unknown>, 'total' | 'incomplete'>,
  all: AllChoice | undefined,
): SelectionTooLarge | null {
  if (!all || !total || incomplete || !(total.isCapped || total.count > all.max)) return null
  return { of: all.of, are: 'matching', total: total, max: all.max }
}

/** Rows with the columns of a list, for use outside of it. */
export function ViewTable<Row>({
  view: { columns, keyOf, below },
  sorts = {},
  look = plainLook,
  empty = null,
  ...table
}: {
  view: Pick<ListView<FilterFields, Row>, 'columns' | 'keyOf' | 'below'>
  caption: string
  rows: readonly Row[]
  sorts?: Readonly<Record<string, Sorted>>
  look?: Pick<Look, 'height' | 'hidden' | 'shown'>
  choice?: Choice<Row> | undefined
  empty?: ReactNode
}) {
  const t = useT()
  const format = useFormat()
  const pathname = usePathname()
  const context = { t, format, pathname }
  const grid = (
    <Table
      {...table}
      empty={empty}
      rowKey={keyOf}
      below={below && ((row: Row) => below(row, context))}
      isLined
      isRoomy={look.height === 'comfortable'}
      columns={visibleColumns(columns, look)
        .filter(({ isRare, text }) => !isRare || table.rows.some((row) => text(row, t)))
        .map(({ key, title, isRowHeader, align, width, isMono, isSpare, isOptional, text, cell }) => ({
          key,
          title: title(t),
          isRowHeader,
          align,
          width,
          isMono,
          isSpare,
          isOptional,
          sort: sortFrom(pathname, sorts[key]),
          // A time is never cut.
          whole:
            width === 'when' || width === 'day' ? undefined : (row: Row) => tooltipOf(text(row, t), isMono ? 16 : 10),
          cell: (row: Row) =>
            (isOptional && absentText(t, text(row, t))) ||
            (cell ? cell(row, context) : cellContent(text(row, t), format.number)),
        }))}
    />
  )
  return table.choice ? grid : <div className="stacked-room">{grid}</div>
}

/** Returns the sort of a column with its link written from the page on. */
function sortFrom(pathname: string, sort: Sorted | undefined): Sorted | undefined {
  return sort?.href ? { ...sort, href: hrefFrom(pathname, sort.href) } : sort
}

/** Returns the columns of the page. Those that somebody added are beside the name, where they are seen first. */
function visibleColumns<Row>(
  columns: readonly ListColumn<Row>[],
  { hidden, shown }: Pick<Look, 'hidden' | 'shown'>,
): readonly ListColumn<Row>[] {
  const usual = columns.filter(
    ({ only, key, isRowHeader, isOptional }) =>
      only !== 'file' && !isOptional && (isRowHeader || !hidden.includes(key)),
  )
  const added = columns.filter(({ key, isOptional }) => isOptional && shown.includes(key))
  const afterName = usual.findIndex(({ isRowHeader }) => isRowHeader) + 1
  return [...usual.slice(0, afterName), ...added, ...usual.slice(afterName)]
}

/** Returns the content of an optional cell without a value; null for every other one. */
function absentText(t: Translate, value: string | number | null | undefined): ReactNode {
  if (value === null || value === undefined) return <span className="text-faint">{t('word.notKnown')}</span>
  if (value !== '') return null
  return (
    <span className="text-faint">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{t('word.none')}</span>
    </span>
  )
}

/** Returns the tooltip of a value that its column may cut: one with more letters than there is always room for. */
function tooltipOf(value: string | number | null | undefined, room: number): string | undefined {
  return typeof value === 'string' && value.length > room ? value : undefined
}

function cellContent(value: string | number | null | undefined, number: (value: number) => string): ReactNode {
  return typeof value === 'number' ? number(value) : <bdi>{value}</bdi>
}

type Emptiness = 'offers' | 'watched' | 'defaultWords'

function EmptyList<F extends FilterFields, Row>({
  list,
  view,
  offers,
  watched = null,
  defaultWords,
}: Pick<ListProps<F, Row>, 'list' | 'view' | Emptiness>) {
  const t = useT()
  const removals = useFilterRemovals(list, view)
  const isAll = (!list.isNarrowed || Boolean(defaultWords)) && !list.links.first
  if (isRefused(list.refused))
    return (
      <EmptyState
        title={t('list.refused')}
        offers={[{ label: t('table.first'), href: list.links.first ?? undefined }, ...removals]}
      />
    )
  if (list.incomplete) return <EmptyState title={t('list.noneInPart')} offers={isAll ? offers : removals} />
  if (!isAll) {
    const { title, text } = view.words.none(t, list.filter)
    return (
      <EmptyState title={title} offers={removals}>
        {text}
      </EmptyState>
    )
  }
  if (watched && hasNoControllers(watched)) return <NoControllers add={watched.add} />
  const { title, text } = defaultWords ?? view.words.empty(t)
  return (
    <EmptyState title={title} offers={offers}>
      {text} {watched && <ReadFrom watched={watched} />}
    </EmptyState>
  )
}

/** Returns the list without all of its filters, and without each of several. */
function useFilterRemovals<F extends FilterFields, Row>(list: ListData<Row>, view: ListView<F, Row>): Offer[] {
  const t = useT()
  const format = useFormat()
  const active = activeFilters({ t, format }, pickFields(view.fields, list.fields), list)
  const single = active.map(({ label, value, without }) => ({
    label: t('table.without', { filter: `${label} (${value})` }),
    href: without,
  }))
  return [{ label: t('action.clearFilters'), href: list.links.clear }, ...(active.length > 1 ? single : [])]
}
