/** Deletes a site agent that reaches no network. */
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
import { type SiteAgentEntity, siteAgentThing } from './thing.server'

export const handle = {
  title: (data, t) => t('main:site.deletion.title', { name: data.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

const consequence: Confirmation<'siteAgent', SiteAgentEntity, NoFields> = {
  change: 'siteAgent.delete',
  thing: siteAgentThing,
  page: 'siteAgentDeletion',
  form: NoFields,
  plan: (now, { language }) => ({
    rows: [
      {
        subject: entitySubject('siteAgent', now),
        version: now.eTag,
        before: siteAgentThing.toForm(now),
        after: null,
        fields: [{ name: 'name', label: translator(language)('field.name'), from: now.name, to: null }],
        ...(now.networks > 0 ? { effect: 'skip', because: 'main:siteAgent.deletion.inUse' } : { effect: 'change' }),
      },
    ],
  }),
  async send({ write, changeId }, { at }) {
    await write(contract.deleteSiteAgent, { path: { id: at.siteAgentId } })
    return href('siteAgents', at, { changed: changeId })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  return (await confirmationData(args, consequence, (t) => t('main:site.deletion.short'))).data
}

export function action(args: ActionFunctionArgs) {
  return confirmationAction(args, consequence)
}

export default function SiteAgentDeletion() {
  const t = useT()
  const { name, first, cancelHref } = useLoaderData<typeof loader>()
  return (
    <DeletionPage kind={t('entity.siteAgent')} name={name} first={first} cancelHref={cancelHref}>
      <Notice tone="warn" quiet title={t('main:site.deletion.warning')}>
        {t('main:siteAgent.deletion.text')}
      </Notice>
    </DeletionPage>
  )
}
