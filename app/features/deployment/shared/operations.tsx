/** The operations of a deployment on one controller: each package with its progress. */
import type { DeploymentStatus } from '#contracts/site'
import { useT } from '~/i18n/use-t'
import { Badge, type Tone } from '~/ui/badge'
import { Icon } from '~/ui/icons'
import { DeploymentBadge } from '~/ui/states'
import { Time } from '~/ui/time'
import { Message } from './message'
import type { DeploymentRow, OperationRow } from './row'

/**
 * Renders each package with its versions, its own state if it differs from that of the deployment, and its error
 * message.
 */
export function Operations({
  row: { operations, status },
  showsMessages = true,
}: {
  row: Pick<DeploymentRow, 'operations' | 'status'>
  showsMessages?: boolean
}) {
  return (
    <ul className="flex flex-col gap-1">
      {operations.map((operation) => (
        <li
          key={`${operation.type} ${operation.packageName}`}
          className="flex flex-wrap items-center gap-x-2 gap-y-0.5"
        >
          <span>{operation.displayName}</span> <Versions operation={operation} />{' '}
          {operation.status !== status && <OperationState operation={operation} />}
          {showsMessages && operation.message && (
            <span className="basis-full text-sm text-soft">
              <Message>{operation.message}</Message>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function OperationState({ operation: { status, type } }: { operation: OperationRow }) {
  const t = useT()
  if (status === 'skipped') return <Badge tone="neutral">{t('main:deployment.nothingToDo')}</Badge>
  return <DeploymentState status={status} isRemoval={type === 'Uninstall'} />
}

/** Removals have the states of the specification that are named after installing. */
const removal = {
  PackageInstallationInProgress: { tone: 'progress', word: 'uninstalling' },
  PackageInstallationSuccess: { tone: 'ok', word: 'uninstalled' },
  PackageInstallationFailure: { tone: 'danger', word: 'failed' },
} as const satisfies Partial<Record<DeploymentStatus, { tone: Tone; word: string }>>

/** Renders a state of the specification, worded for a removal where needed. */
export function DeploymentState({ status, isRemoval }: { status: DeploymentStatus; isRemoval: boolean }) {
  const t = useT()
  if (!isRemoval || !(status in removal)) return <DeploymentBadge status={status} />
  const { tone, word } = removal[status as keyof typeof removal]
  return <Badge tone={tone}>{t(`main:deployment.removal.${word}`)}</Badge>
}

/** Marks a deployment that has run much longer than similar ones. */
export function StalledBadge({ row }: { row: { isStalled: boolean } }) {
  const t = useT()
  return row.isStalled ? <Badge tone="warn">{t('main:deployment.stalled')}</Badge> : null
}

/** Shows the scheduled start of a deployment that has not started. */
export function ScheduledStart({ row: { beginsAt } }: { row: Pick<DeploymentRow, 'beginsAt'> }) {
  const t = useT()
  if (!beginsAt) return null
  return (
    <span className="mt-0.5 block text-sm text-soft">
      {t('main:deployment.page.scheduledAt')} <Time at={beginsAt} />
    </span>
  )
}

/** Renders `2.0.0 → 2.1.0`; an installation or a removal has "not installed" on one side. */
export function Versions({ operation: { from, to } }: { operation: Pick<OperationRow, 'from' | 'to'> }) {
  const t = useT()
  if (from === to) return <span className="text-soft">{from}</span>
  return (
    <span className="inline-flex flex-wrap items-center gap-1 whitespace-nowrap">
      <span className="text-soft">{from ?? t('packageStatus.notInstalled')}</span>
      <Icon name="arrow" className="size-3.5 text-faint" />
      <span className="sr-only"> {t('difference.after')} </span>
      <span>{to ?? t('packageStatus.notInstalled')}</span>
    </span>
  )
}
