/** The form that opens a tunnel: target, lifetime and reason; short lifetimes come first (spec §9). */
import { useChangeForm } from '~/change/change-form'
import { EditForm } from '~/change/edit-form'
import { formIn, useReply } from '~/change/use-reply'
import { defaultPorts, lifetimeIn, lifetimesMinutes, presetLifetimeMinutes, tunnelServices } from '~/domain/tunnel'
import { useT } from '~/i18n/use-t'
import { Radios } from '~/ui/choice-field'
import { Select, TextInput } from '~/ui/field'

const { https, ssh, bacnet } = defaultPorts

/** What a link to the form on its page ends with. */
export const openFormId = 'tunnel'

export function OpenForm({
  formKey,
  cancelHref,
  hostId,
}: {
  formKey: string
  cancelHref: string
  /** Present where the controller is not known yet. */
  hostId?: string
}) {
  const t = useT()
  const reply = formIn(useReply())
  const defaults = {
    service: 'https',
    deleteAfterMin: String(presetLifetimeMinutes),
    ...(hostId !== undefined && { hostId }),
  }
  const form = useChangeForm(reply, { id: openFormId, defaultValue: defaults })
  const labels: Record<string, string> = {
    hostId: t('main:onboarding.hostId'),
    service: t('main:tunnel.to'),
    targetPort: t('main:tunnel.port'),
    deleteAfterMin: t('main:tunnel.lifetime'),
  }
  // Port numbers have no digit grouping.
  const ports = { https: String(https), ssh: String(ssh), bacnet: String(bacnet) }
  return (
    <EditForm
      form={form}
      reply={reply}
      formKey={formKey}
      original={null}
      submit={t('main:tunnel.open')}
      cancelHref={cancelHref}
      reasonAsked
      fieldLabel={(name) => labels[name] ?? name}
    >
      {hostId !== undefined && (
        <TextInput
          {...form.input('hostId')}
          label={labels.hostId}
          hint={t('main:tunnel.hostIdHint')}
          maxLength={100}
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          className="font-mono"
        />
      )}
      <Select
        {...form.input('service')}
        label={labels.service}
        options={tunnelServices.map((value) => ({ value, label: t(`main:tunnel.service.${value}`) }))}
      />
      <TextInput
        {...form.input('targetPort')}
        label={labels.targetPort}
        hint={t('main:tunnel.portHint', ports)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={5}
        isOptional
        className="max-w-24"
      />
      <Radios
        {...form.input('deleteAfterMin')}
        label={labels.deleteAfterMin}
        hint={t('main:tunnel.lifetimeHint')}
        options={lifetimesMinutes.map((minutes) => ({
          value: String(minutes),
          label: t(`main:tunnel.${lifetimeIn(minutes).unit}`, { count: lifetimeIn(minutes).count }),
        }))}
      />
    </EditForm>
  )
}
