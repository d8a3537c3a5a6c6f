/** The latest deployments of a customer, each as a bar of its outcomes. */
import { useT } from '~/i18n/use-t'
import { Segments } from '~/ui/chart/segments'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { Time } from '~/ui/time'
import type { RolloutProgressRow } from './rollouts.server'

const kinds = ['done', 'failed', 'running', 'waiting'] as const

export function LastRollouts({ rollouts }: { rollouts: readonly RolloutProgressRow[] }) {
  const t = useT()
  return (
    <Section title={t('main:overview.rollouts.title')} flush>
      {rollouts.length === 0 && <p className="px-4 py-3 text-soft">{t('main:overview.rollouts.none')}</p>}
      <ul>
        {rollouts.map(({ operationId, href, name, requestedAt, counts }) => (
          <li key={operationId} className="flex flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0">
            <p className="flex flex-wrap justify-between gap-x-3">
              <A href={href} className="min-w-0">
                <bdi>{name}</bdi>
              </A>{' '}
              <span className="text-sm text-soft">
                <Time at={requestedAt} />
              </span>
            </p>
            <Segments
              label={name}
              parts={kinds.map((kind) => ({
                kind,
                count: counts[kind],
                label: t(`main:overview.rollouts.${kind}`, { count: counts[kind] }),
              }))}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}
