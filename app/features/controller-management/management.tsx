/** Restarts a controller of another maker, or silences it for a time: what follows from it, the plan, and a reason. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { site as contract, type Device } from '#contracts/site'
import { controllerAt } from '~/features/device/shared/controller.server'
import { offeredFor } from '~/features/device/shared/link-capabilities'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { type Confirmation, confirmationAction, confirmationData } from '~/kit/confirmation/confirmation.server'
import { PlanReview } from '~/kit/confirmation/plan-review'
import { FieldInput } from '~/kit/edit/inputs'
import { shapeOf } from '~/kit/edit/schema'
import { type Entity, entitySubject, type Thing } from '~/kit/edit/thing.server'
import { deviceAt } from '~/kit/place/own-place.server'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Stack } from '~/ui/page'
import { isOrder, managementFields } from './shared/fields'
import { ControllerPasswordInput } from './shared/password'
import { ControllerPasswordField } from './shared/password-field'

export const handle = {
  title: (data, t) => t('main:controllerManagement.title', { name: data.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

type ManagedDevice = Entity & Pick<Device, 'id' | 'name' | 'path' | 'link'>

const managedThing: Thing<'device', ManagedDevice> = {
  kind: 'device',
  async loadPage(reader, { at, request }) {
    const { device, crumbs } = await controllerAt(reader, { name: 'deviceManagement', at, request })
    if (!offeredFor(device).management) throw new Response(null, { status: 404 })
    return { now: device, crumbs }
  },
  load: ({ read }, at) => deviceAt(read, at),
  toForm: () => ({}),
}

const ManagementForm = z.object({
  ...shapeOf(managementFields, 'en'),
  controllerPassword: ControllerPasswordInput,
})
type ManagementForm = z.infer<typeof ManagementForm>

const isSilencing = ({ order }: Pick<ManagementForm, 'order'>) => order === 'silence' || order === 'silenceUnasked'

const confirmation: Confirmation<'device', ManagedDevice, ManagementForm> = {
  change: 'device.manage',
  thing: managedThing,
  page: 'deviceManagement',
  form: ManagementForm,
  plan(device, { form, language }) {
    const t = translator(language)
    const { order, minutes } = form
    const field = (name: 'order' | 'minutes', value: string) => ({
      name,
      label: managementFields[name].label(t),
      from: null,
      to: managementFields[name].text(t, value),
    })
    return {
      rows: [
        {
          subject: entitySubject('device', device),
          effect: 'change',
          before: {},
          after: { order, ...(isSilencing(form) && { minutes }) },
          fields: [field('order', order), ...(isSilencing(form) ? [field('minutes', minutes)] : [])],
        },
      ],
    }
  },
  async send({ form, write, reason, changeId }, { at }) {
    const { order, minutes, controllerPassword } = form
    await write(contract.manageController, {
      path: { id: at.deviceId },
      body: {
        order: isOrder(order) ? order : 'speak',
        minutes: isSilencing(form) ? Number(minutes) : null,
        password: controllerPassword ?? null,
        reason: reason ?? '',
      },
    })
    return href('device', at, { changed: changeId })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const { data } = await confirmationData(args, confirmation, (t) => t('main:controllerManagement.link'))
  return data
}

export function action(args: ActionFunctionArgs) {
  return confirmationAction(args, confirmation)
}

export default function ControllerManagementPage() {
  const t = useT()
  const { name, cancelHref } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={t('entity.device')} name={t('main:controllerManagement.title', { name })} />
      <PlanReview
        id="management"
        initial={{ order: 'warmStart', minutes: '15' }}
        cancelHref={cancelHref}
        look="danger"
        words={{
          caption: t('main:controllerManagement.caption', { name }),
          subjectTitle: t('entity.device'),
          apply: t('main:controllerManagement.apply'),
        }}
        beside={(form) => <ControllerPasswordField form={form} />}
      >
        {(form) => (
          <>
            <Notice tone="warn" quiet title={t('main:controllerManagement.warning')}>
              {t('main:controllerManagement.text')}
            </Notice>
            <FieldInput name="order" field={managementFields.order} form={form} />
            <FieldInput name="minutes" field={managementFields.minutes} form={form} />
          </>
        )}
      </PlanReview>
    </Stack>
  )
}
