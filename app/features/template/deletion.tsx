/** Deletes a configuration template with its backups (domain §8.2). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { NoFields } from '~/kit/confirmation/archived.server'
import { type Confirmation, confirmationAction, confirmationData } from '~/kit/confirmation/confirmation.server'
import { DeletionPage } from '~/kit/confirmation/consequence-page'
import { entitySubject } from '~/kit/edit/thing.server'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { templateCrumbs } from './crumbs.server'
import { type TemplateEntity, templateThing } from './thing.server'

export const handle = {
  title: (data, t) => t('main:site.deletion.title', { name: data.name }),
  menu: 'configuration',
} satisfies PageHandle<typeof loader>

const consequence: Confirmation<'template', TemplateEntity, NoFields> = {
  change: 'template.delete',
  thing: templateThing,
  page: 'templateDeletion',
  form: NoFields,
  plan: (now, { language }) => ({
    rows: [
      {
        subject: entitySubject('template', now),
        effect: 'change',
        fields: [
          { name: 'name', label: translator(language)('field.name'), from: now.name, to: null },
          ...(now.backups.length > 0
            ? [
                {
                  name: 'backups',
                  label: translator(language)('main:template.backups'),
                  from: String(now.backups.length),
                  to: null,
                },
              ]
            : []),
        ],
        version: now.eTag,
        before: { ...templateThing.toForm(now), backups: now.backups.map(({ name }) => name).join(', ') },
        after: null,
      },
    ],
    ...(now.backups.length > 0 && { confirm: now.name }),
  }),
  async send({ write, changeId }, { at }) {
    await write(contract.deleteTemplate, { path: { id: at.templateId } })
    return href('siteTemplates', at, { changed: changeId })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const { reader, at, now, data } = await confirmationData(args, consequence, (t) => t('main:site.deletion.short'))
  return {
    ...data,
    crumbs: templateCrumbs(reader, at, { name: now.name, crumbs: data.crumbs }),
    backups: now.backups.length,
  }
}

export function action(args: ActionFunctionArgs) {
  return confirmationAction(args, consequence)
}

export default function TemplateDeletion() {
  const t = useT()
  const { name, backups, first, cancelHref } = useLoaderData<typeof loader>()
  return (
    <DeletionPage kind={t('entity.template')} name={name} first={first} cancelHref={cancelHref}>
      <Notice tone="warn" quiet title={t('main:site.deletion.warning')}>
        <p>{t('main:template.deletion.text')}</p>
        {backups > 0 && <p>{t('main:template.deletion.backups', { count: backups })}</p>}
      </Notice>
    </DeletionPage>
  )
}
