/** The body of a configuration board: filters, the progress of a change, and the table of controllers. */
import type { ReactNode } from 'react'
import { serviceProblemText } from '~/change/problem-text'
import { href } from '~/hrefs'
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { autoPaused } from '~/kit/frame/refresh'
import { FilterInputs } from '~/kit/list/filter-form'
import { Button } from '~/ui/button'
import { type SegmentKind, Segments } from '~/ui/chart/segments'
import { SearchInput } from '~/ui/field'
import { Filters, Form, MoreFilters } from '~/ui/form'
import { A } from '~/ui/link'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Refresh, refreshSeconds } from '~/ui/refresh'
import type { BoardData } from './board.server'
import { boardFields } from './board-selection'
import { BoardTable } from './board-table'
import { SendAll } from './send-all'
import { boardFileHref, boardHref, sendingHref } from './shared/place'
import { HeldBackNotice, LostNotice, SkippedNotice } from './shared/safety-notices'

type Progress = NonNullable<BoardData['progress']>

export function Board({ data }: { data: BoardData }) {
  const t = useT()
  const { at, states, shown, progress } = data
  const total = states.ok ? states.value.total : null
  return (
    <Stack>
      {progress &&
        (progress.isUpload ? (
          <BuildProgressSection data={data} progress={progress} />
        ) : (
          <SendProgressSection data={data} progress={progress} />
        ))}
      {data.held && data.maySend && <HeldBackNotice at={at} held={data.held} />}
      {data.skipped && <SkippedNotice tenantId={at.tenantId} skipped={data.skipped} />}
      {data.lost && <LostNotice tenantId={at.tenantId} lost={data.lost} timeZone={data.timeZone} />}
      <div className="list-head">
        <Filters
          clearHref={shown.state || shown.search ? boardHref(at, { change: shown.change }) : undefined}
          keep={{ change: shown.change }}
        >
          <SearchInput label={t('main:configuration.board.search')} defaultValue={shown.search} maxLength={200} />
          <MoreFilters isOpen={shown.state !== undefined}>
            <FilterInputs fields={{ state: boardFields.state }} filter={{ state: shown.state }} options={{}} />
          </MoreFilters>
        </Filters>
        {total && total.count > 0 && <h2>{countText(t, 'devices', total)}</h2>}
        {!shown.change && states.ok && states.value.rows.length > 0 && (
          <div className="list-aside">
            <A href={boardFileHref(at, { state: shown.state, q: shown.search })}>{t('action.download')}</A>
          </div>
        )}
      </div>
      <Section flush>
        {states.ok ? (
          <BoardTable data={data} page={states.value} />
        ) : (
          <div className="p-4">
            <Unavailable detail={serviceProblemText(t, states.problem)} />
          </div>
        )}
        {data.maySend && data.forMany && !shown.change && data.unclear.length === 0 && <SendAll at={at} />}
      </Section>
    </Stack>
  )
}

export function BoardRefresh({ data: { at, shown, isAuto } }: { data: BoardData }) {
  const own = { state: shown.state, q: shown.search, change: shown.change, after: shown.after }
  return (
    <Refresh
      href={boardHref(at, shown.change ? { ...own, auto: autoPaused } : own)}
      autoHref={boardHref(at, { ...own, auto: refreshSeconds })}
      isAuto={isAuto}
    />
  )
}

/** The progress of a send, with a retry for the failed controllers. */
function SendProgressSection({ data, progress }: { data: BoardData; progress: Progress }) {
  const t = useT()
  const { succeeded, running, waiting, failed } = progress.sends
  const words = { done: 'sent', failed: 'failed', running: 'underWay', waiting: 'waiting' } as const
  const parts = Object.entries({ done: succeeded, failed, running, waiting }) as [SegmentKind, number][]
  return (
    <ProgressSection
      data={data}
      progress={progress}
      label={t('main:configuration.board.summary', { succeeded, running, waiting, failed })}
      parts={parts.map(([kind, count]) => ({
        kind,
        count,
        label: t(`main:configuration.board.${words[kind]}`, { count }),
      }))}
    >
      {data.maySend && progress.retryIds.length > 0 && (
        <Form action={sendingHref(data.at)} hidden={{ device: progress.retryIds }} className="">
          <Button>{t('main:configuration.board.again', { count: progress.retryIds.length })}</Button>
        </Form>
      )}
    </ProgressSection>
  )
}

/** The progress of an upload: how many builds are complete, with a button to send them. */
function BuildProgressSection({ data, progress }: { data: BoardData; progress: Progress }) {
  const t = useT()
  const { unsentIds, builds } = progress
  const { built, running, failed } = builds
  const words = { done: 'built', failed: 'buildsFailed', running: 'beingBuilt', waiting: 'beingBuilt' } as const
  const parts = Object.entries({ done: built, failed, running }) as [SegmentKind, number][]
  return (
    <ProgressSection
      data={data}
      progress={progress}
      label={t('main:graphics.summary', { built, running, failed })}
      parts={parts.map(([kind, count]) => ({ kind, count, label: t(`main:graphics.${words[kind]}`, { count }) }))}
    >
      {data.maySend && unsentIds.length > 0 && (
        <Form action={sendingHref(data.at)} hidden={{ device: unsentIds }} className="">
          <Button look="primary">{t('main:graphics.sendBuilt', { count: unsentIds.length })}</Button>
        </Form>
      )}
    </ProgressSection>
  )
}

/** The progress of a change, its actions, and a link back to all controllers. */
function ProgressSection({
  data: { at, shown },
  progress: { counted, of },
  label,
  parts,
  children,
}: {
  data: BoardData
  progress: Progress
  label: string
  parts: readonly { kind: SegmentKind; count: number; label: string }[]
  children: ReactNode
}) {
  const t = useT()
  const changeHref = shown.change && href('change', { tenantId: at.tenantId, changeId: shown.change })
  return (
    <Section>
      <Segments label={label} parts={parts} />
      {counted < of && <p className="text-soft">{t('main:configuration.board.counted', { count: counted, of })}</p>}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        {children}
        <span>
          {t('main:configuration.board.ofChange')} <A href={boardHref(at)}>{t('main:configuration.board.showAll')}</A>
        </span>
        {changeHref && <A href={changeHref}>{t('main:change.page.onRecord')}</A>}
      </div>
    </Section>
  )
}
