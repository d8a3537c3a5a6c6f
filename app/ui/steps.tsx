import { useT } from '~/i18n/use-t'

const steps = ['choose', 'review', 'done'] as const

/** The steps of a change with a plan, and the current one. */
export function ChangeSteps({ at }: { at: (typeof steps)[number] }) {
  const t = useT()
  return (
    <ol aria-label={t('steps.name')} className="steps no-print">
      {steps.map((step, index) => (
        <li key={step} aria-current={step === at ? 'step' : undefined}>
          <span aria-hidden="true">{index + 1}</span> {t(`steps.${step}`)}{' '}
        </li>
      ))}
    </ol>
  )
}
