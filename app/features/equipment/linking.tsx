/** Links equipment of the site to a controller, selected in a list. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { asPage, readerFor } from '~/backend/reader.server'
import { useChangeForm } from '~/change/change-form'
import { EditForm } from '~/change/edit-form'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { formIn, useReply } from '~/change/use-reply'
import { capabilitiesFor } from '~/changes'
import { controllerAt } from '~/features/device/shared/controller.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { unknownParams } from '~/kit/list/unknown-params'
import { Fieldset } from '~/ui/choice-field'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { LinkForm, planLinking, sendLinks } from './links.server'
import { OptionSearch, parseOptionSearch } from './option-search'
import { equipmentAccess } from './shared/access'
import { findEquipment } from './shared/find-equipment.server'
import { equipmentRow } from './shared/row'
import { typeNames } from './shared/types.server'

export const handle = {
  title: (_, t) => t('main:equipment.linking.title'),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

/** The maximum number of rows. */
const maxRows = 200

export async function loader(args: LoaderFunctionArgs) {
  const at = address('equipmentLinking', args.params)
  const reader = await readerFor(args, { capability: capabilitiesFor('equipment.link') })
  if (!reader.features.equipment) throw new Response(null, { status: 404 })
  const { tenantId, customerId, siteId } = at
  const q = parseOptionSearch(args.request)
  const [{ device, crumbs }, matches, typeName] = await Promise.all([
    controllerAt(reader, { name: 'equipmentLinking', at, request: args.request }),
    asPage(
      findEquipment(reader, {
        at: { tenantId, customerId },
        filter: { siteId, ...(q && { q }) },
        pageSize: maxRows,
      }),
    ),
    typeNames(reader),
  ])
  const unlinked = matches.equipment.filter(({ deviceIds }) => !deviceIds.includes(at.deviceId))
  return {
    device: device.name,
    rows: unlinked.map((one) => equipmentRow(at, one, { typeName, access: equipmentAccess(reader) })),
    isPart: matches.incomplete || matches.next !== null,
    q,
    here: href('equipmentLinking', at),
    unclear: unknownParams(args.request, { q }),
    formKey: newKey(),
    cancelHref: href('deviceAllEquipment', at),
    crumbs: [
      ...crumbs,
      { name: translator(reader.language)('main:view.allEquipment'), href: href('deviceAllEquipment', at) },
      { name: translator(reader.language)('main:equipment.link'), href: href('equipmentLinking', at) },
    ],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('equipmentLinking', args.params)
  return mutate(args, {
    name: 'equipment.link',
    about: { kind: 'device', id: at.deviceId, name: at.deviceId },
    options: { isDirect: true },
    form: LinkForm,
    plan: (context) => planLinking(context, at),
    work: (context) => sendLinks(context, at, site.linkEquipment),
  })
}

export default function LinkingPage() {
  const t = useT()
  const { device, rows, isPart, q, here: clearHref, formKey, cancelHref } = useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  const form = useChangeForm(reply, { id: 'link', defaultValue: {} })
  const selected = form.valuesOf('equipment')
  return (
    <Stack>
      <PageHeader kind={<bdi>{device}</bdi>} name={t('main:equipment.linking.title')} />
      <OptionSearch
        {...{ q, isCut: isPart, clearHref }}
        label={t('main:equipment.linking.lookFor')}
        hint={t('main:equipment.searchHint')}
        cutText={t('main:equipment.linking.part')}
      />
      <Section>
        {rows.length === 0 ? (
          <EmptyState title={t(q ? 'main:equipment.none' : 'main:equipment.linking.none')} />
        ) : (
          <EditForm
            form={form}
            reply={reply}
            formKey={formKey}
            original={null}
            submit={t('main:equipment.link')}
            cancelHref={cancelHref}
            fieldLabel={() => t('entity.equipment')}
          >
            <Fieldset legend={t('entity.equipment')} name="equipment" error={form.errorOf('equipment')}>
              {rows.map(({ id, name, type, location }) => (
                <label key={id} className="flex items-start gap-2">
                  <input
                    type="checkbox"
                    name="equipment"
                    value={id}
                    defaultChecked={selected.includes(id)}
                    className="mt-0.5"
                  />
                  <span>
                    <bdi>{name}</bdi> <span className="text-soft">{[type, location].filter(Boolean).join(' · ')}</span>
                  </span>
                </label>
              ))}
            </Fieldset>
          </EditForm>
        )}
      </Section>
    </Stack>
  )
}
