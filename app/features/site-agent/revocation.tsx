/** Revokes the key of a site agent: its connection ends at once. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site as contract } from '#contracts/site'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { NoFields } from '~/kit/confirmation/archived.server'
import { type Confirmation, confirmationAction, confirmationData } from '~/kit/confirmation/confirmation.server'
import { ConsequencePage } from '~/kit/confirmation/consequence-page'
import { entitySubject } from '~/kit/edit/thing.server'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { type SiteAgentEntity, siteAgentThing } from './thing.server'

export const handle = {
  title: (data, t) => t('main:siteAgent.revocation.title', { name: data.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

const confirmation: Confirmation<'siteAgent', SiteAgentEntity, NoFields> = {
  change: 'siteAgent.revoke',
  thing: siteAgentThing,
  page: 'siteAgentRevocation',
  form: NoFields,
  plan(now, { language }) {
    const t = translator(language)
    const issued = { key: t('main:siteAgent.key.valid') }
    const none = { key: t('main:siteAgent.key.none') }
    return {
      rows: [
        {
          subject: entitySubject('siteAgent', now),
          version: now.eTag,
          effect: now.state === 'keyless' ? 'same' : 'change',
          before: issued,
          after: none,
          fields: [{ name: 'key', label: t('main:siteAgent.key.one'), from: issued.key, to: none.key }],
        },
      ],
    }
  },
  async send({ write, changeId }, { at }) {
    await write(contract.revokeSiteAgentKey, { path: { id: at.siteAgentId } })
    return href('siteAgent', at, { changed: changeId })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  return (await confirmationData(args, confirmation, (t) => t('main:siteAgent.revocation.short'))).data
}

export function action(args: ActionFunctionArgs) {
  return confirmationAction(args, confirmation)
}

export default function SiteAgentRevocation() {
  const t = useT()
  const { name, first, cancelHref } = useLoaderData<typeof loader>()
  const words = {
    title: t('main:siteAgent.revocation.title', { name }),
    caption: t('main:siteAgent.revocation.title', { name }),
    apply: t('main:siteAgent.revocation.short'),
  }
  return (
    <ConsequencePage id="revocation" kind={t('entity.siteAgent')} first={first} cancelHref={cancelHref} words={words}>
      <Notice tone="warn" quiet title={t('main:siteAgent.revocation.warning')}>
        {t('main:siteAgent.revocation.text')}
      </Notice>
    </ConsequencePage>
  )
}
