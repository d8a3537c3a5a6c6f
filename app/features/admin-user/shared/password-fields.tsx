import type { ChangeForm } from '~/change/change-form'
import type { ChangeProblem } from '~/change/plan'
import { errorText } from '~/i18n/error-text'
import { useT } from '~/i18n/use-t'
import { TextInput } from '~/ui/field'
import { Icon } from '~/ui/icons'
import { Section } from '~/ui/page'

/** Password rules shown to the person (domain §5.8). */
const rules = ['length', 'upper', 'lower', 'digit', 'symbol', 'charset', 'personal', 'common', 'reused'] as const

/** Renders the two password inputs and the rules, and marks those that the last attempt broke or met. */
export function PasswordFields({
  form,
  problem,
  wasSubmitted,
}: {
  form: ChangeForm
  problem: ChangeProblem | null
  /** Whether a password was submitted and rejected. */
  wasSubmitted: boolean
}) {
  const t = useT()
  const keys = problem?.kind === 'refused' ? (problem.fields.adminPassword ?? []) : []
  const broken = [...(form.problems.adminPassword ?? []), ...keys].map((key) => key.replace('errors.', 'errors:'))
  const hasRuleErrors = broken.some((key) => key.startsWith('errors:password.'))
  const input = (name: string) => ({
    ...form.input(name),
    type: 'password',
    autoComplete: 'new-password',
    defaultValue: undefined,
    maxLength: 100,
    className: 'max-w-xs',
    required: true,
  })
  return (
    <Section>
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        <div className="flex flex-col gap-4">
          <TextInput
            {...input('adminPassword')}
            label={t('main:adminUser.newPassword')}
            hint={t('main:adminUser.neverShown')}
          />
          <TextInput {...input('adminPasswordAgain')} label={t('main:adminUser.again')} />
        </div>
        <div>
          <h2 className="font-medium">{t('main:adminUser.rules')}</h2>
          <ul className="mt-1 flex flex-col gap-1">
            {rules.map((rule) => {
              const isBroken = broken.includes(`errors:password.${rule}`)
              const isMet = wasSubmitted && hasRuleErrors && !isBroken && rule !== 'reused'
              return (
                <li key={rule} className={isBroken ? 'flex gap-1.5 font-medium text-danger' : 'flex gap-1.5 text-soft'}>
                  {isBroken || isMet ? (
                    <Icon name={isBroken ? 'stop' : 'check'} className="mt-0.5 size-4 shrink-0" />
                  ) : (
                    <span aria-hidden="true" className="w-4 shrink-0 text-center">
                      ·
                    </span>
                  )}
                  <span>
                    {(isBroken || isMet) && (
                      <span className="sr-only">{t(isBroken ? 'main:adminUser.broken' : 'main:adminUser.met')} </span>
                    )}
                    {!isBroken && (rule === 'common' || rule === 'reused')
                      ? t(`main:adminUser.rule.${rule}`)
                      : errorText(t, `errors:password.${rule}`)}
                  </span>
                </li>
              )
            })}
          </ul>
        </div>
      </div>
    </Section>
  )
}
