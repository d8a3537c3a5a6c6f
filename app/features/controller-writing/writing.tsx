/** Switches writing to a controller of another maker on or off: what follows from it, the plan, and a reason. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract, type Device } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { controllerAt } from '~/features/device/shared/controller.server'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { type Confirmation, confirmationAction, confirmationData } from '~/kit/confirmation/confirmation.server'
import { PlanReview } from '~/kit/confirmation/plan-review'
import { FieldInput } from '~/kit/edit/inputs'
import { type Entity, entitySubject, type Thing } from '~/kit/edit/thing.server'
import { deviceAt } from '~/kit/place/own-place.server'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Stack } from '~/ui/page'
import { Time } from '~/ui/time'
import { objectLines, scopeOf, WritingForm, type WritingSettings, writingToForm } from './form'
import { writingFields } from './shared/fields'

export const handle = {
  title: (data, t) => t('main:controllerWriting.title', { name: data.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

type WritableDevice = Entity & Pick<Device, 'id' | 'name' | 'path'> & { eTag?: string | undefined }

const controllerThing: Thing<'device', WritableDevice> = {
  kind: 'device',
  async loadPage(reader, { at, request }) {
    const { device, crumbs } = await controllerAt(reader, { name: 'deviceWriting', at, request })
    return { now: device, crumbs }
  },
  load: ({ read }, at) => deviceAt(read, at),
  toForm: () => ({}),
}

const writingOf = async (read: Reader['call'], deviceId: string) => {
  const { data } = await read(contract.getControllerWriting, { path: { id: deviceId } })
  // A controller without the switch has no such page.
  if (!data) throw new Response(null, { status: 404 })
  return data
}

const confirmation: Confirmation<'device', WritableDevice, WritingForm> = {
  change: 'device.writing',
  thing: controllerThing,
  page: 'deviceWriting',
  form: WritingForm,
  async plan(device, { form, read, language }) {
    const t = translator(language)
    const now = await writingOf(read, device.id)
    const text = (settings: WritingSettings) => t(`main:controllerWriting.scope.${scopeOf(settings)}`)
    const isSame = scopeOf(now) === scopeOf(form) && objectLines(now) === objectLines(form)
    const objects = { name: 'objects', label: t('main:controllerWriting.objects') }
    return {
      rows: [
        {
          subject: entitySubject('device', device),
          effect: isSame ? 'same' : 'change',
          version: now.eTag,
          before: writingToForm(now),
          after: writingToForm(form),
          fields: [
            { name: 'writing', label: t('main:controllerWriting.writing'), from: text(now), to: text(form) },
            ...(objectLines(now) === objectLines(form)
              ? []
              : [{ ...objects, from: objectLines(now) || null, to: objectLines(form) || null }]),
          ],
        },
      ],
    }
  },
  async send({ form, write, reason, changeId }, { at, version }) {
    const { isOn, objects } = form
    await write(contract.setControllerWriting, {
      path: { id: at.deviceId },
      body: { isOn, objects, reason: reason ?? '', eTag: version },
    })
    return href('device', at, { changed: changeId })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const { reader, now, data } = await confirmationData(args, confirmation, (t) => t('main:controllerWriting.writing'))
  const writing = await writingOf(reader.read, now.id)
  return {
    ...data,
    initial: writingToForm(writing),
    /** Who changed it last, when and why; null before the first change. */
    last: writing.changedAt
      ? { at: writing.changedAt, by: writing.changedBy?.fullName ?? '', reason: writing.reason ?? '' }
      : null,
  }
}

export function action(args: ActionFunctionArgs) {
  return confirmationAction(args, confirmation)
}

export default function ControllerWritingPage() {
  const t = useT()
  const { name, cancelHref, initial, last } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={t('entity.device')} name={t('main:controllerWriting.title', { name })} />
      <PlanReview
        id="writing"
        initial={initial}
        cancelHref={cancelHref}
        words={{
          caption: t('main:controllerWriting.caption', { name }),
          subjectTitle: t('entity.device'),
          apply: t('main:controllerWriting.apply'),
        }}
      >
        {(form) => (
          <>
            <Notice tone="warn" quiet title={t('main:controllerWriting.warning')}>
              {t('main:controllerWriting.text')}
            </Notice>
            {last && (
              <p className="text-soft">
                {t('main:controllerWriting.last', last)} <Time at={last.at} />
              </p>
            )}
            <FieldInput name="writing" field={writingFields.writing} form={form} />
            <FieldInput name="objects" field={writingFields.objects} form={form} />
          </>
        )}
      </PlanReview>
    </Stack>
  )
}
