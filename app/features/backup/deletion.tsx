/** Deletes a backup, which cannot be restored afterwards (domain §8.2). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { site } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { controllerAt } from '~/features/device/shared/controller.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { PlanReview } from '~/kit/confirmation/plan-review'
import { entitySubject } from '~/kit/edit/thing.server'
import { deviceAt } from '~/kit/place/own-place.server'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { PageHeader, Stack } from '~/ui/page'
import { deviceBackupAt } from './shared/backups.server'

export const handle = {
  title: (data, t) => t('main:site.deletion.title', { name: data.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('backupDeletion', args.params)
  const reader = await readerFor(args, { capability: 'template.write' })
  if (!reader.features.configurationTemplates) throw new Response(null, { status: 404 })
  const [{ heading, crumbs }, backup] = await Promise.all([
    controllerAt(reader, { name: 'backupDeletion', at, request: args.request }),
    deviceBackupAt(reader.read, at),
  ])
  const t = translator(reader.language)
  return {
    name: backup.name,
    deviceName: heading.name,
    backHref: href('deviceBackups', at),
    crumbs: [
      ...crumbs,
      { name: t('main:view.backups'), href: href('deviceBackups', at) },
      { name: t('main:site.deletion.short'), href: href('backupDeletion', at) },
    ],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('backupDeletion', args.params)
  return mutate(args, {
    name: 'backup.delete',
    about: { kind: 'device', id: at.deviceId, name: at.deviceId },
    form: z.object({}),
    async plan({ read }) {
      const [device, backup] = await Promise.all([deviceAt(read, at), deviceBackupAt(read, at)])
      return {
        rows: [
          {
            subject: entitySubject('device', device),
            effect: 'change',
            fields: [{ name: 'main:backup.one', from: backup.name, to: null }],
            before: { backup: backup.name, template: backup.template.name, parts: backup.includes.join(', ') },
            after: null,
          },
        ],
        confirm: backup.name,
      }
    },
    async work({ write, changeId }) {
      await write(site.deleteBackup, { path: { id: at.backupId } }, [at.deviceId])
      return href('deviceBackups', at, { changed: changeId })
    },
  })
}

export default function BackupDeletion() {
  const t = useT()
  const { name, deviceName, backHref } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <PageHeader kind={<bdi>{deviceName}</bdi>} name={t('main:site.deletion.title', { name })} />
      <PlanReview
        id="deletion"
        look="danger"
        canEdit={false}
        cancelHref={backHref}
        words={{
          caption: t('main:site.deletion.plan', { name }),
          subjectTitle: t('entity.device'),
          apply: t('main:site.deletion.apply', { name }),
        }}
      >
        {() => (
          <Notice tone="warn" quiet title={t('main:site.deletion.warning')}>
            {t('main:backup.deletionText')}
          </Notice>
        )}
      </PlanReview>
    </Stack>
  )
}
