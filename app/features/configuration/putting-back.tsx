/** Reverts settings of many controllers to their values before one change, in one plan. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { PlanForm } from '~/change/plan-form'
import { PutBackChooser } from '~/change/put-back-chooser'
import { formIn, useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { ownCustomer } from '~/kit/place/own-customer.server'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { configurationPutBack, findRevertible, parseAlso, putBackStatus } from './putting-back.server'
import { readDeviceSettings } from './shared/controllers.server'
import { saveChangeOf } from './shared/kind'
import { boardHref, puttingBackHref } from './shared/place'
import { parseSettingKind } from './shared/place.server'

export const handle = { title: ({ kind }, t) => t(`main:${kind}.back`), menu: 'configuration' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const at = addressOf(args)
  const reader = await readerFor(args, { capability: 'config.write' })
  const [saved, customer] = await Promise.all([findRevertible(at, reader), ownCustomer(reader.read, at)])
  const { tenantId, customerId, kind } = at
  const ids = saved.map(({ id }) => id)
  const now = await readDeviceSettings(reader.call, { tenantId, customerId, kind }, ids)
  const savedById = new Map(now.map(({ id, match }) => [id, match?.saved]))
  const t = translator(reader.language)
  const changeHref = href('change', { tenantId: at.tenantId, changeId: at.changeId })
  return {
    kind,
    customer: customer.name,
    changeHref,
    rows: saved.map((one) => {
      const current = savedById.get(one.id)
      return { id: one.id, name: one.name, state: current ? putBackStatus(kind, current, one) : ('gone' as const) }
    }),
    crumbs: [
      { name: t(`main:view.${kind}`), href: boardHref({ tenantId, customerId, kind }) },
      { name: t('main:change.back.crumb'), href: puttingBackHref(at, at.also) },
    ],
    age: reader.age(),
  }
}

/** Returns the change, the kind of its settings and the further changes named in the address. */
function addressOf({ params, request }: Pick<LoaderFunctionArgs, 'params' | 'request'>) {
  return { ...address('networkPuttingBack', params), kind: parseSettingKind(request), also: parseAlso(request) }
}

export async function action(args: ActionFunctionArgs) {
  const at = addressOf(args)
  return mutate(args, { name: saveChangeOf[at.kind], ...configurationPutBack(at) })
}

export default function PuttingBack() {
  const t = useT()
  const { kind, customer, changeHref, rows } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <PageHeader kind={<bdi>{customer}</bdi>} name={t(`main:${kind}.back`)} />
      {reply?.stage === 'plan' ? (
        <PlanForm
          reply={reply}
          words={{
            caption: t('main:configuration.plan.caption'),
            subjectTitle: t('entity.device'),
            apply: (count) => t('main:configuration.back.apply', { count }),
          }}
          cancelHref={changeHref}
        />
      ) : (
        <>
          <p>{t('main:configuration.back.text')}</p>
          <PutBackChooser
            field="device"
            rows={rows}
            caption={t('main:configuration.back.caption')}
            subjectTitle={t('entity.device')}
            reply={formIn(reply)}
            cancelHref={changeHref}
          />
        </>
      )}
    </Stack>
  )
}
