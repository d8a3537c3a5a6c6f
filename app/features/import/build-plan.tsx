/** The plan of an import, row by row, with the file to download and correct. */
import type { PlanReply } from '~/change/plan'
import { PlanForm } from '~/change/plan-form'
import { groupByName } from '~/change/posted'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import { Notice } from '~/ui/notice'
import { Table, type TableColumn } from '~/ui/table'
import { type ImportRow, importRow, type RowState } from './answers'
import { FileForm } from './file-form'

/** The maximum number of rows on the page; the downloaded file has all. */
const maxRows = 200

const looks = {
  problem: 'danger',
  waits: 'warn',
  build: 'info',
  exists: 'ok',
} as const
const order: RowState[] = ['problem', 'waits', 'build', 'exists']

export function BuildPlan({
  reply,
  fileHref,
  cancelHref,
}: {
  reply: PlanReply
  /** The URL that returns the file with the planned result of each row, for the same form. */
  fileHref: string
  cancelHref: string
}) {
  const t = useT()
  // More changed rows than in the plan before are expected, unless the plan was about to be applied.
  const moved = reply.problem?.kind === 'moved' ? reply.plan.moved : []
  const { unknown = [] } = reply.plan
  const rows = reply.plan.rows.map((row) => importRow(t, row, moved))
  const count = (state: RowState) => rows.filter((row) => row.state === state).length
  const [problems, buildCount, existingCount] = [count('problem'), count('build'), count('exists')]
  const others = rows.filter((row) => row.state === 'waits' && row.problems.length === 0).length
  const isStopped = buildCount === 0 && problems > 0
  // A plan without changes is reported below in the terms of an import.
  const problem = reply.problem?.kind === 'nothing' ? null : reply.problem
  return (
    <>
      {isStopped ? (
        <Notice tone="danger" title={t('main:import.plan.stopTitle')}>
          {t(others > 0 ? 'main:import.plan.stop' : 'main:import.plan.stopAll')}
        </Notice>
      ) : problems > 0 ? (
        <Notice tone="warn" title={t('main:import.plan.exceptTitle')}>
          {t('main:import.plan.except')}
        </Notice>
      ) : (
        buildCount === 0 && <Notice tone="info" title={t('main:import.plan.allExist')} />
      )}
      {unknown.length > 0 && (
        <Notice tone="info" quiet>
          {t('main:import.plan.unknown', { headings: unknown.slice(0, 10).join(', ') })}
        </Notice>
      )}
      <PlanForm
        reply={{ ...reply, problem }}
        cancelHref={cancelHref}
        encType="multipart/form-data"
        words={{
          caption: t('main:import.plan.caption'),
          subjectTitle: t('main:import.plan.thing'),
          apply: t('main:import.plan.apply', { count: buildCount }),
        }}
        table={<Rows rows={rows} />}
      >
        <div className="flex flex-wrap items-center gap-2">
          {problems > 0 && <Badge tone="danger">{t('main:import.plan.problems', { count: problems })}</Badge>}
          {buildCount > 0 && <Badge tone="info">{t('main:import.plan.built', { count: buildCount })}</Badge>}
          {existingCount > 0 && <Badge tone="ok">{t('main:import.plan.exist', { count: existingCount })}</Badge>}
          {others > 0 && (
            <Button name="partial" value="on">
              {t('main:import.plan.planPartial')}
            </Button>
          )}
        </div>
      </PlanForm>
      <Form
        action={fileHref}
        hidden={groupByName(reply.fields)}
        encType="multipart/form-data"
        data-download=""
        className=""
      >
        <Button>{t('main:import.plan.download')}</Button>
      </Form>
      {problems > 0 && <FileForm reply={undefined} title={t('main:import.plan.again')} />}
    </>
  )
}

function Rows({ rows }: { rows: readonly ImportRow[] }) {
  const t = useT()
  const sorted = rows.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.row - b.row)
  const columns: TableColumn<ImportRow>[] = [
    { key: 'row', title: t('main:import.plan.row'), align: 'end', cell: ({ row }) => row },
    {
      key: 'thing',
      title: t('main:import.plan.thing'),
      isRowHeader: true,
      cell: ({ kind, name, place, details }) => (
        <>
          <span className="font-normal text-soft">{t(`entity.${kind}`)}</span> <bdi>{name}</bdi>
          {place && ' '}
          {place && (
            <span className="block text-sm font-normal text-soft">
              <bdi>{place}</bdi>
            </span>
          )}
          {details.length > 0 && ' '}
          {details.length > 0 && (
            <span className="block text-sm font-normal">
              <bdi>{details.join(' · ')}</bdi>
            </span>
          )}
        </>
      ),
    },
    {
      key: 'state',
      title: t('field.state'),
      cell: ({ state, problems, hasMoved }) => (
        <>
          <Badge tone={looks[state]}>{t(`main:import.state.${state}`)}</Badge>{' '}
          {hasMoved && <Badge tone="warn">{t('difference.moved')}</Badge>}
          {problems.map((problem) => (
            <span key={problem} className="block">
              {problem}
            </span>
          ))}
        </>
      ),
    },
  ]
  return (
    <>
      <Table
        caption={t('main:import.plan.caption')}
        columns={columns}
        rows={sorted.slice(0, maxRows)}
        rowKey={({ id }) => id}
      />
      {rows.length > maxRows && (
        <p className="border-t border-line px-4 py-2 text-sm text-soft">
          {t('main:import.plan.shown', { shown: maxRows, count: rows.length })}
        </p>
      )}
    </>
  )
}
