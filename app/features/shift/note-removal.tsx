/** Removes a shift note that is done; its text stays in the trail. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { readerFor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { FormNotices } from '~/change/form-notices'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { metaFields } from '~/change/plan'
import { formIn, useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { Form, SubmitRow } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { Time } from '~/ui/time'
import { noteById, removeNote } from './shared/notes.server'

export const handle = { title: (_, t) => t('main:change.shift.removeNote'), menu: 'shift' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('shiftNoteRemoval', args.params)
  const reader = await readerFor(args, { capability: 'alarm.ack' })
  await ownCustomer(reader.read, at)
  const note = await noteById(at, at.noteId)
  if (!note) throw new Response(null, { status: 404 })
  const t = translator(reader.language)
  return {
    note,
    formKey: newKey(),
    backHref: href('customerShift', at),
    crumbs: [
      { name: t('main:view.shift'), href: href('customerShift', at) },
      { name: t('main:shift.notes.done'), href: href('shiftNoteRemoval', at) },
    ],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('shiftNoteRemoval', args.params)
  return mutate(args, {
    name: 'shift.removeNote',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    options: { isDirect: true, removes: true },
    form: z.object({}),
    async plan({ read }) {
      const customer = await ownCustomer(read, at)
      const note = await noteById(at, at.noteId)
      if (!note) throw new ServiceError({ service: 'site', status: 404 })
      const subject = note.site
        ? { kind: 'site', ...note.site }
        : { kind: 'customer', id: customer.id, name: customer.name }
      const before = { text: note.text }
      const fields = [{ name: 'text', from: note.text, to: null }]
      return { rows: [{ subject, customerId: at.customerId, effect: 'change', fields, before, after: { text: null } }] }
    },
    async work({ changeId }) {
      await removeNote(at, at.noteId)
      return href('customerShift', at, { changed: changeId })
    },
  })
}

export default function NoteRemoval() {
  const t = useT()
  const { note, formKey, backHref } = useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  return (
    <Stack>
      <PageHeader name={t('main:change.shift.removeNote')} />
      <Section>
        <FormNotices reply={reply} />
        <p className="whitespace-pre-line break-words">{note.text}</p>
        <p className="text-sm text-soft">
          <bdi>{note.author}</bdi> · <Time at={note.at} />
        </p>
        <Form hidden={{ [metaFields.key]: reply?.key ?? formKey, [metaFields.stage]: 'apply' }}>
          <SubmitRow label={t('main:shift.notes.done')} cancelHref={backHref} />
        </Form>
      </Section>
    </Stack>
  )
}
