/** Restores a backup on its own controller or on the replacement: what that saves and sends (domain §8.2, §17). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { site } from '#contracts/site'
import { asPanel, readerFor } from '~/backend/reader.server'
import type { ChangeForm } from '~/change/change-form'
import { firstPlan } from '~/change/first-plan.server'
import { mutate } from '~/change/mutate.server'
import { ControllerPasswordInput } from '~/features/controller-management/shared/password'
import { ControllerPasswordField } from '~/features/controller-management/shared/password-field'
import { controllerAt } from '~/features/device/shared/controller.server'
import { address, href, isId } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { PlanReview } from '~/kit/confirmation/plan-review'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { restorePlan } from './restoring.server'
import { backupAt } from './shared/backups.server'

export const handle = {
  title: (data, t) => t('main:backup.restoring.title', { name: data.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('backupRestoring', args.params)
  const reader = await readerFor(args, { capability: 'config.send' })
  if (!reader.features.configurationTemplates) throw new Response(null, { status: 404 })
  const [{ heading, crumbs }, backup] = await Promise.all([
    controllerAt(reader, { name: 'backupRestoring', at, request: args.request }),
    backupAt(reader.read, at),
  ])
  const plan = await asPanel(restorePlan({ ...reader, read: reader.call }, at))
  const t = translator(reader.language)
  return {
    name: backup.name,
    hasFiles: backup.includes.includes('files'),
    deviceName: heading.name,
    // The page starts with the plan, unless planning fails; the post then returns the reason.
    first: plan.ok ? firstPlan('backup.restore', plan.value, []) : null,
    backHref: backTo(at, args.request) ?? href('deviceBackups', at),
    crumbs: [
      ...crumbs,
      { name: t('main:view.backups'), href: href('deviceBackups', at) },
      { name: t('main:backup.restore'), href: href('backupRestoring', at) },
    ],
    age: reader.age(),
  }
}

/** Returns the page of the controller that is being replaced, named by `for`; null where none is. */
function backTo(at: ReturnType<typeof address<'backupRestoring'>>, request: Request): string | null {
  const old = new URL(request.url).searchParams.get('for')
  return old && isId(old) ? href('deviceReplacing', { ...at, deviceId: old }, { by: at.deviceId }) : null
}

export async function action(args: ActionFunctionArgs) {
  const at = address('backupRestoring', args.params)
  return mutate(args, {
    name: 'backup.restore',
    about: { kind: 'device', id: at.deviceId, name: at.deviceId },
    form: z.object({ controllerPassword: ControllerPasswordInput }),
    plan: (context) => restorePlan(context, at),
    async work({ form, write }) {
      const body = { backupId: at.backupId, password: form.controllerPassword ?? null }
      await write(site.restore, { path: { id: at.deviceId }, body }, [at.deviceId])
      return backTo(at, args.request) ?? (form.controllerPassword === undefined ? undefined : href('deviceBackups', at))
    },
  })
}

export default function BackupRestoring() {
  const t = useT()
  const { name, hasFiles, deviceName, first, backHref } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={<bdi>{deviceName}</bdi>} name={t('main:backup.restoring.title', { name })} />
      <PlanReview
        id="restoring"
        first={first}
        canEdit={false}
        {...(hasFiles && {
          look: 'danger' as const,
          beside: (form: ChangeForm) => <ControllerPasswordField form={form} />,
        })}
        cancelHref={backHref}
        words={{
          caption: t('main:backup.restoring.caption'),
          subjectTitle: t('entity.device'),
          apply: t('main:backup.restoring.apply'),
          ...(hasFiles && {
            sentence: <p className="font-medium">{t('main:backup.restoring.filesSentence', { name: deviceName })}</p>,
          }),
        }}
      >
        {() => (
          <p className="max-w-prose">
            {t(hasFiles ? 'main:backup.restoring.filesText' : 'main:backup.restoring.text')}
          </p>
        )}
      </PlanReview>
    </Stack>
  )
}
