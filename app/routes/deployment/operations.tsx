/** What a deployment does on one controller, package by package, and how far each has come. */
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { Icon } from '~/ui/icons'
import { DeploymentBadge } from '~/ui/states'
import type { OperationRow } from './row'

/** Each package with its versions; with its own state where there are several, and with what went wrong. */
export function Operations({
  operations,
  isWhyShown = true,
}: {
  operations: readonly OperationRow[]
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
          {operations.length > 1 && <OperationBadge status={operation.status} />}
          {isWhyShown && operation.message && <span className="basis-full text-sm text-soft">{operation.message}</span>}
        </li>
      ))}
    </ul>
  )
}

function OperationBadge({ status }: { status: OperationRow['status'] }) {
  const t = useT()
  return status === 'skipped' ? (
    <Badge tone="neutral">{t('main:deployment.nothingToDo')}</Badge>
  ) : (
    <DeploymentBadge status={status} />
  )
}

/** `2.0.0 → 2.1.0`; a package that comes or goes has an empty side. */
function Versions({ operation: { from, to } }: { operation: OperationRow }) {
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
