/** What an object of a controller has that is not shown here, and stays there as it is. */
import type { ObjectOnController } from '#contracts/schedules'
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'

export function KeptThere({ of }: { of: ObjectOnController | undefined }) {
  const t = useT()
  if (!of) return null
  const { keptEntries, keptTargets } = of
  // A description that the controller does not have is missed by nobody.
  const fixed = of.fixed.filter((part) => part !== 'description')
  if (fixed.length + keptEntries + keptTargets.length === 0) return null
  return (
    <Notice tone="warn" quiet title={t('main:schedule.there.kept')}>
      <ul className="list-disc ps-5">
        {keptEntries > 0 && <li>{t('main:schedule.there.keptEntries', { count: keptEntries })}</li>}
        {keptTargets.length > 0 && (
          <li>
            {t('main:schedule.there.keptTargets')} <bdi>{keptTargets.join(', ')}</bdi>
          </li>
        )}
        {fixed.length > 0 && (
          <li>
            {t('main:schedule.there.fixed')} {fixed.map((part) => t(`main:schedule.there.part.${part}`)).join(', ')}
          </li>
        )}
      </ul>
    </Notice>
  )
}
