/** Deletes a network that no controller is on. */
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
import { type ControllerNetworkEntity, controllerNetworkThing } from './thing.server'

export const handle = {
  title: (data, t) => t('main:site.deletion.title', { name: data.name }),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

const consequence: Confirmation<'controllerNetwork', ControllerNetworkEntity, NoFields> = {
  change: 'controllerNetwork.delete',
  thing: controllerNetworkThing,
  page: 'controllerNetworkDeletion',
  form: NoFields,
  plan: (now, { language }) => ({
    rows: [
      {
        subject: entitySubject('controllerNetwork', now),
        version: now.eTag,
        before: controllerNetworkThing.toForm(now),
        after: null,
        fields: [{ name: 'name', label: translator(language)('field.name'), from: now.name, to: null }],
        ...(now.controllers > 0
          ? { effect: 'skip', because: 'main:controllerNetwork.deletion.inUse' }
          : { effect: 'change' }),
      },
    ],
  }),
  async send({ write, changeId }, { at }) {
    await write(contract.deleteControllerNetwork, { path: { id: at.controllerNetworkId } })
    return href('siteControllerNetworks', at, { changed: changeId })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  return (await confirmationData(args, consequence, (t) => t('main:site.deletion.short'))).data
}

export function action(args: ActionFunctionArgs) {
  return confirmationAction(args, consequence)
}

export default function ControllerNetworkDeletion() {
  const t = useT()
  const { name, first, cancelHref } = useLoaderData<typeof loader>()
  return (
    <DeletionPage kind={t('entity.controllerNetwork')} name={name} first={first} cancelHref={cancelHref}>
      <Notice tone="warn" quiet title={t('main:site.deletion.warning')}>
        {t('main:controllerNetwork.deletion.text')}
      </Notice>
    </DeletionPage>
  )
}
