/** The steps of an onboarding in order, each with its time and message where known (domain §6.1). */
import type { OnboardingStep } from '#contracts/onboarding'
import { useT } from '~/i18n/use-t'
import { Badge, type Tone } from '~/ui/badge'
import { Table, type TableColumn } from '~/ui/table'
import { Time } from '~/ui/time'

const tones = {
  waiting: 'neutral',
  running: 'progress',
  done: 'ok',
  failed: 'danger',
  skipped: 'neutral',
} as const satisfies Record<OnboardingStep['status'], Tone>

export function OnboardingSteps({
  steps,
  name,
  timeZone,
}: {
  steps: readonly OnboardingStep[]
  name: string
  timeZone?: string | undefined
}) {
  const t = useT()
  const at: TableColumn<OnboardingStep> = {
    key: 'at',
    title: t('field.time'),
    cell: (step) => step.at && <Time at={step.at} timeZone={timeZone} />,
  }
  const message: TableColumn<OnboardingStep> = {
    key: 'message',
    title: t('main:onboarding.column.message'),
    cell: (step) => step.message && <bdi className="text-soft">{step.message}</bdi>,
  }
  return (
    <Table
      caption={t('main:onboarding.stepsOf', { name })}
      rows={steps}
      rowKey={(step) => step.name}
      columns={[
        {
          key: 'step',
          title: t('main:onboarding.column.step'),
          isRowHeader: true,
          cell: (step) => t(`main:onboarding.step.${step.name}`),
        },
        {
          key: 'state',
          title: t('main:onboarding.column.state'),
          cell: (step) => <Badge tone={tones[step.status]}>{t(`main:onboarding.stepStatus.${step.status}`)}</Badge>,
        },
        ...(steps.some(({ at }) => at) ? [at] : []),
        ...(steps.some(({ message }) => message) ? [message] : []),
      ]}
    />
  )
}
