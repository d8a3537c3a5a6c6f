/** What a deployment does on one controller, package by package, and how far each has come. */
import type { DeploymentStatus } from '#contracts/site'
import { useT } from '~/i18n/use-t'
import { Badge, type Tone } from '~/ui/badge'
import { Icon } from '~/ui/icons'
import { DeploymentBadge } from '~/ui/states'
import { Time } from '~/ui/time'
import { Message } from './message'
import type { DeploymentRow, OperationRow } from './row'

/** Each package with its versions; with its own state where that differs from the whole, and with what went wrong. */
export function Operations({
  row: { operations, status },
  isWhyShown = true,
}: {
  row: Pick<DeploymentRow, 'operations' | 'status'>
  isWhyShown?: boolean
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
          {isWhyShown && operation.message && (
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

/** Removing passes through the states of the specification that are named after installing. */
const removal = {
  PackageInstallationInProgress: { tone: 'progress', word: 'uninstalling' },
  PackageInstallationSuccess: { tone: 'ok', word: 'uninstalled' },
  PackageInstallationFailure: { tone: 'danger', word: 'failed' },
} as const satisfies Partial<Record<DeploymentStatus, { tone: Tone; word: string }>>

/** A state of the specification in words that fit what is done. */
export function DeploymentState({ status, isRemoval }: { status: DeploymentStatus; isRemoval: boolean }) {
  const t = useT()
  if (!isRemoval || !(status in removal)) return <DeploymentBadge status={status} />
  const { tone, word } = removal[status as keyof typeof removal]
  return <Badge tone={tone}>{t(`main:deployment.removal.${word}`)}</Badge>
}

/** Beside the state of a controller that takes longer than its like. */
export function Stalled({ row }: { row: { isStalled: boolean } }) {
  const t = useT()
  return row.isStalled ? <Badge tone="warn">{t('main:deployment.stalled')}</Badge> : null
}

/** Below the state of one that was not to begin at once, while nothing has begun. */
export function Begins({ row: { beginsAt } }: { row: Pick<DeploymentRow, 'beginsAt'> }) {
  const t = useT()
  if (!beginsAt) return null
  return (
    <span className="mt-0.5 block text-sm text-soft">
      {t('main:deployment.page.scheduledAt')} <Time at={beginsAt} />
    </span>
  )
}

/** `2.0.0 → 2.1.0`; a package that comes or goes has an empty side. */
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
