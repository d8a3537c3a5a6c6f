/** What came of the newest backup and the newest restore of the files of a controller. */
import type { FileTransfer } from '#contracts/controller-management'
import { managementAnswers } from '#contracts/management-names'
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import { useFormat } from '~/ui/use-format'

export function TransferNotices({ transfers }: { transfers: readonly FileTransfer[] }) {
  const t = useT()
  const format = useFormat()
  const kilobytes = (octets: number) => format.number(octets / 1_000)
  const textOf = ({ state, done, total, refusal }: FileTransfer) => {
    if (state === 'completed') return t('main:backup.transfer.completed')
    if (state === 'running')
      return total === null
        ? t('main:backup.transfer.running', { done: kilobytes(done) })
        : t('main:backup.transfer.runningOf', { done: kilobytes(done), total: kilobytes(total) })
    const known = managementAnswers.find((answer) => answer === refusal)
    if (known) return t(`errors:management.answer.${known}`)
    return t(refusal === 'silent' ? 'main:backup.transfer.silent' : 'main:backup.transfer.other')
  }
  // A backup that is completed is in the table.
  const shown = transfers.filter(({ direction, state }) => direction === 'restore' || state !== 'completed')
  return shown.map((transfer) => (
    <Notice
      key={transfer.direction}
      tone={transfer.state === 'failed' ? 'danger' : transfer.state === 'completed' ? 'ok' : 'info'}
      quiet
      title={t(`main:backup.transfer.${transfer.direction}`, { name: transfer.backupName })}
    >
      {textOf(transfer)}
    </Notice>
  ))
}
