/** The controllers selected for a deployment, and which of them cannot be reached now. */
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { Section } from '~/ui/page'
import type { selectionSummary } from './selection-summary'

export function SelectedControllers({ summary }: { summary: ReturnType<typeof selectionSummary> }) {
  const t = useT()
  const { total, names, more, skipped } = summary
  const warnings = (['offline', 'notOnboarded', 'deploying', 'missing'] as const).filter((name) => skipped[name] > 0)
  return (
    <Section title={t('count.devices', { count: total })}>
      <div className="flex flex-col gap-2">
        {warnings.length > 0 && (
          <p className="flex flex-wrap gap-1.5">
            {warnings.map((name) => (
              <Badge key={name} tone="warn">
                {t(`main:deployment.new.${name}`, { count: skipped[name] })}
              </Badge>
            ))}
          </p>
        )}
        <details open={names.length <= 5}>
          <summary className="inline-block rounded text-accent underline">{t('main:deployment.new.showNames')}</summary>
          <ul className="mt-1.5 gap-x-6 sm:columns-2 xl:columns-3">
            {names.map(({ id, name, location }) => (
              <li key={id} className="break-inside-avoid">
                <bdi>{name}</bdi> <span className="text-sm text-soft">{location}</span>
              </li>
            ))}
            {more > 0 && <li className="text-soft">{t('main:deployment.new.andMore', { count: more })}</li>}
          </ul>
        </details>
      </div>
    </Section>
  )
}
