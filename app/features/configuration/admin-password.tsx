/** Sets a new admin password on the selected controllers; the plan is the page that has the password field. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { useChangeForm } from '~/change/change-form'
import { firstPlan } from '~/change/first-plan.server'
import { mutate } from '~/change/mutate.server'
import type { ChangeReply } from '~/change/plan'
import { PlanForm } from '~/change/plan-form'
import { thingsText } from '~/change/plan-sentence'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn, useReply } from '~/change/use-reply'
import { passwordChange, passwordPlan } from '~/features/admin-user/shared/password.server'
import { PasswordFields } from '~/features/admin-user/shared/password-fields'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { type SendAfterSave, saveAndSend } from './save-and-send.server'
import { loadSelectedControllers } from './selected-controllers.server'
import { isSendable, SendPreviewNotice, withoutOfflineNote } from './send-preview'
import { SendReview } from './send-review'
import { boardHref, sendingHref, settingsHref } from './shared/place'
import { loadConfigurationPlace, parseConfigurationPlace } from './shared/place.server'
import { toSaveTarget, withProblemResponse } from './shared/settings.server'
import { applyAndSend } from './stages'

export const handle = { title: (_, t) => t('main:change.adminUser.save'), menu: 'configuration' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const at = parseConfigurationPlace(args)
  const reader = await readerFor(args, { capability: 'config.adminuser' })
  const [place, selection] = await Promise.all([
    loadConfigurationPlace(reader, { at, page: 'settings', request: args.request }),
    loadSelectedControllers(reader, at, { request: args.request, change: 'adminUser.save' }),
  ])
  const { ids, found, tooMany, narrowHref } = selection
  const plan =
    ids.length > 0 ? await withProblemResponse(() => passwordPlan({ ...reader, read: reader.call }, at, { ids })) : null
  const own = {
    name: translator(reader.language)('main:adminUser.crumb'),
    href: settingsHref(at, selection.named),
  }
  return {
    at,
    placeName: place.name,
    devices: found.map(toSaveTarget),
    first:
      plan &&
      firstPlan(
        'adminUser.save',
        plan,
        ids.map((id) => ['device', id]),
      ),
    tooMany,
    narrowHref,
    maySend: reader.may('config.send') && (ids.length < 2 || reader.features.multipleConfiguration),
    crumbs: [...place.crumbs, own],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = parseConfigurationPlace(args)
  return saveAndSend(args, at, (args, then) => mutate(args, { ...passwordChange(at), ...then }))
}

export default function AdminPassword() {
  const t = useT()
  const { at, placeName, devices, first, tooMany, narrowHref, maySend } = useLoaderData<typeof loader>()
  const reply = useReply() as (ChangeReply & SendAfterSave) | undefined
  const formReply = formIn(reply)
  const form = useChangeForm(formReply, { id: 'password', defaultValue: {} })
  const cancelHref = boardHref(at)
  if (reply?.stage === 'plan' && reply.saved !== undefined)
    return (
      <>
        <PageHeader kind={<bdi>{placeName}</bdi>} name={t('main:adminUser.send')} />
        <Stack>
          <Notice tone="ok">{t('main:adminUser.saved', { count: reply.saved })}</Notice>
          <SendReview reply={reply} action={sendingHref(at)} cancelHref={cancelHref} />
        </Stack>
      </>
    )
  const planReply =
    reply?.stage === 'plan' ? reply : first && { ...first, ...(formReply && { reason: formReply.reason }) }
  const rows = planReply?.plan.rows.filter(({ effect }) => effect === 'change') ?? []
  const things = thingsText(t, rows)
  const changed = rows.flatMap(({ subject }) => devices.filter(({ id }) => id === subject.id))
  const count = changed.filter(isSendable).length
  const words = {
    caption: t('main:adminUser.caption'),
    subjectTitle: t('entity.device'),
    apply: t('main:adminUser.apply', { things }),
  }
  const label =
    count < changed.length
      ? t('main:adminUser.applyAndSendSome', { things, count })
      : t('main:adminUser.applyAndSend', { things })
  const further = maySend && count > 0 ? { stage: applyAndSend, label } : undefined
  const shownReply = planReply && { ...planReply, problem: formReply?.problem ?? planReply.problem }
  return (
    <>
      <PageHeader kind={<bdi>{placeName}</bdi>} name={t('main:change.adminUser.save')} />
      {tooMany ? (
        <TooManyNotice tooMany={tooMany} listHref={narrowHref} />
      ) : shownReply ? (
        <PlanForm
          reply={further ? withoutOfflineNote(shownReply, changed) : shownReply}
          words={words}
          problems={form.problems}
          further={further}
          canEdit={false}
          cancelHref={cancelHref}
        >
          {further && <SendPreviewNotice devices={changed} kind="adminUser" />}
          <PasswordFields form={form} problem={shownReply.problem} wasSubmitted={formReply !== undefined} />
        </PlanForm>
      ) : (
        <Section>
          <EmptyState
            title={t('main:configuration.settings.nothing')}
            offers={[{ label: t('main:configuration.settings.choose'), href: cancelHref }]}
          >
            {t('main:adminUser.choose')}
          </EmptyState>
        </Section>
      )}
    </>
  )
}
