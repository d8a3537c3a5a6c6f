/** Deleting controllers that were ticked, or all that match a filter: which, then what goes, then a reason (domain §15). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { problemResponse, reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { FormNotices } from '~/change/form-notices'
import { mutate } from '~/change/mutate.server'
import { metaFields } from '~/change/plan'
import { PlanForm } from '~/change/plan-form'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn, useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { choiceIn, choiceValues } from '~/things/device/choice'
import { chosenDevices } from '~/things/device/chosen-devices.server'
import { EmptyState } from '~/ui/empty-state'
import { Form, SubmitRow } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { DeletionForm, deleteChosen, planDeletion, type Told } from './deletion-plan.server'

export const handle = { title: (_, t) => t('main:change.device.delete'), menu: 'devices' } satisfies PageHandle<
  typeof loader
>

/** How many names the page lists before the plan lists all. */
const mostNames = 50

export async function loader(args: LoaderFunctionArgs) {
  const at = address('devicesDeletion', args.params)
  const page = await reader(args, { capability: 'device.write' })
  const choice = choiceIn(new URL(args.request.url).searchParams)
  const catalogues = await page.catalogues()
  const given = { ask: page.ask, catalogues, place: at, change: 'device.delete' as const }
  const { devices, tooMany } = await chosenDevices(choice, given).catch((error) => {
    throw error instanceof ServiceError ? problemResponse(error) : error
  })
  const t = translator(page.language)
  return {
    total: devices.length,
    names: devices.slice(0, mostNames).map(({ id, name, location }) => ({ id, name, location })),
    tooMany,
    hidden: choiceValues(choice),
    cancelHref: href('customerDevices', at, choice?.kind === 'all' ? { ...choiceValues(choice), all: null } : {}),
    crumbs: [
      { name: t('main:view.devices'), href: href('customerDevices', at) },
      { name: t('main:site.deletion.short'), href: href('devicesDeletion', at, choiceValues(choice)) },
    ],
    age: page.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('devicesDeletion', args.params)
  return mutate(args, {
    name: 'device.delete',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: DeletionForm,
    plan: (desk) => planDeletion(desk, at),
    async work(desk) {
      await deleteChosen(desk)
      return undefined
    },
  })
}

export default function DeviceDeletionPage() {
  const t = useT()
  const { total, cancelHref, ...data } = useLoaderData<typeof loader>()
  const reply = useReply()
  const problem = formIn(reply)?.problem
  const tooMany = data.tooMany ?? (problem?.kind === 'tooMany' ? problem.tooMany : null)
  if (reply?.stage !== 'plan')
    return (
      <Stack>
        <PageHeader name={t('main:change.device.delete')} />
        {tooMany ? (
          <TooManyNotice tooMany={tooMany} listHref={cancelHref} />
        ) : total === 0 ? (
          <NothingToDelete />
        ) : (
          <Chosen />
        )}
      </Stack>
    )
  const count = reply.plan.rows.filter(({ effect }) => effect === 'change').length
  return (
    <Stack>
      <PageHeader name={t('main:change.device.delete')} />
      <PlanForm
        reply={reply}
        look="danger"
        canEdit={false}
        cancelHref={cancelHref}
        words={{
          caption: t('main:device.deletion.caption'),
          subjectTitle: t('entity.device'),
          apply: t('main:device.deletion.apply', { count }),
          text: (key) => t(`main:device.deletion.told.${key as Told}`),
        }}
      />
    </Stack>
  )
}

/** The controllers chosen, and the first post of the change. */
function Chosen() {
  const t = useT()
  const { total, names, hidden, cancelHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <>
      <FormNotices reply={formIn(reply)} />
      <Section title={t('count.devices', { count: total })}>
        <Form hidden={{ ...hidden, [metaFields.reason]: formIn(reply)?.reason }}>
          <Notice tone="warn" quiet title={t('main:site.deletion.warning')}>
            {t('main:device.deletion.text')}
          </Notice>
          <ul className="gap-x-6 sm:columns-2 xl:columns-3">
            {names.map(({ id, name, location }) => (
              <li key={id} className="break-inside-avoid">
                <bdi>{name}</bdi> <bdi className="text-sm text-soft">{location}</bdi>
              </li>
            ))}
            {total > names.length && <li>{t('main:deployment.new.andMore', { count: total - names.length })}</li>}
          </ul>
          <SubmitRow label={t('action.review')} cancelHref={cancelHref} />
        </Form>
      </Section>
    </>
  )
}

/** Nothing chosen or left of what was chosen. */
function NothingToDelete() {
  const t = useT()
  const { cancelHref } = useLoaderData<typeof loader>()
  return (
    <EmptyState
      title={t('main:device.deletion.none')}
      actions={<ButtonLink href={cancelHref}>{t('main:deployment.choose')}</ButtonLink>}
    >
      {t('main:device.deletion.noneText')}
    </EmptyState>
  )
}
