/** A new schedule of a controller: empty, or a copy of another one; week and targets are edited afterwards. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { useChangeForm } from '~/change/change-form'
import { EditForm } from '~/change/edit-form'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { serviceProblemText } from '~/change/problem-text'
import { ResumedForm } from '~/change/resumed-form'
import { formIn, useReply } from '~/change/use-reply'
import { quantities } from '~/domain/units'
import { controllerAt } from '~/features/device/shared/controller.server'
import { DeviceHeader } from '~/features/device/shared/header'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { Select, TextInput } from '~/ui/field'
import type { PageHandle } from '~/ui/handle'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { scheduleCreation } from './creation.server'
import { documentPanel } from './document.server'
import { DocumentState, NotOnboarded } from './document-state'
import { documentStatus } from './document-state.server'
import { newValueTypes } from './new-schedule'
import { scheduleBudgetMs } from './schedules.server'

export const handle = {
  title: (data, t) => t('main:scheduleMaking.newOf', { name: data.heading.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('newSchedule', args.params)
  const { request } = args
  const reader = await readerFor(args, { capability: 'schedule.write', budgetMs: scheduleBudgetMs })
  if (!reader.features.schedules) throw new Response(null, { status: 404 })
  const { device, heading, crumbs } = await controllerAt(reader, { name: 'newSchedule', at, request })
  const document = await documentPanel(reader, device)
  const t = translator(reader.language)
  const cancelHref = href('deviceSchedules', at)
  return {
    heading,
    cancelHref,
    formKey: newKey(),
    trouble: document.ok ? null : document.problem,
    details: document.ok
      ? {
          status: documentStatus(document.value, { reader, at }),
          others: document.value.schedules.map(({ key, name }) => ({ value: key, label: name || key })),
        }
      : null,
    crumbs: [
      ...crumbs,
      { name: t('main:view.schedules'), href: cancelHref },
      { name: t('main:scheduleMaking.new'), href: href('newSchedule', at) },
    ],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('newSchedule', args.params)
  return mutate(args, { name: 'schedule.create', ...scheduleCreation(at) })
}

export default function NewSchedulePage() {
  const t = useT()
  const { heading, trouble, details } = useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  return (
    <Stack>
      <DeviceHeader device={heading} view="schedules" />
      {trouble?.code === '4304' ? <NotOnboarded /> : trouble && <Unavailable detail={serviceProblemText(t, trouble)} />}
      {details && <DocumentState status={details.status} />}
      {details ? <Inputs others={details.others} /> : <ResumedForm reply={reply} />}
    </Stack>
  )
}

function Inputs({ others }: { others: { value: string; label: string }[] }) {
  const t = useT()
  const { cancelHref, formKey } = useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  const form = useChangeForm(reply, { id: 'schedule', defaultValue: { valueType: 'boolean' } })
  const labels: Record<string, string> = {
    name: t('field.name'),
    description: t('field.description'),
    like: t('main:scheduleMaking.like'),
    valueType: t('main:schedule.type.label'),
    unit: t('main:scheduleMaking.unit'),
  }
  return (
    <Section title={t('main:scheduleMaking.new')}>
      <EditForm
        form={form}
        reply={reply}
        formKey={formKey}
        original={null}
        submit={t('main:change.schedule.create')}
        cancelHref={cancelHref}
        fieldLabel={(field) => labels[field] ?? field}
      >
        <TextInput {...form.input('name')} label={labels.name} maxLength={64} autoComplete="off" />
        <TextInput {...form.input('description')} label={labels.description} maxLength={256} isOptional />
        {others.length > 0 && (
          <Select
            {...form.input('like')}
            label={labels.like}
            hint={t('main:scheduleMaking.likeHint')}
            options={[{ value: '', label: t('main:scheduleMaking.likeNone') }, ...others]}
          />
        )}
        <Select
          {...form.input('valueType')}
          label={labels.valueType}
          hint={t('main:scheduleMaking.typeHint')}
          options={newValueTypes.map((value) => ({ value, label: t(`main:schedule.type.${value}`) }))}
        />
        <Select
          {...form.input('unit')}
          label={labels.unit}
          options={[
            { value: '', label: t('main:scheduleMaking.noUnit') },
            ...Object.entries(quantities).flatMap(([value, { metric }]) =>
              metric === '' ? [] : [{ value, label: value === 'pctRH' ? t('main:scheduleMaking.humidity') : metric }],
            ),
          ]}
        />
      </EditForm>
    </Section>
  )
}
