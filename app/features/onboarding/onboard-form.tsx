/** The form for the data on the label of a controller, sized for a phone. */
import { useChangeForm } from '~/change/change-form'
import { EditForm } from '~/change/edit-form'
import { formIn, useReply } from '~/change/use-reply'
import { useT } from '~/i18n/use-t'
import { TextInput } from '~/ui/field'

export function OnboardForm({
  hostId,
  labelCode,
  formKey,
  cancelHref,
  isRetry,
}: {
  hostId: string
  /** The activation code on the label; filled in evaluation mode only. */
  labelCode: string
  formKey: string
  cancelHref: string
  isRetry: boolean
}) {
  const t = useT()
  const reply = formIn(useReply())
  const form = useChangeForm(reply, { id: 'onboarding', defaultValue: { hostId, activationCode: '' } })
  const labelInputProps = {
    autoCapitalize: 'characters',
    autoComplete: 'off',
    autoCorrect: 'off',
    spellCheck: false,
  } as const
  return (
    <EditForm
      form={form}
      reply={reply}
      formKey={formKey}
      original={null}
      submit={isRetry ? t('main:onboarding.retry') : t('main:onboarding.onboard')}
      cancelHref={cancelHref}
      fieldLabel={(name) =>
        name === 'activationCode' ? t('main:onboarding.activationCode') : t('main:onboarding.hostId')
      }
    >
      <TextInput
        {...form.input('hostId')}
        {...labelInputProps}
        label={t('main:onboarding.hostId')}
        hint={t('main:onboarding.hostIdHint')}
        maxLength={100}
        className="font-mono"
      />
      <TextInput
        {...form.input('activationCode')}
        {...labelInputProps}
        label={t('main:onboarding.activationCode')}
        hint={
          labelCode ? (
            <>
              {t('main:onboarding.onLabel')} <bdi className="font-mono">{labelCode}</bdi>
            </>
          ) : (
            t('main:onboarding.activationCodeHint')
          )
        }
        maxLength={40}
        className="font-mono"
      />
    </EditForm>
  )
}
