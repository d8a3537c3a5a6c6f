/** Deletes a piece of equipment: its points are unmapped, its rules stop, and a reason is required (domain §8.1). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { Equipment } from '#contracts/equipment'
import { site as contract } from '#contracts/site'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { NoFields } from '~/kit/confirmation/archived.server'
import { type Confirmation, confirmationAction, confirmationData } from '~/kit/confirmation/confirmation.server'
import { DeletionPage } from '~/kit/confirmation/consequence-page'
import { entitySubject } from '~/kit/edit/thing.server'
import type { PageHandle } from '~/ui/handle'
import { Notice } from '~/ui/notice'
import { equipmentThing } from './shared/thing.server'

export const handle = {
  title: (data, t) => t('main:site.deletion.title', { name: data.name }),
  menu: 'allEquipment',
} satisfies PageHandle<typeof loader>

const deletion: Confirmation<'equipment', Equipment, NoFields> = {
  change: 'equipment.delete',
  thing: equipmentThing,
  page: 'equipmentDeletion',
  form: NoFields,
  plan: (now) => ({
    rows: [
      {
        subject: entitySubject('equipment', now),
        effect: 'change',
        fields: [{ name: 'name', from: now.name, to: null }],
        version: now.eTag,
        before: equipmentThing.toForm(now),
        after: null,
      },
    ],
  }),
  async send({ write, changeId }, { at }) {
    await write(contract.deleteEquipment, { path: { id: at.equipmentId }, query: { force: true } })
    return href('space', at, { changed: changeId })
  },
}

export async function loader(args: LoaderFunctionArgs) {
  const { data, now } = await confirmationData(args, deletion, (t) => t('main:site.deletion.short'))
  return { ...data, mapped: now.pointsMapped ?? 0, rules: now.ruleReadiness?.ready ?? 0 }
}

export function action(args: ActionFunctionArgs) {
  return confirmationAction(args, deletion)
}

export default function EquipmentDeletion() {
  const t = useT()
  const { name, first, cancelHref, mapped, rules } = useLoaderData<typeof loader>()
  return (
    <DeletionPage kind={t('entity.equipment')} name={name} first={first} cancelHref={cancelHref}>
      <Notice tone="warn" quiet title={t('main:site.deletion.warning')}>
        {mapped > 0 ? t('main:equipment.deletion.goes', { count: mapped, rules }) : t('main:equipment.deletion.empty')}
      </Notice>
    </DeletionPage>
  )
}
