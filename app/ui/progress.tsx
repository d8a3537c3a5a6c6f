import { useT } from '~/i18n/use-t'
import { useFormat } from './use-format'

/** How far something is, as a bar and in words. */
export function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  const t = useT()
  const format = useFormat()
  const share = total === 0 ? 0 : done / total
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <progress aria-label={label} value={done} max={Math.max(total, 1)} className="w-48 max-w-full" />
      <span className="text-soft">
        {t('progress.of', { done, total })} ({format.percent(share)})
      </span>
    </div>
  )
}
