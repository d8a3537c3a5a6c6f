/** Backs up a controller: name, parts and the template that stores the backup (domain §8.2). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { chosenParts } from '#contracts/backup-parts'
import { site } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { useChangeForm } from '~/change/change-form'
import { EditForm } from '~/change/edit-form'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { formIn, useReply } from '~/change/use-reply'
import { ControllerPasswordField } from '~/features/controller-management/shared/password-field'
import { controllerAt } from '~/features/device/shared/controller.server'
import { offeredFor } from '~/features/device/shared/link-capabilities'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { Fieldset } from '~/ui/choice-field'
import { EmptyState } from '~/ui/empty-state'
import { Select, TextInput } from '~/ui/field'
import { fieldId } from '~/ui/field-id'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { BackupForm, creationPlan } from './creation.server'
import { backupPartText } from './row'

export const handle = {
  title: (_, t) => t('main:change.backup.create'),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('newBackup', args.params)
  const reader = await readerFor(args, { capability: 'template.write' })
  if (!reader.features.configurationTemplates) throw new Response(null, { status: 404 })
  const [{ device, heading, crumbs }, templates] = await Promise.all([
    controllerAt(reader, { name: 'newBackup', at, request: args.request }),
    reader.read(site.listTemplates, { path: { id: at.siteId } }),
  ])
  const t = translator(reader.language)
  return {
    name: heading.name,
    hasFiles: offeredFor(device).fileBackup,
    templates: templates
      .filter(({ productId }) => !productId || productId === device.productId)
      .map(({ id, name }) => ({ value: id, label: name })),
    newTemplateHref: href('newTemplate', at, { device: at.deviceId }),
    backHref: href('deviceBackups', at),
    formKey: newKey(),
    crumbs: [
      ...crumbs,
      { name: t('main:view.backups'), href: href('deviceBackups', at) },
      { name: t('main:change.backup.create'), href: href('newBackup', at) },
    ],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('newBackup', args.params)
  return mutate(args, {
    name: 'backup.create',
    about: { kind: 'device', id: at.deviceId, name: at.deviceId },
    options: { isDirect: true },
    form: BackupForm,
    plan: (context) => creationPlan(context, at),
    async work({ form, write, changeId }) {
      const password = form.controllerPassword ?? null
      const body = { deviceId: at.deviceId, name: form.name, includes: form.part, password }
      await write(site.createBackup, { path: { id: form.template }, body }, [at.deviceId])
      return href('deviceBackups', at, { changed: changeId })
    },
  })
}

export default function NewBackup() {
  const t = useT()
  const { name, hasFiles, templates, newTemplateHref, backHref, formKey } = useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  const form = useChangeForm(reply, {
    id: 'backup',
    defaultValue: { part: hasFiles ? ['files'] : [...chosenParts], template: templates[0]?.value ?? '' },
  })
  const labels: Record<string, string> = {
    name: t('field.name'),
    template: t('main:backup.template'),
    part: t('main:backup.parts'),
    controllerPassword: t('main:controllerManagement.password'),
  }
  const selected = form.valuesOf('part')
  return (
    <Stack>
      <PageHeader kind={<bdi>{name}</bdi>} name={t('main:change.backup.create')} />
      <Section>
        {templates.length === 0 ? (
          <EmptyState
            title={t('main:backup.noTemplate')}
            offers={[{ label: t('main:backup.templateFirst'), href: newTemplateHref, isMain: true }]}
          >
            {t('main:backup.noTemplateText')}
          </EmptyState>
        ) : (
          <EditForm
            form={form}
            reply={reply}
            formKey={formKey}
            original={null}
            submit={t('main:change.backup.create')}
            cancelHref={backHref}
            fieldLabel={(field) => labels[field] ?? field}
          >
            <TextInput {...form.input('name')} label={labels.name} maxLength={80} autoComplete="off" />
            <Select
              {...form.input('template')}
              label={labels.template}
              hint={t('main:backup.templateHint')}
              options={templates}
            />
            {hasFiles ? (
              <>
                <input type="hidden" name="part" value="files" />
                <p className="max-w-prose text-soft">{t('main:backup.filesText')}</p>
                <ControllerPasswordField form={form} />
              </>
            ) : (
              <Fieldset name="part" legend={labels.part} hint={t('main:backup.partsHint')} error={form.errorOf('part')}>
                <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
                  {chosenParts.map((part) => (
                    <label key={part} className="flex items-center gap-2">
                      <input
                        type="checkbox"
                        id={fieldId(`part-${part}`)}
                        name="part"
                        value={part}
                        defaultChecked={selected.includes(part)}
                      />
                      {backupPartText(t, part)}
                    </label>
                  ))}
                </div>
              </Fieldset>
            )}
          </EditForm>
        )}
      </Section>
    </Stack>
  )
}
